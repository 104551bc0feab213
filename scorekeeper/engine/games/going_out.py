"""Going out and the last tile as one score, and pairs of which both must be out (docs/rules.md §8.4).

A move may say that it was its player's last tile. Then the point for going out comes with that tile, and the end of the
round adds none.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.game import RoundScore, Score
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.text import N_, Text, Value


def find_gone(game: RoundGame, said: Collection[str], laid: Mapping[str, int]) -> frozenset[str]:
    """The players who hold no tile any more: who said so, and where nobody draws who has laid all that were dealt.

    `laid` says how many tiles each is known to have laid. Where one who is out ends the round, only who said so counts.
    """
    deal = game.deal
    if not game.pairs_play_on or not deal.nobody_draws:
        return frozenset(said)
    return frozenset(said) | {player for player, count in laid.items() if count >= deal.each}


def has_gone_out(game: RoundGame, player: str, gone: Collection[str]) -> bool:
    """Whether the side of `player`, who has laid the last tile, is out with it; `gone` were out before."""
    return not game.pairs_play_on or all(each in gone for each in list_partners(game, player))


def list_partners(game: RoundGame, player: str) -> tuple[str, ...]:
    """The others of the side of `player`."""
    return tuple(each for each in game.seating.members(game.seating.side_of(player)) if each != player)


def list_out(game: RoundGame, out: str | None) -> tuple[str, ...]:
    """Everybody who must be out where `out` has ended the round; nobody where nobody has."""
    if out is None:
        return ()
    return (out, *list_partners(game, out)) if game.pairs_play_on else (out,)


def add_out_points(score: Score, worth: int) -> Score:
    """A move with which a side goes out, where that is worth so many points with the tile."""
    values: dict[str, Value] = {"why": score.why, "points": score.points, "worth": worth, "sum": score.points + worth}
    why = Text(N_("%(why)s; with the points for going out %(points)s + %(worth)s = %(sum)s"), values)
    if worth == 1:
        why = Text(N_("%(why)s; with the point for going out %(points)s + 1 = %(sum)s"), values)
    return replace(score, points=score.points + worth, why=why)


def drop_out_points(ended: RoundEnd, score: RoundScore) -> RoundScore:
    """The end of a round of which the points for going out have come with the last tile."""
    counted = Text(N_("going out has counted with the last tile"))
    why = Text(N_("%(won)s; %(hands)s"), {"won": ended.describe(), "hands": counted})
    return replace(score, points={}, why=why, beside=counted)
