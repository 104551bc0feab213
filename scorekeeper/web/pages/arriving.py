"""Large files, sent in parts and put together beside the matches: an archive with all photos, a copy of everything.

A part says where it belongs, so that after a lost connection the sending goes on where it stopped, and a part that is
sent twice is there once. What nobody asks for within a day is deleted.
"""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, request
from flask_babel import gettext as _

from scorekeeper.web.app.database import get_store

blueprint = Blueprint("arriving", __name__)

FOLDER = "arriving"  # beside the file of matches
ID = re.compile(r"[0-9a-f]{32}")
LEFT_FREE = 300_000_000  # bytes on the disk that stay free for scoring
DAY = 24 * 3600


@blueprint.post("/keeping/part")
def part() -> tuple[Response, int]:
    """Add a part of a file; tells how much of it is here, and 409 where the part belongs further on."""
    path, at = _path(request.form.get("sent", "")), request.form.get("at", 0, int)
    given = request.files.get("part")
    if given is None or at < 0:
        abort(400)
    path.parent.mkdir(exist_ok=True)
    if at == 0:
        let_go(path.parent)
    here = path.stat().st_size if path.exists() else 0
    if at > here:
        return jsonify(size=here), 409
    data = given.read()
    if shutil.disk_usage(path.parent).free - len(data) < LEFT_FREE:
        path.unlink(missing_ok=True)
        return jsonify(reason=_("There is too little room on the disk for this file. Nothing was changed.")), 507
    with path.open("r+b" if path.exists() else "wb") as file:
        file.seek(at)
        file.write(data)
        file.truncate()  # what lay behind it belongs to another try
    return jsonify(size=at + len(data)), 200


@contextmanager
def arrived(sent: str) -> Iterator[Path]:
    """The file that was sent so, whole; it is gone afterwards. 400 where there is none."""
    path = _path(sent)
    if not path.is_file():
        abort(400)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def let_go(folder: Path) -> None:
    """Delete what lies here since yesterday."""
    for path in folder.glob("*"):
        if time.time() - path.stat().st_mtime > DAY:
            path.unlink(missing_ok=True)


def _path(sent: str) -> Path:
    if not ID.fullmatch(sent):
        abort(400)
    return get_store().path.parent / FOLDER / sent
