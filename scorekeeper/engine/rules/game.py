"""What a game is: a value of facts and rules (`Variant`), and the rules as one table plays them (`Game`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from scorekeeper.engine.options import HasOptions, Option, Pick, Preset, Setting, settle_options
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.family import PLAIN, Family
from scorekeeper.engine.rules.goals import Goal
from scorekeeper.engine.rules.laying import IN_LINE, Laying
from scorekeeper.engine.rules.leading import Leading
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.moves import NOTHING_SCORES, Moves
from scorekeeper.engine.rules.paying import NO_BONUSES, Bonuses
from scorekeeper.engine.rules.rounds import Rounds
from scorekeeper.engine.rules.solitaire import Solitaire
from scorekeeper.engine.rules.turns import Turns
from scorekeeper.engine.seating import Seating, check_names
from scorekeeper.engine.text import N_, Text, counted
from scorekeeper.engine.tiles import Tile

Settings = Mapping[str, Setting]
Partners = Literal["never", "always_with_four", "optional"]


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game at one table: its rules with the house rules that the table has agreed on.

    A solitaire has no rounds: its rules are in `solitaire`, and the other parts say that nothing is laid or scored. Two
    games are equal where the same variant is played at the same table, for the parts follow from both.
    """

    variant: "Variant"
    seating: Seating
    dealing: Dealing = field(compare=False)
    leading: Leading = field(compare=False)
    turns: Turns = field(compare=False)
    rounds: Rounds = field(compare=False)
    goal: Goal = field(compare=False)
    laying: Laying = field(default=IN_LINE, compare=False)
    moves: Moves = field(default=NOTHING_SCORES, compare=False)
    bonuses: Bonuses = field(default=NO_BONUSES, compare=False)
    family: Family[Any] = field(default=PLAIN, compare=False)
    solitaire: Solitaire | None = field(default=None, compare=False)

    @property
    def largest(self) -> int:
        """The pips on the largest half of the set."""
        return self.dealing.largest

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the set."""
        return self.dealing.tiles

    @property
    def deal(self) -> Deal:
        """How the tiles are dealt."""
        return self.dealing.deal

    @property
    def idle_kinds(self) -> frozenset[str]:
        """The kinds of entry that this game takes and that are worth nothing at this table."""
        return frozenset() if self.bonuses.paid else self.variant.takes & {"bonus"}


def settle_listed(variant: "Variant", given: Mapping[str, object]) -> Settings:
    """Return the settings of all house rules; raise RuleError for what is no choice, or excludes each other."""
    settings = settle_options(variant.options, given)
    variant.check_settings(settings)
    return settings


def keep_variant(variant: "Variant", given: Mapping[str, object]) -> "Variant":
    """Return the variant itself: no fact of the game hangs on its house rules."""
    return variant


def matters_always(key: str, settings: Settings, sides: int | None) -> bool:
    """Return True: no house rule of the game hangs on another one."""
    return True


def allow_all(settings: Settings) -> None:
    """Raise nothing: no house rules of the game exclude each other."""


def remove_none(seating: Seating) -> frozenset[Tile]:
    """Return no tile: every table plays with the whole set."""
    return frozenset()


def seat_all(players: int, settings: Settings, findings: Findings) -> None:
    """Find nothing: every number of players can choose all house rules of the game."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game with its facts, its house rules, and how it is played at a table.

    `largest` is the largest half of the set; where tables choose, an option. `find_removed` says which tiles of the set
    a table does not play with. `options` are the house rules in the order
    of the form, and `play` makes the rules of one table of them. `takes` are the kinds of entry that can be written.
    Open ends can be worth points by their sum (`ends_score`), where they show one number (`equal_ends_score`), or where
    they are equal to the end just laid (`asks_placed`). With `own_hands`, who comes in to score is asked whose hand it
    is, and counts that alone. With `settled`, the house rules are agreed on before anybody sits down. With
    `name_is_said`, the name is not the name of a game, but words to be translated. The menu lists the games by
    `menu_place`.

    `matters_beside` says whether a house rule can make a difference beside the other settings, to so many sides (None:
    to any number of them). `check_settings` and `check_table` find house rules that exclude each other, or that so many
    players cannot choose. `renew_options` writes the house rules of a match that an older version stored as today's.

    The facts of your own game hang on its house rules: `fill_in` returns the variant with the facts that these make,
    `axes` are those that are settled, and `settle_by` settles all of them.
    """

    key: str
    name: str
    source: str
    subtitle: str
    summary: str
    play: Callable[["Variant", Seating], Game]
    name_is_said: bool = False
    chapter: Chapter = Chapter.ROUNDS
    shape: LayoutShape = LayoutShape.LINE
    largest: Pick[int] | int = 6
    find_removed: Callable[[Seating], frozenset[Tile]] = remove_none
    takes: frozenset[str] = frozenset({"ends", "play", "pass", "round"})
    fewest_players: int = 2
    most_players: int = 4
    partners: Partners = "never"
    ends_score: bool = False
    equal_ends_score: bool = False
    asks_placed: bool = False
    own_hands: bool = False
    settled: bool = False
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    menu_place: int = 99
    matters_beside: Callable[[str, Settings, int | None], bool] = matters_always
    check_settings: Callable[[Settings], None] = allow_all
    check_table: Callable[[int, Settings, Findings], None] = seat_all
    renew_options: Callable[[Mapping[str, object]], Mapping[str, object]] = dict
    axes: Settings = field(default_factory=dict)
    settle_by: Callable[["Variant", Mapping[str, object]], Settings] = settle_listed
    fill_in: Callable[["Variant", Mapping[str, object]], "Variant"] = keep_variant

    def __hash__(self) -> int:
        return hash((self.key, self.name))

    @property
    def moves_score(self) -> bool:
        """Whether open ends can be worth points while a round is played."""
        return self.ends_score or self.equal_ends_score or self.asks_placed

    def at(self, seating: Seating) -> Game:
        """Return the game at this table, which `seat` has made or found possible."""
        variant = self.settle_at(seating)
        return variant.play(variant, seating)

    def settle_at(self, seating: Seating) -> "Variant":
        """Return the variant that this table plays: of your own game the one that its house rules make."""
        return self.fill_in(self, seating.options)

    def find_largest(self, table: HasOptions) -> int:
        """Return the pips on the largest half of the set that a table plays with."""
        return self.largest if isinstance(self.largest, int) else self.largest.at(table)

    def settle(self, given: Mapping[str, object] | None = None) -> Settings:
        """Return every house rule with its setting, the usual ones filled in; raise RuleError for what is no choice."""
        return self.settle_by(self, given or {})

    def seat(
        self,
        players: Sequence[str],
        partners: bool | Sequence[Sequence[str]] | None = None,
        lead: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Seating:
        """Return the seating for this game. `partners` may list the pairs; None means the game's own way.

        Raise RuleError with everything that cannot be.
        """
        variant = self.fill_in(self, options or {})
        findings, names = Findings(), tuple(players)
        with findings.at():
            check_names(names)
        with findings.at():
            variant.check_player_count(len(names))
        settings: Settings = MappingProxyType({})
        with findings.at():
            settings = variant.settle(options)
        if lead is not None and lead not in names:
            findings.add("unknown_player", "lead", player=lead)
        paired = seat_pairs(variant, names, partners, findings)
        if settings:
            variant.check_table(len(names), settings, findings)
        findings.settle()
        seating = Seating(names, paired, lead, settings)
        sides = set(seating.sides)
        if len(sides) < len(seating.sides):  # “A & B” with “C” against “A” with “B & C”
            raise refuse("name_twice", "players", player=sides.pop())
        return seating

    def check_player_count(self, count: int) -> None:
        """Raise RuleError `wrong_player_count` where the game is not for so many."""
        if not self.fewest_players <= count <= self.most_players:
            wanted = counted("%(n)s player", "%(n)s players", self.most_players)
            if self.fewest_players < self.most_players:
                wanted = Text(N_("%(fewest)s to %(players)s"), {"fewest": self.fewest_players, "players": wanted})
            raise refuse("wrong_player_count", "players", wanted=wanted, given=count)

    def may_matter(self, key: str, settings: Settings, sides: int | None = None) -> bool:
        """Return whether the house rule `key` can make a difference beside the other settings to so many sides."""
        return self.matters_beside(key, settings, sides)

    def list_options(self, players: int, pairs: bool, settings: Settings | None = None) -> tuple[Option, ...]:
        """Return the house rules that can make a difference to so many players, who sit in pairs or not.

        With `settings`, those that can beside these.
        """
        found = tuple(option for option in self.options if option.matters.at(players, pairs))
        if settings is None and not self.settled:
            return found
        settings = self.settle() if settings is None else settings
        sides = 2 if pairs else players
        return tuple(option for option in found if self.may_matter(option.key, settings, sides))


def seat_pairs(
    variant: Variant, names: tuple[str, ...], partners: bool | Sequence[Sequence[str]] | None, findings: Findings
) -> bool:
    """Return whether the players sit in pairs, and find pairs that the game does not know."""
    four = len(names) == 4
    if partners is None:
        return four and variant.partners == "always_with_four"
    if isinstance(partners, bool):
        fits = partners == four if variant.partners == "always_with_four" else not partners or four
    else:
        pairs = {frozenset(pair) for pair in partners}
        fits = four and pairs == {frozenset(names[0::2]), frozenset(names[1::2])}
    if not fits or (partners and variant.partners == "never"):
        findings.add("bad_teams", "partners")
    return bool(partners) and four
