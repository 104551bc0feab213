"""Blindedomino: players turn up tiles of their own rows unseen; who runs out first wins the game (docs/rules.md §4.5).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A20 is a rule that it
does not specify; we have added matches of more than one game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Matters, Number, Pick, Topic
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import Winners, list_hands, make_round_score
from scorekeeper.engine.rules.leading import SameRule
from scorekeeper.engine.rules.leads import YOUNGEST
from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.rules.points import find_fewest
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.turns import UnseenTiles
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted
from scorekeeper.engine.tiles import make_set


class Leftovers(Enum):
    """What happens to tiles that cannot be dealt out evenly: they stay aside, or the first players get one more."""

    ASIDE = "aside"
    ONE_MORE_EACH_FROM_START = "one_more_each_from_start"


class BlockedWinner(Enum):
    """Who wins if nobody can lay any tile: nobody, or the player with the fewest tiles."""

    NO_WINNER = "no_winner"
    FEWEST_TILES = "fewest_tiles"


TARGET = Number(
    "target",
    N_("Games to win"),
    counted("Who wins %(n)s game has won the match.", "Who wins %(n)s games has won the match."),
    1,
    offers=(1, 2, 3),
    about=Topic.MATCH,
)
LEFTOVERS = Pick(
    "leftovers",
    N_("Tiles left over in the deal"),
    (
        Choice(Leftovers.ASIDE, N_("stay aside"), N_("Tiles that cannot be shared out evenly stay aside.")),
        Choice(
            Leftovers.ONE_MORE_EACH_FROM_START,
            N_("go to the first players"),
            N_("Tiles that cannot be shared out evenly go one each to the first players, from the lead on."),
        ),
    ),
    Matters(players=(3, 5)),
    Topic.DEAL,
)
BLOCKED = Pick(
    "blocked",
    N_("Nobody can lay any tile"),
    (
        Choice(BlockedWinner.NO_WINNER, N_("nobody wins"), N_("When nobody can lay any tile, nobody wins the game.")),
        Choice(
            BlockedWinner.FEWEST_TILES,
            N_("fewest tiles win"),
            N_("When nobody can lay any tile, who has the fewest left wins; with equally few nobody."),
        ),
    ),
    about=Topic.BLOCKED,
)


@dataclass(frozen=True, slots=True)
class GamesWon(AllHands):
    """Rounds that are games won, worth one point each; pips do not count."""

    fewest_win: bool

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", "all" if self.fewest_win else "none", "tiles")

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of the game: one point for its winner; 0 if nobody wins a blocked one."""
        if ended.out is not None:
            return make_round_score(
                ended, {ended.out: 1}, Winners((ended.out,), ended.describe()), Text(N_("a game won")), pips
            )
        if not self.fewest_win:
            return RoundScore({}, (), Text(N_("nobody can lay a tile: nobody wins")), pips)
        tiles = {player: hand.count or 0 for player, hand in ended.hands}
        best, *others = find_fewest(tiles)
        values: dict[str, Value] = {"hands": list_hands(self.seating.players, tiles), "player": best}
        if others:
            return RoundScore({}, (), Text(N_("tiles left: %(hands)s; equally few, so nobody wins"), values), pips)
        return RoundScore({best: 1}, (best,), Text(N_("tiles left: %(hands)s; fewest: %(player)s"), values), pips)


@dataclass(frozen=True, slots=True)
class ToGamesWon(ToTarget):
    """The goal of a match that is played until a player has won `target` games."""

    def explain(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Text:
        (player,) = winners
        return counted("%(player)s won the game", "%(player)s won %(n)s games", totals[player], {"player": player})


def play(variant: Variant, seating: Seating) -> Game:
    """Return the Danish game Blindedomino for the players and house rules of `seating`."""
    each, over = divmod(len(make_set(6)), len(seating.players))
    deal = Deal(each, over, never_drawn=over)
    if LEFTOVERS.at(seating) is Leftovers.ONE_MORE_EACH_FROM_START:
        deal = Deal(each, 0, never_drawn=0, extra=over)
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(6, deal),
        leading=SameRule(seating, YOUNGEST),
        turns=UnseenTiles(),
        rounds=GamesWon(seating, BLOCKED.at(seating) is BlockedWinner.FEWEST_TILES),
        goal=ToGamesWon(seating, TARGET.at(seating)),
    )


VARIANT = Variant(
    key="dk_blinde",
    name="Blindedomino",
    source="Vennerød Forlag: Domino 6",
    subtitle=N_("Blind domino: nobody sees the tiles"),
    summary=N_(
        "Everybody turns tiles from their own row without looking. Who runs out first has won. Nothing is counted."
    ),
    play=play,
    shape=LayoutShape.BLIND,
    most_players=5,
    takes=frozenset({"round"}),
    options=(TARGET, LEFTOVERS, BLOCKED),
    aliases=("Blind dominoes", "Blinde domino"),
    languages=("da",),
    menu_place=8,
)
