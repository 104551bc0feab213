"""Import and export: matches from files, everything as an archive or spreadsheet, backups, and restoring one.

Long work is a job: the request waits for it a little, and then shows a page that asks again by itself.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC
from pathlib import Path

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

from scorekeeper import vision
from scorekeeper.engine.problems import Problem
from scorekeeper.play import NotFoundError, SqliteStore, StoreError
from scorekeeper.play.transfer.bg_stats import write_bg_stats_file
from scorekeeper.play.transfer.formats import FORMATS
from scorekeeper.play.transfer.importing import import_paths
from scorekeeper.play.transfer.play_import import LastImport, find_import, take_back_import
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.upkeep.copies import copy_now, find_copy, list_copies
from scorekeeper.play.upkeep.ephemeral import QueueFullError
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.forms.plays import PlaysForm
from scorekeeper.web.forms.search import SearchForm
from scorekeeper.web.http.book_middleware import get_file_store, get_store
from scorekeeper.web.http.downloads import limit_download, refuse_download, serve_text
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.i18n.words import join_value, speak, speak_file_problems
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.uploads.archives import (
    AlreadyPackingError,
    find_archive,
    name_archive,
    pack_archive,
    pack_archive_here,
)
from scorekeeper.web.uploads.chunked_uploads import (
    DiskFullError,
    add_part,
    claim_upload,
    find_kept_file,
    make_keeper,
    save_sent_file,
)
from scorekeeper.web.uploads.jobs import LIMITS, Job, Result, Work, find_job, start_job
from scorekeeper.web.uploads.limits import find_copies_limit, refuse_too_large
from scorekeeper.web.views.plays import describe_preview
from scorekeeper.worker import run_in_worker

blueprint = Blueprint("keeping", __name__)


@blueprint.get("/keeping")
def keeping() -> tuple[str, int]:
    """GET /keeping: show the page for import, export, backups and restoring."""
    return _page()


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
        return _page(reasons=[_no_room()], status=507)
    except StoreError:
        _delete(paths)
        raise
    if not paths:
        return _page(reasons=[_("Choose a file first.")], status=422)
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
        return jsonify(reason=_no_room()), 507
    return jsonify(size=here), 409 if here < at else 200


def _no_room() -> str:
    """Return the sentence that there is too little room for a file."""
    return str(_("There is too little room for this file. Nothing was changed."))


@blueprint.get("/keeping/jobs/<ticket>")
def job(ticket: str) -> ResponseReturnValue:
    """GET /keeping/jobs/<ticket>: show the result of a job, or how many are done before it."""
    return _show(find_job(ticket))


def _answer(work: Work, clean: Callable[[], None] = lambda: None, ticket: str = "") -> ResponseReturnValue:
    """Start a job that does `work`; return its result, or the redirect to the page that will show it.

    `clean` is called at its end in any case. A job with the same `ticket` is done once.
    """
    try:
        return _show(start_job(work, clean, ticket), redirects=True)
    except QueueFullError as full:
        return _show_failure({"full": full.place})


def _show(job: Job, redirects: bool = False) -> ResponseReturnValue:
    """Return the page or redirect for the result of `job`.

    While it is not done, that is a page that asks again, or with `redirects` a redirect to that page.
    """
    result = job.result
    if job.is_lost:
        sentence = _(
            "This is no longer known: it was interrupted or ended a while ago."
            " Check what is there before you try again."
        )
        return render_template("problem.html", heading=_("That did not work"), sentence=sentence), 404
    if result is None:
        if redirects:
            return redirect(address_of("keeping.job", ticket=job.ticket), 303)
        return render_template("keeping/waiting.html", before=job.before)
    if "trouble" in result:
        raise StoreError.from_json(result["trouble"])
    if "gone" in result:
        raise FileNotFoundError("the book was deactivated while the job ran")
    if "unrestored" in result:
        # Name the file as its owner does, not by our path.
        sentence = speak(StoreError.from_json(result["unrestored"]).text).replace(result["path"], result["called"])
        return _page(unrestored=[sentence], status=422)
    if "reasons" in result:
        return _page(reasons=[reason for each in result["reasons"] for reason in _speak_reasons(each)], status=422)
    if "preview" in result:
        return render_template("keeping/plays.html", **describe_preview(result))
    if "new" in result or "restored" in result or "copied" in result or "packed" in result:
        return redirect(address_of("keeping.keeping", **result), 303)
    return _show_failure(result)


def _show_failure(result: Result) -> ResponseReturnValue:
    """Return the page that says why a job was not done although nothing is wrong with the files."""
    smaller = _("Import it in smaller parts, or by the command on the computer itself.")
    sentences = {
        "memory": _("Reading this file takes too much memory. Nothing was changed.") + f" {smaller}",
        "time": _("Reading this file took too long and was stopped.") + f" {smaller}",
    }
    if "full" in result:
        sentence = _(
            "Too many files are waiting already; yours would be number %(place)s. Nothing was changed: try again soon.",
            place=result["full"],
        )
        return render_template("problem.html", heading=_("Not now"), sentence=sentence), 503
    usual = _("This was interrupted. Check what is there before you try again.")
    sentence = sentences.get(str(result.get("failed")), usual)
    return render_template("problem.html", heading=_("That did not work"), sentence=sentence), 422


def _too_large() -> ResponseReturnValue:
    """Return the page that says that a file was too large.

    This happens only without scripts: with them a large file is sent in parts.
    """
    reason = _(
        "More than %(most)s MB come in only with scripts switched on, or by the command on the computer itself.",
        most=current_app.config["MAX_CONTENT_LENGTH"] // 1_000_000,
    )
    return _page(reasons=[reason], status=413)


refuse_too_large(blueprint, _too_large)


@blueprint.get("/keeping/archive.zip")
def archive() -> ResponseReturnValue:
    """GET /keeping/archive.zip: return the archive of everything; while it is being packed, a page that asks again."""
    name = "domino-archive.zip"
    path = name_archive()
    if not find_archive(path):
        try:
            job = pack_archive(path)
        except QueueFullError as full:
            return _show_failure({"full": full.place})
        if job is None:
            return _archive_from_memory(name)
        if not find_archive(path):
            return _show(job, redirects=True)
    return _only_for_this_device(
        limit_download(send_file(path, "application/zip", as_attachment=True, download_name=name))
    )


def _archive_from_memory(name: str) -> Response:
    """Return the archive packed in memory, or a refusal while another one is being sent."""
    try:
        file, lock = pack_archive_here()
    except AlreadyPackingError:
        return refuse_download()
    response = send_file(file, "application/zip", as_attachment=True, download_name=name)
    response.direct_passthrough = False  # else `call_on_close` has no effect
    response.call_on_close(lock.release)
    return _only_for_this_device(response)


@blueprint.get("/keeping/matches.csv")
def matches_csv() -> Response:
    """GET /keeping/matches.csv: return a CSV file with a row for each match that the search in the address finds."""
    rows = write_matches_csv(get_store(), SearchForm.read(request.args).search())
    return limit_download(_download(Response(stream_with_context(rows)), "text/csv", "domino-matches.csv"))


@blueprint.get("/keeping/matches.bgsplay")
def bg_stats() -> Response:
    """GET /keeping/matches.bgsplay: return a file for BG Stats with the finished matches that the search finds."""
    text = write_bg_stats_file(get_store(), SearchForm.read(request.args).search())
    response = Response(stream_with_context(text))
    return limit_download(_download(response, "application/octet-stream", "domino-matches.bgsplay"))


@blueprint.get("/m/<match_id>/entries.csv")
@for_watchers
def entries_csv() -> Response:
    """GET /m/<match_id>/entries.csv: return a CSV file with a row for each entry of the match."""
    match_id = get_match().id
    text = write_entries_csv(get_store(), match_id, find_zone() or UTC)
    return serve_text(text, "text/csv", f"domino-{match_id}.csv")


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
    return _only_for_this_device(limit_download(response))


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
    file, sent, called = request.files.get("file"), request.form.get("sent"), request.form.get("called", "")
    brought: Path | None = None
    if sent:
        path = brought = claim_upload(sent)
    elif file is not None and file.filename:
        called = file.filename
        try:
            path = brought = save_sent_file(file)
        except DiskFullError:
            return _page(unrestored=[_no_room()], status=507)
    else:
        path = find_copy(get_file_store(), request.form.get("name", ""))
        called = path.name
    store, copies, most = get_file_store(), current_app.config["BACKUPS"], find_copies_limit()

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


def _page(reasons: list[str] | None = None, unrestored: list[str] | None = None, status: int = 200) -> tuple[str, int]:
    """Return the page for import and export, with the reasons why an import or a restoring failed, and the status."""
    page = render_template(
        "keeping/keeping.html",
        accept=",".join(each for kind in FORMATS for each in (kind.suffix, kind.media_type)),
        other_programs=" · ".join(kind.name for kind in FORMATS if kind.of_others),
        copies=list_copies(store) if isinstance(store := get_store(), SqliteStore) else None,
        reasons=reasons or [],
        unrestored=unrestored or [],
        new=request.args.get("new", type=int),
        known=request.args.get("known", 0, type=int),
        only=request.args.get("only"),
        taken_back=request.args.get("taken_back", 0, type=int),
        last_import=_find_last_import(),
    )
    return page, status


def _find_last_import() -> LastImport | None:
    """Return the last import of plays; None if there was none, or if the book cannot be read and is to be restored."""
    with suppress(StoreError):
        return find_import(get_store())
    return None


def _speak_reasons(wrong: Result) -> list[str]:
    """Return the sentences on all problems of one file, each with the file's name and the place in it."""
    problems = [Problem.from_json(each) for each in wrong["problems"]]
    name = str(wrong["file"])
    return [
        join_value(name, sentence) if name else sentence for sentence in speak_file_problems(problems, wrong["more"])
    ]


def _only_for_this_device(response: Response) -> Response:
    """Set the header that keeps shared caches from storing `response`, and return it."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _download(response: Response, media_type: str, name: str) -> Response:
    """Make `response` a download with the media type and the file name `name`, and return it."""
    response.mimetype = media_type
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
