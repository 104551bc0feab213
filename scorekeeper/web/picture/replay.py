"""The moving picture of the last moves of a round: the layout grows tile by tile, with who laid it and the totals."""

from functools import lru_cache

import cv2
import numpy as np

from scorekeeper.web.picture import PicturedMove, PicturedTile, ReplayPicture
from scorekeeper.web.picture.letters import Canvas, cut_words, fit_size, measure_words, tidy_words, write_words
from scorekeeper.web.picture.result import FELT_DEEP, FELT_LIGHT, GOLD, ON_FELT, SOFT
from scorekeeper.web.picture.tiles import draw_tile

WIDTH, HEIGHT, MARGIN = 640, 800, 32  # px
TOP, BOTTOM = 84, 560  # px: where the layout lies
LARGEST_HALF = 64  # px
STEP, PAUSE = 900, 2600  # ms that a move is shown, and the last one
QUALITY = 82  # the quality of the WebP, up to 100
CACHED = 6  # pictures in the cache, since several readers ask for the same one


@lru_cache(CACHED)
def draw_replay(picture: ReplayPicture) -> bytes:
    """Return the replay as an animated WebP of WIDTH × HEIGHT pixels, in an endless loop."""
    left, top, width, height = picture.frame
    half = min(LARGEST_HALF, (WIDTH - 2 * MARGIN) / width, (BOTTOM - TOP) / height)
    corner = WIDTH / 2 - half * (left + width / 2), (TOP + BOTTOM) / 2 - half * (top + height / 2)
    canvas, lying, frames = _lay_felt(picture.game), 0, list[Canvas]()
    for move in picture.moves:
        for tile in picture.tiles[lying : move.tiles]:
            _lay(canvas, tile, half, corner)
        lying = max(lying, move.tiles)
        frames.append(_write_move(canvas.copy(), move))
    animation = cv2.Animation()
    animation.frames = [cv2.cvtColor(frame, cv2.COLOR_RGB2BGRA) for frame in frames]
    animation.durations = [STEP] * (len(frames) - 1) + [PAUSE]
    _, webp = cv2.imencodeanimation(".webp", animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    return webp.tobytes()


def _lay_felt(game: str) -> Canvas:
    """Return the background with the name of the game."""
    share = np.linspace(0, 1, HEIGHT)[:, None]
    shades = np.array(FELT_LIGHT) * (1 - share) + np.array(FELT_DEEP) * share
    canvas: Canvas = np.repeat(shades[:, None, :], WIDTH, axis=1).astype(np.uint8)
    words = tidy_words(game)
    write_words(canvas, cut_words(words, WIDTH - 2 * MARGIN, 34, 600), (MARGIN, 56), 34, ON_FELT, 600)
    return canvas


def _lay(canvas: Canvas, tile: PicturedTile, half: float, corner: tuple[float, float]) -> None:
    """Draw a tile of the layout; `half` is the width of a half and `corner` the point (0, 0) of the layout."""
    x, y = corner[0] + half * tile.x, corner[1] + half * tile.y
    size = half * 0.96  # leaves a line between tiles that touch
    if tile.upright:
        draw_tile(canvas, (x + size / 2, y + size), size, 0, tile.first, tile.second)
    else:
        draw_tile(canvas, (x - size, y + size / 2), size, 90, tile.second, tile.first)


def _write_move(canvas: Canvas, move: PicturedMove) -> Canvas:
    """Write the move and the totals below the layout, and return the canvas."""
    room = WIDTH - 2 * MARGIN
    points = measure_words(move.points, 44, 700) + 20 if move.points else 0
    who = tidy_words(move.who)
    size = fit_size(who, room - points, 40, 600)
    write_words(canvas, cut_words(who, room - points, size, 600), (MARGIN, 620), size, ON_FELT, 600)
    if move.points:
        write_words(canvas, move.points, (WIDTH - MARGIN, 622), 44, GOLD, 700, "right")
    columns = 1 if len(move.totals) < 3 else 2
    wide = (room - (columns - 1) * MARGIN) // columns
    for place, (side, total) in enumerate(move.totals):
        left, base = MARGIN + place % columns * (wide + MARGIN), 672 + place // columns * 36
        name = tidy_words(side)
        space = wide - measure_words(total, 30, 700) - 16
        size = fit_size(name, space, 30, 500)
        write_words(canvas, cut_words(name, space, size, 500), (left, base), size, SOFT, 500)
        write_words(canvas, total, (left + wide, base), 30, ON_FELT, 700, "right")
    return canvas
