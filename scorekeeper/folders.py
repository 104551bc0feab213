"""The folders with templates, static files and translations, and the folder for a user's data.

Templates and static files are next to this package in a checkout, and inside it in a wheel.
"""

from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


def _find_folder(name: str) -> Path:
    """Return the folder `name` inside this package, or else next to it. Raise FileNotFoundError if there is none."""
    for parent in (_PACKAGE, _PACKAGE.parent):
        if (folder := parent / name).is_dir():
            return folder
    raise FileNotFoundError(f"This installation of the score pad has no folder {name!r}; install it again.")


def find_user_data() -> Path:
    """Return the folder for this user's data of the score pad, as usual on this system; it may not exist yet."""
    return Path(platformdirs.user_data_dir("domino-scorekeeper", appauthor=False))


TEMPLATES = _find_folder("templates")
STATIC = _find_folder("static")
TRANSLATIONS = _PACKAGE / "translations"
