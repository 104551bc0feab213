"""One reading against what is known of its photo. Tiles are compared as multisets, wherever they lie."""

from collections import Counter
from dataclasses import dataclass

from vision.reading import Reading

from .labels import Label, Name
from .line import open_ends


@dataclass(frozen=True, slots=True)
class Guess:
    """One tile that was read: what as, with what confidence, whether it said it was sure, and whether it was right.

    A tile of which a half is hidden was read as its other half: `name` has None for the hidden one.
    """

    name: Name | tuple[int, None]
    confidence: float
    sure: bool
    right: bool


@dataclass(frozen=True, slots=True)
class PhotoVerdict:
    """How one photo was read.

    `guesses` are the tiles read, less those forgiven; `missed` are the tiles that were not read; `forgiven` are the
    readings beyond the labels that may be of tiles nobody labelled; `asked` counts those of one half alone, which lie
    there and are missed all the same: the players are asked for the other half. `ends_right` is None where the label
    names no open ends. `ms` is the time the reading took, `decode_ms` that of bare decoding, both 0 where not measured.
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
        """How many tiles were read right."""
        return sum(guess.right for guess in self.guesses)

    @property
    def invented(self) -> tuple[Name | tuple[int, None], ...]:
        """The tiles that were read and do not lie there, or lie there as another."""
        return tuple(guess.name for guess in self.guesses if not guess.right)

    @property
    def entirely_right(self) -> bool:
        """Every labelled tile was read, and none beyond what is forgiven."""
        return not self.missed and not self.invented

    @property
    def wrong(self) -> bool:
        """Anything is: a tile, or an open end."""
        return not self.entirely_right or self.ends_right is False

    @property
    def faults(self) -> int:
        """Tiles missed plus tiles invented: the measure of the worst photos."""
        return len(self.missed) + len(self.invented)


def judge(label: Label, reading: Reading, ms: float = 0.0, decode_ms: float = 0.0) -> PhotoVerdict:
    """`reading` against `label`.

    Of two readings as one labelled tile the more confident is the right one. Of what is read beyond the labels, those
    that are not sure are forgiven first, the most confident of them before the others: a tile that was too hard to
    label for a person may be read well. A sure reading that cannot be of such a tile is never forgiven. A reading with
    a hidden half never is a labelled tile; it is not blamed where one was missed that shows the half it tells.
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

    It is if it names none of the tiles that are hard to read, where those are known, and if it repeats a labelled tile
    of a set in which no tile is labelled twice.
    """
    if label.hard is not None:
        return guess.name not in label.hard
    return guess.name in label.tiles and max(label.tiles.values()) == 1


def judge_unread(label: Label) -> PhotoVerdict:
    """The verdict on a photo that could not be opened: every tile missed."""
    missed = tuple(sorted(label.tiles.elements()))
    return PhotoVerdict(label, (), missed, ends_right=None if label.ends is None else label.ends == Counter())
