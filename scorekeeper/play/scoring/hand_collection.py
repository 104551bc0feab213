"""Hands that players give from their own phones at the end of a round: they wait until all are in, then it closes.

What waits are facts: a hand and whose it is, that nobody can play, the double with which the round began. Nothing of it
is on the sheet until the round's end is written, by itself or by whoever takes over what came in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.engine.entries.reader import parse_hand
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.play.scoring.match import Match, load_cached_match, load_match
from scorekeeper.play.scoring.posts import check_post, name_round_end
from scorekeeper.play.scoring.preview import preview_entry
from scorekeeper.play.scoring.writing import StaleError, write_entry
from scorekeeper.store import Connection, Store
from scorekeeper.store.matches import find_last_numbers, look_up_match
from scorekeeper.store.pending_hands import (
    find_last_pending_number,
    is_post_pending,
    list_pending_hands,
    write_pending_hand,
)

CHOSEN = "number_out_of_order"  # a double that is not the next one was chosen by whoever said it


@dataclass(frozen=True, slots=True)
class PendingHand:
    """A `hand` as in the match file, given from a `phone`; `number` tells one giving from the next."""

    hand: Any
    number: int
    phone: str


@dataclass(frozen=True, slots=True)
class HandCollection:
    """What has come in for the end of the round that goes on after entry `round`; `last` is what came last of all.

    `hands` are those given, by player. `blocked` says that nobody can play, `number` is the double of the round, where
    anybody has said so.
    """

    match: Match
    round: int
    last: int = 0
    hands: Mapping[str, PendingHand] = field(default_factory=dict)
    blocked: bool = False
    number: int | None = None

    @property
    def game(self) -> RoundGame:
        return self.match.sheet.round_game

    @property
    def out(self) -> str | None:
        """Who has said that he is out: whose hand is empty."""
        return next((player for player, given in self.hands.items() if is_empty_hand(given.hand)), None)

    @property
    def ended(self) -> bool:
        """Whether anybody has said how the round ended."""
        return self.blocked or self.out is not None

    @property
    def wanted(self) -> tuple[str, ...]:
        """The players whose hands can count; as long as nobody has said how it ended, everybody."""
        return self.game.list_counted(self.out) if self.ended else self.game.seating.players

    @property
    def missing(self) -> tuple[str, ...]:
        """Whose hand is still to come."""
        return tuple(player for player in self.wanted if player not in self.hands)

    @property
    def complete(self) -> bool:
        return self.ended and not self.missing

    @property
    def asks_more(self) -> bool:
        """Whether this table has to say something besides the hands, so that the round cannot close by itself."""
        game, sheet, out = self.game, self.match.sheet, self.out
        if out is None and game.hangs_on_last_tile and not sheet.laid_last:
            return True
        return bool(out and game.calls and not sheet.find_last_of(out)) or (
            sheet.lead.player is None and game.hangs_on_lead(out)
        )

    def entry(self) -> dict[str, Any]:
        """The end of the round as in the match file, with what has come in so far."""
        out, counted = self.out, self.wanted
        hands = {player: given.hand for player, given in self.hands.items() if player in counted}
        entry: dict[str, Any] = {"entry": "round", "hands": hands}
        entry |= {"out": out} if out else {self.game.nobody_out: True}
        return entry if self.number is None else {**entry, "number": self.number}


class HandConflictError(Exception):
    """This hand came from another phone before, so nothing was written; `given` is what it was."""

    def __init__(self, player: str, given: PendingHand) -> None:
        super().__init__(player)
        self.player, self.given = player, given


def collects_hands(match: Match) -> bool:
    """Whether a round of this match ends with hands that each can give for themselves."""
    game = match.sheet.game
    return isinstance(game, RoundGame) and game.hands_can_count and game.nobody_out != "tricks"


def find_hand_collection(store: Store, match: Match) -> HandCollection:
    """What has come in for the end of the round that this match is in; where nothing ever was, that costs one look."""
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
    """Let the hand of `player` wait, as in the match file; with the last one the round closes. Empty: he is out.

    `seen` is the round that was shown and the number of the hand given before, if any. A hand is given anew by the
    phone that gave it, and with `own` by the phone of the match's owner, who has to have seen it. The same `post`
    counts once. Raises NotFoundError, StaleError where that round is over, HandConflictError, PostError, or RuleError
    with every reason.
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
    """Whether this post has given a hand of the latest round. Raises NotFoundError."""
    with store.read() as db:
        return is_post_pending(db, look_up_match(db, match_id).serial, post)


def set_blocked(store: Store, match_id: str, blocked: bool, seen: int, phone: str, post: str) -> Match:
    """Say that nobody can play any more, or that somebody can after all; with all hands in the round closes.

    Raises NotFoundError, StaleError where round `seen` is over, PostError, or RuleError where somebody is out.
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
    """Say with which double this round began.

    Raises NotFoundError, StaleError where round `seen` is over, PostError, or RuleError.
    """
    check_post(post)
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if is_post_pending(db, serial, post):
            return
        now = _load_round(store, db, match_id, seen)
        waiting = _read_collection(db, serial, now)
        entry = {**waiting.entry(), "number": number}
        found = [each for each in preview_entry(now.sheet, entry).problems if each.place[:1] == ("number",)]
        if found:
            raise RuleError(tuple(found))
        write_pending_hand(db, serial, waiting.round, None, {"number": number}, phone, post, datetime.now(UTC))


def close_round(store: Store, match_id: str, accepted: Iterable[str] = ()) -> Match:
    """The match, with the end of its round written if everything for it has come in and nothing else is asked.

    What cannot be, or hardly can and was not `accepted`, goes on waiting: somebody has to look at it.

    Raises NotFoundError.
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
    """Whether a hand of a match file, which could be read, holds no tile."""
    return hand in ([], {"tiles": 0})


def _load_round(store: Store, db: Connection, match_id: str, seen: int) -> Match:
    """The match as it stands; raises Stale unless its round is the one that was `seen`."""
    now = load_cached_match(store, db, look_up_match(db, match_id))
    if now.sheet.over or find_round_key(now) != seen:
        raise StaleError(now)
    return now


def find_round_key(match: Match) -> int:
    """What names the round that is being played: the entry that ended the one before, 0 in the first one.

    It stays the same when that entry is corrected; and taken back and put back the round is the same again.
    """
    counting = match.sheet.counting
    if counting is None:  # nothing was struck out or corrected
        return next((line.number for line in reversed(match.sheet.lines) if line.entry.ends_round), 0)
    ends = (number for number, entry in reversed(counting.entries) if entry.ends_round)
    return next((counting.places.get(number, number) for number in ends), 0)


def _read_collection(db: Connection, serial: int, match: Match) -> HandCollection:
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


def _check_hand(waiting: HandCollection, player: str, given: PendingHand) -> None:
    """Raise RuleError where the hand cannot be beside those that wait. Of hands still to come nothing is said."""
    sheet = waiting.match.sheet
    if player not in sheet.seating.players:
        raise refuse("unknown_player", "player", player=player)
    findings = Findings()
    with findings.at("hands", player):
        parse_hand(given.hand, sheet.game.largest)
    findings.settle()
    others = {name: hand for name, hand in waiting.hands.items() if name != player}
    known = _list_hand_problems(replace(waiting, hands=others))
    found = _list_hand_problems(replace(waiting, hands={**others, player: given}))
    if new := tuple(each for each in found if each not in known):
        raise RuleError(new)


def _list_hand_problems(waiting: HandCollection) -> tuple[Problem, ...]:
    """What is wrong with the hands that have come in."""
    found = preview_entry(waiting.match.sheet, waiting.entry()).problems
    here = (each for each in found if each.place[:1] == ("hands",))
    return tuple(each for each in here if len(each.place) == 1 or each.place[1] in waiting.hands)
