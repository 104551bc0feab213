"""The rules of a game: what it needs, the house rules in plain words, and examples that the engine works out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template

from scorekeeper.engine.games.game import Deal, Game, Variant
from scorekeeper.engine.games.solitaire import Advice, Solitaire
from scorekeeper.engine.options import Setting
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import Line, read_position, reckon_first
from scorekeeper.web.app.access import for_watchers
from scorekeeper.web.app.this_match import get_match, get_match_id
from scorekeeper.web.app.words import speak
from scorekeeper.web.forms.form import split_words

blueprint = Blueprint("rules", __name__)
NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva")


@dataclass(frozen=True, slots=True)
class Example:
    """Examples for the rule text, scored by the engine as `game` is played; what cannot be is an error here."""

    game: Game

    def of(self, players: int, partners: bool | None = None, **options: object) -> "Example":
        """The same game at a table of so many, in pairs or not, with these house rules."""
        settings = {**self.game.seating.options, **options}
        return Example(self.game.at(self.game.seat(NAMES[:players], partners, None, settings)))

    def ends(self, typed: str, player: str = "Anna", placed: str = "") -> Line:
        """What the open ends `5-5 0` are worth; `placed` is the one just laid, where a game asks for it."""
        entry = {"entry": "ends", "player": player, "ends": list(split_words(typed))}
        return self._line(entry | ({"placed": placed} if placed else {}))

    def out(self, player: str, **hands: str) -> Line:
        """What a round is worth that `player` went out in."""
        return self._line({"entry": "round", "out": player, "hands": _tiles(hands)})

    def blocked(self, lead: str | None = None, **hands: str) -> Line:
        """What a blocked round is worth that `lead` led, and laid the last tile of."""
        return self._line({"entry": "round", "blocked": True, "hands": _tiles(hands), "lead": lead, "locked_by": lead})

    def boneyard(self, **hands: str) -> Line:
        """What a round is worth that ended at the boneyard."""
        return self._line({"entry": "round", "boneyard": True, "hands": _tiles(hands)})

    def advice(self, **lying: object) -> Advice:
        """What the assistant of a solitaire says of what lies open, e.g. `table=["6-2", "3-1"]`."""
        if not isinstance(self.game, Solitaire):
            raise TypeError(f"{self.game.key} has no assistant")
        return self.game.advise(read_position(lying, self.game.largest))

    def _line(self, entry: Mapping[str, Any]) -> Line:
        reckoned = reckon_first(self.game, entry)
        if reckoned.line is None:
            raise ValueError(f"this example cannot be: {entry}: {reckoned.problems}")
        return reckoned.line


@blueprint.get("/rules/<key>")
@for_watchers
def rules(key: str) -> str:
    """The rules of a game; with `match`, as that table plays it."""
    variant = VARIANTS.get(key) or abort(404)
    match = get_match() if get_match_id() else None
    seating = match.seating if match and match.variant is variant else None
    settings = seating.options if seating else variant.settle()
    options = variant.list_options(len(seating.players), seating.partners) if seating else variant.options
    return render_template(
        "rules.html",
        variant=variant,
        match_id=match.id if match else None,
        deals=_deals(variant, settings),
        our_rules=[speak(option.explain(settings[option.key])) for option in options],
        example=Example(variant.at(variant.seat(NAMES[: variant.most_players], options=settings))),
    )


def _deals(variant: Variant, settings: Mapping[str, Setting]) -> dict[int, Deal]:
    """How the tiles are dealt, by the number of players."""
    counts = range(variant.fewest_players, variant.most_players + 1)
    return {players: variant.at(variant.seat(NAMES[:players], options=settings)).deal for players in counts}


def _tiles(hands: Mapping[str, str]) -> dict[str, list[str]]:
    return {player: list(split_words(typed)) for player, typed in hands.items()}
