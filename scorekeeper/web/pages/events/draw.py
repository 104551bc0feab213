"""The draw of a round: it is previewed, two taps swap two seats, and a third publishes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbelow

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.record import load_event
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound
from scorekeeper.play.events.writing import preview_draw, publish_draw
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import go_to, show_page

blueprint = Blueprint("draw", __name__)
SEEDS = 10**6  # a seed is a number of six digits, which can be read out


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The draw of round `number` by `seed` and `swaps` of two seats, or the reason why there is none (`error`).

    `picked` is the entrant in the first seat of the next swap, or empty.
    """

    record: ClubEvent
    number: int
    seed: int
    swaps: Sequence[tuple[str, str]]
    picked: str
    drawn: EventRound | None
    error: EventError | None


@blueprint.get("/event/<event_id>/draw")
def preview(event_id: str) -> ResponseReturnValue:
    """GET /event/<event_id>/draw: show a draw of the next round; with `again`, another one of the last round."""
    record = load_event(get_store(), event_id)
    number = record.round if request.args.get("again") and record.round else record.round + 1
    return _show(event_id, number, randbelow(SEEDS), [], "")


@blueprint.post("/event/<event_id>/draw")
def change(event_id: str) -> ResponseReturnValue:
    """POST /event/<event_id>/draw: do what `do` says: `pick NAME` for the first or second seat of a swap, or `publish`.

    `round` is the number of the round and `seed` that of the draw; each `swap` names the first seat of a swap and the
    following `swap_with` the second.
    """
    sent = request.form
    number, seed = read_number(sent.get("round", "")) or 0, read_number(sent.get("seed", "")) or 0
    swaps = list(zip(sent.getlist("swap"), sent.getlist("swap_with"), strict=False))
    do, _, name = sent.get("do", "").partition(" ")
    picked = sent.get("picked", "")
    if do == "publish":
        try:
            publish_draw(get_store(), event_id, number, seed, swaps, sent.get("post", ""))
        except EventError as error:
            return _show(event_id, number, seed, swaps, "", error)
        return go_to(url_for("desk.show", event_id=event_id))
    if do == "pick" and picked and picked != name:
        return _show(event_id, number, seed, [*swaps, (picked, name)], "")
    return _show(event_id, number, seed, swaps, "" if picked == name else name)


def _show(
    event_id: str,
    number: int,
    seed: int,
    swaps: list[tuple[str, str]],
    picked: str,
    error: EventError | None = None,
) -> ResponseReturnValue:
    """Return the page with the draw of round `number` by `seed` and `swaps`, or with the reason why there is none."""
    record = load_event(get_store(), event_id)
    drawn: EventRound | None = None
    if error is None or error.code == "not_at_table":
        try:
            drawn = preview_draw(record, number, seed, swaps)
        except EventError as refused:
            error = refused
            swaps = swaps[:-1]
            if refused.code == "not_at_table":
                drawn = preview_draw(record, number, seed, swaps)
    page = DrawPage(record, number, seed, swaps, picked, drawn, error)
    return show_page("events/draw.html", page, 422 if error else 200, fragment="events/_draw.html")
