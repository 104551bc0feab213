"""Downloads of matches: everything as an archive, spreadsheets, and a file for BG Stats."""

from datetime import UTC

from flask import Blueprint, Response, request, send_file, stream_with_context
from flask.typing import ResponseReturnValue

from scorekeeper.play.transfer.bg_stats import write_bg_stats_file
from scorekeeper.play.transfer.spreadsheets import write_entries_csv, write_matches_csv
from scorekeeper.play.upkeep.ephemeral import QueueFullError
from scorekeeper.web.access.permissions import for_watchers
from scorekeeper.web.forms.search import SearchForm
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.downloads import forbid_shared_caches, limit_download, refuse_download, serve_text
from scorekeeper.web.http.this_match import get_match
from scorekeeper.web.i18n.zones import find_zone
from scorekeeper.web.uploads.archives import (
    AlreadyPackingError,
    find_archive,
    name_archive,
    pack_archive,
    pack_archive_here,
)
from scorekeeper.web.views.keeping import render_job, render_job_failure

blueprint = Blueprint("exports", __name__)


@blueprint.get("/keeping/archive.zip")
def archive() -> ResponseReturnValue:
    """GET /keeping/archive.zip: return the archive of everything; while it is being packed, a page that asks again."""
    name = "domino-archive.zip"
    path = name_archive()
    if not find_archive(path):
        try:
            job = pack_archive(path)
        except QueueFullError as full:
            return render_job_failure({"full": full.place})
        if job is None:
            return _archive_from_memory(name)
        if not find_archive(path):
            return render_job(job, redirects=True)
    return forbid_shared_caches(
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
    return forbid_shared_caches(response)


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


def _download(response: Response, media_type: str, name: str) -> Response:
    """Make `response` a download with the media type and the file name `name`, and return it."""
    response.mimetype = media_type
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
