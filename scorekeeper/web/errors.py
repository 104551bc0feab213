"""Error handlers: each answers with a page that says what is wrong, or to htmx with one sentence."""

import errno

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from scorekeeper.engine.problems import RuleError
from scorekeeper.play import NotFoundError, StoreError
from scorekeeper.play.scoring.posts import PostError
from scorekeeper.play.upkeep.copies import list_copies
from scorekeeper.web.access.permissions import is_allowed
from scorekeeper.web.http.book_middleware import find_this_book, get_file_store
from scorekeeper.web.http.fragments import wants_part
from scorekeeper.web.http.host_names import WRONG_NAME
from scorekeeper.web.i18n.words import speak, speak_problem

MAX_REASONS = 5
AGAIN = 10  # seconds, for the header Retry-After
PASSING = ("busy", "unreachable")
"""The keys of a StoreError that will have passed soon: a phone keeps its entry then and sends it again by itself."""


def add_error_handlers(app: Flask) -> None:
    """Make `app` answer errors with the pages of this module."""
    app.register_error_handler(HTTPException, show_http_error)
    app.register_error_handler(NotFoundError, show_not_found)
    app.register_error_handler(PostError, show_old_form)
    app.register_error_handler(StoreError, show_store_error)
    app.register_error_handler(RuleError, show_unreadable)
    app.register_error_handler(OSError, show_disk_error)


def show_http_error(error: HTTPException) -> ResponseReturnValue:
    """Return the page for an HTTP error, with its status."""
    if isinstance(error, SecurityError):  # an untrusted host name: no URL can be built for a page
        return WRONG_NAME, 400, {"Content-Type": "text/plain; charset=utf-8"}
    code = error.code or 500
    sentences = {
        404: (_("Nothing here"), _("There is no such page.")),
        413: (_("Too large"), _("That is more than the score pad takes at once: photos up to 32 MB.")),
    }
    usual = (_("That did not work"), _("The score pad could not do that. Nothing was changed."))
    if isinstance(error, CSRFError):
        return show_old_form(error)
    heading, sentence = sentences.get(code, usual)
    return render_template("problem.html", heading=heading, sentence=sentence), code


def show_old_form(_error: Exception) -> ResponseReturnValue:
    """Return the page, with status 400, for a form whose token is missing or no longer valid."""
    heading, sentence = _("This page is too old"), _("Open it anew and try again: nothing was changed.")
    return render_template("problem.html", heading=heading, sentence=sentence), 400


def show_not_found(_error: NotFoundError) -> ResponseReturnValue:
    """Return the page, with status 404, for a match that does not exist."""
    return render_template("problem.html", heading=_("Nothing here"), sentence=_("There is no such match.")), 404


def show_unreadable(error: RuleError) -> ResponseReturnValue:
    """Return the page, with status 503, for a match that is damaged or was written under other rules.

    htmx gets a sentence instead.
    """
    heading, sentence = (
        _("This match cannot be read"),
        _("What was written of it is as it was; all other matches go on."),
    )
    if wants_part():
        return f"{heading}. {sentence}", 503, {"Content-Type": "text/plain; charset=utf-8"}
    reasons = [speak_problem(problem) for problem in error.problems[:MAX_REASONS]]
    return render_template("keeping/unreadable.html", heading=heading, sentence=sentence, reasons=reasons), 503


def show_store_error(error: StoreError) -> ResponseReturnValue:
    """Return the page that says why the book cannot be read or written; htmx gets a sentence instead.

    The status is 507 if the rest of the disk is reserved for entries, else 503. If the cause passes, the page has a
    button that sends the same form again. If the book is damaged, the page offers
    its backups to the owner.
    """
    book = find_this_book()
    # On a host, other causes of an error concern the operator alone.
    explained = book or error.key in ("full", "reserve", "busy", "disk", "unreachable")
    sentence = speak(error.text) if explained else _("This book cannot be opened at the moment. All others go on.")
    status = 507 if error.key == "reserve" else 503
    again = {"Retry-After": str(AGAIN)} if error.key in PASSING else {}
    if wants_part():
        return sentence, status, {"Content-Type": "text/plain; charset=utf-8", **again}
    if book and book.store.trouble:
        copies = list_copies(get_file_store()) if is_allowed("own", "") else ()
        return render_template("keeping/rescue.html", copies=copies), 503
    resent = request.form if again and request.method == "POST" and not request.files else None
    page = render_template("problem.html", heading=_("That did not work"), sentence=sentence, resent=resent)
    return page, status, again


def show_disk_error(error: OSError) -> ResponseReturnValue:
    """Answer an error of the disk (full, read-only or damaged) like one of the store.

    Raise any other `error` again, since it is a bug.
    """
    keys = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EROFS: "read_only", errno.EIO: "disk"}
    if error.errno not in keys:
        raise error
    return show_store_error(StoreError(keys[error.errno], path=str(error.filename or current_app.config["DATABASE"])))
