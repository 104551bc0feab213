"""The session cookies: one for each book, signed with its secret and sent back to its addresses only, and a host's."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from scorekeeper.web.http.book_middleware import BOOK, find_this_book, find_url_prefix
from scorekeeper.web.http.fragments import wants_part

OF_BOOK, OF_HOST = "scorekeeper", "scorekeeper_books"  # the names of cookies


class Cookies(SecureCookieSessionInterface):
    """Signed sessions whose validity does not depend on the clock, since a computer without a battery has none.

    A new secret key ends all sessions. A session cookie that was set over https is sent back over https only.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the session in the cookie of `request`; empty unless it is signed with the right secret."""
        return self.session_class(self.read(request.cookies.get(self.get_cookie_name(app), ""), self._find_secret()))

    def read(self, cookie: str, secret: str) -> Mapping[str, Any]:
        """Return the values in the cookie text `cookie`; an empty dict unless it is signed with `secret`."""
        try:
            return dict(self._make_signer(secret).loads(cookie)) if cookie else {}
        except BadSignature:
            return {}

    def sign(self, values: Mapping[str, Any], secret: str) -> str:
        """Return the text of a cookie with the values `values`, signed with `secret`."""
        return str(self._make_signer(secret).dumps(dict(values)))

    def _make_signer(self, secret: str) -> URLSafeTimedSerializer:
        """Return the serializer that signs cookies with `secret`."""
        return URLSafeTimedSerializer(
            secret,
            salt=self.salt,
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """Return the serializer that signs the cookie of this request."""
        return self._make_signer(self._find_secret())

    def _find_secret(self) -> str:
        """Return the key that signs the cookie of this request: the secret of its book, or the host's own."""
        keys = book.find_keys() if (book := find_this_book()) else None
        return keys.secret if keys else str(self._app.secret_key)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write `session` into a cookie of `response` if `should_set_cookie` says so; an empty session deletes it."""
        if session and not self.should_set_cookie(app, session):
            return  # headers.py sets `Vary: Cookie` on every response, so a session that was only read needs none
        if not (session and session.permanent):
            super().save_session(app, session, response)
            return
        name = self.get_cookie_name(app)
        response.set_cookie(
            name,
            self.sign(session, self._find_secret()) if session.modified else request.cookies[name],
            max_age=app.permanent_session_lifetime,  # counted by the browser's clock
            httponly=self.get_cookie_httponly(app),
            path=self.get_cookie_path(app),
            secure=self.get_cookie_secure(app),
            samesite=self.get_cookie_samesite(app),
        )

    def get_cookie_name(self, app: Flask) -> str:
        """Return the name of the cookie: the book's, or the host's for a request without a book."""
        return OF_BOOK if find_this_book() else OF_HOST

    def get_cookie_path(self, app: Flask) -> str:
        """Return the path of the book; without a book, or for the only book of a server, the path of the app."""
        book = request.environ.get(BOOK)
        return request.script_root if book and book.id else find_url_prefix() or "/"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the request came over https: then the cookie is sent back over https only."""
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Return whether to send the cookie: if the session was modified, and with whole pages, to prolong it.

        A page that the service worker fetches does not prolong it: the page may have been requested before the last
        modification and arrive after it.
        """
        by_worker = request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
        part = by_worker or wants_part() or (request.endpoint or "").endswith(".news")
        return session.modified or (not part and super().should_set_cookie(app, session))
