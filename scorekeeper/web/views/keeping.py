"""The page for import, export and backups, and the pages about a job.

While a job is not done, its page asks again by itself.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import redirect, render_template, request
from flask import url_for as address_of
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.engine.problems import Problem
from scorekeeper.play import SqliteStore, StoreError
from scorekeeper.play.transfer.formats import FORMATS
from scorekeeper.play.transfer.play_import import LastImport, find_import
from scorekeeper.play.upkeep.copies import Copy, list_copies
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.i18n.words import join_value, speak, speak_file_problems
from scorekeeper.web.uploads.jobs import Job, Result
from scorekeeper.web.views.plays import describe_preview


@dataclass(frozen=True, slots=True)
class KeepingPage:
    """The forms for import, export and backups, and the result of the last one.

    `accept` are the kinds of files that can be imported, and `other_programs` the names of the programs that write
    them. `copies` are the book's backups; None if it keeps none. `reasons` say why an import failed, and `unrestored`
    why restoring a backup failed. Otherwise an import has brought `new` matches (None: there was no import) and found
    `known` ones, with `only` the id of the only one; or `taken_back` matches were.
    """

    accept: str
    other_programs: str
    copies: Sequence[Copy] | None
    reasons: Sequence[str]
    unrestored: Sequence[str]
    new: int | None
    known: int
    only: str | None
    taken_back: int
    last_import: LastImport | None


def say_no_room() -> str:
    """Return the sentence that there is too little room for a file."""
    return str(_("There is too little room for this file. Nothing was changed."))


def render_job(job: Job, redirects: bool = False) -> ResponseReturnValue:
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
        return render_keeping(unrestored=[sentence], status=422)
    if "reasons" in result:
        return render_keeping(
            reasons=[reason for each in result["reasons"] for reason in _speak_reasons(each)], status=422
        )
    if "preview" in result:
        return show_page("keeping/plays.html", describe_preview(result))
    if "new" in result or "restored" in result or "copied" in result or "packed" in result:
        return redirect(address_of("keeping.keeping", **result), 303)
    return render_job_failure(result)


def render_job_failure(result: Result) -> ResponseReturnValue:
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


def render_keeping(
    reasons: list[str] | None = None, unrestored: list[str] | None = None, status: int = 200
) -> tuple[str, int]:
    """Return the page for import and export, with the reasons why an import or a restoring failed, and the status."""
    page = KeepingPage(
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
    return show_page("keeping/keeping.html", page, status)


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
