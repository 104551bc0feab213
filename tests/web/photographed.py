"""What the photo reader returns for photos of a table: three hands side by side, and layouts."""

from tests.vision.laying import lay
from vision import Reading, ReadTile, find_joins_and_groups

PLAYERS = ("Anna", "Bo", "Carl", "Dora")


def reading(*tiles: ReadTile) -> Reading:
    """Return the tiles as a reading of the photo reader."""
    joins, groups = find_joins_and_groups(tiles)
    return Reading((2000, 2000), tiles, joins, groups)


# Three hands from left to right, one tile of them doubtful.
HANDS = reading(
    lay("5-1", -9, 0), lay("4-6", -7.8, 0), lay("6-6", 0, 0), lay("2-0", 1.2, 0, sure=False), lay("3-2", 9, 0)
)
# 6-5 and 5-5 crosswise: 6 and both fives are open.
LAYOUT = reading(lay("6-5", -1.5, 0, turn=-90), lay("5-5", 0, 0))
# 6-5, then a gap where 5-4 lies, then 4-2 and 2-0.
OVERLOOKED = reading(lay("6-5", -4, 0, turn=-90), lay("4-2", 0, 0, turn=-90), lay("2-0", 2, 0, turn=-90))
