"""The assistant of a solitaire: what lies open goes in, what can be done comes out. Nothing here is written down.

One page serves all of them; which tiles it asks for, and what it says of them, is the variant's business.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

import vision
from scorekeeper import play
from scorekeeper.engine.games.solitaire import Advice, Solitaire
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.web.app.access import for_scorers
from scorekeeper.web.app.database import get_store
from scorekeeper.web.app.fragments import new_post, page_or_part, wants_part
from scorekeeper.web.app.shared_tiles import Shared, get_shared_tiles
from scorekeeper.web.app.this_match import get_match, get_match_id
from scorekeeper.web.forms.form import sort_by_field
from scorekeeper.web.forms.open_tiles import OpenTiles
from scorekeeper.web.pages.photos import read_photo
from scorekeeper.web.photo.edits import read_seen_tiles
from scorekeeper.web.photo.review import Review
from scorekeeper.web.photo.solitaire import find_open_tiles
from vision.words import SENTENCES

blueprint = Blueprint("solitaires", __name__)


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of looking at the tiles: advice, or why they cannot lie so; neither while some are missing."""

    advice: Advice | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def prompts(self) -> tuple[Problem, ...]:
        """Problems that only say what is to be done next."""
        return tuple(problem for problem in self.problems if problem.key == "not_refilled")

    @property
    def marked(self) -> frozenset[str]:
        """The tiles of pairs and runs, and those that fit."""
        marks = self.advice.marks if self.advice else ()
        return frozenset(str(tile) for group in marks for tile in group)


@blueprint.get("/m/<match_id>/solitaire")
@for_scorers
def solitaire() -> ResponseReturnValue:
    """The assistant's page; a tap is part of the address once, and the answer is the address without it.

    Without any tiles in the address it shows what lies there, as the phone that tapped last has it.
    """
    match, game = _match()
    lying = get_shared_tiles().lies(match.id)
    if not request.args and lying and lying[1]:
        return redirect(f"{url_for('.solitaire')}?{lying[1]}", 303)
    form = OpenTiles.read(game, request.args)
    do, back, photo_id = (request.args.get(name, "") for name in ("do", "back", "photo"))
    if do:
        form = form.tapped(do)
    clean = address(form, back=back, photo=photo_id)
    get_shared_tiles().lay(match.id, clean.partition("?")[2], request.args.get("turn", ""))
    if request.args and not wants_part() and (do or "anew" in request.args):
        return redirect(clean, 303)
    answer = _page(match, form, back=back, photo_id=photo_id)
    if wants_part():
        answer.headers["HX-Replace-Url"] = clean
    return answer


@blueprint.get("/m/<match_id>/solitaire/news")
@for_scorers
def news() -> ResponseReturnValue:
    """Nothing, while the page that `seen` names is still the newest."""
    match_id = get_match_id()
    written, seen = play.find_news(get_store(), match_id), request.args.get("seen", "")
    if written is None:
        raise play.NotFound(match_id)
    lying = get_shared_tiles().lies(match_id)
    now = _tag(written, lying) if lying else f"{written}.{seen.partition('.')[2]}"
    return Response(status=204) if seen == now else Response(now, mimetype="text/plain")


@blueprint.post("/m/<match_id>/solitaire/photo")
@for_scorers
def from_photo() -> ResponseReturnValue:
    """Read a photo of the open tiles; the page then shows them, to be looked over and corrected."""
    match, game = _match()
    form = OpenTiles.read(game, request.form)
    given = next((file for file in request.files.getlist("picture") if file.filename), None)
    try:
        photo = vision.open_photo(given.read() if given else b"")
    except vision.PhotoError as error:
        answer = _page(match, form, photo_problem=_(SENTENCES[error.key]) % error.values)
        answer.status_code = 422
        return answer
    reading = read_photo(photo, game.largest)
    photo_id = play.keep_photo(get_store(), match.id, photo.kept(), reading)
    shown = form.showing(find_open_tiles(game, read_seen_tiles(reading)))
    return redirect(address(shown, photo=photo_id), 303)


def _tag(written: int, lying: Shared | None) -> str:
    """What tells one state of the page from the next."""
    return f"{written}.{lying[0] if lying else ''}"


def _match() -> tuple[play.Match, Solitaire]:
    match = get_match()
    game = match.sheet.game
    if not isinstance(game, Solitaire):
        abort(404)
    return match, game


def _page(match: play.Match, form: OpenTiles, back: str = "", photo_id: str = "", photo_problem: str = "") -> Response:
    looked = look(form)
    moves = looked.advice.moves if looked.advice else ()
    before = urlencode(form.query())
    photo = play.find_photo(get_store(), photo_id) if photo_id else None
    if photo and photo.match != match.id:
        raise play.NotFound(photo_id)
    return make_response(
        page_or_part(
            "solitaire.html",
            "_solitaire.html",
            match=match,
            variant=form.variant,
            form=form,
            looked=looked,
            moves=[(move, address(form.after(move.after), back=before)) for move in moves],
            back=back,
            photo=photo,
            review=Review(match.sheet, "ends", photo.reading, {}) if photo else None,
            photo_problem=photo_problem,
            wrong=sort_by_field([each for each in looked.problems if each not in looked.prompts], match.sheet),
            post=new_post(),
            tag=_tag(match.seen, get_shared_tiles().lies(match.id)),
        )
    )


def look(form: OpenTiles) -> Looked:
    """What the game says of the form."""
    if form.fresh or form.unfinished:
        return Looked()
    try:
        return Looked(form.variant.advise(form.position()))
    except RuleError as error:
        return Looked(problems=error.problems)


def address(form: OpenTiles, back: str = "", photo: str = "") -> str:
    """The address under which the form is shown as it is; `back` is the query of what it was before the last move."""
    more = {"back": back, "photo": photo}
    fields: dict[str, Any] = form.query() | {name: value for name, value in more.items() if value}
    return url_for(".solitaire", **fields)
