"""The English sentences for the keys of PhotoError and Doubt.

Each is a message id for gettext with %(name)s placeholders: callers look up the key, translate the sentence, and then
fill in the values.
"""

from collections.abc import Mapping
from typing import Any


def N_(message: str) -> str:  # noqa: N802 — the name gettext tools look for
    """Return `message` unchanged; the call marks it as translatable for gettext's tools."""
    return message


SENTENCES: Mapping[str, str] = {
    # Why a file is refused (PhotoError).
    "no_photo": N_("This file is empty; choose a photo."),
    "not_a_photo": N_("This file is not a photo. JPEG, PNG, WebP and HEIC can be read."),
    "too_many_bytes": N_("The photo is too big: %(megabytes)s MB; at most %(most)s MB can be read."),
    "too_many_pixels": N_("The photo is too big: %(megapixels)s megapixels; at most %(most)s megapixels can be read."),
    "too_many_scans": N_("The photo is drawn in too many layers to be read. Take it anew with the camera."),
    "too_heavy": N_("This photo takes too much time or memory to open. Take it anew, or enter by hand what it shows."),
    "too_small": N_("The photo is too small: %(width)s × %(height)s pixels; each side needs at least %(least)s."),
    "damaged": N_("The photo cannot be read: its file is damaged or cut short. Take or choose it again."),
    "no_camera": N_("The camera %(source)s cannot be opened: is it plugged in, and does the address fit?"),
    # What to look at in a reading (Doubt).
    "no_tiles": N_("No tile was found on the photo."),
    "half_hidden": N_("One half of %(tile)s is hidden: say what it shows."),
    "same_tile_twice": N_("%(tile)s was read more than once, but a set has it only once; check these tiles."),
    "two_sets": N_("Tiles of two sets seem to lie here: %(tiles)s were read twice. A round is played with one set."),
    "pips_above_largest": N_("%(tile)s does not belong to a double-%(largest)s set; check this tile."),
    "tile_missing": N_("Between %(one)s and %(other)s there is room for a tile: was one overlooked? Then add it."),
    "layout_unclear": N_("Is %(one)s joined to %(other)s? It can be read in two ways: look at what is open of both."),
}


def say_sentence(key: str, values: Mapping[str, Any]) -> str:
    """Return the English sentence for `key` with its placeholders filled in. Raises KeyError for an unknown key."""
    return SENTENCES[key] % dict(values)
