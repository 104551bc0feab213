"""The possible changes of a module: one operator, constant or condition at a time, e.g. `<` to `<=`, or `7` to `8`."""

import ast
import re
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
}
RECKONED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "+"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.BitXor: ("^", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
TURNED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, order=True, slots=True)
class Change:
    """One change of a file: `instead` at the bytes from `start` to `end`, where `was` stands.

    `lines` are those of the statement around it, or of its head. A change `on_import` acts when the module is loaded.
    """

    path: str
    start: int
    end: int
    was: str
    instead: str
    lines: tuple[int, ...]
    on_import: bool

    @property
    def place(self) -> str:
        """Where it is and what, for people to read."""
        return f"{self.path}:{self.lines[0]} {self.was!r} -> {self.instead!r} at {self.start}"

    @property
    def module(self) -> str:
        """The module of the file, as it is imported."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def apply(self, source: str) -> str:
        """Return the source with this change."""
        text = source.encode()
        return (text[: self.start] + self.instead.encode() + text[self.end :]).decode()

    def differs(self, source: str) -> bool:
        """Return whether the changed source is valid Python with another syntax tree."""
        try:
            return ast.dump(ast.parse(self.apply(source))) != ast.dump(ast.parse(source))
        except SyntaxError:
            return False


def list_changes(path: str, source: str) -> list[Change]:
    """Return all changes of a module, in the order of its text; a few of them are equivalent."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found))


class _Finder(ast.NodeVisitor):
    """Visits the syntax tree of a module and records the possible changes, with the statement around each."""

    def __init__(self, path: str, source: str) -> None:
        self.path, self.text = path, source.encode()
        self.begins = [0]
        for line in self.text.splitlines(keepends=True):
            self.begins.append(self.begins[-1] + len(line))
        self.lines: tuple[int, ...] = (1,)
        self.depth = 0
        self.found: list[Change] = []

    def visit(self, node: ast.AST) -> None:
        around = self.lines
        if isinstance(node, ast.stmt):
            inside: list[ast.stmt] = getattr(node, "body", [])
            end = inside[0].lineno - 1 if inside else node.end_lineno or 0
            self.lines = tuple(range(node.lineno, max(end, node.lineno) + 1))
        super().visit(node)
        self.lines = around

    def note(self, start: int, end: int, *instead: str) -> None:
        was = self.text[start:end].decode()
        for other in instead:
            self.found.append(Change(self.path, start, end, was, other, self.lines, not self.depth))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None  # noqa: PT018
        return self.begins[node.lineno - 1] + node.col_offset, self.begins[node.end_lineno - 1] + node.end_col_offset

    def between(self, left: ast.expr, right: ast.expr, sign: str, *instead: str) -> None:
        """Record the changes of an operator between two expressions, which may have brackets."""
        start, end = self.span(left)[1], self.span(right)[0]
        pattern = (
            rb"\b" + re.sub(rb" +", rb"\\s+", sign.encode()) + rb"\b" if sign[0].isalpha() else re.escape(sign).encode()
        )
        found = re.search(pattern, self.text[start:end])
        if found:
            self.note(start + found.start(), start + found.end(), *instead)

    def visit_Expr(self, node: ast.Expr) -> None:
        docstring = isinstance(node.value, ast.Constant)  # or the docstring of an attribute
        if not docstring:
            self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if any(isinstance(said, ast.Name) and said.id == "overload" for said in node.decorator_list):
            return
        for default in (*node.args.defaults, *(given for given in node.args.kw_defaults if given)):
            self.visit(default)
        self.depth += 1
        for statement in node.body:
            self.visit(statement)
        self.depth -= 1

    def visit_Assign(self, node: ast.Assign) -> None:
        if not (isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"):
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (
            isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name) and node.exc.func.id == "TypeError"
        ):
            self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id in ("Literal", "cast")):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in ("TypeVar", "cast", "NewType"):
            return
        if called in TURNED:
            self.note(*self.span(node.func), TURNED[called])
        if called == "sorted" and len(node.args) == 1 and not node.keywords:
            self.note(*self.span(node.func), "list")
        self.visit(node.func)
        for argument in node.args:
            self.visit(argument)
        for keyword in node.keywords:
            if not (called == "zip" and keyword.arg == "strict"):
                self.visit(keyword.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, sign, right in zip((node.left, *node.comparators), node.ops, node.comparators, strict=False):
            was, instead = COMPARED[type(sign)]
            self.between(left, right, was, *instead)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        was, instead = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, was, instead)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in RECKONED:
            was, instead = RECKONED[type(node.op)]
            self.between(node.left, node.right, was, instead)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in RECKONED:
            was, instead = RECKONED[type(node.op)]
            self.between(node.target, node.value, f"{was}=", f"{instead}=")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.note(self.span(node)[0], self.span(node.operand)[0], "")
        self.generic_visit(node)

    def turn(self, condition: ast.expr) -> None:
        """Record the negation of a condition, unless an operator in it is already changed to its opposite."""
        if isinstance(condition, ast.Name | ast.Attribute | ast.Call | ast.BoolOp | ast.NamedExpr):
            start, end = self.span(condition)
            self.note(start, end, f"(not ({self.text[start:end].decode()}))")

    def visit_If(self, node: ast.If) -> None:
        self.turn(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.turn(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.turn(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self.turn(condition)
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.note(*self.span(node), "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.note(*self.span(node), "break")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        start = self.span(node)[0]
        head = re.match(rb"[a-zA-Z]+(\"\"\"|'''|\"|')", self.text[start:])
        if head:
            self.note(start + head.end(), start + head.end(), "XX")

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self.span(node)
        if isinstance(node.value, bool):
            self.note(start, end, str(not node.value))
        elif isinstance(node.value, int):
            self.note(start, end, str(node.value + 1), str(node.value - 1))
        elif isinstance(node.value, str):
            self.note(start, end, repr(node.value + "XX" if node.value else "XX"))
