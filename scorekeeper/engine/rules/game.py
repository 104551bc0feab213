"""A game as a value of facts and rules (`Variant`), and its rules as one table plays them (`Game`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from scorekeeper.engine.options import HasOptions, Option, Pick, Preset, Setting, settle_options
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.rules.bidding import Bids
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
# Whether four players sit in pairs: by default with "usual_with_four", and only if they choose it with "optional".
Partners = Literal["never", "always_with_four", "usual_with_four", "optional"]


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game at one table: its rules with the house rules that the table has chosen.

    A solitaire has no rounds: its rules are in `solitaire`, and the other parts say that nothing is laid or scored. In
    a game of tricks `bids` is the family, with what its forms ask of the bids; it is None in other games. Two games are
    equal if the same variant is played at the same table, since the parts follow from both.
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
    bids: Bids | None = field(default=None, compare=False)
    solitaire: Solitaire | None = field(default=None, compare=False)

    @property
    def largest(self) -> int:
        """The pips on the largest half of the set."""
        return self.dealing.largest

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles with which the table plays."""
        return self.dealing.tiles

    @property
    def deal(self) -> Deal:
        """The number of tiles that each player gets, and the boneyard."""
        return self.dealing.deal

    @property
    def required_bids(self) -> Bids:
        """The bids of a game of tricks; asking another game for them raises TypeError."""
        if self.bids is None:
            raise TypeError(f"{self.variant.name} has no bids")
        return self.bids

    @property
    def idle_kinds(self) -> frozenset[str]:
        """The kinds of entry that the game takes but that are worth nothing with the house rules of this table."""
        return frozenset() if self.bonuses.paid else self.variant.takes & {"bonus"}


def settle_listed(variant: "Variant", chosen: Mapping[str, object]) -> Settings:
    """Return the setting of each option of `variant`, with defaults for those missing in `chosen`.

    Raise RuleError for unknown options, values that are no choice, and settings that exclude each other.
    """
    settings = settle_options(variant.options, chosen)
    variant.check_settings(settings)
    return settings


def keep_variant(variant: "Variant", chosen: Mapping[str, object]) -> "Variant":
    """Return `variant` unchanged, for games whose facts do not depend on their house rules."""
    return variant


def matters_always(key: str, settings: Settings, sides: int | None) -> bool:
    """Return True, for games in which no house rule depends on another one."""
    return True


def allow_all(settings: Settings) -> None:
    """Accept all `settings`, for games whose house rules never exclude each other."""


def remove_none(seating: Seating) -> frozenset[Tile]:
    """Return no tile, for games in which every table plays with the whole set."""
    return frozenset()


def seat_all(players: int, settings: Settings, findings: Findings) -> None:
    """Accept all `settings`, for games whose house rules fit any number of players."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game with its facts, its house rules, and the way to play it at a table.

    `key` names the game in match files, `play` returns its rules for a table, and `takes` are the kinds of entry that
    can be written. `largest` is the largest half of the set, or an option where tables choose; `find_removed` returns
    the tiles that a table takes out of the set. `options` are the house rules in the order of the form, `presets` are
    sets of them. The menu lists the games by `menu_place` in their `chapter`. Its search also finds a game by its
    `aliases`. `languages` are those of the countries where the game is traditional: with such a language the menu lists
    it first.

    Open ends can score by their sum (`ends_score`), if they show one number (`equal_ends_score`), or if they are equal
    to the end just laid (`asks_placed`). With `own_hands`, a person who joins to score is asked for one player and
    enters only that hand. With `name_is_message`, `name` is a message that is translated, not the name of a game.
    `can_matter` returns whether an option can make a difference with the other settings, to a number of sides
    (None: any number). `check_settings` raises RuleError for options that exclude each other; `check_table` adds a
    problem for each setting that a number of players cannot choose. `renew_options` converts settings that an older
    version stored.

    With `may_be_named` the settings of a match can have a name for its game, by which its statistics are kept.

    The facts of your own game depend on its settings, which are chosen before the players are (`settled`): `fill_in`
    returns the variant with the facts that follow from settings, `axes` are the settings so far, and `settle_by`
    returns all of them.
    """

    key: str
    name: str
    source: str
    subtitle: str
    summary: str
    play: Callable[["Variant", Seating], Game]
    name_is_message: bool = False
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
    may_be_named: bool = False
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    menu_place: int = 99
    aliases: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    can_matter: Callable[[str, Settings, int | None], bool] = matters_always
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
        """Whether open ends can score while a round is played."""
        return self.ends_score or self.equal_ends_score or self.asks_placed

    def at(self, seating: Seating) -> Game:
        """Return the game that the table of `seating` plays; the seating must come from `seat`."""
        variant = self.settle_at(seating)
        return variant.play(variant, seating)

    def settle_at(self, seating: Seating) -> "Variant":
        """Return the variant that the table plays.

        It differs from this one only for your own game, whose facts follow from its house rules.
        """
        return self.fill_in(self, seating.options)

    def find_largest(self, table: HasOptions) -> int:
        """Return the pips on the largest half of the set with which `table` plays."""
        return self.largest if isinstance(self.largest, int) else self.largest.at(table)

    def settle(self, chosen: Mapping[str, object] | None = None) -> Settings:
        """Return the setting of each option, with defaults for those missing in `chosen`.

        Raise RuleError for unknown options and values that are no choice.
        """
        return self.settle_by(self, chosen or {})

    def seat(
        self,
        players: Sequence[str],
        partners: bool | Sequence[Sequence[str]] | None = None,
        lead: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Seating:
        """Return the seating of `players`, in turn order, with the settings of all house rules.

        `partners` says whether they play in pairs, or lists the pairs; None means the usual way of the game. `lead` is
        the player who leads the first round; None means that the rule of the game determines the player. Raise
        RuleError with all problems.
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
        """Raise RuleError `wrong_player_count` if the game is not for `count` players."""
        if not self.fewest_players <= count <= self.most_players:
            wanted = counted("%(n)s player", "%(n)s players", self.most_players)
            if self.fewest_players < self.most_players:
                wanted = Text(N_("%(fewest)s to %(players)s"), {"fewest": self.fewest_players, "players": wanted})
            raise refuse("wrong_player_count", "players", wanted=wanted, given=count)

    def may_matter(self, key: str, settings: Settings, sides: int | None = None) -> bool:
        """Return whether the option `key` can make a difference with the other `settings`.

        `sides` is the number of sides; None means any number.
        """
        return self.can_matter(key, settings, sides)

    def list_options(self, players: int, pairs: bool, settings: Settings | None = None) -> tuple[Option, ...]:
        """Return the options that can make a difference to this number of `players`, in `pairs` or not.

        With `settings`, options that cannot make a difference with these are left out.
        """
        options = tuple(option for option in self.options if option.matters.at(players, pairs))
        if settings is None and not self.settled:
            return options
        settings = self.settle() if settings is None else settings
        sides = 2 if pairs else players
        return tuple(option for option in options if self.may_matter(option.key, settings, sides))


def seat_pairs(
    variant: Variant, names: tuple[str, ...], partners: bool | Sequence[Sequence[str]] | None, findings: Findings
) -> bool:
    """Return whether the players `names` play in pairs.

    `partners` is this answer, or lists the pairs; None means the usual way of the game. Add the problem `bad_teams` to
    `findings` for pairs that the game does not allow.
    """
    four = len(names) == 4
    if partners is None:
        return four and variant.partners in ("always_with_four", "usual_with_four")
    if isinstance(partners, bool):
        fits = partners == four if variant.partners == "always_with_four" else not partners or four
    else:
        pairs = {frozenset(pair) for pair in partners}
        fits = four and pairs == {frozenset(names[0::2]), frozenset(names[1::2])}
    if not fits or (partners and variant.partners == "never"):
        findings.add("bad_teams", "partners")
    return bool(partners) and four
