"""Answers to entries that a phone without a connection kept and sends later.

A script sends them and nobody sees a page, so the answers are JSON.
"""

from collections.abc import Iterable

from flask import Response, jsonify, request
from flask_babel import gettext as _

from scorekeeper.engine.problems import Problem
from scorekeeper.web.i18n.words import speak_problem


def is_queued() -> bool:
    """Return whether the phone kept this request until it had a connection, and sends it only now."""
    return "X-Kept" in request.headers


def list_reasons(problems: Iterable[Problem], stale: bool) -> Response:
    """Return JSON with the reasons why a kept entry cannot be written.

    These are the `problems`, and with `stale` that somebody else wrote an entry in the meantime.
    """
    told = [speak_problem(problem) for problem in problems]
    if stale:
        told.insert(0, _("Somebody saved first."))
    return jsonify(reasons=told)


def refuse_hand(problems: Iterable[Problem], told: str, look: str, status: int) -> Response:
    """Return JSON with the reasons why a kept hand was refused, and the address `look` where its player sees them.

    The reasons are the sentence `told`, unless it is empty, and the `problems`.
    """
    answer = jsonify(reasons=[*([told] if told else []), *map(speak_problem, problems)], look=look)
    answer.status_code = status
    return answer
