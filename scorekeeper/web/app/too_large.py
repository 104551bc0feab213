"""What is sent and larger than the score pad takes at once: refused by its length alone, before a byte is looked at."""

from collections.abc import Callable

from flask import Blueprint
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.web.app.access import guard


def refuse_too_large(blueprint: Blueprint, answer: Callable[[], ResponseReturnValue]) -> None:
    """Let `answer` say so on the pages of `blueprint`. Such a request is stopped before anybody asked who sent it, so
    a stranger is refused as everywhere.
    """

    def refuse(error: RequestEntityTooLarge) -> ResponseReturnValue:
        return guard() or answer()

    blueprint.register_error_handler(RequestEntityTooLarge, refuse)
