"""The games that an event may be played in: every game, with the house rules of each of its presets, and own games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.scoring.own_games import SavedGame

OWN = "own"


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of the form, chosen by `value`; `label` names its house rules, or is empty for the usual ones."""

    value: str
    game: Variant
    label: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)

    def settle(self, target: int) -> dict[str, object]:
        """Return the options of every match: the house rules, and the event's `target` if the game has one."""
        has_target = any(option.key == "target" for option in self.game.options)
        return {**self.settings, "target": target} if has_target else dict(self.settings)


def list_event_games(own_games: Iterable[SavedGame]) -> tuple[EventGame, ...]:
    """Return the games for two players and more, `own_games` first, each with its house rules."""
    games = [
        EventGame(f"{OWN}-{saved.id}", saved.variant, "", dict(saved.variant.settle()))
        for saved in own_games
        if not saved.gone
    ]
    for key, game in VARIANTS.items():
        if game.most_players > 1 and key != OWN:
            games.append(EventGame(key, game))
            presets = enumerate(game.presets)
            games += [EventGame(f"{key} {n}", game, each.label, each.settings) for n, each in presets if each.settings]
    return tuple(games)


def find_game(games: Iterable[EventGame], value: str) -> EventGame:
    """Return the game with this value. Raise EventError if there is none."""
    for each in games:
        if each.value == value:
            return each
    raise EventError("no_game")
