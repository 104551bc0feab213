"""Import of matches from files, backups, and the restoring of one.

Long work is a job: the request waits for it a little, and then shows a page that asks again by itself.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, send_file
from flask import url_for as address_of
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper import vision
from scorekeeper.play import NotFoundError, StoreError
from scorekeeper.play.transfer.importing import import_paths
from scorekeeper.play.transfer.play_import import take_back_import
from scorekeeper.play.upkeep.copies import copy_now, find_copy, list_copies
from scorekeeper.play.upkeep.ephemeral import QueueFullError
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.web.forms.plays import PlaysForm
from scorekeeper.web.http.book_middleware import get_file_store, get_store
from scorekeeper.web.http.downloads import forbid_shared_caches, limit_download
from scorekeeper.web.uploads.chunked_uploads import (
    DiskFullError,
    add_part,
    claim_upload,
    find_kept_file,
    make_keeper,
    save_sent_file,
)
from scorekeeper.web.uploads.jobs import LIMITS, Result, Work, find_job, start_job
from scorekeeper.web.uploads.limits import find_copies_limit, refuse_too_large
from scorekeeper.web.views.keeping import render_job, render_job_failure, render_keeping, say_no_room
from scorekeeper.worker import run_in_worker

blueprint = Blueprint("keeping", __name__)


@blueprint.get("/keeping")
def keeping() -> tuple[str, int]:
    """GET /keeping: show the page for import, export, backups and restoring."""
    return render_keeping()


@blueprint.post("/keeping/import")
def bring_in() -> ResponseReturnValue:
    """POST /keeping/import: import the matches of all files that were sent.

    If anything is wrong with them, import none and show every reason. The field `sent` names a file that arrived in
    parts; otherwise the files are in the form.
    """
    paths = list[tuple[str, Path]]()
    try:
        if sent := request.form.get("sent"):
            paths.append((request.form.get("called", ""), claim_upload(sent)))
        else:
            for each in request.files.getlist("files"):
                if each.filename:
                    paths.append((each.filename, save_sent_file(each)))
    except DiskFullError:
        _delete(paths)
        return render_keeping(reasons=[say_no_room()], status=507)
    except (StoreError, OSError):
        _delete(paths)
        raise
    if not paths:
        return render_keeping(reasons=[_("Choose a file first.")], status=422)
    open_book, keep, looked = get_store().find_opener(), make_keeper(), False

    def work() -> Result:
        """Import the files in a child process and return how many matches were stored, or the problems.

        Plays of another program are not stored yet: the file is kept, and a list of its plays is returned.
        """
        nonlocal looked
        photos = vision.tidy_photo, vision.is_reading
        done: Result = run_in_worker(import_paths, open_book, paths, *photos, limits=LIMITS)
        if "preview" not in done:
            return done
        looked, [(name, path)] = True, paths
        return {**done, "sent": keep(path), "called": name}

    return _answer(work, lambda: None if looked else _delete(paths))


@blueprint.post("/keeping/plays")
def bring_plays() -> ResponseReturnValue:
    """POST /keeping/plays: import plays of a file that was looked at before.

    With `do=look` show what would come in with the choices. A form that is sent twice is one job, and plays that the
    book has are not stored again.
    """
    form = PlaysForm.read(request.form)
    path, open_book = find_kept_file(form.sent), get_store().find_opener()

    def work() -> Result:
        """Import the plays in a child process and return how many matches were stored, or what would be."""
        done: Result = run_in_worker(
            import_paths,
            open_book,
            [(form.called, path)],
            vision.tidy_photo,
            vision.is_reading,
            form.choice,
            form.only_look,
            limits=LIMITS,
        )
        return {**done, "sent": form.sent, "called": form.called} if "preview" in done else done

    return _answer(work, ticket="" if form.only_look else form.sent)


@blueprint.post("/keeping/take-back")
def take_back() -> ResponseReturnValue:
    """POST /keeping/take-back: move the matches of the import `import` into the bin, or with `back` out of it.

    Redirect to the page of the book, which says how many were moved: none if there is no such import.
    """
    moved = take_back_import(get_store(), request.form.get("import", ""), back="back" in request.form)
    if "back" in request.form:
        return redirect(address_of("keeping.keeping", new=moved), 303)
    return redirect(address_of("keeping.keeping", taken_back=moved), 303)


def _delete(paths: Sequence[tuple[str, Path]]) -> None:
    """Delete the files at the paths of the (name, path) pairs."""
    for _name, path in paths:
        path.unlink(missing_ok=True)


@blueprint.post("/keeping/part")
def part() -> tuple[Response, int]:
    """POST /keeping/part: add a part of a large file; return as JSON how many bytes have arrived.

    The status is 409 if the part belongs further on than that, and 507 if there is no room.
    """
    chunk, at = request.files.get("part"), request.form.get("at", 0, int)
    if chunk is None or at < 0:
        abort(400)
    try:
        here = add_part(request.form.get("sent", ""), at, chunk.read())
    except DiskFullError:
        return jsonify(reason=say_no_room()), 507
    return jsonify(size=here), 409 if here < at else 200


@blueprint.get("/keeping/jobs/<ticket>")
def job(ticket: str) -> ResponseReturnValue:
    """GET /keeping/jobs/<ticket>: show the result of a job, or how many are done before it."""
    return render_job(find_job(ticket))


def _answer(work: Work, clean: Callable[[], None] = lambda: None, ticket: str = "") -> ResponseReturnValue:
    """Start a job that does `work`; return its result, or the redirect to the page that will show it.

    `clean` is called at its end in any case. A job with the same `ticket` is done once.
    """
    try:
        return render_job(start_job(work, clean, ticket), redirects=True)
    except QueueFullError as full:
        return render_job_failure({"full": full.place})


def _too_large() -> ResponseReturnValue:
    """Return the page that says that a file was too large.

    This happens only without scripts: with them a large file is sent in parts.
    """
    reason = _(
        "More than %(most)s MB come in only with scripts switched on, or by the command on the computer itself.",
        most=current_app.config["MAX_CONTENT_LENGTH"] // 1_000_000,
    )
    return render_keeping(reasons=[reason], status=413)


refuse_too_large(blueprint, _too_large)


@blueprint.post("/keeping/copy")
def copy() -> ResponseReturnValue:
    """POST /keeping/copy: make a backup now."""
    store, copies, most = get_file_store(), current_app.config["BACKUPS"], find_copies_limit()

    def work() -> Result:
        """Copy the book and return that it was done."""
        copy_now(store, copies, most)
        return {"copied": 1}

    return _answer(work)


@blueprint.get("/keeping/copies/<name>")
def download(name: str) -> Response:
    """GET /keeping/copies/<name>: return the backup of this name."""
    path = find_copy(get_file_store(), name)
    response = send_file(path, "application/vnd.sqlite3", as_attachment=True, download_name=name)
    return forbid_shared_caches(limit_download(response))


@blueprint.get("/keeping/copies/<name>/restore")
def ask(name: str) -> str:
    """GET /keeping/copies/<name>/restore: show the page that asks whether to restore this backup.

    Raise NotFoundError if there is no such backup any more.
    """
    copy = next((copy for copy in list_copies(get_file_store()) if copy.name == name), None)
    if copy is None:  # a newer backup has replaced it
        raise NotFoundError(name)
    return render_template("keeping/restore.html", copy=copy)


@blueprint.post("/keeping/restore")
def restore() -> ResponseReturnValue:
    """POST /keeping/restore: replace everything by a backup, from the list or sent as a file.

    The present state becomes a backup.
    """
    store, copies, most = get_file_store(), current_app.config["BACKUPS"], find_copies_limit()
    file, sent, called = request.files.get("file"), request.form.get("sent"), request.form.get("called", "")
    brought: Path | None = None
    if sent:
        path = brought = claim_upload(sent)
    elif file is not None and file.filename:
        called = file.filename
        try:
            path = brought = save_sent_file(file)
        except DiskFullError:
            return render_keeping(unrestored=[say_no_room()], status=507)
    else:
        path = find_copy(store, request.form.get("name", ""))
        called = path.name

    def work() -> Result:
        """Restore the backup and return that it was done, or why not."""
        try:
            restore_book(store, path, vision.tidy_photo, copies, most)
        except StoreError as error:
            return {"unrestored": error.to_json(), "path": str(path), "called": called}
        return {"restored": 1}

    def clean() -> None:
        """Delete the backup if it was sent as a file."""
        if brought is not None:
            brought.unlink(missing_ok=True)

    return _answer(work, clean)
