"""The advice of a solitaire for the tiles in a form."""

from dataclasses import dataclass

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.rules.solitaire import Advice
from scorekeeper.web.forms.open_tiles import OpenTiles
from scorekeeper.web.forms.tile_fields import turn_round


@dataclass(frozen=True, slots=True)
class TilesAdvice:
    """The advice on the tiles of a solitaire, or the problems with them; neither while tiles are missing."""

    advice: Advice | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def prompts(self) -> tuple[Problem, ...]:
        """Return the problems that only say what the player has to do next."""
        return tuple(problem for problem in self.problems if problem.key == "not_refilled")

    @property
    def wrong(self) -> tuple[Problem, ...]:
        """Return the problems that say which tiles are not possible."""
        return tuple(problem for problem in self.problems if problem.key != "not_refilled")

    @property
    def marked(self) -> frozenset[str]:
        """Return the tiles that the advice marks (pairs, runs and tiles that fit), each written both ways round."""
        tiles = {str(tile) for group in (self.advice.marks if self.advice else ()) for tile in group}
        return frozenset(tiles | set(map(turn_round, tiles)))


def advise_on_tiles(form: OpenTiles) -> TilesAdvice:
    """Return the solitaire's advice on the tiles in `form`, or the problems with them; empty if tiles are missing."""
    if form.fresh or form.unfinished:
        return TilesAdvice()
    try:
        return TilesAdvice(form.solitaire.advise(form.position()))
    except RuleError as error:
        return TilesAdvice(problems=error.problems)
