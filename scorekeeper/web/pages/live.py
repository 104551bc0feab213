"""What every phone at the table asks for all the time: whether anything was written. Usually not: a bare 204."""

from flask import Blueprint, Response, request

from scorekeeper.play import NotFoundError
from scorekeeper.play.access import find_next_match, find_version_tag, format_version_tag
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.app.access import for_watchers
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.this_match import get_match_id
from scorekeeper.web.app.waiting_hands import find_waiting
from scorekeeper.web.shown.newest import tell_newest

blueprint = Blueprint("live", __name__)


@blueprint.get("/m/<match_id>/news")
@for_watchers
def news() -> Response:
    """Nothing, while the page that `seen` names is still the newest; no sheet is read for that."""
    match_id, seen = get_match_id(), request.args.get("seen", "")
    newest = find_version_tag(get_store(), match_id)
    if newest is None:
        raise NotFoundError(match_id)
    # Only whoever looks at the end of a match waits for the next one; no hand is given any more.
    last = newest.partition("-")[0]
    now = f"{last}.{find_next_match(get_store(), match_id) or ''}" if "." in seen else newest
    return Response(status=204) if seen == now else Response(now, mimetype="text/plain")


def news_tag(match: Match) -> str:
    """What a page of the match sends as `seen`: the last entry's number with that of the last hand that was given, and
    after the end where the table plays on.
    """
    if match.sheet.over:
        return f"{match.seen}.{next_match(match) or ''}"
    waiting = find_waiting(match)
    return format_version_tag(match.seen, waiting.last if waiting else 0)


def next_match(match: Match) -> str | None:
    """The match that this table went on to when this one was over."""
    return find_next_match(get_store(), match.id) if match.sheet.over else None


def brings_news() -> bool:
    """Whether a page asked by itself, because somebody else wrote; or shows what its own tap took back or put back."""
    return request.headers.get("HX-Source", "").startswith("div#live") or request.blueprint == "taking_back"


blueprint.app_context_processor(
    lambda: {"news_tag": news_tag, "next_match": next_match, "news": brings_news, "newest": tell_newest}
)
