"""The pipeline that finds the tiles lying face up on a picture, stage by stage.

Proposals, detections and candidates are values that one stage returns and the next takes; none is changed in place.
"""

from ..reading import ReadTile
from .arrays import Array
from .candidates import Candidates
from .classify import classify
from .decode import Detections
from .detector import Detector
from .dice import leave_out_dice
from .half_tiles import examine_halves, list_half_tiles
from .hidden import withhold_hidden
from .lone_halves import find_lone_halves
from .numerals import doubt_numerals, read_numerals
from .propose import propose
from .pyramid import ImagePyramid, build_pyramid
from .refine import refine, refine_doubtful
from .sets import KNOWN, apply_set, infer_larger_set, infer_set
from .shape import estimate_shape
from .suppress import drop_hopeless, suppress

MOSTLY = 0.5
"""If a smaller share of the tiles is settled, they may be of a larger set than the usual models were trained for."""
LARGE_SIGN = 9
"""They are so only if a half is read as at least this number: a larger set shows too many pips on most halves."""
LEAST_CLEAREST = 0.65
"""If the detector finds nothing with this score, from afar or nearer, no tile is there: where tiles are, the clearest
one has at least 0.73, on 185 rendered scenes and on photos, also on those made worse."""


def detect(image: Array, largest: int | None = None) -> tuple[ReadTile, ...]:
    """Return the tiles lying face up in a picture (H×W×3 uint8, BGR), clearest first.

    `largest` is the largest half of the match's set, which is the likeliest (None: unknown); the set is inferred from
    the picture all the same. Corners and centres are in pixels of the picture. Tiles that are partly covered or cut off
    by the border are left out, except those with one clearly visible half and one hidden half, and those of which the
    border cuts off so little that their numbers are clear. Numerals are read if no tile with pips is sure.
    """
    pyramid = build_pyramid(image)
    candidates = find_candidates(pyramid, largest)
    tiles = leave_out_dice(pyramid, suppress(candidates.tiles, image.shape))
    visible = doubt_numerals(pyramid, withhold_hidden(pyramid, tiles))
    has_pips = any(tile.sure and tile.pips != (0, 0) for tile in visible)
    if not has_pips and (numerals := read_numerals(pyramid, largest)):
        return tuple(numerals)
    lone = find_lone_halves(candidates, tiles)
    half_tiles = examine_halves(pyramid, lone, tiles, candidates.largest)
    return *visible, *list_half_tiles(half_tiles, visible)


def find_candidates(pyramid: ImagePyramid, expected: int | None = None) -> Candidates:
    """Return the candidates on a picture, proposed, refined and classified with the models for its set.

    `expected` is the largest half of the match's set (None: unknown). For sets beyond double-twelve, or if few tiles
    are clear and many pips are seen, the detector for large sets is used as well. Its detections are used if their
    numbers are those of such a set.
    """
    usual = Detector(pyramid)
    detections = refine(usual, propose(usual), LEAST_CLEAREST)
    candidates = _identify(usual, detections, infer_set(detections.tiles, expected), expected)
    if candidates.largest <= KNOWN and not _may_be_larger(candidates):
        return candidates
    large = Detector(pyramid, large=True)
    detections = refine(large, propose(large), LEAST_CLEAREST)
    inferred = infer_set(detections.tiles, expected)
    others = _identify(large, detections, max(candidates.largest, inferred), expected)
    named = infer_larger_set([each.classified() for each in others.tiles], inferred, expected)
    return others if detections.tiles and named > KNOWN else candidates


def _may_be_larger(candidates: Candidates) -> bool:
    """Return whether the candidates may be of a set beyond double-twelve: few are settled, and one shows many pips."""
    settled = sum(each.settled for each in candidates.tiles)
    shows_many = any(max(each.combined.pips) >= LARGE_SIGN for each in candidates.tiles)
    return settled < MOSTLY * len(candidates.tiles) and shows_many


def _identify(detector: Detector, detections: Detections, largest: int, expected: int | None) -> Candidates:
    """Return the detections classified as tiles of a set up to double-`largest`.

    They are classified again as long as they turn out to be of a larger set.
    """
    candidates = _classify_twice(detector, detections, largest, expected)
    while candidates.largest > largest:
        largest = candidates.largest
        candidates = _classify_twice(detector, detections, largest, expected)
    return candidates


def _classify_twice(detector: Detector, detections: Detections, largest: int, expected: int | None) -> Candidates:
    """Return the detections, classified for a set up to double-`largest`.

    Doubtful ones are refined and classified again, unless no candidate is likely or the set turns out to be larger.
    There are none if no detection is clear.
    """
    if max((tile.score for tile in detections.tiles), default=0.0) < LEAST_CLEAREST:
        return Candidates()
    unpaired = tuple(detections.unpaired)
    fitted = [apply_set(each, largest) for each in detections.tiles]
    first = classify(detector.pyramid, fitted, estimate_shape(fitted), largest)
    if (named := infer_larger_set([each.classified() for each in first], largest, expected)) > largest:
        return Candidates(tuple(first), unpaired, named)
    hopeful = drop_hopeless(first)
    settled = [each for each in hopeful if each.settled]
    if len(settled) == len(hopeful):
        return Candidates(tuple(settled), unpaired, largest)
    clear = [each.detection for each in settled]
    doubtful = refine_doubtful(detector, [each.detection for each in hopeful if not each.settled], clear, largest)
    again = classify(detector.pyramid, doubtful, estimate_shape(clear + doubtful), largest)
    tiles = (*settled, *again)
    return Candidates(tiles, unpaired, infer_larger_set([each.classified() for each in tiles], largest, expected))
