"""The face of one tile, drawn flat and lit: material, pips, divider, pin and rounded edge; and its back.

A face is an H×W×4 float32 array (blue, green, red, cover; 0 to 1), with the tile's length along x and halves[0] on the
left. `light` is the direction of the light in the face's own frame: (along x, along y, towards the viewer).
"""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .looks import Colour, Rng, TileLook
from .numerals import Numerals, draw_numeral
from .patterns import place_spots

Pixels = NDArray[Any]
"""float32 everywhere; OpenCV's stubs are less precise than its functions."""
Vector = tuple[float, float, float]


def make_blotches(rng: Rng, height: int, width: int, cells: int) -> Pixels:
    """Return smooth random values, mean 0, about ±1, H×W, with `cells` of them along the longer side."""
    longer = max(height, width)
    rows, columns = max(2, cells * height // longer + 1), max(2, cells * width // longer + 1)
    grid = rng.standard_normal((rows, columns), dtype=np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)


def _cover(look: TileLook, length: int) -> tuple[Pixels, Pixels]:
    """Return the share of each pixel that the face covers, and its distance to the edge, inside (in lengths)."""
    height = round(length * look.width)
    x = np.abs(np.arange(length, dtype=np.float32) + 0.5 - length / 2)[None, :]
    y = np.abs(np.arange(height, dtype=np.float32) + 0.5 - height / 2)[:, None]
    radius = max(look.corner, 0.004) * length
    dx, dy = x - (length / 2 - radius), y - (height / 2 - radius)
    outside = np.sqrt(np.maximum(dx, 0) ** 2 + np.maximum(dy, 0) ** 2) + np.minimum(np.maximum(dx, dy), 0)
    inside = (radius - outside).astype(np.float32)
    return np.clip(inside + 0.5, 0, 1), inside / length


def _edge_slope(inside: Pixels, bevel: float, light: Vector) -> Pixels:
    """Return the change of brightness at the rounded edge: positive where it leans towards the light."""
    gy, gx = np.gradient(inside)
    scale = np.float32(1 / (np.abs(gx).max() + 1e-6))
    slope = np.clip(1 - inside / bevel, 0, 1)
    return np.asarray(-(gx * light[0] + gy * light[1]) * scale * slope)


def _stamp(face: Pixels, x: float, y: float, patch: Pixels, cover: Pixels) -> None:
    """Lay a patch, its middle at (x, y), over the face."""
    size = patch.shape[0]
    left, top = round(x - size / 2), round(y - size / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + size, face.shape[1]), min(top + size, face.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = face[y0:y1, x0:x1, :3]
    cut = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    part += cover[cut][..., None] * (patch[cut] - part)


def _cup(radius: float, colour: Colour, look: TileLook, light: Vector, body: Colour) -> tuple[Pixels, Pixels]:
    """Draw one pip, a painted disc, cup or ring of `radius` pixels, and return its picture and its cover."""
    size = int(2 * radius + 5) | 1
    axis = np.arange(size, dtype=np.float32) - size // 2
    dx, dy = axis[None, :], axis[:, None]
    distance = np.sqrt(dx * dx + dy * dy)
    cover = np.clip(radius - distance + 0.5, 0, 1)
    if look.ring:
        cover = cover * np.clip(distance - radius * look.ring + 0.5, 0, 1)
    shade = np.ones_like(distance)
    if look.engraved:
        # A cup is bright on the side away from the light.
        lean = -(dx * light[0] + dy * light[1]) / max(radius, 1)
        shade += look.engraved * 0.75 * lean
    patch = np.maximum(shade, 0.25)[..., None] * np.array(colour, np.float32)
    if look.engraved and look.gloss > 0.15:
        # The lamp is mirrored in the lacquer of the cup.
        hx, hy = -light[0] * radius * 0.45, -light[1] * radius * 0.45
        spot = np.exp(-((dx - hx) ** 2 + (dy - hy) ** 2) / (2 * (0.22 * radius + 0.3) ** 2))
        patch = patch + (spot * look.gloss * 0.75)[..., None]
    if look.engraved:
        rim = np.exp(-(((distance - radius - 0.5) / 0.9) ** 2)) * look.engraved * 0.35
        lit = (dx * light[0] + dy * light[1]) / max(radius, 1)
        edge = np.clip(1 + lit * 0.9, 0.2, 1.7)[..., None] * np.array(body, np.float32)
        patch = patch * cover[..., None] + edge * (1 - cover[..., None])
        cover = np.maximum(cover, rim)
    return patch.astype(np.float32), cover.astype(np.float32)


def _material(rng: Rng, look: TileLook, height: int, length: int) -> Pixels:
    face = np.empty((height, length, 3), np.float32)
    face[:] = look.body
    if look.material == "wood":
        lines = make_blotches(rng, height, max(2, length // 12), 40)
        grain = cv2.resize(lines, (length, height), interpolation=cv2.INTER_LINEAR)
        face *= (1 + 0.12 * grain + 0.06 * make_blotches(rng, height, length, 5))[..., None]
    elif look.material == "marble":
        veins = np.abs(make_blotches(rng, height, length, 6) + 0.5 * make_blotches(rng, height, length, 14))
        face *= (0.75 + 0.35 * np.clip(veins * 2, 0, 1))[..., None]
    elif rng.random() < 0.3:
        face *= (1 + rng.uniform(0.005, 0.05) * make_blotches(rng, height, length, 6))[..., None]
    return face


def place_half_spots(look: TileLook, pips: int) -> list[tuple[float, float]]:
    """Return the places of a half's pips: (along, from its middle to the short end, and across), in tile lengths."""
    return [
        (-y * look.spread_y * -0.25, x * look.spread_x * look.width / 2)
        for x, y in place_spots(pips, mirrored=look.mirrored, turned=look.turned and pips in {6, 7, 8}, way=look.way)
    ]


def place_pips(look: TileLook, pips: tuple[int, int]) -> list[tuple[float, float, int]]:
    """Return the place of every pip of a face, (x, y) in tile lengths from the tile's middle, with its half."""
    places: list[tuple[float, float, int]] = []
    for half, number in enumerate(pips):
        side = -1 if half == 0 else 1
        # The second half is the first turned by 180 degrees.
        places += [(side * (0.25 + along), side * across, half) for along, across in place_half_spots(look, number)]
    return places


def _print_numerals(look: TileLook, numerals: Numerals, face: Pixels, pips: tuple[int, int]) -> None:
    """Print the number of each half as a numeral."""
    height, length = face.shape[:2]
    for half, number in enumerate(pips):
        ink = np.rot90(draw_numeral(numerals, number, half, height), -1 if half else 1)
        colour = np.broadcast_to(np.array(look.pips[number], np.float32), (height, height, 3))
        _stamp(face, (0.25 + 0.5 * half) * length, height / 2, colour, ink)


def _worn(rng: Rng, look: TileLook, face: Pixels, bare: Pixels) -> None:
    """Add scratches, and worn spots in which the bare tile shows through the paint of the pips."""
    height, length = face.shape[:2]
    gone = np.clip(make_blotches(rng, height, length, 16) - (1.7 - 0.9 * look.wear), 0, 0.55)[..., None]
    face[..., :3] += gone * (bare - face[..., :3])
    scratches = np.zeros((height, length), np.uint8)
    for _ in range(int(rng.uniform(1, 3 + 6 * look.wear))):
        one = rng.uniform(0, 1, 2) * (length, height)
        two = one + rng.normal(0, 0.25 * length, 2)
        cv2.line(scratches, (int(one[0]), int(one[1])), (int(two[0]), int(two[1])), 255, 1, cv2.LINE_AA)
    strength = scratches.astype(np.float32)[..., None] * np.float32(look.wear * rng.uniform(0.1, 0.5) / 255)
    face[..., :3] += strength * (np.float32(rng.choice([0.1, 0.9])) - face[..., :3])


def draw_face(rng: Rng, look: TileLook, pips: tuple[int, int], length: int, light: Vector) -> Pixels:
    """Draw the face with `pips`, `length` pixels long (the module describes the format)."""
    height = round(length * look.width)
    cover, inside = _cover(look, length)
    face = np.empty((height, length, 4), np.float32)
    face[..., :3] = _material(rng, look, height, length)
    face[..., 3] = cover
    radius = look.pip * look.width * length
    body: Colour = look.body
    bare = face[..., :3].copy() if look.wear else None
    if look.frame:
        line = np.exp(-(((inside - 0.045) / 0.006) ** 2))[..., None]
        face[..., :3] += line * (np.array(look.divider_colour, np.float32) - face[..., :3])
    if look.material == "waffle":
        # Dimples without paint are dark in the middle, and rarely as bright as a lacquered cup.
        unpainted = replace(look, gloss=max(0.0, look.gloss - 0.6), engraved=max(0.4, look.engraved))
        deep = tuple(c * (0.45 + 0.55 * look.gloss) for c in look.body)
        patch, stamp = _cup(radius * (0.85 + 0.2 * look.gloss), deep, unpainted, light, body)  # type: ignore[arg-type]  # three
        for x, y, _ in place_pips(look, (9, 9)):
            _stamp(face, length / 2 + x * length, height / 2 + y * length, patch, stamp)
    if look.divider != "none":
        half = max(look.divider_thickness * length / 2, 0.5)
        reach = look.divider_length * height / 2
        x = np.abs(np.arange(length, dtype=np.float32) + 0.5 - length / 2)[None, :]
        y = np.abs(np.arange(height, dtype=np.float32) + 0.5 - height / 2)[:, None]
        gap = half * 2.2 if look.divider == "double" else 0.0
        line = np.clip(half - np.abs(x - gap) + 0.5, 0, 1) * np.clip(reach - y + 0.5, 0, 1)
        colour = np.array(look.divider_colour, np.float32)
        face[..., :3] += line[..., None] * (colour - face[..., :3])
        if look.divider == "groove":
            signed = (np.arange(length, dtype=np.float32) + 0.5 - length / 2)[None, :]
            rim = np.exp(-(((np.abs(signed) - half - 0.7) / 0.9) ** 2)) * np.clip(reach - y + 0.5, 0, 1)
            face[..., :3] *= 1 + (rim * np.sign(signed) * light[0] * 0.35)[..., None]
    if look.numerals:
        _print_numerals(look, look.numerals, face, pips)
    else:
        for half_index in (0, 1):
            patch, stamp = _cup(radius, look.pips[pips[half_index]], look, light, body)
            for x, y, half_of in place_pips(look, pips):
                if half_of == half_index:
                    _stamp(face, length / 2 + x * length, height / 2 + y * length, patch, stamp)
    if look.spinner:
        patch, stamp = _cup(look.spinner * height, look.spinner_colour, look, (-light[0], -light[1], light[2]), body)
        _stamp(face, length / 2, height / 2, patch, stamp)
    if bare is not None:
        _worn(rng, look, face, bare)
    slope = _edge_slope(inside, look.bevel, light)
    face[..., :3] *= np.clip(1 + 0.45 * slope - 0.1 * (inside < look.bevel * 0.5), 0.3, 1.6)[..., None]
    return face


def draw_back(rng: Rng, look: TileLook, length: int, light: Vector) -> Pixels:
    """Draw the back of a tile: no pips, no divider, no pin; sometimes a print."""
    height = round(length * look.width)
    cover, inside = _cover(look, length)
    face = np.empty((height, length, 4), np.float32)
    face[..., :3] = _material(rng, look, height, length) / np.array(look.body, np.float32) * look.back
    face[..., 3] = cover
    ink = tuple(0.3 * c if sum(look.back) > 1 else 0.5 + 0.5 * c for c in look.back)
    if look.print_on_back:
        sheet = np.zeros((height, length), np.uint8)
        middle = (length // 2, height // 2)
        if look.print_on_back == "text":
            word = "".join(rng.choice(list("ABCDEFGHJKLMNOPRSTUVW0689"), int(rng.integers(2, 8))))
            scale = length * 0.85 / (20 * len(word))
            cv2.putText(
                sheet, word, (int(length * 0.1), int(height * 0.6)), cv2.FONT_HERSHEY_SIMPLEX, scale, 255,
                max(1, round(scale * 3)), cv2.LINE_AA,
            )  # fmt: skip
        elif look.print_on_back == "star":
            tips = int(rng.integers(4, 9))
            points = [
                (
                    middle[0] + height * (0.36 if k % 2 else 0.16) * np.cos(np.pi * k / tips),
                    middle[1] + height * (0.36 if k % 2 else 0.16) * np.sin(np.pi * k / tips),
                )
                for k in range(2 * tips)
            ]
            cv2.fillPoly(sheet, [np.array(points, np.int32)], 255, cv2.LINE_AA)
        elif look.print_on_back == "rings":
            for k in range(1, 4):
                cv2.circle(sheet, middle, height * k // 9, 255, max(1, height // 40), cv2.LINE_AA)
        else:
            for k in range(0, length * 2, max(4, length // 12)):
                cv2.line(sheet, (k, 0), (k - height, height), 255, max(1, height // 40), cv2.LINE_AA)
        alpha = (sheet.astype(np.float32) / 255)[..., None]
        face[..., :3] += alpha * (np.array(ink, np.float32) - face[..., :3])
    slope = _edge_slope(inside, look.bevel, light)
    face[..., :3] *= np.clip(1 + 0.45 * slope, 0.3, 1.6)[..., None]
    return face
