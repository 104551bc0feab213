"""Entries that a phone has kept for a while: nobody looks at a page of ours when they come, so the answer is JSON."""

from collections.abc import Iterable

from flask import Response, jsonify, request
from flask_babel import gettext as _

from scorekeeper.engine.problems import Problem
from scorekeeper.web.i18n.words import speak_problem


def is_queued() -> bool:
    """Whether the entry that comes was kept on the phone until there was a connection."""
    return "X-Kept" in request.headers


def list_reasons(problems: Iterable[Problem], stale: bool) -> Response:
    """Why an entry that was kept cannot be written as it is; `stale` where somebody else wrote meanwhile."""
    told = [speak_problem(problem) for problem in problems]
    if stale:
        told.insert(0, _("Somebody saved first."))
    return jsonify(reasons=told)


def refuse_hand(problems: Iterable[Problem], told: str, look: str, status: int) -> Response:
    """Why a hand that was kept cannot be taken, and the address where its player looks at that."""
    answer = jsonify(reasons=[*([told] if told else []), *map(speak_problem, problems)], look=look)
    answer.status_code = status
    return answer
