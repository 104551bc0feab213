"""A player's name as a part of an address: every name has one page, also "A/B" and "..".

Servers and browsers take apart what has a slash in it, or is nothing but dots, before anybody is asked. So "~-" stands
for the slash, "~." for a dot at the beginning and "~~" for "~" itself.
"""

import re

from werkzeug.routing import BaseConverter

WRITTEN = {"~": "~~", "/": "~-", ".": "~."}
READ = {written: sign for sign, written in WRITTEN.items()}


class NameConverter(BaseConverter):
    """`<name:player>` in a rule."""

    def to_python(self, value: str) -> str:
        return re.sub("~[~.-]", lambda found: READ[found[0]], value)

    def to_url(self, value: str) -> str:
        return super().to_url(re.sub(r"^\.|[~/]", lambda found: WRITTEN[found[0]], value))
