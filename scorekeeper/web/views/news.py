"""The values that a page of a match needs for news: the version that it shows, the next match, and the announcement."""

from dataclasses import dataclass

from flask import request

from scorekeeper.engine.entries import TileLaid
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End
from scorekeeper.play.access import find_next_match, format_version_tag
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.views.pending_hands import find_pending_hands
from scorekeeper.web.views.standing import find_standing


@dataclass(frozen=True, slots=True)
class MatchNews:
    """The values with which a page requests news of its match.

    The page sends `tag` as `seen` to `/news`. `next_match` is the id of the table's next match, or None. `update` says
    that a phone fetched the page because of news, or after taking back; it then announces the texts `announced`.
    """

    tag: str
    next_match: str | None
    update: bool
    announced: tuple[Text, ...]


def find_match_news(match: Match) -> MatchNews:
    """Return the news of a match as it stands.

    While the match runs, the tag has the numbers of the last entry and the last hand sent (see `format_version_tag`).
    After its end it has the number of the last entry and the id of the next match at the table, if there is one.
    """
    following = find_next_match(get_store(), match.id) if match.sheet.over else None
    if match.sheet.over:
        tag = f"{match.seen}.{following or ''}"
    else:
        pending = find_pending_hands(match)
        tag = format_version_tag(match.seen, pending.last if pending else 0)
    update = request.headers.get("HX-Source", "").startswith("div#live") or request.blueprint == "taking_back"
    return MatchNews(tag, following, update, list_announced(match.sheet))


def list_announced(sheet: Sheet) -> tuple[Text, ...]:
    """Return the texts to announce: the tile laid, the last entry, every total, the open ends, who moves or leads next.

    Screen readers read them, and a phone speaks them if its switch is on. After the match the last text says who won.
    """
    newest, entry = describe_newest(sheet), sheet.lines[-1].entry if sheet.lines else None
    tile = Text("%(tile)s", {"tile": str(entry.tile)}) if isinstance(entry, TileLaid) else None
    totals = (Text(N_("%(side)s: %(total)s"), {"side": side, "total": total}) for side, total in sheet.totals.items())
    ends = tuple(_name_end(end) for end in sheet.layout.ends)
    last = sheet.why_over or sheet.lead.why
    if not sheet.over and not sheet.between_rounds and (player := find_standing(sheet).moving):
        last = Text(N_("%(player)s to move"), {"player": player})
    open_ends = Text(N_("Open ends: %(ends)s"), {"ends": ends}) if ends and not sheet.over else None
    return tuple(text for text in (tile, newest, *totals, open_ends, last) if text)


def _name_end(end: End) -> Text:
    """Return an open end as it is spoken."""
    return Text(N_("double %(pip)s") if end.both else "%(pip)s", {"pip": end.pip})


def describe_newest(sheet: Sheet) -> Text | None:
    """Return the sentence on the last entry, such as `5 + 0 = 5, 5 ÷ 5 = 1`; None if there is no entry.

    After taking back it is `Taken back: Carl is out`, after putting back `Put back: Carl is out`.
    """
    for line in sheet.lines[-1:]:
        entry = line.entry
        if not entry.has_line and entry.refers_to and not line.problems:
            what = sheet.lines[entry.refers_to - 1].entry.describe()
            message = N_("Put back: %(what)s") if entry.puts_back else N_("Taken back: %(what)s")
            return Text(message, {"what": what})
    return next((line.why for line in sheet.last_lines), None)
