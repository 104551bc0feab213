"""What every game is: declared facts, house rules, and how tiles lie in it, bound to the seating it is played at.

A variant is a class of games, listed in `variants.VARIANTS`; `Spansk.at(seating)` is the game at one table, which
answers every question. What is asked of games in rounds alone stands in `round_game`, of solitaires in `solitaire`.
The set-up form, the entry forms and the rules page are made from the facts.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal, Self

from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.menu import Chapter, LayoutShape
from scorekeeper.engine.layout.growing import FirstTile, match_equal_halves
from scorekeeper.engine.layout.models import LINE, Model
from scorekeeper.engine.options import Number, Option, Pick, Preset, Setting, settle_options
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.seating import Seating, check_names
from scorekeeper.engine.text import N_, Text, counted
from scorekeeper.engine.tiles import End, Tile, make_set


@dataclass(frozen=True, slots=True)
class Score:
    """Points of one move and the line that says why; `counts` holds what else the game counted for it."""

    points: int
    why: Text
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round's end is worth: points by side (penalties where the lowest total wins), who won it, and why.

    Where somebody is out, `beside` is the why without saying so again: as it stands beside “Bo is out”. `bonus` holds
    the keys of what fell besides, and `next_lead` says who leads next where that hangs on how this round ended. Of a
    round of tricks `taken` are the points that each side took, `made` says whether that was what the bid wanted.
    """

    points: Mapping[str, int]
    winners: tuple[str, ...]
    why: Text
    pips: Mapping[str, int]
    beside: Text | None = None
    taken: Mapping[str, int] = field(default_factory=dict)
    made: bool | None = None
    bonus: tuple[str, ...] = ()
    next_lead: Lead | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """How the tiles are shared out: to each player, face up as a start, in the boneyard, and never drawn of those.

    `extra` is how many players, counted from the lead, get one tile more.
    """

    each: int
    boneyard: int
    never_drawn: int
    start_tile: int = 0
    extra: int = 0

    @property
    def nobody_draws(self) -> bool:
        """No tile is drawn after the deal."""
        return self.boneyard == self.never_drawn


@dataclass(frozen=True)
class Game(ABC):
    """A game at one table. Facts without a value here must be declared by every game.

    The house rules are attributes, too (`options`): a game has those that it declares itself, in the order of its form;
    one that declares none has those of the game it is made from.
    """

    seating: Seating

    key: ClassVar[str]  # the name of its file
    name: ClassVar[str]
    name_is_said: ClassVar[bool] = False  # it is no name of a game, but words, in the reader's language
    source: ClassVar[str]  # the rule sheet
    subtitle: ClassVar[str]  # what it is in a few words, for those to whom the name says nothing
    summary: ClassVar[str]
    chapter: ClassVar[Chapter]
    shape: ClassVar[LayoutShape] = LayoutShape.LINE
    takes: ClassVar[frozenset[str]]  # the kinds of entry that can be written
    largest: ClassVar[Pick[int] | int] = 6  # pips on a half of its set; where tables choose, an option
    fewest_players: ClassVar[int] = 2
    most_players: ClassVar[int] = 4
    partners: ClassVar[Literal["never", "always_with_four", "optional"]] = "never"
    ends_score: ClassVar[bool] = False  # the sum of the open ends can be worth points
    equal_ends_score: ClassVar[bool] = False  # open ends that show one number can be worth points
    asks_placed: ClassVar[bool] = False  # it matters which of them the tile just laid shows
    lowest_wins: ClassVar[Pick[bool] | bool] = False
    own_hands: ClassVar[bool] = False  # whoever comes in to score is asked whose hand he holds, and counts that alone
    target: ClassVar[Number | None] = None
    rounds: ClassVar[Number | None] = None  # how many rounds a match has, where that is agreed
    shutout: ClassVar[Pick[bool] | None] = None  # a match that the others end without a point counts twice
    settled: ClassVar[bool] = False  # its house rules are agreed on before anybody sits down
    presets: ClassVar[tuple[Preset, ...]] = ()  # house rules that go together, to be chosen in one tap
    # Made from what is declared.
    options: ClassVar[tuple[Option, ...]] = ()
    moves_score: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.options = tuple(each for each in vars(cls).values() if isinstance(each, Pick | Number)) or cls.options
        deal = vars(cls).get("deal")
        if isinstance(deal, property) and deal.fget:  # asked for several times an entry, and the same at one table
            kept = cached_property(deal.fget)
            kept.__set_name__(cls, "deal")
            cls.deal = kept  # type: ignore[assignment, method-assign]  # reads as the property does
        # Whether the open ends can be worth something while a round is played.
        cls.moves_score = cls.ends_score or cls.equal_ends_score or cls.asks_placed

    # -- at which table ----------------------------------------------------------------------------------------------

    @classmethod
    def at(cls, seating: Seating) -> Self:
        """The game at this table, which `seat` has made or found possible."""
        return cls(seating)

    @classmethod
    def seat(
        cls,
        players: Sequence[str],
        partners: bool | Sequence[Sequence[str]] | None = None,
        lead: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Seating:
        """The seating for this game. `partners` may list the pairs; None means the game's own way.

        Raises RuleError with everything that cannot be.
        """
        findings = Findings()
        names = tuple(players)
        with findings.at():
            check_names(names)
        with findings.at():
            cls.check_player_count(len(names))
        settings: Mapping[str, Setting] = {}
        with findings.at():
            settings = cls.settle(options)
        if lead is not None and lead not in names:
            findings.add("unknown_player", "lead", player=lead)
        paired = cls._pair(names, partners, findings)
        if settings:
            cls.check_table(len(names), settings, findings)
        findings.settle()
        seating = Seating(names, paired, lead, settings)
        sides = set(seating.sides)
        if len(sides) < len(seating.sides):  # “A & B” with “C” against “A” with “B & C”
            raise refuse("name_twice", "players", player=sides.pop())
        return seating

    @classmethod
    def check_player_count(cls, count: int) -> None:
        """Raise RuleError `wrong_player_count` where the game is not for so many."""
        if not cls.fewest_players <= count <= cls.most_players:
            wanted = counted("%(n)s player", "%(n)s players", cls.most_players)
            if cls.fewest_players < cls.most_players:
                wanted = Text(N_("%(fewest)s to %(players)s"), {"fewest": cls.fewest_players, "players": wanted})
            raise refuse("wrong_player_count", "players", wanted=wanted, given=count)

    @classmethod
    def check_table(cls, players: int, settings: Mapping[str, Setting], findings: Findings) -> None:
        """Find what cannot be chosen by so many players, or beside the other house rules."""
        return

    @classmethod
    def settle(cls, given: Mapping[str, object] | None = None) -> Mapping[str, Setting]:
        """Every house rule with its setting, the usual ones filled in; raises RuleError for what is no choice here."""
        settings = settle_options(cls.options, given or {})
        cls.check_settings(settings)
        return settings

    @classmethod
    def check_settings(cls, settings: Mapping[str, Setting]) -> None:
        """Raise RuleError `bad_option` for house rules that exclude each other."""
        return

    @classmethod
    def list_options(
        cls, players: int, pairs: bool, settings: Mapping[str, Setting] | None = None
    ) -> tuple[Option, ...]:
        """The house rules that can make a difference to so many players, who sit in pairs or not.

        With `settings`, those that can beside these.
        """
        found = tuple(option for option in cls.options if option.matters.at(players, pairs))
        if settings is None:
            return found
        sides = 2 if pairs else players
        return tuple(option for option in found if cls.may_matter(option.key, settings, sides))

    @classmethod
    def may_matter(cls, key: str, settings: Mapping[str, Setting], sides: int | None = None) -> bool:
        """Whether the house rule `key` can make a difference beside the other `settings`.

        `sides` is how many sides play; None asks about any number of them.
        """
        return True

    @classmethod
    def renew_options(cls, stored: Mapping[str, object]) -> Mapping[str, object]:
        """The house rules of a match that an older version stored, as they are written today."""
        return stored

    @classmethod
    def _pair(cls, names: tuple[str, ...], partners: bool | Sequence[Sequence[str]] | None, findings: Findings) -> bool:
        four = len(names) == 4
        if partners is None:
            return four and cls.partners == "always_with_four"
        if isinstance(partners, bool):
            fits = partners == four if cls.partners == "always_with_four" else not partners or four
        else:
            pairs = {frozenset(pair) for pair in partners}
            fits = four and pairs == {frozenset(names[0::2]), frozenset(names[1::2])}
        if not fits or (partners and cls.partners == "never"):
            findings.add("bad_teams", "partners")
        return bool(partners) and four

    @property
    def idle_kinds(self) -> frozenset[str]:
        """The kinds of entry that this game takes and that are worth nothing at this table."""
        return frozenset()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the set that this table plays with."""
        return make_set(self.largest)

    @property
    @abstractmethod
    def deal(self) -> Deal:
        """How the tiles are dealt."""

    @abstractmethod
    def first_lead(self) -> Lead:
        """Who starts the first round."""

    # -- the evening -------------------------------------------------------------------------------------------------

    def counts_for(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> int:
        """How many matches of the evening one counts for that `winners` won with these totals: usually one."""
        others = [total for side, total in totals.items() if side not in winners]
        return 2 if self.shutout and len(winners) == 1 and others and not any(others) else 1

    # -- what lies on the table --------------------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        """How the layout grows."""
        return LINE

    @property
    def first_tile(self) -> FirstTile:
        """What the first tile of the first round must be."""
        return "any"

    @property
    def joins_equal(self) -> bool:
        """Whether only equal halves may touch."""
        return True

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        """Which halves of `tile` may touch an open `pip`."""
        return match_equal_halves(tile, pip)

    def may_lie(self, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        """Whether `tile` may lie with its half `join` at an open `pip`, which leaves `ends` open."""
        return join in self.facing(tile, pip)

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        """What the open ends are worth to the player who left them; `placed` is the one of the tile just laid."""
        return Score(0, Text(N_("no points in play")))


Variant = type[Game]


def find_missing(variant: Variant) -> tuple[str, ...]:
    """What a game does not say and must: facts without a value, and questions that it does not answer."""
    facts = (name for base in variant.__mro__ for name in vars(base).get("__annotations__", ()) if name != "seating")
    unsaid = (name for name in dict.fromkeys(facts) if not hasattr(variant, name))
    return (*unsaid, *sorted(getattr(variant, "__abstractmethods__", ())))
