"""The assistant of a solitaire: it takes the open tiles and shows the possible moves. Nothing goes on the sheet.

One page serves all solitaires; the game decides which tiles it asks for and what it advises.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.solitaire import Advice, Solitaire
from scorekeeper.engine.text import Text
from scorekeeper.play import NotFoundError, StoreError
from scorekeeper.play.access import find_last_entry_number
from scorekeeper.play.photos import StoredPhoto, find_photo, keep_photo
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.upkeep.ephemeral import LyingTiles, find_lying_tiles, lay_tiles
from scorekeeper.web.access.permissions import for_scorers
from scorekeeper.web.forms.advice import TilesAdvice, advise_on_tiles
from scorekeeper.web.forms.form import sort_by_field
from scorekeeper.web.forms.open_tiles import OpenTiles
from scorekeeper.web.http.book_middleware import get_ephemeral, get_store, get_store_id
from scorekeeper.web.http.fragments import make_post, show_page, wants_part
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.photo.drawing import PhotoDrawing
from scorekeeper.web.photo.review import Review
from scorekeeper.web.photo.solitaire import find_open_tiles
from scorekeeper.web.photo.tiles import PhotoTiles, list_seen_tiles
from scorekeeper.web.uploads.reader import NotReadError, read_sent_photo, recall_reading

blueprint = Blueprint("solitaires", __name__)


@dataclass(frozen=True, slots=True)
class SolitaireMove:
    """A move to tap: what it does, the halves of its tiles, and the query of the form after it.

    `more` is the number of other moves that are as good, and `best` says that no other is better.
    """

    what: Text
    more: int
    best: bool
    tiles: Sequence[Sequence[str]]
    to: str


@dataclass(frozen=True, slots=True)
class SolitairePage:
    """The assistant of a solitaire: its `advice` on the tiles in `form`, and the `moves` to tap.

    Without advice, `prompts` say what the player has to do next. `marked` are the tiles that the advice marks. `wrong`
    has the problems by field. `back` is the query of the form before the last move. `tag` is the version of the page.
    If the tiles were read from a `photo`, `drawing` is the photo with its tiles outlined and `read` has the tiles.
    `photo_problem` says why a photo was refused.
    """

    match: Match
    form: OpenTiles
    advice: Advice | None
    prompts: Sequence[Problem]
    marked: Collection[str]
    wrong: Mapping[str, Sequence[Problem]]
    moves: Sequence[SolitaireMove]
    back: str
    tag: str
    photo: StoredPhoto | None
    drawing: PhotoDrawing | None
    read: PhotoTiles | None
    photo_problem: str
    post: str


@blueprint.get("/m/<match_id>/solitaire")
@for_scorers
def solitaire() -> ResponseReturnValue:
    """GET /m/<match_id>/solitaire: show the assistant with the tiles in the address, and change nothing.

    Without tiles in the address it shows those of the phone that tapped last.
    """
    match, game = _load_solitaire()
    lying = find_shared_tiles()
    if not request.args and lying and lying.query:
        return redirect(f"{url_for('.solitaire')}?{lying.query}", 303)
    form = OpenTiles.read(game, request.args)
    back, photo_id = (request.args.get(name, "") for name in ("back", "photo"))
    answer = _page(match, form, back=back, photo_id=photo_id)
    if wants_part():
        answer.headers["HX-Replace-Url"] = _make_address(form, back=back, photo=photo_id)
    return answer


@blueprint.post("/m/<match_id>/solitaire")
@for_scorers
def tap() -> ResponseReturnValue:
    """POST /m/<match_id>/solitaire: change the tiles and share them with all phones on this page.

    Redirect to the URL that has the tiles; htmx gets the page. `do` is a tap on the form. `to` is the query of a URL
    that replaces the whole form: the tiles after a move that was chosen, those before the last one, or none.
    """
    match, game = _load_solitaire()
    sent = MultiDict(parse_qsl(request.form["to"])) if "to" in request.form else request.form
    form = OpenTiles.read(game, sent)
    do, back, photo_id = (sent.get(name, "") for name in ("do", "back", "photo"))
    if do:
        form = form.tapped(do)
    address = _make_address(form, back=back, photo=photo_id)
    share_tiles(address.partition("?")[2], request.form.get("turn", ""))
    if not wants_part():
        return redirect(address, 303)
    answer = _page(match, form, back=back, photo_id=photo_id)
    answer.headers["HX-Replace-Url"] = address
    return answer


@blueprint.get("/m/<match_id>/solitaire/news")
@for_scorers
def news() -> ResponseReturnValue:
    """GET /m/<match_id>/solitaire/news: return the tag of the page as it is now, as text.

    The answer is 204 without content if the tag equals `seen`, the one that the page was sent with.
    """
    written, seen = find_last_entry_number(get_store(), get_match_id()), request.args.get("seen", "")
    if written is None:
        raise NotFoundError(get_match_id())
    lying = find_shared_tiles()
    now = _make_tag(written, lying) if lying else f"{written}.{seen.partition('.')[2]}"
    return Response(status=204) if seen == now else Response(now, mimetype="text/plain")


@blueprint.post("/m/<match_id>/solitaire/photo")
@for_scorers
def from_photo() -> ResponseReturnValue:
    """POST /m/<match_id>/solitaire/photo: read a photo of the open tiles, and redirect to the page that shows them."""
    match, game = _load_solitaire()
    form = OpenTiles.read(game, request.form)
    try:
        photo = read_sent_photo(game.largest)
    except NotReadError as refused:
        answer = _page(match, form, photo_problem=refused.sentence)
        answer.status_code = refused.status
        return answer
    photo_id = keep_photo(get_store(), match.id, photo.jpeg, photo.reading.to_json(""))
    filled = form.showing(find_open_tiles(game, list_seen_tiles(photo.reading)))
    address = _make_address(filled, photo=photo_id)
    share_tiles(address.partition("?")[2], "")
    return redirect(address, 303)


def _make_tag(written: int, lying: LyingTiles | None) -> str:
    """Return a tag for the present version of the page: the last entry's number and the number of changes."""
    return f"{written}.{lying.changes if lying else ''}"


def _load_solitaire() -> tuple[Match, Solitaire]:
    """Return the match of the request and its solitaire; abort with 404 for another game."""
    match = get_match()
    game = match.sheet.game.solitaire
    if game is None:
        abort(404)
    return match, game


def _page(match: Match, form: OpenTiles, back: str = "", photo_id: str = "", photo_problem: str = "") -> Response:
    """Return the page of the assistant with `form`; `back` is the query of the form before the last move."""
    result = advise_on_tiles(form)
    photo = _find_photo(match, photo_id) if photo_id else None
    review = Review(match.sheet, "ends", recall_reading(photo), {}) if photo else None
    page = SolitairePage(
        match=match,
        form=form,
        advice=result.advice,
        prompts=result.prompts,
        marked=result.marked,
        wrong=sort_by_field(result.wrong, match.sheet),
        moves=_list_moves(form, result),
        back=back,
        tag=_make_tag(match.seen, find_shared_tiles()),
        photo=photo,
        drawing=review.drawing if review else None,
        read=review.tiles if review else None,
        photo_problem=photo_problem,
        post=make_post(),
    )
    return make_response(show_page("solitaire/solitaire.html", page, fragment="solitaire/_solitaire.html"))


def _list_moves(form: OpenTiles, result: TilesAdvice) -> list[SolitaireMove]:
    """Return the moves to tap; none without advice."""
    before = urlencode(form.query())
    return [
        SolitaireMove(
            what=move.what,
            more=move.more,
            best=move.best,
            tiles=[str(tile).split("-") for tile in move.tiles],
            to=_make_address(form.after(move.after), back=before).partition("?")[2],
        )
        for move in (result.advice.moves if result.advice else ())
    ]


def _find_photo(match: Match, photo_id: str) -> StoredPhoto:
    """Return the photo that the tiles were read from. Raise NotFoundError if it is not one of this match."""
    photo = find_photo(get_store(), photo_id)
    if photo.match != match.id:
        raise NotFoundError(photo_id)
    return photo


def _make_address(form: OpenTiles, back: str = "", photo: str = "") -> str:
    """Return the address that shows `form`; `back` is the query of the form before the last move."""
    more = {"back": back, "photo": photo}
    fields: dict[str, Any] = form.query() | {name: value for name, value in more.items() if value}
    return url_for(".solitaire", **fields)


def share_tiles(query: str, turn: str) -> None:
    """Store the tiles that lie open in this match now, so that all phones see them.

    `query` is the form as a query string, and `turn` names a phone and the number of its tap. An error of the store is
    ignored, since each phone has its tiles in its own URL.
    """
    with suppress(StoreError):
        lay_tiles(get_ephemeral(), get_store_id(), get_match_id(), query, turn)


def find_shared_tiles() -> LyingTiles | None:
    """Return the open tiles of this match as the phone that tapped last shared them; None if none has."""
    with suppress(StoreError):
        return find_lying_tiles(get_ephemeral(), get_store_id(), get_match_id())
    return None
