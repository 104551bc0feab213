"""Collect the hands that players enter on their own phones at the end of a round, and close the round when all are in.

A pending hand is a fact: the tiles of a player, that nobody can play, or the double of the round. Nothing is on the
sheet until the end of the round is written, automatically or by the player who takes over the collected hands.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.engine.entries.reader import parse_hand
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.engine.rules.game import Game
from scorekeeper.play.scoring.match import Match, load_cached_match, load_match
from scorekeeper.play.scoring.posts import check_post, name_round_end
from scorekeeper.play.scoring.preview import preview_entry
from scorekeeper.play.scoring.writing import StaleError, write_entry
from scorekeeper.store import Connection, Store
from scorekeeper.store.entries import find_last_numbers
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.pending_hands import (
    find_last_pending_number,
    is_post_pending,
    list_pending_hands,
    write_pending_hand,
)

CHOSEN = "number_out_of_order"  # a doubt that needs no acceptance: a player has sent the double on purpose


@dataclass(frozen=True, slots=True)
class PendingHand:
    """A hand as in the match file, sent by `phone`. `number` grows with each hand that is sent."""

    hand: Any
    number: int
    phone: str


@dataclass(frozen=True, slots=True)
class HandCollection:
    """The facts that phones sent for the end of the round that follows entry `round`.

    `last` is the number of the hand that was sent last. `hands` has the hands by player. `blocked` is true if a player
    reported that nobody can play. `number` is the double of the round, or None.
    """

    match: Match
    round: int
    last: int = 0
    hands: Mapping[str, PendingHand] = field(default_factory=dict)
    blocked: bool = False
    number: int | None = None

    @property
    def game(self) -> Game:
        """The game that is played, with its options."""
        return self.match.sheet.game

    @property
    def out(self) -> str | None:
        """The player who sent an empty hand and so went out, or None."""
        return next((player for player, pending in self.hands.items() if is_empty_hand(pending.hand)), None)

    @property
    def ended(self) -> bool:
        """Whether it is known how the round ended."""
        return self.blocked or self.out is not None

    @property
    def wanted(self) -> tuple[str, ...]:
        """The players whose hands can count; everybody until it is known how the round ended."""
        return self.game.rounds.hands.list_counted(self.out) if self.ended else self.game.seating.players

    @property
    def missing(self) -> tuple[str, ...]:
        """The players whose hand was not sent yet."""
        return tuple(player for player in self.wanted if player not in self.hands)

    @property
    def complete(self) -> bool:
        """Whether the end of the round is known and all hands that count were sent."""
        return self.ended and not self.missing

    @property
    def asks_more(self) -> bool:
        """Whether the game needs further facts besides the hands, so that a player has to complete the entry.

        Such a fact is, for example, the last tile that was played.
        """
        game, sheet, out = self.game, self.match.sheet, self.out
        if out is None and game.rounds.last_tile != "never" and not sheet.laid_last:
            return True
        return bool(out and game.bonuses.calls and not sheet.find_last_of(out)) or (
            sheet.lead.player is None and game.leading.hangs_on(out)
        )

    def entry(self) -> dict[str, Any]:
        """Return the end of the round as an entry of the match file, with the hands that were sent so far."""
        out, counted = self.out, self.wanted
        hands = {player: pending.hand for player, pending in self.hands.items() if player in counted}
        entry: dict[str, Any] = {"entry": "round", "hands": hands}
        entry |= {"out": out} if out else {self.game.rounds.nobody_out: True}
        return entry if self.number is None else {**entry, "number": self.number}


class HandConflictError(Exception):
    """Another phone sent a hand of the same player before, so nothing was written; `pending` is that hand."""

    def __init__(self, player: str, pending: PendingHand) -> None:
        super().__init__(player)
        self.player, self.pending = player, pending


def collects_hands(match: Match) -> bool:
    """Return whether the rounds of this match end with hands that each player can send from a phone."""
    return match.sheet.game.rounds.hands.can_count


def find_hand_collection(store: Store, match: Match) -> HandCollection:
    """Return the hands that were sent for the current round of the match.

    If no hand was ever sent in the match, that needs one query.
    """
    numbers = store.look(lambda db: find_last_numbers(db, match.id))
    if numbers is None or not numbers[1]:
        return HandCollection(match, find_round_key(match))
    with store.read() as db:
        return _read_collection(db, look_up_match(db, match.id).serial, match)


def submit_hand(
    store: Store,
    match_id: str,
    player: str,
    hand: Any,
    seen: tuple[int, int],
    phone: str,
    post: str,
    own: bool = False,
) -> Match:
    """Store the hand of `player` as pending, and close the round if no hand is missing any more; return the match.

    `hand` has the form of a match file; an empty hand means that the player is out. `seen` has the key of the displayed
    round (see `find_round_key`) and the number of the player's pending hand, if any. A hand can be replaced by the
    `phone` that sent it and, with `own`, by the phone of the match's owner, who must have seen it. The form with the id
    `post` counts once. Raises NotFoundError, StaleError if that round is over, HandConflictError, PostError, or
    RuleError with every problem.
    """
    check_post(post)
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if not is_post_pending(db, serial, post):
            now = _load_round(store, db, match_id, seen[0])
            waiting = _read_collection(db, serial, now)
            before = waiting.hands.get(player)
            if before and before.phone != phone and not (own and before.number == seen[1]):
                raise HandConflictError(player, before)
            _check_hand(waiting, player, PendingHand(hand, 0, phone))
            write_pending_hand(db, serial, waiting.round, player, {"hand": hand}, phone, post, datetime.now(UTC))
    return close_round(store, match_id)


def is_hand_submitted(store: Store, match_id: str, post: str) -> bool:
    """Return whether the form with the id `post` has sent a hand of the latest round. Raises NotFoundError."""
    with store.read() as db:
        return is_post_pending(db, look_up_match(db, match_id).serial, post)


def set_blocked(store: Store, match_id: str, blocked: bool, seen: int, phone: str, post: str) -> Match:
    """Record whether the round is blocked (nobody can play), and close it if no hand is missing; return the match.

    `seen` is the key of the displayed round, `phone` the id of the sender and `post` that of the form. Raises
    NotFoundError, StaleError if that round is over, PostError, or RuleError if a player is out.
    """
    check_post(post)
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if not is_post_pending(db, serial, post):
            waiting = _read_collection(db, serial, _load_round(store, db, match_id, seen))
            if blocked and waiting.out:
                raise refuse("how_it_ended_twice", "out")
            write_pending_hand(db, serial, waiting.round, None, {"blocked": blocked}, phone, post, datetime.now(UTC))
    return close_round(store, match_id)


def set_round_double(store: Store, match_id: str, number: int, seen: int, phone: str, post: str) -> None:
    """Record the double with which this round began; `number` is the number of pips on each of its halves.

    `seen` is the key of the displayed round, `phone` the id of the sender and `post` that of the form. Raises
    NotFoundError, StaleError if that round is over, PostError, or RuleError if the double is impossible.
    """
    check_post(post)
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if is_post_pending(db, serial, post):
            return
        now = _load_round(store, db, match_id, seen)
        waiting = _read_collection(db, serial, now)
        entry = {**waiting.entry(), "number": number}
        problems = [each for each in preview_entry(now.sheet, entry).problems if each.place[:1] == ("number",)]
        if problems:
            raise RuleError(tuple(problems))
        write_pending_hand(db, serial, waiting.round, None, {"number": number}, phone, post, datetime.now(UTC))


def close_round(store: Store, match_id: str, accepted: Iterable[str] = ()) -> Match:
    """Write the end of the round if all hands are in and the game needs no other fact; return the match.

    An impossible end, and a doubtful one whose doubts are not all in `accepted`, stays pending until a player completes
    it. Raises NotFoundError.
    """
    match = load_match(store, match_id)
    if match.sheet.over or not (waiting := find_hand_collection(store, match)).complete or waiting.asks_more:
        return match
    entry, line = waiting.entry(), preview_entry(match.sheet, waiting.entry()).line
    doubts = {doubt.key for doubt in line.doubts} if line else set[str]()
    if line is None or doubts - {*accepted, CHOSEN}:
        return match
    try:
        post = name_round_end(match.seen, waiting.last)
        return write_entry(store, match_id, entry | ({"accepted": sorted(doubts)} if doubts else {}), match.seen, post)
    except StaleError as other:
        return other.match


def is_empty_hand(hand: Any) -> bool:
    """Return whether a hand as in the match file has no tile."""
    return hand in ([], {"tiles": 0})


def _load_round(store: Store, db: Connection, match_id: str, seen: int) -> Match:
    """Return the current match. Raises StaleError unless the key of its current round is `seen`."""
    now = load_cached_match(store, db, look_up_match(db, match_id))
    if now.sheet.over or find_round_key(now) != seen:
        raise StaleError(now)
    return now


def find_round_key(match: Match) -> int:
    """Return the key of the current round: the number of the entry that ended the previous round.

    In the first round it is 0. The key is the same after a correction of that entry, and after the entry was struck out
    and restored.
    """
    counting = match.sheet.counting
    if counting is None:  # no entry was struck out or corrected
        return next((line.number for line in reversed(match.sheet.lines) if line.entry.ends_round), 0)
    ends = (number for number, entry in reversed(counting.entries) if entry.ends_round)
    return next((counting.places.get(number, number) for number in ends), 0)


def _read_collection(db: Connection, serial: int, match: Match) -> HandCollection:
    """Return the hands that were sent for the current round of `match`."""
    mark = find_round_key(match)
    hands: dict[str, PendingHand] = {}
    of_the_round: dict[str, Any] = {}
    for row in list_pending_hands(db, serial, mark):
        if row.player is None:
            of_the_round |= row.said
        elif row.player in match.seating.players:
            hands[row.player] = PendingHand(row.said["hand"], row.number, row.phone)
    in_turn = {player: hands[player] for player in match.seating.players if player in hands}
    blocked, number = bool(of_the_round.get("blocked")), of_the_round.get("number")
    return HandCollection(match, mark, find_last_pending_number(db, serial), in_turn, blocked, number)


def _check_hand(collection: HandCollection, player: str, pending: PendingHand) -> None:
    """Raise RuleError if the hand contradicts the other pending hands. Missing hands are no problem."""
    sheet = collection.match.sheet
    if player not in sheet.seating.players:
        raise refuse("unknown_player", "player", player=player)
    findings = Findings()
    with findings.at("hands", player):
        parse_hand(pending.hand, sheet.game.largest, sheet.game.dealing.removed)
    findings.settle()
    others = {name: hand for name, hand in collection.hands.items() if name != player}
    known = _list_hand_problems(replace(collection, hands=others))
    problems = _list_hand_problems(replace(collection, hands={**others, player: pending}))
    if new := tuple(each for each in problems if each not in known):
        raise RuleError(new)


def _list_hand_problems(waiting: HandCollection) -> tuple[Problem, ...]:
    """Return the problems of the pending hands."""
    problems = preview_entry(waiting.match.sheet, waiting.entry()).problems
    here = (each for each in problems if each.place[:1] == ("hands",))
    return tuple(each for each in here if len(each.place) == 1 or each.place[1] in waiting.hands)
