"""Where the pages and their files lie: beside the packages in a checkout, inside `scorekeeper` in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """The folder called `name`; FileNotFoundError if this installation lacks it."""
    for place in (_PACKAGE, _PACKAGE.parent):
        if (folder := place / name).is_dir():
            return folder
    raise FileNotFoundError(f"This installation of the score pad has no folder {name!r}; install it again.")


TEMPLATES = _folder("templates")
STATIC = _folder("static")
TRANSLATIONS = _PACKAGE / "translations"
