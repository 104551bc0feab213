"""The assistant of a solitaire: what lies open goes in, what can be done comes out. Nothing here is written down.

One page serves all of them; which tiles it asks for, and what it says of them, is the variant's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import play
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.solitaire import Advice, Solitaire
from scorekeeper.web.database import store
from scorekeeper.web.forms import by_field
from scorekeeper.web.fragments import new_post, page_or_part, wants_part
from scorekeeper.web.open_tiles import OpenTiles

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
def solitaire(match_id: str) -> Response:
    """The assistant's page; a tap is part of the address once, and the answer is the address without it."""
    match = play.match(store(), match_id)
    variant = match.sheet.variant
    if not isinstance(variant, Solitaire):
        abort(404)
    form = OpenTiles.read(variant, request.args)
    do, back = request.args.get("do", ""), request.args.get("back", "")
    if do:
        form = form.tapped(do)
    clean = address(match_id, form, back)
    if do and not wants_part():
        return redirect(clean, 303)
    looked = look(form, match.table.options)
    moves = looked.advice.moves if looked.advice else ()
    answer = make_response(
        page_or_part(
            "solitaire.html",
            "_solitaire.html",
            match=match,
            variant=variant,
            form=form,
            looked=looked,
            moves=[(move, address(match_id, form.after(move.after), back=urlencode(form.query()))) for move in moves],
            back=back,
            wrong=by_field([each for each in looked.problems if each not in looked.prompts], match.sheet),
            post=new_post(),
        )
    )
    if wants_part():
        answer.headers["HX-Replace-Url"] = clean
    return answer


def look(form: OpenTiles, options: Mapping[str, Setting]) -> Looked:
    """What the variant says of the form."""
    if form.fresh or form.unfinished:
        return Looked()
    try:
        return Looked(form.variant.advise(form.position(), options))
    except RuleError as error:
        return Looked(problems=error.problems)


def address(match_id: str, form: OpenTiles, back: str) -> str:
    """The address under which the form is shown as it is; `back` is the query of what it was before the last move."""
    fields: dict[str, Any] = {"match_id": match_id, **form.query()} | ({"back": back} if back else {})
    return url_for(".solitaire", **fields)
