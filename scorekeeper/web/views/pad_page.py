"""The page of the pad: the standing of the match, the last entries, and the form for the next one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.events.club_event import ClubEvent, TableReport
from scorekeeper.play.events.record import find_table_of_match
from scorekeeper.play.history.evenings import find_evening
from scorekeeper.play.scoring.correcting import ImpossibleLine
from scorekeeper.play.scoring.hand_collection import HandCollection
from scorekeeper.play.scoring.layout_lines import LayoutLine, list_layout_lines
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.preview import Preview
from scorekeeper.play.scoring.taking_back import LastStrike, find_last_strike
from scorekeeper.web.access.permissions import find_event_permission
from scorekeeper.web.forms import Form
from scorekeeper.web.forms.choice import form_names
from scorekeeper.web.forms.correction import Correction
from scorekeeper.web.forms.form import sort_by_field
from scorekeeper.web.forms.lead import find_leading_move
from scorekeeper.web.forms.own_hand import fill_round
from scorekeeper.web.forms.setup import list_setup_fields
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import make_post
from scorekeeper.web.views.camera import CameraView, find_camera_view
from scorekeeper.web.views.match_result import MatchResult, find_match_result
from scorekeeper.web.views.news import MatchNews, find_match_news
from scorekeeper.web.views.nights import find_shown_scores
from scorekeeper.web.views.pending_hands import HandStatus, find_pending_hands, list_hand_statuses
from scorekeeper.web.views.round_card import RoundCard
from scorekeeper.web.views.standing import MatchStanding, find_standing

MOVES = ("ends", "play")  # the forms below which the layout is drawn
LAST = 6  # entries below the board; a small screen shows fewer of them


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of sending the form.

    It was `saved`, or refused because of `problems` or `doubts`, or because somebody else saved first (`stale`). A
    correction of several entries has `moved_on` to the next one.
    """

    saved: bool = False
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()
    stale: bool = False
    moved_on: bool = False


NOTHING_SENT = Outcome()


@dataclass(frozen=True, slots=True)
class PadPage:
    """Everything that the pad's templates print.

    `shown` has the values that the template of `form` draws in addition to its fields; it is None if a `card` (of the
    finished round) or a `match_result` replaces the form. `layout` is the layout on the table, with the move that is
    filled in. `wrong` has the problems by field, and `later` the later entries that a `correction` makes impossible.
    `take_over` are the fields of the form for the round, filled in from the hands that players have sent (`pending`).
    `event_table` is the table of an event at which a finished match was played. `setup_fields` set up the next match of
    the table. `post` is the id of the form: two posts with the same id count once.
    """

    match: Match
    sheet: Sheet
    news: MatchNews
    standing: MatchStanding
    form: Form
    shown: object
    layout: tuple[LayoutLine, ...]
    forms: tuple[str, ...]
    preview: Preview
    wrong: Mapping[str, list[Problem]]
    correcting: int | None
    correction: Correction | None
    later: tuple[ImpossibleLine, ...]
    pending: HandCollection | None
    hand_statuses: tuple[HandStatus, ...]
    take_over: Mapping[str, str]
    match_result: MatchResult | None
    event_table: tuple[ClubEvent, TableReport] | None
    setup_fields: tuple[tuple[str, str], ...]
    card: RoundCard | None
    last: tuple[Line, ...]
    led_by: Line | None
    taken_back: LastStrike | None
    post: str
    stale: bool
    saved: bool
    moved_on: bool
    doubts: tuple[Problem, ...]
    camera: CameraView | None


def make_pad_page(
    match: Match,
    form: Form,
    outcome: Outcome = NOTHING_SENT,
    correction: Correction | None = None,
    post: str | None = None,
    card: RoundCard | None = None,
) -> PadPage:
    """Return the page of a match with `form` filled in; `post` is the id of the form's next post (None: a new one)."""
    sheet = match.sheet
    entering = not sheet.over or form.replaces is not None
    asking = entering and (card is None or form.name == "round")  # below a card no other form is shown
    pending = find_pending_hands(match)
    preview = form.preview() if form.ready and asking else Preview()
    return PadPage(
        match=match,
        sheet=sheet,
        news=find_match_news(match),
        standing=find_standing(sheet),
        form=form,
        shown=form.show() if asking else None,
        layout=_list_layout_lines(form, preview.sheet) if asking and form.name in MOVES else (),
        forms=form_names(sheet),
        preview=preview,
        wrong=sort_by_field(outcome.problems, sheet, correction.own if correction else None),
        correcting=form.replaces,
        correction=correction,
        later=correction.later(correction.entry(form.entry())) if correction and form.ready else (),
        pending=pending,
        hand_statuses=list_hand_statuses(pending) if pending and pending.hands else (),
        take_over=fill_round(pending) if pending and pending.hands else {},
        match_result=None
        if entering
        else find_match_result(sheet, find_evening(get_store(), match.id), datetime.now(UTC), find_shown_scores()),
        event_table=None if entering else _find_event_table(match.id),
        setup_fields=list_setup_fields(match.variant, match.seating) if sheet.over else (),
        card=card,
        last=tuple(islice(sheet.last_lines, LAST)),
        led_by=find_leading_move(sheet),
        taken_back=find_last_strike(sheet),
        post=post or make_post(),
        stale=outcome.stale,
        saved=outcome.saved,
        moved_on=outcome.moved_on,
        doubts=outcome.doubts,
        camera=find_camera_view(match),
    )


def _find_event_table(match_id: str) -> tuple[ClubEvent, TableReport] | None:
    """Return the event and the table of its last round where the match was played.

    Return None if there is none, the device may not see the event, or the event cannot be read: its matches stay
    readable.
    """
    try:
        event_table = find_table_of_match(get_store(), match_id)
    except RuleError:
        return None
    return event_table if event_table and find_event_permission(event_table[0].id).watch else None


def _list_layout_lines(form: Form, after: Sheet | None) -> tuple[LayoutLine, ...]:
    """Return the layout on the sheet `after` the move in `form`.

    Return the layout before the move if none of the tiles after it is known.
    """
    return (list_layout_lines(after.layout) if after else ()) or list_layout_lines(form.sheet.layout)
