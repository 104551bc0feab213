"""The picture of a finished match: the winner, everybody's total, sentences about it, and the evening's tally."""

from functools import lru_cache

import cv2
import numpy as np

from scorekeeper.web.picture import PicturedCurve, PicturedSide, ResultPicture
from scorekeeper.web.picture.letters import (
    Canvas,
    Colour,
    cut_words,
    fit_size,
    measure_words,
    tidy_words,
    wrap_words,
    write_words,
)
from scorekeeper.web.picture.marks import draw_mark, read_colour
from scorekeeper.web.picture.tiles import draw_tile

WIDTH, HEIGHT, MARGIN = 1080, 1350, 76
ROOM = WIDTH - 2 * MARGIN
FELT_LIGHT: Colour = (63, 133, 108)
FELT_DEEP: Colour = (28, 72, 57)
LINE: Colour = (103, 152, 133)
ON_FELT: Colour = (246, 241, 228)
SOFT: Colour = (207, 224, 211)
GOLD: Colour = (255, 217, 138)
CARD: Colour = (252, 249, 241)
CARD_LINE: Colour = (221, 211, 189)
INK: Colour = (36, 34, 29)
LABEL: Colour = (93, 88, 75)
POINTS: Colour = (123, 82, 6)
RUN = ((6, 6), (6, 5), (5, 5), (5, 4), (4, 4), (4, 3), (3, 3), (3, 2), (2, 2), (2, 1), (1, 1))
CHART, LEAST_CHART, MOST_CARD = 240, 110, 960  # px: heights of the chart, and how far down the card with it goes
LOWEST_CARD = 1110  # px: how far down the card without it goes
CACHED = 12  # pictures in the cache, since several readers ask for the same one


@lru_cache(CACHED)
def draw_result(result: ResultPicture) -> bytes:
    """Return the picture of the result as a PNG of WIDTH × HEIGHT pixels."""
    canvas = _lay_felt()
    _write_top(canvas, result)
    below = _write_sides(canvas, result.sides, result.chart, _write_heading(canvas, result.heading))
    _write_lines(canvas, result, below)
    _, png = cv2.imencode(".png", cv2.cvtColor(canvas, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 7])
    return png.tobytes()


def _lay_felt() -> Canvas:
    """Return the background: green cloth, lighter at the top, with a thin line around."""
    share = np.linspace(0, 1, HEIGHT)[:, None]
    shades = np.array(FELT_LIGHT) * (1 - share) + np.array(FELT_DEEP) * share
    canvas: Canvas = np.repeat(shades[:, None, :], WIDTH, axis=1).astype(np.uint8)
    cv2.rectangle(canvas, (28, 28), (WIDTH - 28, HEIGHT - 28), LINE, 2, cv2.LINE_AA)
    return canvas


def _write_top(canvas: Canvas, result: ResultPicture) -> None:
    """Write the game and the day, and below them draw a run of falling dominoes."""
    day = tidy_words(result.day)
    write_words(canvas, day, (WIDTH - MARGIN, 118), 34, SOFT, align="right")
    room = ROOM - measure_words(day, 34, 400) - 40
    game = tidy_words(result.game)
    size = fit_size(game, room, 44, 600)
    write_words(canvas, cut_words(game, room, size, 600), (MARGIN, 118), size, ON_FELT, 600)
    half, step, ground = 62.0, 78, 312.0
    for place, (top, bottom) in reversed(list(enumerate(RUN))):
        # Those at the left have fallen, those in the middle are falling, the last still stand.
        lean = (0, 0, 0, 8, 22, 33, 39, 42, 44, 45, 46)[len(RUN) - 1 - place]
        draw_tile(canvas, (MARGIN + 72 + place * step, ground), half, lean, top, bottom)


def _write_heading(canvas: Canvas, heading: str) -> int:
    """Write the heading (who won) in one line or two, and return the y of its last base line."""
    words = tidy_words(heading)
    size = next((size for size in range(88, 48, -6) if len(wrap_words(words, ROOM, size, 700, 3)) < 3), 46)
    lines = wrap_words(words, ROOM, size, 700, 2)
    for number, line in enumerate(lines):
        write_words(canvas, line, (WIDTH // 2, 420 + number * (size + 10)), size, ON_FELT, 700, "middle")
    return 420 + (len(lines) - 1) * (size + 10)


def _write_sides(canvas: Canvas, sides: tuple[PicturedSide, ...], chart: tuple[PicturedCurve, ...], above: int) -> int:
    """Draw the card with all totals and the chart below the y `above`, and return the y of its lower edge.

    Without sides nothing is drawn and `above` is returned.
    """
    if not sides:
        return above
    top = above + 48
    high = min({2: 120, 3: 100, 4: 86}.get(len(sides), 74), (LOWEST_CARD - 24 - top) // len(sides))
    listed = top + 24 + high * len(sides)
    room = min(CHART, MOST_CARD - listed)
    bottom = listed + (room if chart and room > LEAST_CHART else 0)
    _draw_card(canvas, (MARGIN, top), (WIDTH - MARGIN, bottom))
    if bottom > listed:
        _draw_chart(canvas, chart, (MARGIN + 48, listed + 16), (WIDTH - MARGIN - 60, bottom - 32))
    for number, side in enumerate(sides):
        base = top + 12 + high * number + round(high * 0.66)
        large = round(high * (0.5 if side.label else 0.62))
        total = measure_words(side.total, large, 700)
        write_words(canvas, side.total, (WIDTH - MARGIN - 40, base), large, POINTS if side.won else INK, 700, "right")
        mark = round(high * 0.5)
        begins = MARGIN + 40 + len(side.marks) * (mark + 8)
        for place, each in enumerate(side.marks):
            draw_mark(
                canvas, each, (MARGIN + 40 + mark // 2 + place * (mark + 8), top + 12 + high * number + high // 2), mark
            )
        room = WIDTH - MARGIN - 40 - total - 40 - begins
        weight = 700 if side.won else 500
        name = tidy_words(side.name) or "–"
        large = max(26, round(high * (0.4 if side.label else 0.44)))
        size = fit_size(name, room, large, weight, 24 if side.label else 28)
        write_words(
            canvas,
            cut_words(name, room, size, weight),
            (begins, base + (11 if side.label else -4)),
            size,
            INK,
            weight,
        )
        label = cut_words(tidy_words(side.label), room, 22, 500)
        write_words(canvas, label, (begins, top + 12 + high * number + 26), 22, LABEL, 500)
        if number:
            edge = top + 12 + high * number
            cv2.line(canvas, (MARGIN + 40, edge), (WIDTH - MARGIN - 40, edge), CARD_LINE, 2)
    return bottom


def _draw_chart(
    canvas: Canvas, chart: tuple[PicturedCurve, ...], upper: tuple[int, int], lower: tuple[int, int]
) -> None:
    """Draw the totals during the match between two corner points, each curve with the mark of its side at its end."""
    corner, size = np.array(upper), np.array(lower) - upper
    cv2.line(canvas, (upper[0], lower[1]), lower, CARD_LINE, 2)
    ends = []
    for curve in reversed(chart):  # the first side lies on top
        points = np.rint(corner + np.array(curve.points) * size).astype(np.int32)
        cv2.polylines(canvas, [points], False, read_colour(curve.mark.colour), 6, cv2.LINE_AA)
        ends.append((curve.mark, (int(points[-1][0]), int(points[-1][1]))))
    for mark, end in ends:
        draw_mark(canvas, mark, end, 36)


def _draw_card(canvas: Canvas, upper: tuple[int, int], lower: tuple[int, int]) -> None:
    """Draw an ivory card with round corners and a shadow between two corner points."""
    for shift, colour in ((8, FELT_DEEP), (0, CARD)):
        (left, top), (right, bottom), edge = upper, lower, 28
        top, bottom = top + shift, bottom + shift
        cv2.rectangle(canvas, (left + edge, top), (right - edge, bottom), colour, cv2.FILLED)
        cv2.rectangle(canvas, (left, top + edge), (right, bottom - edge), colour, cv2.FILLED)
        for middle in ((left + edge, top + edge), (right - edge, top + edge)):
            cv2.circle(canvas, middle, edge, colour, cv2.FILLED, cv2.LINE_AA)
        for middle in ((left + edge, bottom - edge), (right - edge, bottom - edge)):
            cv2.circle(canvas, middle, edge, colour, cv2.FILLED, cv2.LINE_AA)


def _write_lines(canvas: Canvas, result: ResultPicture, above: int) -> None:
    """Write the sentences in the middle of the space below the y `above`, and the evening's tally at the foot."""
    foot = HEIGHT - 92
    if result.tally:
        tally = tidy_words(result.tally)
        size = fit_size(tally, ROOM, 48, 700, 28)
        write_words(canvas, cut_words(tally, ROOM, size, 700), (WIDTH // 2, foot), size, GOLD, 700, "middle")
        cv2.line(canvas, (WIDTH // 2 - 60, foot - 92), (WIDTH // 2 + 60, foot - 92), LINE, 3, cv2.LINE_AA)
        foot -= 92
    sentences = (" · ".join(result.lines),) if result.chart else result.lines
    lines = [line for sentence in sentences for line in wrap_words(tidy_words(sentence), ROOM, 40, 500, 2)]
    lines = lines[: max(0, (foot - above) // 56 - 1)]
    base = (above + foot - 56 * len(lines)) // 2 + 40
    for number, line in enumerate(lines):
        write_words(canvas, line, (WIDTH // 2, base + 56 * number), 40, ON_FELT, 500, "middle")
