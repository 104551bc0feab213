"""In and out: matches from files, everything as an archive or a spreadsheet, copies, and a copy put back."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from typing import IO, Any, cast

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
    stream_with_context,
)
from flask import url_for as address_of
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

import vision
from scorekeeper import play
from scorekeeper.engine.problems import RuleError
from scorekeeper.play import StoreError
from scorekeeper.play.transfer.documents import MOST_BYTES, read_document
from scorekeeper.web.app.access import for_watchers
from scorekeeper.web.app.arriving import NoRoom, add_part, open_arrived
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.limits import find_copies_limit
from scorekeeper.web.app.reader import tidy_photo
from scorekeeper.web.app.this_match import get_match
from scorekeeper.web.app.too_large import refuse_too_large
from scorekeeper.web.app.words import speak, speak_file_problems
from scorekeeper.web.app.zones import find_zone
from scorekeeper.web.forms.search import SearchForm

blueprint = Blueprint("keeping", __name__)
IN_MEMORY = 32_000_000  # bytes of an archive


@blueprint.get("/keeping")
def keeping() -> tuple[str, int]:
    """What can be taken out, brought in and put back."""
    return _page()


@blueprint.post("/keeping/import")
def bring_in() -> ResponseReturnValue:
    """Store the matches of all files, or tell every reason why not and store none."""
    with ExitStack() as open_files:
        if sent := request.form.get("sent"):
            path = open_files.enter_context(open_arrived(sent))
            file = open_files.enter_context(path.open("rb"))
            given = [(request.form.get("called", ""), cast(IO[bytes], file))]
        else:
            given = [(str(each.filename), each.stream) for each in request.files.getlist("files") if each.filename]
        reasons, came = _brought_in(given)
    if reasons:
        return _page(reasons=reasons, status=422)
    return redirect(address_of("keeping.keeping", **came), 303)


@blueprint.post("/keeping/part")
def part() -> tuple[Response, int]:
    """Add a part of a large file; tells how much of it is here, and 409 where the part belongs further on."""
    given, at = request.files.get("part"), request.form.get("at", 0, int)
    if given is None or at < 0:
        abort(400)
    try:
        here = add_part(request.form.get("sent", ""), at, given.read())
    except NoRoom:
        return jsonify(reason=_("There is too little room for this file. Nothing was changed.")), 507
    return jsonify(size=here), 409 if here < at else 200


def _brought_in(given: Sequence[tuple[str, IO[bytes]]]) -> tuple[list[str], dict[str, Any]]:
    """Why the files cannot be stored; or how many matches are new and known, and the id of one that came alone."""
    found, reasons, archives = [], list[str](), list[tuple[str, IO[bytes]]]()
    for name, stream in given:
        packed = stream.read(4) == b"PK\x03\x04"
        stream.seek(0)
        if packed:
            archives.append((name, stream))
            continue
        try:
            found.append(play.check_match(read_document(stream.read(MOST_BYTES + 1))))
        except RuleError as error:
            reasons += _reasons(name, error)
    if not given:
        reasons.append(_("Choose a file first."))
    if archives and (found or reasons or len(archives) > 1):
        reasons.append(_("An archive comes in alone: choose it without other files."))
    if reasons:
        return reasons, {}
    try:
        if archives:
            new, known = play.unpack_archive(get_store(), archives[0][1], tidy_photo, vision.is_reading)
            return [], {"new": new, "known": known}
        came = play.record_matches(get_store(), found)
        return [], {"new": len(came), "only": came[0] if len(came) == 1 else None}
    except RuleError as error:
        return _reasons(archives[0][0] if archives else "", error), {}


def _too_large() -> ResponseReturnValue:
    """Only without scripts: with them a large file comes in parts."""
    reason = _(
        "More than %(most)s MB come in only with scripts switched on, or by the command on the computer itself.",
        most=current_app.config["MAX_CONTENT_LENGTH"] // 1_000_000,
    )
    return _page(reasons=[reason], status=413)


refuse_too_large(blueprint, _too_large)


@blueprint.get("/keeping/archive.zip")
def archive() -> Response:
    """Everything in one file."""
    # In memory while it is small, so that it goes out of a full disk, too; else beside the matches: where the system
    # keeps small files there may be no room for all photos.
    file = tempfile.SpooledTemporaryFile(IN_MEMORY, dir=str(get_store().path.parent))  # noqa: SIM115  # sent after this ends
    try:
        play.pack_archive(get_store(), cast(IO[bytes], file))
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return _only_for_this_device(
        send_file(cast(IO[bytes], file), "application/zip", as_attachment=True, download_name="domino-archive.zip")
    )


@blueprint.get("/keeping/matches.csv")
def matches_csv() -> Response:
    """A row for each match; of those searched for, if the address says so."""
    rows = play.write_matches_csv(get_store(), SearchForm.read(request.args).search())
    return _csv(Response(stream_with_context(rows)), "domino-matches.csv")


@blueprint.get("/m/<match_id>/entries.csv")
@for_watchers
def entries_csv() -> Response:
    """A row for each entry of a match."""
    match_id = get_match().id
    return _csv(Response(play.write_entries_csv(get_store(), match_id, find_zone() or UTC)), f"domino-{match_id}.csv")


@blueprint.post("/keeping/copy")
def copy() -> ResponseReturnValue:
    """Make a copy now."""
    play.copy_now(get_store(), current_app.config["BACKUPS"], find_copies_limit())
    return redirect(address_of("keeping.keeping", copied=1), 303)


@blueprint.get("/keeping/copies/<name>")
def download(name: str) -> Response:
    """A copy, to keep elsewhere."""
    path = play.find_copy(get_store(), name)
    return _only_for_this_device(send_file(path, "application/vnd.sqlite3", as_attachment=True, download_name=name))


@blueprint.get("/keeping/copies/<name>/restore")
def ask(name: str) -> str:
    """Ask whether everything shall be as it was then."""
    copy = next((copy for copy in play.list_copies(get_store()) if copy.name == name), None)
    if copy is None:  # a newer one has just taken its place
        raise play.NotFound(name)
    return render_template("restore.html", copy=copy)


@blueprint.post("/keeping/restore")
def restore() -> ResponseReturnValue:
    """Put a copy of the list, or one that is sent, in the place of everything; what is here now becomes a copy."""
    given, sent, called = request.files.get("file"), request.form.get("sent"), request.form.get("called", "")
    with ExitStack() as files:
        if sent:
            path = files.enter_context(open_arrived(sent))
        elif given is not None and given.filename:
            path, called = Path(files.enter_context(tempfile.TemporaryDirectory())) / "given.db", given.filename
            given.save(path)
        else:
            path = play.find_copy(get_store(), request.form.get("name", ""))
            called = path.name
        try:
            keep, most_bytes = current_app.config["BACKUPS"], find_copies_limit()
            play.restore_book(get_store(), path, vision.tidy_photo, keep, most_bytes)
        except StoreError as error:
            # By the name that people know, not by ours for it.
            return _page(unrestored=[speak(error.text).replace(str(path), called)], status=422)
    return redirect(address_of("keeping.keeping", restored=1), 303)


def _page(reasons: list[str] | None = None, unrestored: list[str] | None = None, status: int = 200) -> tuple[str, int]:
    page = render_template(
        "keeping.html",
        copies=play.list_copies(get_store()),
        reasons=reasons or [],
        unrestored=unrestored or [],
        new=request.args.get("new", type=int),
        known=request.args.get("known", 0, type=int),
        only=request.args.get("only"),
    )
    return page, status


def _reasons(name: str, error: RuleError) -> list[str]:
    """Everything that is wrong in a file, each with its place."""
    return [": ".join([name, said] if name else [said]) for said in speak_file_problems(error.problems)]


def _only_for_this_device(response: Response) -> Response:
    """No cache on the way keeps it."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _csv(response: Response, name: str) -> Response:
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
