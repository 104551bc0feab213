"""Random rounds played by the rules: dealt, laid, drawn and passed, until somebody is out or all have passed."""

from dataclasses import dataclass
from random import Random
from typing import Any

from scorekeeper.engine.entries import TileLaid
from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.sheet.moves import NextMove, list_next_moves
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: a tile laid, which left `layout`, or a pass (`move` is None); without `player` a tile was turned up."""

    player: str | None
    move: NextMove | None
    layout: Layout

    @property
    def points(self) -> int:
        return 0 if self.move is None else self.move.score.points

    def as_ends(self, asks_placed: bool) -> dict[str, Any]:
        """Return the entry that types the open ends."""
        assert self.move is not None
        entry = {"entry": "ends", "player": self.player, "ends": [str(end) for end in self.layout.ends]}
        return entry | ({"placed": str(self.move.shows)} if asks_placed else {})

    def as_tile(self) -> dict[str, Any]:
        """Return the entry that names the tile."""
        assert self.move is not None
        entry: dict[str, Any] = {"entry": "play", "tile": str(self.move.tile)}
        entry |= {"player": self.player} if self.player else {}
        if place := self.move.place:
            entry |= {"at": str(place.at), "pip": place.pip, "join": self.move.join}
        return entry

    def as_pass(self) -> dict[str, Any]:
        return {"entry": "pass", "player": self.player}


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round: its turns, and its end as an entry."""

    turns: tuple[Turn, ...]
    end: dict[str, Any]


def play_round(game: Game, lead: Lead | str, random: Random, begins: FirstTile) -> Dealt:
    """Play a round of random legal moves. If `lead` names nobody, or it `begins` with a double, a player who can leads.

    The tiles are dealt again if nobody can lay a first tile.
    """
    lead = Lead(Text(""), player=lead) if isinstance(lead, str) else lead
    while True:
        tiles = random.sample(game.tiles, len(game.tiles))
        players, deal = game.seating.players, game.deal
        hands = {player: tiles[deal.each * seat : deal.each * (seat + 1)] for seat, player in enumerate(players)}
        boneyard = tiles[deal.each * len(players) :]
        first, led_with = lead.player or random.choice(players), False
        if lead.player is None and lead.find is not None and lead.led_with_it:
            found = lead.find(hands).player
            if found is None:
                continue
            first, led_with = found, True
            best = next(tile for tile in hands[first] if lead.find({**hands, first: [tile]}).player == first)
            hands[first] = [best, *(tile for tile in hands[first] if tile != best)]
        elif begins == "double":
            doubles = {tile: player for player, held in hands.items() for tile in held if tile.double}
            if not doubles:
                continue
            first, led_with = doubles[max(doubles)], True
            hands[first] = [max(doubles), *(tile for tile in hands[first] if tile != max(doubles))]
        dealt = _play(game, first, hands, boneyard, random, begins, led_with)
        if any(turn.move for turn in dealt.turns):
            return dealt


def _play(
    game: Game,
    lead: str,
    hands: dict[str, list[Tile]],
    boneyard: list[Tile],
    random: Random,
    begins: FirstTile,
    led_with: bool,
) -> Dealt:
    """Play a round in which `lead` begins; `led_with` says that it is with the first tile of the hand."""
    layout, turns = Layout(game.laying.model, begins=begins), list[Turn]()
    if game.deal.start_tile:
        start = next(tile for tile in boneyard if not tile.double)
        boneyard.remove(start)
        turned_up = list_next_moves(game, layout, [start])[0]
        layout = game.laying.lay(layout, play_of(turned_up, None))
        turns.append(Turn(None, turned_up, layout))
    player, passed = lead, 0
    while passed < len(hands) or len(boneyard) > game.deal.never_drawn:
        held = hands[player][:1] if layout.empty and led_with else hands[player]
        moves = list_next_moves(game, layout, held)
        drawn = 0
        while not moves and len(boneyard) > game.deal.never_drawn and drawn != game.turns.most_drawn:
            hands[player].append(boneyard.pop())
            drawn += 1
            moves = list_next_moves(game, layout, hands[player])
        move = random.choice(moves) if moves else None
        if move is not None:
            layout = game.laying.lay(layout, play_of(move, player))
            hands[player].remove(move.tile)
        passed = passed + 1 if move is None else 0
        turns.append(Turn(player, move, layout))
        if not hands[player]:
            return Dealt(tuple(turns), {"entry": "round", "out": player, "hands": write_hands(hands, player)})
        if move is None or game.turns.find_extra_turn(move.score.points, move.tile) != "tile":
            player = game.seating.after(player)
    end: dict[str, Any] = {"entry": "round", "blocked": True, "lead": lead, "hands": write_hands(hands, None)}
    return Dealt(tuple(turns), end | {"boneyard_tiles": len(boneyard)})


def play_of(move: NextMove, player: str | None) -> TileLaid:
    if move.place is None:
        return TileLaid(player=player, tile=move.tile)
    return TileLaid(player=player, tile=move.tile, at=move.place.at, pip=move.place.pip, join=move.join)


def write_hands(hands: dict[str, list[Tile]], out: str | None) -> dict[str, Any]:
    return {player: [str(tile) for tile in held] for player, held in hands.items() if player != out}
