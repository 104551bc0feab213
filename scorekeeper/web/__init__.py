"""The web app: Flask, without rules or SQL. `create_app` makes it.

A request passes `http/` (its book and match) and `access/` (its permissions) and reaches a view of `pages/`. The view
reads a form (`forms/`, `photo/`), calls `scorekeeper.play`, and passes values (`views/`) to a template, which also sees
the names of `context.py`.
"""

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Blueprint, Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.folders import STATIC, TEMPLATES
from scorekeeper.play import SqliteStore, StoreError
from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.upkeep.book import Book, Keys, save_sidecar_files
from scorekeeper.play.upkeep.copies import copy_at_start, list_copies
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, SqliteEphemeralStore
from scorekeeper.play.upkeep.leftovers import drop_leftovers
from scorekeeper.web import pages
from scorekeeper.web.access.access_log import open_access_log
from scorekeeper.web.access.audit_log import add_log
from scorekeeper.web.access.news_middleware import UnchangedNewsMiddleware
from scorekeeper.web.access.news_streams import NewsStreamMiddleware
from scorekeeper.web.access.permissions import add_access
from scorekeeper.web.context import add_context
from scorekeeper.web.errors import add_error_handlers
from scorekeeper.web.http.book_middleware import BookMiddleware, Books, OneBook
from scorekeeper.web.http.converters import NameConverter
from scorekeeper.web.http.headers import add_headers
from scorekeeper.web.http.host_names import HostNameMiddleware
from scorekeeper.web.http.metrics import Metrics
from scorekeeper.web.http.served_requests import Observer, RequestObserverMiddleware, note_route
from scorekeeper.web.http.settings import read_settings
from scorekeeper.web.http.this_match import add_this_match
from scorekeeper.web.http.url_prefix import UrlPrefixMiddleware
from scorekeeper.web.i18n.words import add_words
from scorekeeper.web.uploads.archives import watch_archives
from scorekeeper.web.uploads.limits import add_limits

__all__ = ["create_app"]


def open_one_book(app: Flask) -> Books:
    """Open the book of a server that has only one, and return it as the books of `app`."""
    return OneBook(_open_own(app))


def open_ephemeral_file(app: Flask) -> EphemeralStore:
    """Open the file with the short-lived data of `app`, in the folder of the setting SCRATCH."""
    return SqliteEphemeralStore(app.config["SCRATCH"] / "ephemeral.db")


def create_app(
    config: Mapping[str, Any] | None = None,
    open_books: Callable[[Flask], Books] = open_one_book,
    open_ephemeral: Callable[[Flask], EphemeralStore] = open_ephemeral_file,
) -> Flask:
    """Return the Flask app of the score pad.

    `open_books` opens its books (a book is one group's database), and `open_ephemeral` its store for short-lived data.
    `config` has settings, as `read_settings` describes them; missing ones come from the environment.
    """
    app = Flask("scorekeeper", static_folder=str(STATIC), template_folder=str(TEMPLATES))
    app.config.update(read_settings(config))
    app.extensions["books"] = books = open_books(app)
    app.extensions["ephemeral"] = open_ephemeral(app)
    watch_archives(app.config["SCRATCH"])
    observers = _list_observers(app)
    if observers:
        note_route(app)  # before anybody is refused
    add_this_match(app)
    add_access(app)  # before CSRF, which reads the whole form: only of devices with permission
    CSRFProtect(app)
    add_words(app)
    add_context(app)
    add_headers(app)
    add_log(app)
    app.url_map.converters["name"] = NameConverter
    for blueprint in find_blueprints(pages):
        app.register_blueprint(blueprint)
    add_limits(app)
    add_error_handlers(app)
    news = NewsStreamMiddleware(app, UnchangedNewsMiddleware(app, app.wsgi_app))
    inside: WSGIApplication = HostNameMiddleware(BookMiddleware(books, news))
    if observers:
        inside = RequestObserverMiddleware(inside, observers)
    app.wsgi_app = inside  # type: ignore[method-assign, assignment]  # Flask's documented way
    if proxies := app.config["PROXIES"]:
        inside = UrlPrefixMiddleware(app.wsgi_app)
        app.wsgi_app = ProxyFix(inside, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=proxies)  # type: ignore[method-assign]  # Flask's documented way
    return app


def _list_observers(app: Flask) -> list[Observer]:
    """Return the observers of requests that the settings ask for: the access log, the metrics, both or none."""
    observers: list[Observer] = []
    if wanted := str(app.config["ACCESS_LOG"]):
        observers.append(open_access_log(wanted))
    if app.config["METRICS"]:
        app.extensions["metrics"] = metrics = Metrics(app.extensions["ephemeral"])
        observers.append(metrics.count)
    return observers


def _open_own(app: Flask) -> Book:
    """Open the only book of this server, and back it up if anything was written since the last start.

    A damaged file is raised as its StoreError only if there is no backup to restore.
    """
    app.extensions["scorekeeper"] = store = SqliteStore(
        app.config["DATABASE"], rescue=True, reserve=app.config["LIMITS"].reserve
    )
    if store.trouble and not list_copies(store):
        raise store.trouble
    drop_leftovers(store.path.parent)
    keep = app.config["BACKUPS"]
    steps: tuple[Callable[[SqliteStore], object], ...] = (
        lambda store: copy_at_start(store, keep),
        drop_unused_photos,
        save_sidecar_files,
    )
    for do in steps:
        try:
            do(store)
        except StoreError as error:  # on a full disk sheets can still be read
            app.logger.warning("%s", error)
    return Book("", store, lambda: Keys(str(app.config["OWNER_KEY"]), str(app.config["SECRET_KEY"])))


@cache
def find_blueprints(room: ModuleType) -> tuple[Blueprint, ...]:
    """Return the blueprints of the modules in the package `room` and below, sorted by module name."""
    names = sorted(module.name for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."))
    modules = [import_module(name) for name in names]
    return tuple(module.blueprint for module in modules if hasattr(module, "blueprint"))
