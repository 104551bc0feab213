"""Films of whole matches: rounds that end with open hands, rendered as a camera above the table sees them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import cv2
import numpy as np

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.tiles import make_tile
from scorekeeper.play.scoring.preview import find_fitting_tiles, preview_entry
from vision.lab.render.films import FRAMES_A_SECOND, Film, lay_hands, make_film
from vision.lab.render.layouts import Pips

BORDER = 0.15
"""The share of the picture's width that is left for hands at each border."""


@dataclass(frozen=True, slots=True)
class FilmedRound:
    """The film of a round, its `entries` as in the match file, and the `sheet` after them."""

    film: Film
    entries: tuple[Mapping[str, Any], ...]
    sheet: Sheet


def film_match(
    sheet: Sheet, seats: Mapping[str, str], way: str, size: tuple[int, int], held: int
) -> Iterator[FilmedRound]:
    """Yield rounds at one table until the match is won, each of which a player ends by going out.

    `seats` has the side of the picture by player, `way` is a key of `lines.WAYS`, and everybody else holds `held` tiles
    at the end, or more if they have laid too few.
    """
    seed, length = 0, None
    while not sheet.over:
        filmed, seed = film_round(sheet, seats, way, size, held, first_seed=seed, table=0, length=length)
        length = filmed.film.length
        yield filmed
        sheet = filmed.sheet


def film_round(
    sheet: Sheet,
    seats: Mapping[str, str],
    way: str,
    size: tuple[int, int],
    held: int,
    moves: int | None = None,
    first_seed: int = 0,
    table: int | None = None,
    length: float | None = None,
) -> tuple[FilmedRound, int]:
    """Return the first film of a round by the rules, from `first_seed` on, and the seed after it.

    After so many `moves` nobody can play; with None the player who leads goes out. `table` is that of `make_film`, and
    with `length` the camera hangs so high that a tile is as long, in pixels.
    """
    players, each = sheet.seating.players, sheet.game.deal.each
    moved = moves or len(players) * (each - 1) + 1
    for seed in range(first_seed, first_seed + 500):
        film = make_film(seed, moved, way=way, size=size, tilt=0.2, border=BORDER, table=table)
        if length not in (None, film.length):
            continue
        entries, after = _play(sheet, film)
        if after is None:
            continue
        laid = {player: after.laid.get(player, 0) for player in players}
        out = None if moves else next(player for player in players if laid[player] == each)
        fitting = find_fitting_tiles(after) if out is None else ()
        boneyard = [
            pips
            for pips in combinations_with_replacement(range(7), 2)
            if not _is_among(pips, film.tiles) and make_tile(*pips) not in fitting
        ]
        wanted = {player: max(held, each - laid[player]) for player in players if player != out}
        if sum(wanted.values()) > len(boneyard):
            continue
        np.random.default_rng(seed).shuffle(boneyard)
        hands = {
            player: [(int(a), int(b)) for a, b in (boneyard.pop() for _ in range(count))]
            for player, count in wanted.items()
        }
        counted = sheet.game.rounds.hands.list_counted(out)
        ended: dict[str, Any] = {"entry": "round", "hands": {each: _name_tiles(hands[each]) for each in counted}}
        ended |= {"out": out} if out else {sheet.game.rounds.nobody_out: True}
        line = preview_entry(after, ended).line
        ended |= {"accepted": sorted(doubt.key for doubt in line.doubts)} if line and line.doubts else {}
        closed = preview_entry(after, ended).sheet
        if closed is None:
            continue
        try:
            film = lay_hands(film, [(seats[player], hand) for player, hand in hands.items()])
        except ValueError:
            continue
        return FilmedRound(film, (*entries, ended), closed), seed + 1
    raise ValueError("no such round")


def _play(sheet: Sheet, film: Film) -> tuple[tuple[Mapping[str, Any], ...], Sheet | None]:
    """Return the moves of a film as entries, and the sheet after them; None if they are not by the rules."""
    entries: list[Mapping[str, Any]] = []
    names = [str(make_tile(*pips)) for pips in film.tiles]
    for number, (name, place) in enumerate(zip(names, film.places, strict=True)):
        entry: dict[str, Any] = {"entry": "play", "player": sheet.to_move, "tile": name}
        if number:
            entry |= {"at": names[film.joined[number - 1]], "pip": place.pips[0]}
        preview = preview_entry(sheet, entry)
        if preview.sheet is None or preview.line is None or preview.line.doubts:
            return (), None
        entries.append(entry)
        sheet = preview.sheet
    return tuple(entries), sheet


def _is_among(pips: Pips, tiles: Sequence[Pips]) -> bool:
    return pips in tiles or pips[::-1] in tiles


def _name_tiles(hand: Sequence[Pips]) -> list[str]:
    return [str(tile) for tile in sorted(make_tile(*pips) for pips in hand)]


def write_rounds(rounds: Sequence[FilmedRound], path: str) -> None:
    """Write the films of rounds, one after the other, to the file `path` as MPEG-4."""
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_A_SECOND, rounds[0].film.camera.size)
    assert writer.isOpened()
    for filmed in rounds:
        for frame in filmed.film.frames():
            writer.write(frame.image)
    writer.release()
