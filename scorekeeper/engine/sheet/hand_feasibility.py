"""Check by counting whether tiles can be dealt, drawn and laid so that exactly these hands are left.

The tiles that a player was dealt or has drawn are those that the player has laid and those in the hand. Moves that were
not written may add to the tiles that are known to be laid.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.sheet.players_out import list_out

MOST_TRIED = 5_000  # ways to share tiles out, before hands are taken to be possible


@dataclass(frozen=True, slots=True)
class TilesDealt:
    """Limits for the unseen tiles of a round.

    `each` is the most tiles that a player was dealt, `drawn` the most that all players together have drawn, `held` the
    most that all together can hold; `laid` is the number of tiles that each player is known to have laid.
    """

    each: int
    drawn: int
    held: int
    laid: Mapping[str, int]

    def count_drawn(self, player: str, holds: int) -> int:
        """Return the least number of tiles that `player` has drawn if the hand has `holds` tiles."""
        return max(0, self.laid.get(player, 0) + holds - self.each)

    def may_hold(self, holds: Mapping[str, int]) -> bool:
        """Return whether the players can hold these numbers of tiles at the same time.

        `holds` has the number of tiles by player; players who are missing may hold any number. The tiles dealt, laid
        and drawn limit the numbers.
        """
        return self._add_up_drawn(holds) <= self.drawn and sum(holds.values()) <= self.held

    def find_most_together(self, players: Collection[str], others: Mapping[str, int]) -> int:
        """Return the most tiles that `players` together can hold while the `others` hold these numbers."""
        drawn = self.drawn - self._add_up_drawn(others)
        undrawn = sum(max(0, self.each - self.laid.get(player, 0)) for player in players)
        return min(self.held - sum(others.values()), undrawn + drawn)

    def find_most(self, player: str, others: Mapping[str, int]) -> int:
        """Return the most tiles that `player` can hold while the `others` hold these numbers; 0 if none."""
        drawn = self.drawn - self._add_up_drawn(others)
        return max(0, min(self.each + drawn - self.laid.get(player, 0), self.held - sum(others.values())))

    def _add_up_drawn(self, holds: Mapping[str, int]) -> int:
        """Return the least number of tiles that the players in `holds` have drawn together."""
        return sum(self.count_drawn(player, count) for player, count in holds.items())


def find_dealt(game: Game, layout: Layout, laid: Mapping[str, int], ended: RoundEnd) -> TilesDealt:
    """Return the limits for the unseen tiles at the end of a round; `laid` is the number of tiles laid by player."""
    deal, everything = game.deal, len(game.tiles)
    left = deal.never_drawn if ended.boneyard_tiles is None else ended.boneyard_tiles
    # A player who is out has laid all tiles that were dealt to them.
    out = list_out(game, ended.out)
    least = {player: max(laid.get(player, 0), deal.each * (player in out)) for player in game.seating.players}
    lying = max(1, len(layout.certain), deal.start_tile + sum(least.values()))
    if ended.how == "blocked" and not left and game.laying.model is LINE and game.laying.joins_equal:
        lying = max(lying, count_blocked_line(game.largest) - len(game.dealing.removed))
    return TilesDealt(deal.each + (deal.extra > 0), deal.boneyard - left, everything - left - lying, laid)


def count_blocked_line(largest: int) -> int:
    """Return the least number of tiles in a line at which nobody can lay a tile while every tile is in a hand or in it.

    All tiles of one number lie in it, and that number is open at both ends. Between two of them that do not touch, at
    least one other tile lies: of the 6s for example 6-1 1-2 2-6 6-6 6-3 3-4 4-6 6-0 0-5 5-6. In a set whose largest
    half is odd the two ends cannot be equal, and all tiles of both numbers lie in the line.
    """
    return largest + 1 + largest // 2 if largest % 2 == 0 else 2 * largest + 1


def check_move(game: Game, laid: Mapping[str, int], mover: str | None) -> None:
    """Raise RuleError `round_end_missing` if, by the tiles laid before this move, somebody must be out.

    `laid` is the number of tiles laid by player, and `mover` makes the move (None: unknown). Where pairs play on, only
    `mover` must still hold a tile.
    """
    deal = game.deal
    held = TilesDealt(deal.each, deal.boneyard - deal.never_drawn, len(game.tiles), laid)
    holding = [mover] if mover and game.rounds.pairs_play_on else game.seating.players
    if not held.may_hold(dict.fromkeys(holding, 1)):
        raise refuse("round_end_missing", "player")


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A hand of which only the `pips` are known, and perhaps the number of tiles (`count`)."""

    player: str
    pips: int
    count: int | None


def share_heaviest_first(tiles: Sequence[int], hands: Sequence[TypedHand]) -> dict[str, int]:
    """Return the number of tiles in each hand, by player, if each hand in turn takes the heaviest tiles that fit.

    `tiles` are the pips of the tiles, the most first; the hand with the most pips comes first. Return an empty dict if
    the tiles cannot be shared out in this way, or if a number differs from the `count` of a hand; another way may
    exist.
    """
    left, counts = list(reversed(tiles)), dict[str, int]()
    for hand in sorted(hands, key=lambda hand: -hand.pips):
        rest, count = hand.pips, 0
        while rest or not count:
            lighter = bisect_right(left, rest)  # the number of tiles with at most `rest` pips
            if not lighter:
                return {}
            rest -= left.pop(lighter - 1)
            count += 1
        if hand.count not in (None, count):
            return {}
        counts[hand.player] = count
    return counts


def may_deal_pips(
    pips: Sequence[int], hands: Sequence[TypedHand], dealt: TilesDealt, others: Mapping[str, int]
) -> bool:
    """Return whether tiles with these `pips` (sorted, the fewest first) can make up all `hands` at the same time.

    `dealt` limits how many tiles the players hold; the `others`, whose hands are not typed, hold these numbers, by
    player. The search tries the heaviest tiles first, because small hands prune most.
    Return True if the search budget (`MOST_TRIED`) runs out.
    """
    tiles = pips[::-1]
    counts = share_heaviest_first(tiles, hands)
    if counts and dealt.may_hold({**others, **counts}):
        return True
    heaviest = [sum(tiles[:count]) for count in range(len(tiles) + 1)]
    most = [
        dealt.find_most(hand.player, {**others, **{other.player: 1 for other in hands if other is not hand}})
        for hand in hands
    ]
    together = dealt.find_most_together([hand.player for hand in hands], others)
    tried: set[tuple[int, tuple[int, ...], tuple[int, ...]]] = set()

    def reach(place: int, count: int) -> int:
        """Return the sum of the pips of the `count` heaviest tiles from index `place` on."""
        return heaviest[min(place + max(0, count), len(tiles))] - heaviest[place]

    def share(place: int, rest: tuple[int, ...], counts: tuple[int, ...]) -> bool:
        """Return whether the tiles from index `place` on can complete the hands.

        By hand, `rest` are the pips that are still missing, `counts` the numbers of tiles that it has already.
        """
        wants = [
            left > 0 or not count or (hand.count or count) > count
            for hand, left, count in zip(hands, rest, counts, strict=True)
        ]
        if not any(wants):
            return True
        known = (place, rest, counts)
        room = [limit - count for limit, count in zip((*most, together), (*counts, sum(counts)), strict=True)]
        if known in tried or any(
            left > reach(place, more) for left, more in zip((*rest, sum(rest)), room, strict=True)
        ):
            return False
        if len(tried) > MOST_TRIED:
            return True
        tried.add(known)
        if place == len(tiles):
            return False
        for at in sorted(range(len(hands)), key=lambda each: -rest[each]):
            if wants[at] and tiles[place] <= rest[at] and counts[at] < (hands[at].count or len(tiles)):
                more = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                holds = {hand.player: max(count, hand.count or 1) for hand, count in zip(hands, more, strict=True)}
                if dealt.may_hold({**others, **holds}):
                    less = (*rest[:at], rest[at] - tiles[place], *rest[at + 1 :])
                    if share(place + 1, less, more):
                        return True
        return share(place + 1, rest, counts)

    return share(0, tuple(hand.pips for hand in hands), (0,) * len(hands))
