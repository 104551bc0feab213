"""What a page of a match needs for news: the version that it shows, the next match, and what was written last."""

from dataclasses import dataclass

from flask import request

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.play.access import find_next_match, format_version_tag
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.views.pending_hands import find_pending_hands


@dataclass(frozen=True, slots=True)
class MatchNews:
    """What a page needs to ask for news of its match.

    The page sends `tag` as `seen` to `/news`. `next_match` is the id of the table's next match, or None. `update` says
    that a phone fetched the page because of news, or after taking back; it then announces the text `newest`.
    """

    tag: str
    next_match: str | None
    update: bool
    newest: Text | None


def find_match_news(match: Match) -> MatchNews:
    """Return the news of a match as it stands.

    The tag is the number of the last entry with that of the last hand sent; after the end, with the next match.
    """
    following = find_next_match(get_store(), match.id) if match.sheet.over else None
    if match.sheet.over:
        tag = f"{match.seen}.{following or ''}"
    else:
        pending = find_pending_hands(match)
        tag = format_version_tag(match.seen, pending.last if pending else 0)
    update = request.headers.get("HX-Source", "").startswith("div#live") or request.blueprint == "taking_back"
    return MatchNews(tag, following, update, describe_newest(match.sheet))


def describe_newest(sheet: Sheet) -> Text | None:
    """Return what was written last: `5 + 0 = 5, 5 ÷ 5 = 1`; `Taken back: Carl is out`; `Put back: Carl is out`.

    None if nothing was written.
    """
    for line in sheet.lines[-1:]:
        entry = line.entry
        if not entry.has_line and entry.refers_to and not line.problems:
            what = sheet.lines[entry.refers_to - 1].entry.describe()
            message = N_("Put back: %(what)s") if entry.puts_back else N_("Taken back: %(what)s")
            return Text(message, {"what": what})
    return next((line.why for line in sheet.last_lines), None)
