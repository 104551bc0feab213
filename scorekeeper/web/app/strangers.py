"""Who was let in to anything, known by its cookie alone: asked before what it sends is taken in.

Whether the links that it opened still open anything is asked later, as of everybody.
"""

from hmac import compare_digest

from flask import Flask

from scorekeeper.web.app.access import make_owner_mark


def is_known(app: Flask, cookies: str) -> bool:
    """Whether a device that sends these cookies, written as in a request's header, has ever opened a link of ours."""
    with app.app_context():
        session = app.session_interface.open_session(app, app.request_class({"HTTP_COOKIE": cookies}))
        if session is None:
            return False
        return compare_digest(str(session.get("owner", "")), make_owner_mark()) or bool(session.get("keys"))
