"""The memory of a table: the tiles that a camera has seen on it so far, and their places."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from ..detect.arrays import Array
from ..detect.calibration import logit, sigmoid
from ..detect.candidates import SURE, TESTED
from ..photo.decoding import Photo
from ..reader import TileFinder, make_reading, read
from ..reading import Reading, ReadTile
from .foreshortening import stretch_frame
from .motion import MotionGate, has_changed, read_small, shrink, write_small
from .registration import Name, is_same_place, move_tile, register

LOOKS_TO_LEARN = 2
"""Readings in which a tile must be seen at the same place before it is remembered. One reading between them may miss
it, unless that shows another tile there."""
LOOKS_TO_ASK = 3
"""The same for a tile that has the same numbers each time but is never sure; players are then asked about it, unless
these readings agree so clearly that it is sure."""
AGREED = 0.9
"""The least mean confidence, as odds, at which LOOKS_TO_ASK readings that agree make a tile sure: the noise differs
from frame to frame, so what is left of the doubt of each single one is small. For twice as many readings, the odds are
lower: their logarithm is divided by the square root of two."""
MORE_LOOKS = 5
"""Readings of a table that does not change after something moved, or after players were asked about a tile: its tiles
may become clearer in them."""
LOOKS_TO_FORGET = 3
"""Readings in a row in which a remembered tile must be missing before it is gone."""
LIKELY = 0.6
"""The least confidence of a tile that players are asked about."""
VIEWS = (1.0, 0.88, 1.12)
"""The heights to which frames of a table seen from the side are stretched in turn, as shares of the height at which it
looks as from straight above. A tile that is misread at one height is often read correctly at another."""
AVERAGED = 8
"""Frames on which nothing moves whose average is read: it has a third of the noise of one, and shows dark pips."""


class Tracker:
    """Follows the layout on the frames of a camera.

    `largest` is the largest half of the match's set (None: unknown); `find_tiles` replaces the detector.
    """

    def __init__(self, largest: int | None = None, find_tiles: TileFinder | None = None) -> None:
        self._largest, self._find_tiles = largest, find_tiles
        self._gate = MotionGate()
        self._average: Array | None = None  # the mean of the frames since something moved, as float32
        self._read: Array | None = None  # the small frame that was read last, unless something has moved since
        self._known: dict[Name, ReadTile] = {}
        self._missing = Counter[Name]()
        self._looks = Counter[Name]()  # by remembered tile that is not sure, the readings that have shown it
        self._more = 0  # the rest of MORE_LOOKS
        self._new: dict[Name, tuple[ReadTile, int, int]] = {}  # with how many readings have shown and missed it
        self._shown: frozenset[tuple[Name, bool]] | None = None
        self._settled, self._unread, self._at_rest = False, 0, False

    @property
    def at_rest(self) -> bool:
        """Whether nothing moved on the last frame, and no arm was over the table."""
        return self._at_rest

    @property
    def settled(self) -> bool:
        """Whether the last frame that was read showed nothing that needs another look."""
        return self._settled

    @property
    def unread(self) -> int:
        """The number of tiles on the last frame that was read that lie at no place of a remembered tile."""
        return self._unread

    def watch(self, frame: Array) -> Reading | None:
        """Return the layout as of this frame if tiles came, went or were moved since it was last returned, else None.

        `frame` is a picture (H×W×3 uint8, BGR). Only frames that show the table at rest are read: after a motion, while
        they differ from the last one that was read, and while a tile on it is not certain yet. A covered tile stays in
        the layout. A tile that is not `sure` had the same numbers in several readings, and players should be asked
        about it. Points are pixels of `frame`.
        """
        small = shrink(frame)
        self._at_rest = self._gate.is_at_rest(small)
        frame = self._average_still(frame)
        if not self._at_rest:
            self._read, self._more = None, MORE_LOOKS  # a hand may have laid a tile
            return None
        if self._settled and not has_changed(self._read, small):
            return None
        self._read = small
        height, width = frame.shape[:2]
        seen = [*self._known.values(), *(tile for tile, _, _ in self._new.values())]
        view = VIEWS[self._gate.still_frames % len(VIEWS)]
        photo = Photo(stretch_frame(frame, seen, view), (width, height))
        reading = read(photo, self._largest, find_tiles=self._find_tiles)
        moved = self._remember(reading)
        names = frozenset((name, tile.sure) for name, tile in self._known.items())
        if (not moved and self._shown == names) or (self._shown is None and self._new):
            return None
        self._shown = names
        return make_reading((width, height), tuple(self._known.values()), self._largest)

    def _average_still(self, frame: Array) -> Array:
        """Return the average (uint8) of `frame` and of up to AVERAGED - 1 frames before it that show the same."""
        still = self._gate.still_frames
        if self._average is None or not still or self._average.shape != frame.shape:
            self._average = frame.astype(np.float32)
        else:
            cv2.accumulateWeighted(frame, self._average, 1 / min(still + 1, AVERAGED))
        return cv2.convertScaleAbs(self._average)

    def to_json(self) -> dict[str, Any]:
        """Return the state of the tracker as a JSON object, which `from_json` reads again.

        The average of the last frames is not in it, as it is as large as a frame.
        """
        return {
            "gate": self._gate.to_json(),
            "read": write_small(self._read),
            "known": _write_tiles(self._known.values()),
            "missing": [self._missing[name] for name in self._known],
            "looks": [self._looks[name] for name in self._known],
            "more": self._more,
            "new": _write_tiles(tile for tile, _, _ in self._new.values()),
            "seen": [[looks, misses] for _, looks, misses in self._new.values()],
            "shown": None if self._shown is None else [[*name, sure] for name, sure in self._shown],
            "settled": self._settled,
            "unread": self._unread,
            "at_rest": self._at_rest,
        }

    @classmethod
    def from_json(
        cls, state: Mapping[str, Any], largest: int | None = None, find_tiles: TileFinder | None = None
    ) -> "Tracker":
        """Return the tracker that `to_json` wrote; the other arguments are those of the class."""
        tracker = cls(largest, find_tiles)
        known, new = _read_tiles(state["known"]), _read_tiles(state["new"])
        tracker._gate, tracker._read = MotionGate.from_json(state["gate"]), read_small(state["read"])
        tracker._known = known
        tracker._missing = Counter(dict(zip(known, state["missing"], strict=True)))
        tracker._looks, tracker._more = Counter(dict(zip(known, state["looks"], strict=True))), state["more"]
        tracker._new = {name: (tile, *seen) for (name, tile), seen in zip(new.items(), state["seen"], strict=True)}
        shown = state["shown"]
        tracker._shown = None if shown is None else frozenset(((a, b), sure) for a, b, sure in shown)
        tracker._settled, tracker._unread, tracker._at_rest = state["settled"], state["unread"], state["at_rest"]
        return tracker

    def _remember(self, reading: Reading) -> bool:
        """Bring the memory up to date with a reading; return whether a tile was moved to another place."""
        named = self._name_tiles(reading)
        doubted = {reading.tiles[index].name for doubt in reading.warnings for index in doubt.tiles}
        matrix = register(self._known, named)
        before = {name: move_tile(tile, matrix) for name, tile in self._known.items()}
        moved, self._more = False, max(0, self._more - 1)
        new: dict[Name, tuple[ReadTile, int, int]] = {}
        for name, tile in named.items():
            known, is_sure = before.get(name), tile.sure
            confidence = tile.confidence if is_sure else _find_confidence(tile, name in doubted)
            if known and is_same_place(known, tile):
                if not known.sure:
                    self._looks[name] += 1
                    confidence = _average(known.confidence, confidence, self._looks[name])
                    is_sure = is_sure or _do_agree(confidence, self._looks[name])
                before[name] = replace(tile, confidence=confidence, sure=is_sure or known.sure)
                self._missing[name] = 0
                continue
            looks, misses = 1, 0
            if (seen := self._new.get(name)) and is_same_place(move_tile(seen[0], matrix), tile):
                looks, misses = seen[1] + 1, seen[2]
                confidence = _average(seen[0].confidence, confidence, looks)
            if looks < (LOOKS_TO_LEARN if is_sure else LOOKS_TO_ASK):
                new[name] = replace(tile, confidence=confidence), looks, misses
                continue
            moved = moved or name in before
            before[name] = replace(tile, confidence=confidence, sure=is_sure or _do_agree(confidence, looks))
            self._missing[name], self._looks[name] = 0, looks
            if not before[name].sure:
                self._more = MORE_LOOKS
        for name, (tile, looks, misses) in self._new.items():
            here = move_tile(tile, matrix)
            if name not in named and not misses and not _shows_another(reading, name, here):
                new[name] = here, looks, 1
        for name in [name for name in before if name not in named]:
            if self._is_at_place_of_unsure(reading, before[name]):
                continue
            self._missing[name] += 1
            if self._missing[name] >= LOOKS_TO_FORGET:
                del before[name], self._missing[name]
        self._known, self._new = before, new
        remembered = before.values()
        self._unread = sum(not any(is_same_place(each, tile) for each in remembered) for tile in reading.tiles)
        is_unclear = self._unread or not all(tile.sure for tile in remembered)
        self._settled = not new and not (is_unclear and self._more) and not any(self._missing[name] for name in before)
        return moved

    def _name_tiles(self, reading: Reading) -> dict[Name, ReadTile]:
        """Return the tiles of a reading by their names.

        Of several tiles with one name the only sure one is returned. A tile that is not sure is also left out if it
        lies where another tile is remembered.
        """
        named = [(tile.name, tile) for tile in reading.tiles if tile.name is not None]
        sure = Counter(name for name, tile in named if tile.sure)
        often = Counter(name for name, _ in named)
        tiles = {
            name: tile
            for name, tile in named
            if (sure[name] == 1 if tile.sure else often[name] == 1 and tile.confidence >= LIKELY)
        }
        places = {name: tile for name, tile in tiles.items() if not tile.sure and name not in self._known}
        for name, tile in places.items():
            if any(is_same_place(known, tile) for other, known in self._known.items() if other != name):
                del tiles[name]
        return tiles

    def _is_at_place_of_unsure(self, reading: Reading, tile: ReadTile) -> bool:
        """Return whether an unsure tile of the reading lies where the remembered `tile` lies."""
        return any(not each.sure and is_same_place(tile, each) for each in reading.tiles)


def _shows_another(reading: Reading, name: Name, tile: ReadTile) -> bool:
    """Return whether a tile of the reading with another name lies where `tile`, whose name is `name`, was seen."""
    return any(each.name not in {name, None} and is_same_place(tile, each) for each in reading.tiles)


def _find_confidence(tile: ReadTile, doubted: bool) -> float:
    """Return the confidence of a tile that is not sure, which is LIKELY at most if more readings cannot make it sure.

    They cannot if its numbers are not the likeliest ones, if it is in a doubt, if such numbers were never tested, or if
    its confidence is that of a sure tile, since then it is not sure for another reason, such as a half that is covered.
    """
    clear = min(half.confidence for half in tile.halves) > 0.5 and tile.confidence <= SURE
    is_tested = tile.name is not None and tile.name[1] <= TESTED
    return tile.confidence if clear and is_tested and not doubted else min(tile.confidence, LIKELY)


def _average(before: float, now: float, looks: int) -> float:
    """Return the mean of the confidences of so many `looks`, in log-odds; `before` is that of all but the last one."""
    return sigmoid((logit(before) * (looks - 1) + logit(now)) / looks)


def _do_agree(confidence: float, looks: int) -> bool:
    """Return whether a tile is sure because `looks` readings of it agree; `confidence` is their mean confidence."""
    return logit(confidence) * math.sqrt(min(looks / LOOKS_TO_ASK, 2)) >= logit(AGREED)


def _write_tiles(tiles: Iterable[ReadTile]) -> Any:
    """Return the tiles as JSON values, which `_read_tiles` reads again."""
    return Reading((1, 1), tuple(tiles)).to_json("")["tiles"]


def _read_tiles(tiles: Any) -> dict[Name, ReadTile]:
    """Return the tiles that `_write_tiles` wrote, by their names."""
    found = Reading.from_json({"size": [1, 1], "tiles": tiles}).tiles
    return {tile.name: tile for tile in found if tile.name is not None}
