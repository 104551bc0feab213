"""Strict parsing of the JSON of a match file: text that two parsers could read differently is refused."""

import json
import re
from typing import Any

from scorekeeper.engine.problems import RuleError, refuse
from scorekeeper.engine.text import N_, Text

MOST_BYTES = 16_000_000  # enough for a match of a hundred thousand entries
MOST_VALUES = 3_000_000  # the most values of any type; `[],` has three bytes and takes a hundred in memory
HALF = re.compile(r"\\u[dD][89a-fA-F]")  # an escaped surrogate, which is valid only in a pair
BEGINNINGS = (b"[", b"{", b",")  # the bytes before a value; they are counted


def read_document(data: bytes, most: int = MOST_BYTES) -> object:
    """Return the JSON value in the bytes of a match file, which may have `most` bytes.

    Raises RuleError `not_json`, with the reason and the place in the file.
    """
    if len(data) > most:
        raise _make_refusal(N_("it is larger than any match"))
    if sum(data.count(each) for each in BEGINNINGS) > MOST_VALUES:
        raise _make_refusal(N_("there is more in it than in any match"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _make_refusal(N_("byte %(n)s is not UTF-8 text"), n=error.start + 1) from error
    if not text.strip():
        raise _make_refusal(N_("it is empty"))
    try:
        document = json.loads(text, object_pairs_hook=_read_object, parse_constant=_refuse_number)
        if HALF.search(text):
            json.dumps(document, ensure_ascii=False).encode()
    except RuleError:
        raise
    except json.JSONDecodeError as error:
        where = N_("line %(line)s, column %(column)s: %(what)s")
        raise _make_refusal(where, line=error.lineno, column=error.colno, what=error.msg) from error
    except RecursionError as error:
        raise _make_refusal(N_("it has too many brackets within brackets")) from error
    except UnicodeEncodeError as error:
        raise _make_refusal(N_("it has half a character, written with \\u")) from error
    except ValueError as error:  # Python refuses to read a number of thousands of digits
        raise _make_refusal(N_("a number in it is too long")) from error
    return document


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises RuleError if it has the same name twice."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise _make_refusal(N_("“%(name)s” is there twice in one object"), name=name)
        members[name] = value
    return members


def _refuse_number(name: str) -> object:
    """Raise RuleError for NaN and infinity, which are not JSON."""
    raise _make_refusal(N_("“%(name)s” is not a number"), name=name)


def _make_refusal(reason: str, **values: str | int) -> RuleError:
    """Return the RuleError that says why a file is no match file."""
    return refuse("not_json", reason=Text(reason, values))
