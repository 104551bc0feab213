"""The whole sheet of a match, with the struck-out entries, and the match as a file: JSON or the line notation."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.text import Text
from scorekeeper.play.history.details import MatchLocation, find_location, find_match_remark
from scorekeeper.play.history.evenings import Evening, find_evening
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.transfer.bg_stats import make_bg_stats_link
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.transfer.notation_writer import write_notation
from scorekeeper.web.access.permissions import for_watchers, is_allowed
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.downloads import serve_text
from scorekeeper.web.http.fragments import make_post, show_page
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.i18n.zones import find_local
from scorekeeper.web.views.camera import can_begin_to_watch
from scorekeeper.web.views.changes import ChangeLine, tell_changes
from scorekeeper.web.views.charts import Chart, draw_totals
from scorekeeper.web.views.evenings import write_tally
from scorekeeper.web.views.lines import find_first_shown, list_lines
from scorekeeper.web.views.match_result import list_facts
from scorekeeper.web.views.news import MatchNews, find_match_news
from scorekeeper.web.views.nights import find_shown_scores
from scorekeeper.web.views.standing import MatchStanding, find_standing

blueprint = Blueprint("sheets", __name__)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The sheet of a match, without the `before` first entries of a very long one unless the `whole` is asked for.

    `changes` says by the number of a correction what it changed. `facts` are about a match that is over. `place` and
    the link `bg_stats` are only for the owner. `tally` is the result of the evening, empty while it goes on or if its
    night has other evenings. `off` says that the match was called off, and `watchable` that a camera can begin to watch
    the table.
    """

    match: Match
    sheet: Sheet
    news: MatchNews
    lines: Sequence[Line]
    before: int
    whole: bool
    changes: Mapping[int, ChangeLine]
    standing: MatchStanding
    facts: Sequence[Text]
    chart: Chart | None
    place: MatchLocation | None
    bg_stats: str | None
    remark: Remark
    evening: Evening
    tally: str
    off: bool
    post: str
    watchable: bool


@blueprint.get("/m/<match_id>/sheet")
@for_watchers
def sheet() -> ResponseReturnValue:
    """GET /m/<match_id>/sheet: show every entry with its points, totals and reason.

    A very long sheet shows its last entries, or with `all` in the address the whole.
    """
    match = get_match()
    lines, whole = list_lines(match.sheet), "all" in request.values
    before = 0 if whole else find_first_shown(lines)
    mine = is_allowed("own", match.id)
    evening, remark = find_evening(get_store(), match.id), find_match_remark(get_store(), match.id)
    page = SheetPage(
        match=match,
        sheet=match.sheet,
        news=find_match_news(match),
        lines=lines[before:],
        before=before,
        whole=whole,
        changes=tell_changes(match.sheet),
        standing=find_standing(match.sheet),
        facts=list_facts(match.sheet) if match.sheet.over else (),
        chart=draw_totals(match.sheet),
        place=find_location(get_store(), match.id) if mine else None,
        bg_stats=make_bg_stats_link(match, remark) if mine else None,
        remark=remark,
        evening=evening,
        tally=write_tally(evening) if evening.over and not find_shown_scores() else "",
        off=any(each.off for each in evening.matches if each.id == match.id),
        post=make_post(),
        watchable=can_begin_to_watch(match),
    )
    return show_page("sheet/sheet.html", page, fragment="sheet/_sheet.html")


@blueprint.get("/m/<match_id>/match.json")
@for_watchers
def export() -> Response:
    """GET /m/<match_id>/match.json: return the match file."""
    match_id = get_match().id
    document = json.dumps(export_match(get_store(), match_id), ensure_ascii=False, indent=1)
    return serve_text(document + "\n", "application/json", f"domino-{match_id}.json")


@blueprint.get("/m/<match_id>/match.txt")
@for_watchers
def export_notation() -> Response:
    """GET /m/<match_id>/match.txt: return the match in the line notation."""
    match = get_match()
    text = write_notation(match.sheet, find_match_remark(get_store(), match.id), find_local(match.started).date())
    return serve_text(text, "text/plain", f"domino-{match.id}.txt")
