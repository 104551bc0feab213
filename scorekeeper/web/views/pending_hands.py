"""The hands that players have sent from their phones before the round is entered, and those that are missing."""

from dataclasses import dataclass

from flask import g

from scorekeeper.engine.entries.reader import parse_hand
from scorekeeper.play.scoring.hand_collection import HandCollection, collects_hands, find_hand_collection
from scorekeeper.play.scoring.match import Match
from scorekeeper.web.http.book_middleware import get_store


@dataclass(frozen=True, slots=True)
class HandStatus:
    """A player at a `seat`, and whether their hand has been sent.

    `counts` is the number of pips of the hand, or of tiles where only those count; None while it is missing. `out` says
    that the player went out. A round cannot be closed without a `required` hand. `total` is that of the player's side;
    None in the first round.
    """

    seat: int
    player: str
    counts: int | None
    out: bool
    required: bool
    total: int | None


def list_hand_statuses(pending: HandCollection) -> tuple[HandStatus, ...]:
    """Return for every player, in turn order, whether their hand has been sent and how much it counts."""
    largest, out, missing = pending.game.largest, pending.out, pending.missing
    hands = {
        player: parse_hand(sent.hand, largest, pending.game.dealing.removed) for player, sent in pending.hands.items()
    }
    counts = {player: hand.count if hand.pips is None else hand.pips for player, hand in hands.items()}
    sheet = pending.match.sheet
    totals = {player: total for side, total in sheet.totals.items() for player in sheet.seating.members(side)}
    return tuple(
        HandStatus(
            seat,
            player,
            counts.get(player),
            player == out,
            player in missing,
            totals[player] if sheet.round > 1 else None,
        )
        for seat, player in enumerate(sheet.seating.players, 1)
    )


def find_pending_hands(match: Match) -> HandCollection | None:
    """Return the hands that players have sent for the round in play; they are looked up once a request.

    Return None if the match is over or its game does not collect hands.
    """
    if match.sheet.over or not collects_hands(match):
        return None
    hands: HandCollection | None = g.get("pending_hands")
    if hands is None or hands.match is not match:
        g.pending_hands = hands = find_hand_collection(get_store(), match)
    return hands


def drop_pending_hands() -> None:
    """Drop the hands that were looked up in this request, because it has written one."""
    g.pop("pending_hands", None)
