"""The fields that an address or a form gives, of which most that are asked for are not there.

Werkzeug raises and catches an error for each of those, some thirty times a post.
"""

from typing import Any

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict


class Given(ImmutableMultiDict[str, str]):
    """The fields as Werkzeug has them; one that is not there is told at once."""

    def get(  # type: ignore[override]  # Werkzeug has three overloads
        self,
        key: str,
        default: Any = None,
        type: Any = None,  # noqa: A002  # Werkzeug's name
    ) -> Any:
        return super().get(key, default, type) if key in self else default


class PadRequest(Request):
    """A request whose fields are `Given`."""

    parameter_storage_class = Given
