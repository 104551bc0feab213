"""In and out: matches from files, everything as an archive or a spreadsheet, copies, and a copy put back.

What takes long is a job: who asked for it waits a little, and then on a page that looks again by itself.
"""

from collections.abc import Callable, Sequence
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
from scorekeeper.play import NotFoundError, StoreError
from scorekeeper.play.transfer.formats import FORMATS
from scorekeeper.play.transfer.importing import import_paths
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.upkeep.copies import copy_now, find_copy, list_copies
from scorekeeper.play.upkeep.ephemeral import QueueFullError
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.forms.search import SearchForm
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.downloads import limit_download, refuse_download, serve_text
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.i18n.words import speak, speak_file_problems
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.uploads.archives import (
    AlreadyPackingError,
    name_archive,
    pack_archive,
    pack_archive_here,
)
from scorekeeper.web.uploads.chunked_uploads import DiskFullError, add_part, keep_sent, take_arrived
from scorekeeper.web.uploads.jobs import LIMITS, Job, Result, Work, find_job, start_job
from scorekeeper.web.uploads.limits import find_copies_limit, refuse_too_large
from scorekeeper.worker import run_in_worker

blueprint = Blueprint("keeping", __name__)


@blueprint.get("/keeping")
def keeping() -> tuple[str, int]:
    """Show the page with the archive, the imports and the copies of the book."""
    return _page()


@blueprint.post("/keeping/import")
def bring_in() -> ResponseReturnValue:
    """Store the matches of all files, or tell every reason why not and store none."""
    paths = list[tuple[str, Path]]()
    try:
        if sent := request.form.get("sent"):
            paths.append((request.form.get("called", ""), take_arrived(sent)))
        else:
            for each in request.files.getlist("files"):
                if each.filename:
                    paths.append((each.filename, keep_sent(each)))
    except DiskFullError:
        _delete(paths)
        return _page(reasons=[_no_room()], status=507)
    except StoreError:
        _delete(paths)
        raise
    if not paths:
        return _page(reasons=[_("Choose a file first.")], status=422)
    database = get_store().path

    def work() -> Result:
        photos = vision.tidy_photo, vision.is_reading
        done: Result = run_in_worker(import_paths, database, paths, *photos, limits=LIMITS)
        return done

    return _answer(work, lambda: _delete(paths))


def _delete(paths: Sequence[tuple[str, Path]]) -> None:
    for _name, path in paths:
        path.unlink(missing_ok=True)


@blueprint.post("/keeping/part")
def part() -> tuple[Response, int]:
    """Add a part of a large file; tells how much of it is here, and 409 where the part belongs further on."""
    given, at = request.files.get("part"), request.form.get("at", 0, int)
    if given is None or at < 0:
        abort(400)
    try:
        here = add_part(request.form.get("sent", ""), at, given.read())
    except DiskFullError:
        return jsonify(reason=_no_room()), 507
    return jsonify(size=here), 409 if here < at else 200


def _no_room() -> str:
    return str(_("There is too little room for this file. Nothing was changed."))


@blueprint.get("/keeping/jobs/<ticket>")
def job(ticket: str) -> ResponseReturnValue:
    """What came of a job, or how far it is."""
    return _show(find_job(ticket))


def _answer(work: Work, clean: Callable[[], None] = lambda: None) -> ResponseReturnValue:
    """Have a job done, and tell what came of it or where that will be told."""
    try:
        return _show(start_job(work, clean), redirects=True)
    except QueueFullError as full:
        return _show_failure({"full": full.place})


def _show(job: Job, redirects: bool = False) -> ResponseReturnValue:
    """What came of it; while it is not done a page that looks again, or first a way to that page."""
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
        # By the name that people know, not by ours for it.
        sentence = speak(StoreError.from_json(result["unrestored"]).text).replace(result["path"], result["called"])
        return _page(unrestored=[sentence], status=422)
    if "reasons" in result:
        return _page(reasons=[reason for each in result["reasons"] for reason in _speak_reasons(each)], status=422)
    if "new" in result or "restored" in result or "copied" in result or "packed" in result:
        return redirect(address_of("keeping.keeping", **result), 303)
    return _show_failure(result)


def _show_failure(result: Result) -> ResponseReturnValue:
    """Why a job was not done, as nothing is wrong with what was sent."""
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
    """Only without scripts: with them a large file comes in parts."""
    reason = _(
        "More than %(most)s MB come in only with scripts switched on, or by the command on the computer itself.",
        most=current_app.config["MAX_CONTENT_LENGTH"] // 1_000_000,
    )
    return _page(reasons=[reason], status=413)


refuse_too_large(blueprint, _too_large)


@blueprint.get("/keeping/archive.zip")
def archive() -> ResponseReturnValue:
    """Everything in one file."""
    name = "domino-archive.zip"
    path = name_archive()
    if not path.is_file():
        try:
            job = pack_archive(path)
        except QueueFullError as full:
            return _show_failure({"full": full.place})
        if job is None:
            return _archive_from_memory(name)
        if not path.is_file():
            return _show(job, redirects=True)
    return _only_for_this_device(
        limit_download(send_file(path, "application/zip", as_attachment=True, download_name=name))
    )


def _archive_from_memory(name: str) -> Response:
    try:
        file, lock = pack_archive_here()
    except AlreadyPackingError:
        return refuse_download()
    response = send_file(file, "application/zip", as_attachment=True, download_name=name)
    response.direct_passthrough = False  # or nobody hears when it is closed
    response.call_on_close(lock.release)
    return _only_for_this_device(response)


@blueprint.get("/keeping/matches.csv")
def matches_csv() -> Response:
    """A row for each match; of those searched for, if the address says so."""
    rows = write_matches_csv(get_store(), SearchForm.read(request.args).search())
    return limit_download(_csv(Response(stream_with_context(rows)), "domino-matches.csv"))


@blueprint.get("/m/<match_id>/entries.csv")
@for_watchers
def entries_csv() -> Response:
    """A row for each entry of a match."""
    match_id = get_match().id
    text = write_entries_csv(get_store(), match_id, find_zone() or UTC)
    return serve_text(text, "text/csv", f"domino-{match_id}.csv")


@blueprint.post("/keeping/copy")
def copy() -> ResponseReturnValue:
    """Make a copy now."""
    store, copies, most = get_store(), current_app.config["BACKUPS"], find_copies_limit()

    def work() -> Result:
        copy_now(store, copies, most)
        return {"copied": 1}

    return _answer(work)


@blueprint.get("/keeping/copies/<name>")
def download(name: str) -> Response:
    """A copy, to keep elsewhere."""
    path = find_copy(get_store(), name)
    response = send_file(path, "application/vnd.sqlite3", as_attachment=True, download_name=name)
    return _only_for_this_device(limit_download(response))


@blueprint.get("/keeping/copies/<name>/restore")
def ask(name: str) -> str:
    """Ask whether everything shall be as it was then."""
    copy = next((copy for copy in list_copies(get_store()) if copy.name == name), None)
    if copy is None:  # a newer one has just taken its place
        raise NotFoundError(name)
    return render_template("keeping/restore.html", copy=copy)


@blueprint.post("/keeping/restore")
def restore() -> ResponseReturnValue:
    """Put a copy of the list, or one that is sent, in the place of everything; what is here now becomes a copy."""
    given, sent, called = request.files.get("file"), request.form.get("sent"), request.form.get("called", "")
    brought: Path | None = None
    if sent:
        path = brought = take_arrived(sent)
    elif given is not None and given.filename:
        called = given.filename
        try:
            path = brought = keep_sent(given)
        except DiskFullError:
            return _page(unrestored=[_no_room()], status=507)
    else:
        path = find_copy(get_store(), request.form.get("name", ""))
        called = path.name
    store, copies, most = get_store(), current_app.config["BACKUPS"], find_copies_limit()

    def work() -> Result:
        try:
            restore_book(store, path, vision.tidy_photo, copies, most)
        except StoreError as error:
            return {"unrestored": error.to_json(), "path": str(path), "called": called}
        return {"restored": 1}

    def clean() -> None:
        if brought is not None:
            brought.unlink(missing_ok=True)

    return _answer(work, clean)


def _page(reasons: list[str] | None = None, unrestored: list[str] | None = None, status: int = 200) -> tuple[str, int]:
    page = render_template(
        "keeping/keeping.html",
        accept=",".join(each for kind in FORMATS for each in (kind.suffix, kind.media_type)),
        copies=list_copies(get_store()),
        reasons=reasons or [],
        unrestored=unrestored or [],
        new=request.args.get("new", type=int),
        known=request.args.get("known", 0, type=int),
        only=request.args.get("only"),
    )
    return page, status


def _speak_reasons(wrong: Result) -> list[str]:
    """Everything that is wrong in a file, each with its place."""
    problems = [Problem.from_json(each) for each in wrong["problems"]]
    name = str(wrong["file"])
    return [": ".join([name, said] if name else [said]) for said in speak_file_problems(problems, wrong["more"])]


def _only_for_this_device(response: Response) -> Response:
    """No cache on the way keeps it."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _csv(response: Response, name: str) -> Response:
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
