"""The house rules of a table in the text of its rules page: each is told once, where the text speaks of its topic."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.engine.options import Option, Setting, Topic
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.text import Text


def list_usual_options_that_matter(variant: Variant, settings: Mapping[str, Setting]) -> tuple[Option, ...]:
    """Return the house rules that can matter with these settings, for any number of players."""
    return tuple(option for option in variant.options if variant.may_matter(option.key, settings))


def list_options_that_matter(game: Game) -> tuple[Option, ...]:
    """The house rules that can matter at this table, so many players with the other rules they have agreed on."""
    idle = set()
    if not game.deal.boneyard:
        idle.add(Topic.DRAWING)
    if game.rounds.hands.when_blocked == "none":
        idle.add(Topic.TIE)
    seating = game.seating
    listed = game.variant.list_options(len(seating.players), seating.partners, seating.options)
    return tuple(option for option in listed if option.about not in idle)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule in a sentence. It is not `usual` where the table has agreed on something else."""

    sentence: Text
    usual: bool
    about: Topic | None


class HouseRules:
    """What was agreed on, until the text has told it: what the text takes is gone, and stands nowhere else on the page.

    So an option needs no place of its own in the text: it stands with its topic, or else after the text.
    """

    def __init__(self, game: Game, options: Iterable[Option]) -> None:
        settings = game.seating.options
        self._untold = [
            HouseRule(
                option.explain(settings[option.key], settings),
                settings[option.key] == option.find_default(settings),
                option.about,
            )
            for option in options
            if not (option.extra and settings[option.key] == option.find_default(settings))
        ]

    def take(self, topic: str) -> tuple[HouseRule, ...]:
        """The rules about a topic, in the order of the form, that nothing took before."""
        taken = tuple(rule for rule in self._untold if rule.about is Topic(topic))
        self._untold = [rule for rule in self._untold if rule not in taken]
        return taken

    def take_rest(self) -> tuple[HouseRule, ...]:
        """The rules that the text has no place for."""
        rest, self._untold = tuple(self._untold), []
        return rest
