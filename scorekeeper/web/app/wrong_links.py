"""Links that open nothing: counted for each address that asks, answered in one line when they become many.

Keys are too long to be guessed; this spares the computer the pages for whoever tries, and tells its owner. A link that
is right opens all the same: a whole table may come from one address.
"""

import logging

from flask import request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.web.app.rate_limits import WRONG_LINKS, count_by_address

log = logging.getLogger(__name__)


def refuse_wrong_link() -> ResponseReturnValue | None:
    """Count a link that opens nothing; return the one-line answer once there were too many, else None.

    The log says from where and how often, never which link: a slip of the finger is one sign away from a right one.
    """
    tried = count_by_address(WRONG_LINKS)
    if tried in (1, WRONG_LINKS.most + 1) or (tried and tried % 1000 == 0):
        log.warning("a link that opens nothing was tried from %s: %s within ten minutes", request.remote_addr, tried)
    if tried <= WRONG_LINKS.most:
        return None
    said = _("Too many links that open nothing were tried from here. Try again later.")
    headers = {"Content-Type": "text/plain; charset=utf-8", "Retry-After": str(WRONG_LINKS.within)}
    return said + "\n", 429, headers
