"""Each reason for which an event refuses something has a sentence, and each sentence has a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from scorekeeper.play.events.refusals import REFUSALS


def list_codes(code: ast.expr) -> Iterator[str]:
    """Yield the codes that an expression such as `"negative" if points < 0 else "over_limit"` can have."""
    if isinstance(code, ast.IfExp):
        yield from list_codes(code.body)
        yield from list_codes(code.orelse)
    else:
        yield ast.literal_eval(code)


def test_every_code_of_a_refusal_has_a_sentence_and_every_sentence_is_used() -> None:
    codes = {
        code
        for path in Path(scorekeeper.__file__).parent.rglob("*.py")
        if "EventError" in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "EventError"
        for code in list_codes(node.args[0])
    }
    assert codes == REFUSALS.keys()
