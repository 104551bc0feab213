"""The rules of a game: its tiles and deal, the house rules in plain words, and examples scored by the engine."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template

from scorekeeper.engine.layout.positions import read_position
from scorekeeper.engine.options import Preset, Setting
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.solitaire import Advice
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Line
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.own_games import list_saved_games
from scorekeeper.play.scoring.preview import Preview, preview_entry, preview_first_entry
from scorekeeper.web.access.permissions import for_watchers, is_allowed
from scorekeeper.web.forms.form import split_words
from scorekeeper.web.http.book_middleware import get_store
from scorekeeper.web.http.fragments import show_page
from scorekeeper.web.http.this_match import get_match, get_match_id
from scorekeeper.web.i18n.languages import find_language
from scorekeeper.web.views.house_rules import (
    HouseRules,
    list_options_that_matter,
    list_usual_options_that_matter,
    name_preset,
)
from scorekeeper.web.views.menu import arrange_menu, show_game

blueprint = Blueprint("rules", __name__)
NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")


@dataclass(frozen=True, slots=True)
class Example:
    """Examples for the rules page, scored by the engine under the rules of `game`.

    Its methods raise ValueError for an example that is not possible.
    """

    game: Game

    def of(self, players: int, partners: bool | None = None, **options: object) -> "Example":
        """Return examples of the same game for `players` players, in pairs or not, with these house rules added.

        `partners` None leaves that to the game.
        """
        settings = {**self.game.seating.options, **options}
        return Example(self.game.variant.at(self.game.variant.seat(NAMES[:players], partners, None, settings)))

    def ends(self, typed: str, player: str = "Anna", placed: str = "") -> Line:
        """Return the scored line of the open ends `typed`, such as `5-5 0`, for `player`.

        `placed` is the end of the tile just laid, for games that ask for it.
        """
        entry = {"entry": "ends", "player": player, "ends": list(split_words(typed))}
        return self._line(entry | ({"placed": placed} if placed else {}))

    def out(self, player: str, **hands: str) -> Line:
        """Return the scored line of a round in which `player` went out.

        `hands` has the tiles left by player; players who are not at the table are ignored.
        """
        return self._line({"entry": "round", "out": player, "hands": self._tiles(hands)})

    def last(self, player: str, tile: str, ends: str) -> Line:
        """Return the scored line of a round in which `player` went out with `tile`, laid to one of the open `ends`."""
        last = {"last": tile, "last_ends": list(split_words(ends))}
        return self._line({"entry": "round", "out": player, "hands": {}, **last})

    def blocked(self, lead: str | None = None, **hands: str) -> Line:
        """Return the scored line of a blocked round in which `lead` both led and laid the last tile.

        `hands` has the tiles left by player.
        """
        hands_left = self._tiles(hands)
        return self._line({"entry": "round", "blocked": True, "hands": hands_left, "lead": lead, "locked_by": lead})

    def boneyard(self, lead: str | None = None, **hands: str) -> Line:
        """Return the scored line of a round that ended at the boneyard; `lead` led and laid the last tile.

        `hands` has the tiles left by player.
        """
        hands_left = self._tiles(hands)
        return self._line({"entry": "round", "boneyard": True, "hands": hands_left, "lead": lead, "locked_by": lead})

    def tricks(self, bid: str, player: str, count: str = "", **taken: int) -> Line:
        """Return the scored line of a round whose bid (`31` or `2 marks`) `player` won.

        `taken` has what the bidders took: `points=…` or `tricks=…`, the latter with the counting tiles in `count`.
        """
        entered = {**taken, **({"count": list(split_words(count))} if "tricks" in taken else {})}
        return self._play_bid(bid, player, {player: entered})

    def tricks_of_each(self, bid: str, player: str, **tricks: int) -> Line:
        """Return the scored line of a round whose bid `player` won; `tricks` has the number of tricks by player."""
        return self._play_bid(bid, player, {name: {"tricks": number} for name, number in tricks.items()})

    def _play_bid(self, bid: str, player: str, taken: Mapping[str, Any]) -> Line:
        """Return the scored line of the round with this bid, in which `taken` has each player's points or tricks."""
        number, _, marks = bid.partition(" ")
        bid_entry = {"entry": "bid", "player": player, "marks" if marks else "points": int(number)}
        sheet = preview_first_entry(self.game, bid_entry).sheet
        if sheet is None:
            raise ValueError(f"this example cannot be: {bid_entry}")
        return self._check(preview_entry(sheet, {"entry": "round", "taken": taken}))

    def advice(self, **lying: object) -> Advice:
        """Return the advice of the assistant of a solitaire on the open tiles, such as `table=["6-2", "3-1"]`.

        Raise TypeError if the game has no assistant.
        """
        if self.game.solitaire is None:
            raise TypeError(f"{self.game.variant.key} has no assistant")
        return self.game.solitaire.advise(read_position(lying, self.game.largest))

    def _tiles(self, hands: Mapping[str, str]) -> dict[str, list[str]]:
        """Return the tiles of each hand whose player is at the table."""
        seated = self.game.seating.players
        return {player: list(split_words(typed)) for player, typed in hands.items() if player in seated}

    def _line(self, entry: Mapping[str, Any]) -> Line:
        """Return the line of `entry` as the first one of a match."""
        return self._check(preview_first_entry(self.game, entry))

    @staticmethod
    def _check(preview: Preview) -> Line:
        """Return the line of a preview. Raise ValueError if it has none."""
        if preview.line is None:
            raise ValueError(f"this example cannot be: {preview.problems}")
        return preview.line


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game at a table, or with the usual house rules and for any number of players (`general`).

    `match_id` is the match to link back to, and `keepable` offers to save its game. `deals` says how the tiles are
    dealt, by the number of players. `own_rules` says that some of the house rules are not the usual ones. `alone` says
    that everybody can play alone, and `pairs` that the game can be played in pairs. `example` makes examples.
    """

    variant: Variant
    match_id: str | None
    keepable: bool
    deals: Mapping[int, Deal]
    game: Game
    general: bool
    own_rules: bool
    alone: bool
    pairs: bool
    house: HouseRules
    presets: Sequence[tuple[Preset, str]]
    example: Example


@blueprint.get("/rules")
@for_watchers
def list_rules() -> str:
    """GET /rules: show the games, those at home in the reader's language first, the others by chapter.

    Each is linked to its rules. The owner also sees the book's own games.
    """
    match_id = get_match_id() or None
    saved = list_saved_games(get_store()) if is_allowed("own", match_id or "") else ()
    own = tuple((game.id, show_game(game.variant)) for game in saved if not game.gone)
    return render_template(
        "games/all_rules.html", menu=arrange_menu((), find_language()), own_games=own, match_id=match_id
    )


@blueprint.get("/rules/<key>")
@for_watchers
def rules(key: str) -> tuple[str, int]:
    """GET /rules/<key>: show the rules of a game; with `match` in the address, as that table plays it."""
    variant = VARIANTS.get(key) or abort(404)
    match = get_match() if get_match_id() else None
    if match and match.variant.key == key:
        return show_rules(match.variant, match.seating, match.id, keepable=_may_keep(match))
    return show_rules(variant, None, match.id if match else None)


@blueprint.get("/rules/own/<game_id>")
def own_rules(game_id: str) -> tuple[str, int]:
    """GET /rules/own/<game_id>: show the rules of one of the book's own games."""
    saved = next((game for game in list_saved_games(get_store()) if game.id == game_id), None)
    return show_rules(saved.variant if saved else abort(404), None)


def _may_keep(match: Match) -> bool:
    """Return whether to offer saving the game of a match: it is somebody's own game and not in this book."""
    if not match.variant.settled or not is_allowed("own", match.id):
        return False
    saved = (game.variant.settle() for game in list_saved_games(get_store()) if not game.gone)
    return match.variant.settle() not in saved


def show_rules(
    variant: Variant, seating: Seating | None, match_id: str | None = None, *, keepable: bool = False
) -> tuple[str, int]:
    """Return the rules page of a game as the table of `seating` plays it; None means the usual rules.

    `match_id` is the match to link back to, and `keepable` offers to save the game.
    """
    settings = seating.options if seating else variant.settle()
    deals = _deals(variant, settings)
    count, pairs = (len(seating.players), seating.partners) if seating else (max(deals), None)
    game = variant.at(variant.seat(NAMES[:count], pairs, options=settings))
    usual = () if seating else list_usual_options_that_matter(variant, settings, deals.values())
    options = list_options_that_matter(game) if seating else usual
    page = RulesPage(
        variant=variant,
        match_id=match_id,
        keepable=keepable,
        deals=deals,
        game=game,
        general=seating is None,
        own_rules=any(option.find_setting(settings[option.key]) != option.find_default(settings) for option in options),
        alone=not pairs,
        pairs=variant.partners != "never" if pairs is None else pairs,
        house=HouseRules(game, options),
        presets=() if seating else tuple((preset, name_preset(variant, preset)) for preset in variant.presets),
        example=Example(game),
    )
    return show_page("games/rules.html", page)


def _deals(variant: Variant, settings: Mapping[str, Setting]) -> dict[int, Deal]:
    """Return how the tiles are dealt, by the number of players."""
    deals = {}
    for players in range(variant.fewest_players, variant.most_players + 1):
        with suppress(RuleError):  # a small set has too few tiles for this many players
            deals[players] = variant.at(variant.seat(NAMES[:players], options=settings)).deal
    return deals
