"""The pages: Flask, form in, page or fragment out; no rules, no SQL. `create_app` makes the app.

`app/` holds what every page has, `pages/` one module a subject, `forms/` what is entered, `photo/` what is done with
the reading of a photo.
"""

import errno
import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from flask import Blueprint, Flask, current_app, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.engine.problems import RuleError
from scorekeeper.folders import STATIC, TEMPLATES
from scorekeeper.play import NotFoundError, Store, StoreError
from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.scoring.posts import PostError
from scorekeeper.play.upkeep.book import Book, Keys, save_sidecar_files
from scorekeeper.play.upkeep.copies import copy_at_start, list_copies
from scorekeeper.play.upkeep.ephemeral import EphemeralStore
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.web import pages
from scorekeeper.web.app.access import add_access, is_allowed
from scorekeeper.web.app.assets import add_assets
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.door import BookMiddleware, Books, OneBook, find_this_book
from scorekeeper.web.app.drawings import add_drawings
from scorekeeper.web.app.fragments import wants_part
from scorekeeper.web.app.headers import add_headers
from scorekeeper.web.app.hosts import WRONG_NAME, CheckedHosts
from scorekeeper.web.app.languages import add_languages
from scorekeeper.web.app.limits import add_limits
from scorekeeper.web.app.log import add_log
from scorekeeper.web.app.names import NameInAddress
from scorekeeper.web.app.picker import list_picks
from scorekeeper.web.app.quiet import QuietNews
from scorekeeper.web.app.settings import read_settings
from scorekeeper.web.app.this_match import add_this_match
from scorekeeper.web.app.words import add_words, speak, speak_problem
from scorekeeper.web.shown.persons import add_persons

__all__ = ["create_app"]

MOST_REASONS = 5


def open_one_book(app: Flask) -> Books:
    """Open the one book of a house."""
    return OneBook(_open_own(app))


def create_app(config: Mapping[str, Any] | None = None, open_books: Callable[[Flask], Books] = open_one_book) -> Flask:
    """Return the score pad as a WSGI app of the books that `open_books` gives.

    `read_settings` says what can be set, and by which environment.
    """
    app = Flask("scorekeeper", static_folder=str(STATIC), template_folder=str(TEMPLATES))
    app.config.update(read_settings(config))
    hosts = bool(app.config["HOSTING"])
    app.extensions["books"] = books = open_books(app)
    app.extensions["ephemeral"] = EphemeralStore(
        (app.config["DATA"] if hosts else app.config["DATABASE"].parent) / "ephemeral.db"
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["list_picks"] = list_picks
    add_assets(app)
    add_drawings(app)
    add_this_match(app)
    add_access(app)  # before CSRF, which takes in the whole form: nobody's who was not let in
    CSRFProtect(app)
    add_words(app)
    add_persons(app)
    add_languages(app)
    add_headers(app)
    add_log(app)
    app.url_map.converters["name"] = NameInAddress
    for blueprint in find_blueprints(pages):
        app.register_blueprint(blueprint)
    add_limits(app)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(NotFoundError, _no_such_match)
    app.register_error_handler(PostError, _no_form_of_ours)
    app.register_error_handler(StoreError, _store_in_trouble)
    app.register_error_handler(RuleError, _cannot_be_read)
    app.register_error_handler(OSError, _disk_in_trouble)
    app.wsgi_app = CheckedHosts(BookMiddleware(books, QuietNews(app, app.wsgi_app)))  # type: ignore[method-assign, assignment]  # Flask's documented way
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]  # Flask's documented way
    return app


def _open_own(app: Flask) -> Book:
    """The one book of a house, copied if anything was written since the last start."""
    app.extensions["scorekeeper"] = store = Store(
        app.config["DATABASE"], rescue=True, reserve=app.config["LIMITS"].reserve
    )
    if store.trouble and not list_copies(store):
        raise store.trouble
    drop_leftovers(store.path.parent)
    keep = app.config["BACKUPS"]
    steps: tuple[Callable[[Store], object], ...] = (
        lambda store: copy_at_start(store, keep),
        drop_unused_photos,
        save_sidecar_files,
    )
    for do in steps:
        try:
            do(store)
        except StoreError as error:  # on a full disk sheets can still be read, and say so themselves when written on
            app.logger.warning("%s", error)
    return Book("", store, lambda: Keys(str(app.config["OWNER_KEY"]), str(app.config["SECRET_KEY"])))


def find_blueprints(room: ModuleType) -> tuple[Blueprint, ...]:
    """Return the blueprint of every module of a package of pages that has one."""
    names = sorted(module.name for module in pkgutil.iter_modules(room.__path__))
    modules = [import_module(f"{room.__name__}.{name}") for name in names]
    return tuple(module.blueprint for module in modules if hasattr(module, "blueprint"))


def _refused(error: HTTPException) -> ResponseReturnValue:
    """A page instead of the bare word for the status."""
    if isinstance(error, SecurityError):  # asked for by a name that is not ours: no page of ours has an address then
        return WRONG_NAME, 400, {"Content-Type": "text/plain; charset=utf-8"}
    code = error.code or 500
    sentences = {
        404: (_("Nothing here"), _("There is no such page.")),
        413: (_("Too large"), _("That is more than the score pad takes at once: photos up to 32 MB.")),
    }
    usual = (_("That did not work"), _("The score pad could not do that. Nothing was changed."))
    if isinstance(error, CSRFError):
        return _no_form_of_ours(error)
    heading, sentence = sentences.get(code, usual)
    return render_template("problem.html", heading=heading, sentence=sentence), code


def _no_form_of_ours(_error: Exception) -> ResponseReturnValue:
    """A form that no page of ours has just given to this device."""
    heading, sentence = _("This page is too old"), _("Open it anew and try again: nothing was changed.")
    return render_template("problem.html", heading=heading, sentence=sentence), 400


def _no_such_match(error: NotFoundError) -> ResponseReturnValue:
    return render_template("problem.html", heading=_("Nothing here"), sentence=_("There is no such match.")), 404


def _cannot_be_read(error: RuleError) -> ResponseReturnValue:
    """One match that is damaged, or written for other rules: it says so, and all else goes on."""
    heading, sentence = (
        _("This match cannot be read"),
        _("What was written of it is as it was; all other matches go on."),
    )
    if wants_part():
        return f"{heading}. {sentence}", 503, {"Content-Type": "text/plain; charset=utf-8"}
    reasons = [speak_problem(problem) for problem in error.problems[:MOST_REASONS]]
    return render_template("unreadable.html", heading=heading, sentence=sentence, reasons=reasons), 503


def _store_in_trouble(error: StoreError) -> ResponseReturnValue:
    """The reason as a page; to a form that stays where it is, the bare sentence."""
    book = find_this_book()
    told = book or error.key in (
        "full",
        "reserve",
        "busy",
        "disk",
    )  # what else is wrong with a book on a host is its operator's
    sentence = speak(error.text) if told else _("This book cannot be opened at the moment. All others go on.")
    status = 507 if error.key == "reserve" else 503
    if wants_part():
        return sentence, status, {"Content-Type": "text/plain; charset=utf-8"}
    if book and book.store.trouble:
        copies = list_copies(get_store()) if is_allowed("own", "") else ()
        return render_template("rescue.html", copies=copies), 503
    return render_template("problem.html", heading=_("That did not work"), sentence=sentence), status


def _disk_in_trouble(error: OSError) -> ResponseReturnValue:
    """Answer the same for files beside the matches; any other trouble than the disk's is a mistake of ours."""
    keys = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EROFS: "read_only", errno.EIO: "disk"}
    if error.errno not in keys:
        raise error
    return _store_in_trouble(StoreError(keys[error.errno], path=str(error.filename or current_app.config["DATABASE"])))
