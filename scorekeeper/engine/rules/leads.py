"""Who leads a round: the ways in which games determine the player (docs/rules.md A5, A16)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class FoundLead:
    """The result of comparing tiles for the lead.

    `action` says what follows: `player` leads, the players in `between` draw again, all tiles are dealt again, or all
    draw until somebody has a double.
    """

    player: str | None
    action: Literal["lead", "redraw", "redeal", "draw_for_double"] = "lead"
    between: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader of a round: a `player` or, as long as nobody is known, the key of a `rule` such as `highest_double`.

    Where tiles decide, `find` returns the result for the visible tiles of each player. With `led_with_it` the tile that
    decided is laid first; with `doubles_alone` only a double can lead. A `supposed` lead is the player who made the
    first move on the sheet; the players may correct it. If only the tile `certain` can lead, its holder reports it and
    nobody shows tiles. `why` is the reason in words.
    """

    why: Text
    player: str | None = None
    rule: str | None = None
    find: Callable[[Mapping[str, Sequence[Tile]]], FoundLead] | None = None
    led_with_it: bool = False
    doubles_alone: bool = False
    supposed: bool = False
    certain: Tile | None = None

    @property
    def holder_reports(self) -> bool:
        """Whether one certain tile leads, so that its holder reports it."""
        return self.certain is not None

    @property
    def by_tiles(self) -> bool:
        """Whether the tiles that players show decide who leads; otherwise the players have to enter it."""
        return self.find is not None and not self.holder_reports


def find_heaviest_drawn(visible: Mapping[str, Sequence[Tile]]) -> FoundLead:
    """Return who leads if each player drew a tile: the player with the most pips; players with equally many draw again.

    `visible` holds the tiles by player.
    """
    drawn = {player: max(tile.pips for tile in tiles) for player, tiles in visible.items() if tiles}
    best = tuple(player for player, pips in drawn.items() if pips == max(drawn.values()))
    return FoundLead(*best) if len(best) == 1 else FoundLead(None, "redraw", best)


def find_first_double(visible: Mapping[str, Sequence[Tile]]) -> FoundLead:
    """Return who leads: the player who drew the most pips or, if they hold no double, the next in turn who does.

    `visible` has, by player, the tile that they drew, followed by the tiles of their hand that are known. If no hand is
    known, the player who drew the most pips leads. If nobody holds a double, all draw a tile until somebody draws one.
    """
    lot = find_heaviest_drawn({player: tiles[:1] for player, tiles in visible.items()})
    if lot.player is None or all(len(tiles) < 2 for tiles in visible.values()):
        return lot
    players = list(visible)
    first = players.index(lot.player)
    around = (*players[first:], *players[:first])
    holder = next((player for player in around if any(tile.double for tile in visible[player][1:])), None)
    return FoundLead(holder) if holder else FoundLead(None, "draw_for_double")


def find_holder_of_double(visible: Mapping[str, Sequence[Tile]], lowest: bool = False) -> FoundLead:
    """Return who leads by the highest double among the tiles in `visible`, or with `lowest` by the lowest.

    `visible` holds the visible tiles by player. Without any double all tiles are dealt again.
    """
    doubles = {tile: player for player, tiles in visible.items() for tile in tiles if tile.double}
    if not doubles:
        return FoundLead(None, "redeal")
    return FoundLead(doubles[min(doubles) if lowest else max(doubles)])


def find_holder_of_best(visible: Mapping[str, Sequence[Tile]]) -> FoundLead:
    """Return who leads by the highest double among the tiles in `visible`, else by the heaviest tile."""
    lead = find_holder_of_double(visible)
    return find_holder_of_heaviest(visible) if lead.player is None else lead


def find_holder_of_heaviest(visible: Mapping[str, Sequence[Tile]]) -> FoundLead:
    """Return who leads by the tile with the most pips in `visible`; among equal ones the higher half decides.

    `visible` holds the visible tiles by player. If there is no tile, all tiles are dealt again.
    """
    held = {tile: player for player, tiles in visible.items() for tile in tiles}
    if not held:
        return FoundLead(None, "redeal")
    return FoundLead(held[max(held, key=lambda tile: (tile.pips, tile.high))])


def find_holder(visible: Mapping[str, Sequence[Tile]], tile: Tile) -> FoundLead:
    """Return the lead of the player who holds `tile` among the tiles in `visible`.

    If nobody does, all are dealt again.
    """
    holder = next((player for player, tiles in visible.items() if tile in tiles), None)
    return FoundLead(holder) if holder else FoundLead(None, "redeal")


@dataclass(frozen=True, slots=True)
class LeadSentences:
    """The sentences for a lead that passes on: for the first round, for a later one, and for an unknown last leader."""

    first: str
    next: str
    unknown: str


LEADS = LeadSentences(
    N_("%(player)s leads the first round"),
    N_("%(player)s leads, next after %(before)s"),
    N_("the next player leads, after whoever led last"),
)


def rotate_lead(seating: Seating, lead: str | None, sentences: LeadSentences = LEADS) -> Lead:
    """Return the lead of the player after `lead` in turn order.

    If `lead` is None, nobody knows who led; then the result names no player.
    """
    if lead is None:
        return Lead(Text(sentences.unknown), rule="next")
    player = seating.after(lead)
    return Lead(Text(sentences.next, {"player": player, "before": lead}), player=player)


def give_lead_to_first_seat(seating: Seating) -> Lead:
    """Return the lead of the first player of the seating."""
    first = seating.players[0]
    return Lead(Text(N_("%(player)s sits first and leads round 1"), {"player": first}), player=first)


def prefer_named_lead(seating: Seating, otherwise: Lead, sentences: LeadSentences = LEADS) -> Lead:
    """Return the first lead: the player whom the table has named, or `otherwise` if it has named nobody."""
    if seating.lead is None:
        return otherwise
    return Lead(Text(sentences.first, {"player": seating.lead}), player=seating.lead)


HIGHEST_DOUBLE = Lead(
    Text(N_("the highest double leads; if nobody has one, all deal again")),
    rule="highest_double",
    find=find_holder_of_double,
    led_with_it=True,
    doubles_alone=True,
)
LOWEST_DOUBLE = Lead(
    Text(N_("the lowest double leads; if nobody has one, all deal again")),
    rule="lowest_double",
    find=partial(find_holder_of_double, lowest=True),
    led_with_it=True,
    doubles_alone=True,
)
BEST_TILE = Lead(
    Text(N_("the highest double leads; if nobody has one, the heaviest tile")),
    rule="highest_double",
    find=find_holder_of_best,
    led_with_it=True,
)
HEAVIEST_TILE = Lead(
    Text(N_("the tile with the most pips leads")), rule="heaviest_tile", find=find_holder_of_heaviest, led_with_it=True
)
YOUNGEST = Lead(Text(N_("the youngest leads")), rule="youngest")
HIGHEST_DRAWN = Lead(Text(N_("each draws a tile, the most pips lead")), rule="highest_drawn", find=find_heaviest_drawn)
DRAWN_WITH_DOUBLE = Lead(
    Text(N_("each draws a tile; the most pips lead a double, or else the next in turn who holds one")),
    rule="highest_drawn",
    find=find_first_double,
)


@cache  # equal arguments must give the same lead, since functions made by `partial` are never equal
def make_double_lead(pip: int) -> Lead:
    """Return the lead of the player who holds the double of `pip` and must lay it first."""
    why = Text(N_("who holds the double six leads with it"))
    if pip != 6:
        why = Text(N_("who holds the %(tile)s lays it and leads"), {"tile": f"{pip}-{pip}"})
    return Lead(
        why,
        rule=f"double_{pip}",
        find=partial(find_holder, tile=Tile(pip, pip)),
        led_with_it=True,
        doubles_alone=True,
        certain=Tile(pip, pip),
    )


DOUBLE_SIX = make_double_lead(6)
