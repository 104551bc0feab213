"""Where the pages and their files lie, and a user's data.

Templates and static files lie beside the packages in a checkout, and inside `scorekeeper` in a wheel.
"""

from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """Return the folder `name` beside or inside this package. Raise FileNotFoundError if this installation lacks it."""
    for place in (_PACKAGE, _PACKAGE.parent):
        if (folder := place / name).is_dir():
            return folder
    raise FileNotFoundError(f"This installation of the score pad has no folder {name!r}; install it again.")


def find_user_data() -> Path:
    """Return the folder in which this system keeps a user's data of ours; it may not be there yet."""
    return Path(platformdirs.user_data_dir("domino-scorekeeper", appauthor=False))


TEMPLATES = _folder("templates")
STATIC = _folder("static")
TRANSLATIONS = _PACKAGE / "translations"
