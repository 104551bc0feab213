"""A URL converter for a player's name: every name has one page, also "A/B" and "..".

Servers and browsers treat a slash and a part of dots alone as path syntax. So "~-" stands for the slash, "~." for a dot
at the beginning and "~~" for "~" itself.
"""

import re

from werkzeug.routing import BaseConverter

WRITTEN = {"~": "~~", "/": "~-", ".": "~."}
READ = {written: sign for sign, written in WRITTEN.items()}


class NameConverter(BaseConverter):
    """The converter for `<name:player>` in a URL rule."""

    def to_python(self, value: str) -> str:
        """Return the player's name that is written in the URL as `value`."""
        return re.sub("~[~.-]", lambda match: READ[match[0]], value)

    def to_url(self, value: str) -> str:
        """Return the player's name `value` as it is written in a URL."""
        return super().to_url(re.sub(r"^\.|[~/]", lambda match: WRITTEN[match[0]], value))
