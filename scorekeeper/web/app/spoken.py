"""Templates in the language of whoever asks: what no request can change is worked out once, when one is compiled.

Each language has compiled templates of its own. In the Swedish ones `_("Undo")` is the word `Ångra` already, and
`asset("css/pad.css")` the address of the file: to print a page, nothing of it is looked up. What is written
`_("Entry %(number)s", number=5)` prints the sentence's parts with the number between them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache
from itertools import groupby
from typing import Any

from flask import Flask, has_request_context
from flask.templating import Environment
from flask_babel import get_translations
from jinja2 import Template, nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from scorekeeper.web.app.addresses import find_address, find_fixed_address, put_in_book
from scorekeeper.web.app.assets import draw_icon, find_asset
from scorekeeper.web.app.door import find_top
from scorekeeper.web.app.drawings import keep_drawings
from scorekeeper.web.app.languages import find_language
from scorekeeper.web.app.picker import list_picks
from scorekeeper.web.app.words import list_words

MOST_KEPT = 12  # languages, each below every address that the server is reached at
PLACE = re.compile(r"%(?:\((\w+)\)s|(%))")  # `%(number)s` in a sentence, and `%%`
DRAWN = {"tile": "_tiles.html", "half": "_tiles.html", "end": "_tiles.html", "pick": "_pick.html"}
# What is called so has a value that its arguments alone decide; or None, where not even they do.
FIXED: Mapping[str, Callable[..., str | None]] = {"asset": find_asset, "icon": draw_icon, "url_for": find_fixed_address}
METHODS = {"get", "items", "values", "split", "append", "describe", "so_far", "members"}
ESCAPED = {ord(sign): str(escape(sign)) for sign in "&<>'\""}
PLAIN = {*(f"draw_{macro}" for macro in DRAWN), "list_picks", "load_macros", "icon", "asset", "url_for"}


def add_templates(app: Flask) -> None:
    """Let `app` answer with such templates, and let them draw icons and tiles."""
    app.jinja_environment = SpokenTemplates
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=find_asset, icon=draw_icon, url_for=find_address, list_picks=list_picks)
    app.jinja_env.globals.update(_list_drawings(app.jinja_env))


def _list_drawings(templates: Environment) -> dict[str, Callable[..., Any]]:
    """What templates draw with: each drawing, and the macros of a template by its name."""
    drawings = {f"draw_{macro}": keep_drawings(templates, template, macro) for macro, template in DRAWN.items()}
    return {**drawings, "load_macros": cache(lambda name: templates.get_template(name).module)}


@pass_context  # which says that it is not always the same
def _find_address(_: Context, endpoint: str, **values: Any) -> str:
    return find_address(endpoint, **values)


@pass_context
def _put_in_book(_: Context, address: str) -> str:
    return put_in_book(address)


class WorkedOut(NodeTransformer):
    """Puts into a template what is known when it is compiled: values of what is called with nothing but fixed words,
    and the templates that it includes.
    """

    def __init__(self, templates: "SpokenTemplates") -> None:
        self.templates = templates

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """The node after all in it was visited; what it prints one after the other it prints at once."""
        super().generic_visit(node, *args, **kwargs)
        for field, value in node.iter_fields():
            if field in ("body", "else_") and isinstance(value, list):
                setattr(node, field, _join_outputs(value))
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Expr:  # noqa: N802  # named so by Jinja
        """The value of a call, where it is known; of a sentence its words, with places for the values in it."""
        self.generic_visit(node)
        name, words = (
            getattr(node.node, "name", ""),
            [each.value for each in node.args if isinstance(each, nodes.Const)],
        )
        if name == "ngettext":
            chosen = nodes.Filter(node.args[2], "choose_plural", node.args[:2], [], None, None, lineno=node.lineno)
            return nodes.Mod(chosen, _pair_values(node), lineno=node.lineno)
        if len(words) < len(node.args) or node.dyn_args or node.dyn_kwargs:
            return _call_at_once(node)
        if name == "_":
            message = nodes.MarkSafe(nodes.Const(_translate(*words)))
            return nodes.Mod(message, _pair_values(node), lineno=node.lineno)
        said = {each.key: each.value.value for each in node.kwargs if isinstance(each.value, nodes.Const)}
        value = FIXED[name](*words, **said) if name in FIXED and len(said) == len(node.kwargs) else None
        if value is None:
            return _call_at_once(node)
        known = nodes.Const(str(value), lineno=node.lineno)
        if name == "url_for":
            return nodes.Filter(known, "put_in_book", [], [], None, None, lineno=node.lineno)
        return nodes.MarkSafe(known, lineno=node.lineno) if isinstance(value, Markup) else known

    def visit_Output(self, node: nodes.Output) -> nodes.Output:  # noqa: N802  # named so by Jinja
        """What is printed, with each sentence as its parts."""
        self.generic_visit(node)
        node.nodes = [part for each in node.nodes for part in _split_sentence(each)]
        return node

    def visit_Block(self, node: nodes.Block) -> nodes.Block:  # noqa: N802  # named so by Jinja
        """A block that is printed as a whole: line by line, each would go through every template that it stands in."""
        self.generic_visit(node)
        node.body = _print_at_once(node.body)
        return node

    def visit_Template(self, node: nodes.Template) -> nodes.Template:  # noqa: N802  # named so by Jinja
        """The same of a template that others include; what it sets, and its macros, can be seen as before."""
        apart = any(node.find(kind) for kind in (nodes.Block, nodes.Extends))
        self.generic_visit(node)
        if not apart:
            groups = groupby(node.body, key=_sets_names)
            node.body = [each for sets, some in groups for each in (some if sets else _print_at_once(list(some)))]
        return node

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802  # named so by Jinja
        """The text of what is included without context, and is the same on every page; else its template in place."""
        if node.ignore_missing or not isinstance(node.template, nodes.Const):
            return node
        name = node.template.value
        if not node.with_context:
            text = self.templates.get_template(name).render()
            return nodes.Output([nodes.TemplateData(text)], lineno=node.lineno)
        loader = self.templates.loader
        source = loader.get_source(self.templates, name)[0] if loader else ""
        included = self.generic_visit(self.templates.parse(source, name))
        return nodes.Scope(list(included.iter_child_nodes()), lineno=node.lineno)

    def visit_Import(self, node: nodes.Import) -> nodes.Node:  # noqa: N802  # named so by Jinja
        """The macros of a template, which are kept."""
        return nodes.Assign(nodes.Name(node.target, "store"), self._load(node), lineno=node.lineno)

    def visit_FromImport(self, node: nodes.FromImport) -> list[nodes.Node]:  # noqa: N802  # named so by Jinja
        """The same, of those that are named."""
        pairs = [(each, each) if isinstance(each, str) else each for each in node.names]
        return [
            nodes.Assign(nodes.Name(alias, "store"), nodes.Getattr(self._load(node), name, "load"), lineno=node.lineno)
            for name, alias in pairs
        ]

    def _load(self, node: nodes.Import | nodes.FromImport) -> nodes.Expr:
        template = self.visit(node.template)
        return nodes.Filter(template, "load_macros", [], [], None, None, lineno=node.lineno)


def _sets_names(node: nodes.Node) -> bool:
    """Whether what it sets can be seen after it."""
    if isinstance(node, nodes.Assign | nodes.AssignBlock | nodes.Macro | nodes.Import | nodes.FromImport):
        return True
    within = not isinstance(node, nodes.Scope | nodes.For | nodes.With | nodes.CallBlock)
    return within and any(map(_sets_names, node.iter_child_nodes()))


def _print_at_once(body: list[nodes.Node]) -> list[nodes.Node]:
    """What prints all that `body` prints, when it is complete."""
    printed = nodes.AssignBlock(nodes.Name("printed_block", "store"), None, body)
    return [printed, nodes.Output([nodes.Name("printed_block", "load")])]


def _join_outputs(statements: list[nodes.Node]) -> list[nodes.Node]:
    """What is printed one after the other as one statement."""
    joined: list[nodes.Node] = []
    for each in statements:
        before = joined[-1] if joined else None
        if isinstance(each, nodes.Output) and isinstance(before, nodes.Output):
            before.nodes = [*before.nodes, *each.nodes]
        else:
            joined.append(each)
    return joined


def _pair_values(node: nodes.Call) -> nodes.Dict:
    """The values in a sentence."""
    return nodes.Dict([nodes.Pair(nodes.Const(each.key), each.value) for each in node.kwargs])


def _call_at_once(node: nodes.Call) -> nodes.Expr:
    """The call of one of our functions as a filter of its first argument: Jinja does not look at it anew each time."""
    name = getattr(node.node, "name", "")
    if name not in PLAIN or not node.args:
        return node
    first, *rest = node.args
    return nodes.Filter(first, name, rest, node.kwargs, node.dyn_args, node.dyn_kwargs, lineno=node.lineno)


def _translate(message: str) -> str:
    return str(get_translations().ugettext(message))


def _split_sentence(printed: nodes.Expr) -> Iterator[nodes.Expr]:
    """The parts of a sentence, `Entry ` and the number in it; anything else as it is."""
    match printed:
        case nodes.Mod(left=nodes.MarkSafe(expr=nodes.Const(value=sentence)), right=nodes.Dict(items=pairs)):
            values, before = {pair.key.as_const(): pair.value for pair in pairs}, 0
            for place in PLACE.finditer(sentence):
                yield nodes.TemplateData(sentence[before : place.start()])
                yield nodes.TemplateData("%") if place[2] else values[place[1]]
                before = place.end()
            yield nodes.TemplateData(sentence[before:])
        case _:
            yield printed


class SpokenCode(CodeGenerator):
    """Compiles a template; one that is spoken with what can be worked out."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802  # Jinja's name
        if isinstance(self.environment, SpokenTemplates) and self.environment.spoken:
            WorkedOut(self.environment).visit(node)
        super().visit_Template(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, *args: Any, **kwargs: Any) -> None:  # noqa: N802  # Jinja's
        """What a value can do is done at once: Jinja would look each time whether it wants to know the template."""
        if isinstance(node.node, nodes.Getattr) and node.node.attr in METHODS and not (node.kwargs or node.dyn_args):
            self.visit(node.node, frame)
            self.write("(")
            for each in node.args:
                self.visit(each, frame)
                self.write(", ")
            self.write(")")
        else:
            super().visit_Call(node, frame, *args, **kwargs)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """What is printed is escaped, and most of it is a number or a plain word."""
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.write_value(")
        else:
            super()._output_child_pre(node, frame, finalize)


def write_value(value: object) -> str:
    """A value as it stands in a page."""
    if type(value) is str:
        return value.translate(ESCAPED)
    if isinstance(value, Markup):
        return value
    return str(value) if type(value) is int else escape(value)


class SpokenTemplates(Environment):
    """The templates of the app, and those of each language: `spoken` ones answer requests in theirs."""

    code_generator_class = SpokenCode
    spoken = False
    write_value = staticmethod(write_value)

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._languages: dict[tuple[str, str], SpokenTemplates] = {}

    def make_globals(self, given: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """All that a template knows; of a spoken one in a single place, as every page copies it."""
        return {**self.globals, **(given or {})} if self.spoken else super().make_globals(given)

    def get_or_select_template(self, *args: Any, **settings: Any) -> Template:
        """A template for the request: in its language."""
        templates = self if self.spoken or not has_request_context() else self._find_spoken()
        return super(SpokenTemplates, templates).get_or_select_template(*args, **settings)

    def _find_spoken(self) -> "SpokenTemplates":
        asked = find_language(), find_top()
        found = self._languages.get(asked)
        if found is None:
            found = self.overlay()
            found.spoken, found.globals = True, {**self.globals, **_list_drawings(found)}
            found.filters = {
                **self.filters,
                **{name: found.globals[name] for name in PLAIN},
                **list_words(get_translations()),
                "url_for": _find_address,
                "put_in_book": _put_in_book,
            }
            if len(self._languages) >= MOST_KEPT:
                self._languages.clear()
            self._languages[asked] = found
        return found
