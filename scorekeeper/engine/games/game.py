"""A game with its rules: a few declared facts and the questions it answers differently from the others.

A variant is a class with one instance in `variants.VARIANTS`. The set-up form, the entry forms and the rules page are
made from its facts; the sheet asks it the questions below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from scorekeeper.engine.entries import Play, Result, Round
from scorekeeper.engine.games.leads import FoundLead, Lead
from scorekeeper.engine.layout.growing import LINE, Layout, Model, match_equal_halves
from scorekeeper.engine.options import Option, Setting, settle_options
from scorekeeper.engine.problems import Findings, Problem, refuse
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
    """What a round's end is worth: points by side (penalties where the lowest total wins), who won it, and why."""

    points: Mapping[str, int]
    winners: tuple[str, ...]
    why: Text
    pips: Mapping[str, int]


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


FirstTile = Literal["any", "double", "no_double"]
HandsWanted = Literal["pips", "tiles", "nothing"]


class Variant:
    """The base of all variants. Class attributes are the declared facts; `options` holds the house rules."""

    key: ClassVar[str]
    name: ClassVar[str]
    source: ClassVar[str]
    summary: ClassVar[str]
    largest: ClassVar[int] = 6
    fewest_players: ClassVar[int] = 2
    most_players: ClassVar[int] = 4
    partners: ClassVar[Literal["never", "always_with_four", "optional"]] = "never"
    takes: ClassVar[frozenset[str]] = frozenset({"ends", "play", "round"})
    ends_score: ClassVar[bool] = False
    asks_placed: ClassVar[bool] = False
    lowest_wins: ClassVar[bool] = False
    boneyard_ends: ClassVar[bool] = False
    model: ClassVar[Model] = LINE
    options: ClassVar[tuple[Option, ...]] = ()

    # -- before the first tile ---------------------------------------------------------------------------------------

    def seat(
        self,
        players: Sequence[str],
        partners: bool | Sequence[Sequence[str]] | None = None,
        lead: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Seating:
        """The table for this game. `partners` may list the pairs; None means the game's own way.

        Raises RuleError with everything that cannot be.
        """
        findings = Findings()
        names = tuple(players)
        with findings.at():
            check_names(names)
        with findings.at():
            self.check_player_count(len(names))
        settings: Mapping[str, Setting] = {}
        with findings.at():
            settings = settle_options(self.options, options or {})
        if lead is not None and lead not in names:
            findings.add("unknown_player", "lead", player=lead)
        paired = self._paired(names, partners, findings)
        findings.settle()
        seating = Seating(names, paired, lead, settings)
        if len(set(seating.sides)) < len(seating.sides):  # “A & B” with “C” against “A” with “B & C”
            raise refuse("name_twice", "players", player=seating.sides[0])
        return seating

    def check_player_count(self, count: int) -> None:
        """Raise RuleError `wrong_player_count` where the game is not for so many."""
        if not self.fewest_players <= count <= self.most_players:
            findings = Findings()
            wanted = counted("%(n)s player", "%(n)s players", self.most_players)
            if self.fewest_players < self.most_players:
                wanted = Text(N_("%(fewest)s to %(players)s"), {"fewest": self.fewest_players, "players": wanted})
            findings.add("wrong_player_count", "players", wanted=wanted, given=count)
            findings.settle()

    def _paired(
        self, names: tuple[str, ...], partners: bool | Sequence[Sequence[str]] | None, findings: Findings
    ) -> bool:
        four = len(names) == 4
        if partners is None:
            return four and self.partners == "always_with_four"
        if isinstance(partners, bool):
            fits = partners == four if self.partners == "always_with_four" else not partners or four
        else:
            pairs = {frozenset(pair) for pair in partners}
            fits = four and pairs == {frozenset(names[0::2]), frozenset(names[1::2])}
        if not fits or (partners and self.partners == "never"):
            findings.add("bad_teams", "partners")
        return bool(partners) and four

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        """How the tiles are dealt to so many players; raises RuleError `wrong_player_count`."""
        raise NotImplementedError  # every game deals its own way

    def settings(self, given: Mapping[str, object] | None = None) -> Mapping[str, Setting]:
        return settle_options(self.options, given or {})

    # -- during a round ----------------------------------------------------------------------------------------------

    def model_at(self, seating: Seating) -> Model:
        """How the layout grows at this table."""
        return self.model

    def first_tile(self, seating: Seating) -> FirstTile:
        """What the first tile of a round must be."""
        return "any"

    def facing(self, seating: Seating, tile: Tile, pip: int) -> tuple[int, ...]:
        """Which halves of `tile` may touch an open `pip`."""
        return match_equal_halves(tile, pip)

    def wanted(self, pip: int) -> Text:
        """What fits an open `pip`, in words."""
        return Text(N_("a %(pip)s"), {"pip": pip})

    def may_lie(self, seating: Seating, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        """Whether `tile` may lie with its half `join` at an open `pip`, which leaves `ends` open."""
        return join in self.facing(seating, tile, pip)

    def lay(self, seating: Seating, layout: Layout, play: Play) -> Layout:
        """The layout after `play`; raises RuleError where the tile cannot be laid so."""
        if layout.empty and self.first_tile(seating) == "double" and not play.tile.double:
            raise refuse("start_not_double", "tile", tile=str(play.tile))
        if layout.empty and self.first_tile(seating) == "no_double" and play.tile.double:
            raise refuse("start_is_double", "tile", tile=str(play.tile))
        return layout.lay(
            play.tile, play.at, play.pip, play.join, play.short_end, lambda tile, pip: self.facing(seating, tile, pip)
        )

    def placed_end(self, layout: Layout, play: Play) -> End | None:
        """The open end of the tile that was just laid, for games that ask for it."""
        return None

    def score_ends(self, seating: Seating, ends: tuple[End, ...], placed: End | None) -> Score:
        """What the open ends are worth to the player who left them."""
        return Score(0, Text(N_("no points in play")))

    # -- at the end of a round ---------------------------------------------------------------------------------------

    def hands_wanted(self, seating: Seating) -> HandsWanted:
        """What must be known of the hands left: their pips, only how many tiles, or nothing because nothing counts.

        Where it is not pips, a hand that is left out is not known; else it is empty.
        """
        return "pips"

    def check_round(self, seating: Seating, ended: Round) -> None:
        """Raise RuleError for an end of a round that this game does not know, or hands that it cannot score."""
        findings = Findings()
        if ended.how == "boneyard" and not self.boneyard_ends:
            findings.add("boneyard_end_unknown", "boneyard")
        for player, hand in ended.hands:
            if hand.pips is None and self.hands_wanted(seating) == "pips":
                findings.add("hand_wants_pips", "hands", player, player=player)
        findings.settle()

    def score_round(self, seating: Seating, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """What a round's end is worth. `pips` are those of every hand of which they are known (of all where pips are
        wanted), `lead` who led the round if known.

        Raises RuleError `lead_missing` where a tie cannot be settled without.
        """
        raise NotImplementedError  # only asked of games played in rounds

    def score_result(self, seating: Seating, result: Result) -> RoundScore:
        """What the end of a solitaire is worth."""
        raise NotImplementedError  # only asked of solitaires

    def doubts(self, seating: Seating, result: Result) -> tuple[Problem, ...]:
        """What can hardly be true of a solitaire's result that can be scored; the player decides."""
        return ()

    def first_lead(self, seating: Seating) -> Lead:
        """Who starts the first round."""
        raise NotImplementedError

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        """Who starts, from the tiles that the players drew for it or show as their best."""
        raise NotImplementedError

    def next_lead(self, seating: Seating, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        """Who starts after a round that `lead` led; `rounds` have been played."""
        raise NotImplementedError

    def winners(
        self, seating: Seating, totals: Mapping[str, int], rounds: int, between_rounds: bool
    ) -> tuple[str, ...]:
        """The sides that have won the match with these totals; more than one: a draw. Nobody: the match goes on.

        The standard match goes to the option `target`. Points that fall in play can end it at once, unless the option
        `end_when` says after the round; equal totals above the target need another round.
        """
        target = seating.options.get("target")
        if not isinstance(target, int) or not (between_rounds or seating.options.get("end_when") == "at_once"):
            return ()
        best = max(totals.values())
        leaders = tuple(side for side, total in totals.items() if total == best)
        return leaders if best >= target and len(leaders) == 1 else ()

    # -- helpers of all ----------------------------------------------------------------------------------------------

    @property
    def moves_score(self) -> bool:
        """Whether the open ends can be worth something while a round is played."""
        return self.ends_score or self.asks_placed

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return make_set(self.largest)
