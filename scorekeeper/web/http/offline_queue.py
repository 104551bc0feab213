"""Answers to entries that were made on a phone without a connection and are sent later.

A script sends them and no page is shown, so the answers are JSON.
"""

from collections.abc import Iterable

from flask import Response, jsonify, request
from flask_babel import gettext as _

from scorekeeper.engine.problems import Problem
from scorekeeper.web.i18n.words import speak_problem


def is_queued() -> bool:
    """Return whether this request was stored on the phone while it had no connection."""
    return "X-Kept" in request.headers


def list_reasons(problems: Iterable[Problem], stale: bool) -> Response:
    """Return JSON with the reasons why an entry that was sent later cannot be written.

    These are the `problems`; if `stale`, the first one is that somebody else wrote an entry in the meantime.
    """
    sentences = [speak_problem(problem) for problem in problems]
    if stale:
        sentences.insert(0, _("Somebody saved first."))
    return jsonify(reasons=sentences)


def refuse_hand(problems: Iterable[Problem], sentence: str, look: str, status: int) -> Response:
    """Return JSON, with this `status`, that refuses a hand which was sent later.

    It has the reasons and the address `look` where the player sees them. The reasons are `sentence`, unless it is
    empty, and the `problems`.
    """
    answer = jsonify(reasons=[*([sentence] if sentence else []), *map(speak_problem, problems)], look=look)
    answer.status_code = status
    return answer
