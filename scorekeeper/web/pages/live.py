"""News of a match: the address that phones poll, which usually answers an empty 204, and the stream of news."""

from flask import Blueprint, Response, request

from scorekeeper.play import NotFoundError
from scorekeeper.play.access import find_next_match, find_version_tag
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.this_match import get_match_id

blueprint = Blueprint("live", __name__)


@blueprint.get("/m/<match_id>/news")
@for_watchers
def news() -> Response:
    """GET /m/<match_id>/news: return 204 if `seen` in the address is the newest version tag, else the newest tag.

    No sheet is computed for this.
    """
    match_id, seen = get_match_id(), request.args.get("seen", "")
    newest = find_version_tag(get_store(), match_id)
    if newest is None:
        raise NotFoundError(match_id)
    # A page of a finished match (`12.`) waits for the table's next match; no hands are sent any more.
    last = newest.partition("-")[0]
    now = f"{last}.{find_next_match(get_store(), match_id) or ''}" if "." in seen else newest
    return Response(status=204) if seen == now else Response(now, mimetype="text/plain")


@blueprint.get("/m/<match_id>/stream")
@for_watchers
def stream() -> Response:
    """GET /m/<match_id>/stream: return 204, which ends a stream of events, so that the page polls.

    A server that can keep streams open never calls this view: see `web/access/news_streams.py`.
    """
    return Response(status=204)
