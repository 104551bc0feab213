"""Axes of your own game about the set, the deal, what may be laid, and what open ends are worth (docs/rules.md §11)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from scorekeeper.engine.layout.laid_tiles import FirstTile
from scorekeeper.engine.layout.models import CROSS, ENDWISE, FORK, LINE, SPIN_ALL, SPIN_ONE, Model
from scorekeeper.engine.options import Alternative, Choice, Matters, Number, Pick, Setting, Topic
from scorekeeper.engine.rules.drawing import DRAW
from scorekeeper.engine.rules.in_play import EQUAL_ENDS, HEADERS, NOTHING, THREES_AND_FIVES
from scorekeeper.engine.rules.own.fitting import WITHOUT_DOUBLE_BLANK, WITHOUT_THREE
from scorekeeper.engine.rules.score_as import FIFTHS, FIVES
from scorekeeper.engine.rules.sets import choose_set
from scorekeeper.engine.text import N_, counted

SET = choose_set(6, 9, 12, 15, 18)


def _tell_exact_count(limit: Number) -> Number:
    """Return the option `limit` of the number of players, with another sentence if only one number is possible."""

    def is_exact(settings: Mapping[str, Setting], players: int | None, pairs: bool | None) -> bool:
        return settings["players_from"] == settings["players_to"]

    return replace(limit, alternative=Alternative(is_exact, replace(limit, rule=N_("Exactly %(n)s play."))))


PLAYERS_FROM = _tell_exact_count(
    Number(
        "players_from",
        N_("Fewest players"),
        N_("At least %(n)s play."),
        2,
        least=2,
        most=8,
        offers=(2, 3, 4),
        about=Topic.DEAL,
    )
)
PLAYERS_TO = _tell_exact_count(
    Number(
        "players_to",
        N_("Most players"),
        N_("At most %(n)s play."),
        4,
        least=2,
        most=8,
        offers=(2, 4, 6, 8),
        about=Topic.DEAL,
    )
)
Partners = Literal["never", "optional", "always_with_four"]
PARTNERS: Pick[Partners] = Pick(
    "partners",
    N_("Partners"),
    (
        Choice("never", N_("never"), N_("Each plays alone.")),
        Choice("optional", N_("four may play in pairs"), N_("Four may play in pairs, partners opposite each other.")),
        Choice(
            "always_with_four", N_("four always play in pairs"), N_("Four play in pairs, partners opposite each other.")
        ),
    ),
    about=Topic.DEAL,
)
_ALWAYS_OR_NEVER: Pick[tuple[int, ...]] = Pick(
    "taken_out",
    N_("The double blank"),
    (
        Choice((), N_("is in the set"), N_("All tiles of the set are in play."), "none"),
        Choice(tuple(range(2, 9)), N_("is taken out"), N_("The double blank is taken out of the set."), "double_blank"),
    ),
    about=Topic.DEAL,
    extra=True,
)
TAKEN_OUT = replace(
    _ALWAYS_OR_NEVER,
    choices=(
        _ALWAYS_OR_NEVER.choices[0],
        Choice(
            (3,),
            N_("is taken out for three players"),
            N_("With three players the double blank is taken out of the set."),
            "of_three",
        ),
        _ALWAYS_OR_NEVER.choices[1],
    ),
    alternative=Alternative(WITHOUT_THREE, _ALWAYS_OR_NEVER),
)


def choose_tiles_of(players: int) -> Number:
    """Return the axis for how many tiles each player is dealt at a table of `players` players."""
    rule = counted(
        "%(players)s players are dealt %(n)s tile each.",
        "%(players)s players are dealt %(n)s tiles each.",
        values={"players": players},
    )
    return Number(
        f"tiles_{players}",
        N_("Tiles each"),
        rule,
        7,
        most=95,
        offers=(5, 6, 7, 9) if players == 3 else (5, 6, 7),
        matters=Matters(players=(players,)),
        about=Topic.DEAL,
    )


START_TILE: Pick[int] = Pick(
    "start_tile",
    N_("A start tile"),
    (
        Choice(0, N_("none"), N_("Who leads lays the first tile.")),
        Choice(1, N_("one, face up"), N_("One tile, which is no double, is turned up as the start.")),
    ),
    about=Topic.LAYING,
)
DRAWING = DRAW
BONEYARD_KEEPS = Number(
    "boneyard_keeps",
    N_("Tiles that stay in the boneyard"),
    counted(
        "%(n)s tile of the boneyard is never drawn: when only that one is left, you pass.",
        "%(n)s tiles of the boneyard are never drawn: when only those are left, you pass.",
    ),
    0,
    least=0,
    most=180,
    offers=(0, 1, 2),
    about=Topic.DRAWING,
    none=N_("The whole boneyard may be drawn; when it is empty, you pass."),
)
DOUBLES: Pick[Model] = Pick(
    "doubles",
    N_("Doubles"),
    (
        Choice(LINE, N_("lie across one line"), N_("There is one line with two ends; doubles lie across it."), "line"),
        Choice(
            SPIN_ONE,
            N_("the first is a spinner"),
            N_("The first double of a round takes four tiles, at its long sides first; all others lie in the line."),
            "spin_one",
        ),
        Choice(
            SPIN_ALL,
            N_("all are spinners"),
            N_("Every double takes four tiles, at its long sides first."),
            "spin_all",
        ),
        Choice(FORK, N_("fork"), N_("A double lies crosswise and opens both of its halves."), "fork"),
        Choice(
            CROSS,
            N_("the first must get four tiles"),
            N_("The double that is led takes four tiles before anything else is laid; later doubles lie in line."),
            "cross",
        ),
        Choice(ENDWISE, N_("lie lengthwise"), N_("A double lies in line as any other tile does."), "endwise"),
    ),
    about=Topic.DOUBLES,
)
_WITH_DOUBLE_BLANK: Pick[bool] = Pick(
    "joins",
    N_("Halves that touch"),
    (
        # Translators: answers “Halves that touch”.
        Choice(False, N_("are equal"), N_("Halves that touch are equal."), "equal"),
        Choice(
            True,
            N_("make a number together"),
            N_(
                "Halves that touch make one more than the largest half of the set. Tiles that make it themselves, and "
                "the double blank, go anywhere."
            ),
            "sum",
        ),
    ),
    about=Topic.LAYING,
)
MAKE_TOGETHER = replace(
    _WITH_DOUBLE_BLANK,
    alternative=Alternative(
        WITHOUT_DOUBLE_BLANK,
        replace(
            _WITH_DOUBLE_BLANK,
            choices=(
                _WITH_DOUBLE_BLANK.choices[0],
                replace(
                    _WITH_DOUBLE_BLANK.choices[1],
                    rule=N_(
                        "Halves that touch make one more than the largest half of the set. Tiles that make it "
                        "themselves go anywhere."
                    ),
                ),
            ),
        ),
    ),
)
FIRST_TILE: Pick[FirstTile] = Pick(
    "first_tile",
    N_("The first tile"),
    (
        # Translators: answers “The first tile”, which may be any tile or has to be a double.
        Choice("any", N_("may be any"), N_("A round may begin with any tile."), "any"),
        Choice("double", N_("is a double"), N_("A round begins with a double."), "double"),
        Choice("no_double", N_("is no double"), N_("A round does not begin with a double."), "no_double"),
    ),
    about=Topic.LAYING,
)
TILES_OF = {players: choose_tiles_of(players) for players in range(2, 9)}
COUNTED_ENDS = Pick(
    "in_play",
    N_("Points while you play"),
    (
        Choice(NOTHING, N_("none"), N_("Nothing is scored while a round is played."), "nothing"),
        Choice(
            FIVES,
            N_("fives, in full"),
            N_("Open ends that make a multiple of five score their sum."),
            "fives_sum",
        ),
        Choice(
            FIFTHS,
            N_("fives, a fifth"),
            N_("Open ends that make a multiple of five score a fifth of it."),
            "fives_fifth",
        ),
        Choice(
            THREES_AND_FIVES,
            N_("fives and threes"),
            N_("Open ends score a point for each three in a multiple of three, and for each five in one of five."),
            "fives_threes",
        ),
        Choice(
            HEADERS,
            N_("all ends equal"),
            N_(
                "Ends that all show one number score two points, three with a double among them; a double that leads "
                "scores two."
            ),
            "headers",
        ),
        Choice(
            EQUAL_ENDS,
            N_("ends equal to the last tile"),
            N_("As many points as open halves show the same as the tile just laid, if two or more do."),
            "equal_ends",
        ),
    ),
    about=Topic.POINTS,
)
