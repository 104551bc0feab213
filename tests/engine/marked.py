"""Find in the engine's compiled code the sentences for the translators, and the problems with their places.

The code is searched, not run, so that also sentences are found which no test produces.
"""

import dis
from collections.abc import Iterator
from importlib.util import find_spec
from pkgutil import walk_packages
from types import CodeType

from scorekeeper import engine

MODULES = [module.name for module in walk_packages(engine.__path__, f"{engine.__name__}.")]
MARKS = {"N_": 1, "counted": 2}  # the function that marks a sentence, and how many forms it takes
PROBLEMS = {"refuse": 2, "Problem": 2, "_doubt": 2, "findings.add": 2}  # a key and a place
PLACES = {"findings.at": 1, "problem.under": 1}


def load_code(module: str) -> CodeType:
    """Return the compiled code of a module."""
    code = find_spec(module).loader.get_code(module)  # type: ignore[union-attr]
    assert isinstance(code, CodeType)
    return code


def list_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those nested in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from list_codes(inner)


def list_given(code: CodeType, wanted: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the first string arguments of each call of a `wanted` function, at most the number it is mapped to."""
    names = {name.rpartition(".")[2] for name in wanted}
    for each in (each for each in list_codes(code) if names & set(each.co_names)):
        steps = [step for step in dis.get_instructions(each) if step.opname not in ("PUSH_NULL", "EXTENDED_ARG")]
        for place, step in enumerate(steps):
            called = f"{steps[place - 1].argval}.{step.argval}" if "GLOBAL" not in step.opname else step.argval
            if step.opname in ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_METHOD", "LOAD_ATTR") and called in wanted:
                yield tuple(_list_words(steps[place + 1 : place + 1 + wanted[called]]))


def list_given_anywhere(wanted: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the same for the code of the whole engine."""
    return (words for module in MODULES for words in list_given(load_code(module), wanted))


def _list_words(steps: list[dis.Instruction]) -> Iterator[str]:
    """Yield the string constants at the beginning of the instructions."""
    for step in steps:
        if step.opname != "LOAD_CONST" or not isinstance(step.argval, str):
            return
        yield step.argval
