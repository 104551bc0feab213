"""Comparison of a reading with the label of its photo. Tiles are compared as multisets, without their positions."""

from collections import Counter
from dataclasses import dataclass

from vision.reading import Reading

from .labels import Label, Name
from .open_ends import open_ends


@dataclass(frozen=True, slots=True)
class Guess:
    """One tile that was read: its name and confidence, whether it is marked as sure, and whether it is right.

    A tile with a hidden half was read as its other half: `name` has None for the hidden one.
    """

    name: Name | tuple[int, None]
    confidence: float
    sure: bool
    right: bool


@dataclass(frozen=True, slots=True)
class PhotoVerdict:
    """The result for one photo.

    `guesses` are the tiles read, without those forgiven; `missed` are the tiles that were not read; `forgiven` are
    the readings beyond the labels that may be of tiles without a label; `asked` counts the readings of one half of a
    tile on the photo, which is missed nevertheless: the players are asked for the other half. `ends_right` is None if
    the label has no open ends. `ms` is the time of the reading, `decode_ms` that of decoding alone, both 0 if not
    measured.
    """

    label: Label
    guesses: tuple[Guess, ...]
    missed: tuple[Name, ...]
    forgiven: tuple[Guess, ...] = ()
    asked: int = 0
    ends_right: bool | None = None
    ends: tuple[int, ...] = ()
    ms: float = 0.0
    decode_ms: float = 0.0

    @property
    def right(self) -> int:
        """The number of tiles that were read right."""
        return sum(guess.right for guess in self.guesses)

    @property
    def invented(self) -> tuple[Name | tuple[int, None], ...]:
        """The tiles that were read but are not on the photo, or are other tiles."""
        return tuple(guess.name for guess in self.guesses if not guess.right)

    @property
    def entirely_right(self) -> bool:
        """Whether every labelled tile was read, and no other tile apart from forgiven ones."""
        return not self.missed and not self.invented

    @property
    def wrong(self) -> bool:
        """Whether a tile or an open end is wrong."""
        return not self.entirely_right or self.ends_right is False

    @property
    def faults(self) -> int:
        """The number of missed and invented tiles, by which the worst photos are found."""
        return len(self.missed) + len(self.invented)


def judge(label: Label, reading: Reading, ms: float = 0.0, decode_ms: float = 0.0) -> PhotoVerdict:
    """Compare `reading` with `label`.

    If two readings name one labelled tile, the more confident one is right. Of the readings beyond the labels, those
    that are not sure are forgiven first, in order of confidence: the reader may read a tile that was too hard for the
    person who wrote the labels. A sure reading that cannot be such a tile is never forgiven. A reading with a hidden
    half is never a labelled tile; it is not counted as invented if a missed tile has its visible half.
    """
    left = label.tiles.copy()
    guesses: list[Guess] = []
    beyond: list[Guess] = []
    by_confidence = sorted(reading.tiles, key=lambda tile: -tile.confidence)
    for tile in by_confidence:
        if tile.name:
            right = left[tile.name] > 0
            left[tile.name] -= right
            (guesses if right else beyond).append(Guess(tile.name, tile.confidence, tile.sure, right))
    missed = +left
    for tile in by_confidence:
        if not tile.name:
            seen = next(pips for pips in tile.pips if pips is not None)
            name = next((name for name in +left if seen in name), None)
            if name:
                left[name] -= 1
            else:
                beyond.append(Guess((seen, None), tile.confidence, tile.sure, right=False))
    asked = (missed - left).total()
    beyond.sort(key=lambda guess: (guess.sure, -guess.confidence))
    forgiven = tuple(guess for guess in beyond if not (guess.sure and _cannot_lie_there(label, guess)))[: label.ignore]
    ends = open_ends(reading)
    return PhotoVerdict(
        label,
        (*guesses, *(guess for guess in beyond if not any(guess is each for each in forgiven))),
        tuple(sorted(missed.elements())),
        forgiven,
        asked,
        None if label.ends is None else ends == label.ends,
        tuple(sorted(ends.elements())),
        ms,
        decode_ms,
    )


def _cannot_lie_there(label: Label, guess: Guess) -> bool:
    """Return whether a reading beyond the labels is known to be of no tile on the photo.

    That is so if it names none of the tiles that are hard to read, if those are known, and if it repeats a labelled
    tile of a set in which no tile is labelled twice.
    """
    if label.hard is not None:
        return guess.name not in label.hard
    return guess.name in label.tiles and max(label.tiles.values()) == 1


def judge_unread(label: Label) -> PhotoVerdict:
    """Return the verdict on a photo that could not be opened: all tiles are missed."""
    missed = tuple(sorted(label.tiles.elements()))
    return PhotoVerdict(label, (), missed, ends_right=None if label.ends is None else label.ends == Counter())
