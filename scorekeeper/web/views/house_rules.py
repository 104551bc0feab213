"""The house rules of a game or a table, as text for pages.

A table's rules page prints each rule once, where the text is about the rule's topic.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.engine.options import Option, Pick, Preset, Setting, Topic, find_option_at, write_setting
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.text import Text
from scorekeeper.web.i18n.words import speak


def name_settings(options: Iterable[Option], settings: Mapping[str, Setting]) -> str:
    """Return the `settings` of these options in one line, each with the label of its option."""
    named = (
        _("%(option)s: %(setting)s", option=speak(option.label), setting=_name_setting(option, settings[option.key]))
        for option in options
    )
    return " · ".join(named)


def _name_setting(option: Option, setting: Setting) -> str:
    """Return the name of a setting of `option` in the reader's language."""
    labels = {choice.value: choice.label for choice in option.choices} if isinstance(option, Pick) else {}
    return speak(labels[setting]) if setting in labels else write_setting(setting)


def name_preset(variant: Variant, preset: Preset) -> str:
    """Return the settings of a preset of the game that differ from the usual ones in one line; empty if none does."""
    settings = variant.settle(preset.settings)
    return name_settings((option for option in variant.options if option.key in preset.settings), settings)


def list_usual_options_that_matter(
    variant: Variant, settings: Mapping[str, Setting], deals: Collection[Deal]
) -> tuple[Option, ...]:
    """Return the options of `variant` that have an effect with these settings for at least one number of players.

    `deals` has the deal for each number of players; if none leaves a boneyard, the options about drawing are left out.
    """
    idle = () if any(deal.boneyard for deal in deals) else (Topic.DRAWING,)
    listed = (each for each in variant.options if each.about not in idle and variant.may_matter(each.key, settings))
    return tuple(find_option_at(option, settings) for option in listed)


def list_options_that_matter(game: Game) -> tuple[Option, ...]:
    """Return the options that matter at this table, with its players and its other house rules."""
    idle = set()
    if not game.deal.boneyard:
        idle.add(Topic.DRAWING)
    if game.rounds.hands.when_blocked == "none":
        idle.add(Topic.TIE)
    seating = game.seating
    listed = game.variant.list_options(len(seating.players), seating.partners, seating.options)
    count, pairs = len(seating.players), seating.partners
    return tuple(find_option_at(option, seating.options, count, pairs) for option in listed if option.about not in idle)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule in a sentence.

    `usual` says that the setting is the usual one; `about` is the topic, None if it has none.
    """

    sentence: Text
    usual: bool
    about: Topic | None


class HouseRules:
    """The house rules of a table that the page has not printed yet; a rule that the text takes is removed.

    So an option needs no place of its own in the text: it is printed with its topic, or else after the text.
    """

    def __init__(self, game: Game, options: Iterable[Option]) -> None:
        settings = game.seating.options
        self._untold = list[HouseRule]()
        for option in options:
            setting = option.find_setting(settings[option.key])
            usual = setting == option.find_default(settings)
            sentence = option.explain(setting, settings)
            if not (option.extra and usual) and all(rule.sentence != sentence for rule in self._untold):
                self._untold.append(HouseRule(sentence, usual, option.about))

    def take(self, topic: str) -> tuple[HouseRule, ...]:
        """Remove and return the rules about `topic`, in the order of the form."""
        taken = tuple(rule for rule in self._untold if rule.about is Topic(topic))
        self._untold = [rule for rule in self._untold if rule not in taken]
        return taken

    def take_rest(self) -> tuple[HouseRule, ...]:
        """Remove and return all remaining rules."""
        rest, self._untold = tuple(self._untold), []
        return rest
