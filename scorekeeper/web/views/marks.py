"""The names of the colours and shapes of marks, by the numbers that `scorekeeper.store.profiles` stores."""

from flask_babel import lazy_gettext as _l

COLOUR_NAMES = dict(
    enumerate(
        (
            _l("blue"),
            _l("orange"),
            _l("green"),
            _l("violet"),
            _l("pink"),
            _l("turquoise"),
            _l("black"),
            _l("olive"),
            _l("red"),
            _l("brown"),
            _l("navy blue"),
            _l("purple"),
        ),
        start=1,
    )
)
SHAPE_NAMES = dict(
    enumerate(
        (
            _l("circle"),
            _l("triangle"),
            _l("square"),
            _l("diamond"),
            _l("star"),
            _l("cross"),
            _l("hourglass"),
            _l("heart"),
        ),
        start=1,
    )
)
