"""The advice of a solitaire for the tiles in a form."""

from dataclasses import dataclass

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.rules.solitaire import Advice
from scorekeeper.web.forms.open_tiles import OpenTiles
from scorekeeper.web.forms.tile_fields import turn_round


@dataclass(frozen=True, slots=True)
class TilesAdvice:
    """Advice, or why the tiles cannot lie so; neither while some are missing."""

    advice: Advice | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def prompts(self) -> tuple[Problem, ...]:
        """Problems that only say what is to be done next."""
        return tuple(problem for problem in self.problems if problem.key == "not_refilled")

    @property
    def wrong(self) -> tuple[Problem, ...]:
        """The other problems."""
        return tuple(problem for problem in self.problems if problem.key != "not_refilled")

    @property
    def marked(self) -> frozenset[str]:
        """The tiles of pairs and runs, and those that fit; whichever way they lie."""
        tiles = {str(tile) for group in (self.advice.marks if self.advice else ()) for tile in group}
        return frozenset(tiles | set(map(turn_round, tiles)))


def advise_on_tiles(form: OpenTiles) -> TilesAdvice:
    """Return the advice of the game for the form."""
    if form.fresh or form.unfinished:
        return TilesAdvice()
    try:
        return TilesAdvice(form.solitaire.advise(form.position()))
    except RuleError as error:
        return TilesAdvice(problems=error.problems)
