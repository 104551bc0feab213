"""What is asked of a game that is played in rounds: laying tiles, the end of a round, who leads, who has won."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Literal

from scorekeeper.engine.entries import UNKNOWN, WITHOUT_WINNER, RoundEnd, TileLaid
from scorekeeper.engine.games.game import Game, RoundScore, Score
from scorekeeper.engine.games.later_leads import NextStart, give_lead_to_winner
from scorekeeper.engine.games.leads import Lead, prefer_named_lead, rotate_lead
from scorekeeper.engine.games.menu import Chapter
from scorekeeper.engine.games.points import count_points, write_score
from scorekeeper.engine.layout.growing import FirstTile, Layout, may_begin
from scorekeeper.engine.options import EndWhen, Pick
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.text import N_, Text, Value, counted, join_names
from scorekeeper.engine.tiles import End, Tile

# Why a tile is not what a round begins with.
NOT_THE_FIRST: Mapping[FirstTile, str] = {"double": "start_not_double", "no_double": "start_is_double"}
HandsWanted = Literal["pips", "tiles"]
CountedHands = Literal["all", "opponents", "none"]


class RoundGame(Game):
    """A game in rounds, at one table.

    Its match goes to the option `target` where it has one. Points that fall in play can end it at once, unless
    `end_when` says after the round.
    """

    chapter = Chapter.ROUNDS
    takes = frozenset({"ends", "play", "pass", "round"})
    end_when: ClassVar[Pick[EndWhen] | None] = None
    exact_target: ClassVar[Pick[bool] | None] = None  # whether points that would pass the target count for nothing
    to_open: ClassVar[Pick[int] | None] = None  # how many points at once a side needs to get on the board
    muggins: ClassVar[Pick[bool] | None] = None  # whether opponents may claim points that somebody overlooks
    asks_last: ClassVar[bool] = False  # a move may say that it was its player's last tile: going out scores with it
    drawing: ClassVar[Pick[int | None] | None] = None  # how many who cannot play draws in a turn; None: until one fits

    numbered: ClassVar[bool] = False  # a round says with which double it begins

    # -- who leads ---------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def lead_rule(self) -> Lead:
        """How the first lead is found where the table names nobody."""

    finds_lead: ClassVar[bool] = True  # the pad asks who leads before a round begins

    # Who starts a later round, where a house rule says so: else the lead passes on, whoever won.
    next_start: ClassVar[Pick[NextStart] | NextStart | None] = None

    def first_lead(self) -> Lead:
        return prefer_named_lead(self.seating, self.lead_rule)

    def hangs_on_lead(self, out: str | None) -> bool:
        """Whether who leads next can hang on who led a round in which `out` was out (None: nobody was)."""
        return self.next_start is not NextStart.WINNER or out is None

    def next_lead(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        """Who starts after a round that `led` led (None: nobody knows who did), `out` was out in, and `winners` won."""
        passed_on = rotate_lead(self.seating, led)
        if self.next_start is NextStart.WINNER:
            return give_lead_to_winner(self.seating, out, winners, passed_on)
        return passed_on

    # -- during a round ----------------------------------------------------------------------------------------------

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """What the first tile must be after a round that `winners` won."""
        return self.first_tile

    def wanted(self, pip: int) -> Text:
        """What fits an open `pip`, in words."""
        return Text(N_("a %(pip)s"), {"pip": pip})

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        """The layout after `play`; raises RuleError where the tile cannot be laid so."""
        if layout.empty and not may_begin(play.tile, layout.begins):
            if isinstance(layout.begins, Tile):
                raise refuse("start_not_led_double", "tile", tile=str(play.tile), led=str(layout.begins))
            raise refuse(NOT_THE_FIRST[layout.begins], "tile", tile=str(play.tile))
        after = layout.lay(play.tile, play.at, play.pip, play.join, play.short_end, self.facing)
        host = None if play.at is None else after.laid.get(play.at)
        if play.long_side and host is not None and host.tile.double and host.joined[0] > 2:
            raise refuse("end_not_open", "side", tile=str(host.tile), pip=host.tile.high)
        return after

    def placed_end(self, layout: Layout) -> End | None:
        """The open end of the tile that was just laid, for games that ask for it.

        Of a first tile that is no double either end does: no other is equal to it.
        """
        return layout.newest if self.asks_placed else None

    @property
    def passes_block(self) -> bool:
        """Whether a round is blocked when everybody has passed and nothing may be drawn."""
        return True

    def explain_pass(self) -> Text:
        """Why somebody passes."""
        if self.deal.nobody_draws:
            return Text(N_("nothing that fits"))
        if self.drawing is None:
            return Text(N_("nothing to play, nothing to draw"))
        return Text(N_("nothing to play, and no more may be drawn"))

    def limit_move(self, total: int, score: Score) -> Score:
        """What a move is worth to a side that has `total`: less near the target, at some tables."""
        return score

    def score_last(self, score: Score) -> Score:
        """What a move is worth with which its player's side goes out, where that is one score with the tile."""
        return score

    def plays_again(self, points: int, tile: Tile | None) -> bool:
        """Whether a move that scored `points` with `tile`, where that is known, leaves the turn where it is."""
        return False

    # -- at the end of a round ---------------------------------------------------------------------------------------

    # How a round ends in which nobody is out: nobody can play, or the boneyard is down to what is never drawn.
    nobody_out: ClassVar[Literal["blocked", "boneyard", "tricks"]] = "blocked"

    @property
    def pairs_play_on(self) -> bool:
        """Whether a round of pairs goes on until both of a pair are out."""
        return False

    hands_wanted: ClassVar[HandsWanted] = "pips"  # what must be known of a hand that counts: how many tiles is enough

    @property
    def wants_faces(self) -> bool:
        """Whether the tiles themselves must be known of a hand that counts when nobody is out."""
        return False

    @property
    def counted_when_out(self) -> CountedHands:
        """Whose hands can count when somebody is out: all that are left, only those of the other sides, or none."""
        return "all"

    @property
    def counted_when_blocked(self) -> CountedHands:
        """Whose hands can count when nobody is out."""
        return "all"

    @property
    def hangs_on_last_tile(self) -> bool:
        """Whether who laid the last tile can decide who wins a round in which nobody is out."""
        return False

    @property
    def calls(self) -> Mapping[str, str]:
        """What can be called when somebody goes out and is worth something at this table: key and words."""
        return {}

    @property
    def asks_last_tile(self) -> bool:
        """Whether who laid it is asked as soon as nobody is out; else only where it turns out to decide."""
        return False

    def find_rival(self, locked_by: str) -> str | None:
        """With whom `locked_by`, who laid the last tile of a blocked round, compares hands where only these two do."""
        return None

    @property
    def pass_bonuses(self) -> Mapping[str, int]:
        """What this table pays while a round is played, by the key of the bonus (`bonuses.IN_PLAY`)."""
        return {}

    def offer_bonus(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        """The player and the key of the bonus that the last passes mean, where this table pays one."""
        return None

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        """What a round is worth where so many before it were won, if the first of them are worth more here."""
        return score

    @property
    def nobody_out_words(self) -> Text:
        """What is said of a round in which nobody is out."""
        return Text(WITHOUT_WINNER[self.nobody_out])

    @property
    def hands_can_count(self) -> bool:
        """Whether there is an end of a round at which hands count."""
        return {self.counted_when_out, self.counted_when_blocked} != {"none"}

    @property
    def tells_double_blank(self) -> bool:
        """Whether typed pips can say that the double blank is among the tiles, as it counts more than them."""
        return False

    @property
    def wants_each_tile(self) -> bool:
        """Whether typed pips are not enough, as single halves count more than they show."""
        return False

    @property
    def checks_tiles(self) -> bool:
        """Whether all tiles come from one set, so that what cannot be held is refused."""
        return True

    def list_counted(self, out: str | None) -> tuple[str, ...]:
        """The players whose hands can count at the end of a round that `out` has won (None: nobody is out).

        No other hand need be known. E.g. in Spansk domino in pairs that of the partner of who is out.
        """
        counted = self.counted_when_blocked if out is None else self.counted_when_out
        if counted == "none":
            return ()
        if out is None or counted == "all":
            return tuple(player for player in self.seating.players if player != out)
        return self.seating.opponents(self.seating.side_of(out))

    def check_round(self, ended: RoundEnd) -> None:
        """Raise RuleError for an end of a round that this game does not know, or hands that it cannot score."""
        findings = Findings()
        if ended.how == "boneyard" and self.nobody_out != "boneyard":
            findings.add("boneyard_end_unknown", "boneyard")
        unknown = ["number"] if ended.number is not None and not self.numbered else []
        if ended.how == "tricks" and self.nobody_out != "tricks":
            unknown.append("taken" if ended.taken else "made")
        for field in unknown:
            findings.add("unknown_field", field, field=field)
        for player, hand in ended.hands:
            if hand.has and not self.tells_double_blank:
                findings.add("option_off", "hands", player, player=player)
        if ended.bonus and ended.out is None:
            findings.add("bonus_without_out", "bonus")
        elif not set(ended.bonus) <= set(self.calls):
            findings.add("bonus_not_played", "bonus")
        for player in self.list_counted(ended.out):
            hand = ended.hand(player)
            if self.hands_wanted == "tiles" and hand.count is None:
                findings.add("hand_wants_count", "hands", player, player=player)
            elif self.wants_faces and ended.out is None and hand.tiles is None:
                findings.add("hand_hides_doubles", "hands", player, player=player)
            elif self.wants_each_tile and hand.tiles is None:
                findings.add("hand_wants_tiles", "hands", player, player=player)
            elif self.hands_wanted == "pips" and hand.pips is None:
                findings.add("hand_missing" if hand == UNKNOWN else "hand_wants_pips", "hands", player, player=player)
        findings.settle()

    @abstractmethod
    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """What a round's end is worth. `pips` are those of every hand of which they are known (of all that count where
        pips are wanted), `lead` is who led the round if known.

        Raises RuleError `lead_missing` where a tie cannot be settled without.
        """

    # -- the match ---------------------------------------------------------------------------------------------------

    def winners(self, totals: Mapping[str, int], rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """The sides that have won the match with these totals after so many `rounds`; more than one: a draw.

        Nobody: the match goes on. Equal totals above the target need another round.
        """
        if self.target is None or not (between_rounds or self.end_when is EndWhen.AT_ONCE):
            return ()
        best = max(totals.values())
        leaders = tuple(side for side, total in totals.items() if total == best)
        return leaders if best >= self.target and len(leaders) == 1 else ()

    def explain_end(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Text:
        """Why the match is over, for people: who has won it, and with what."""
        side, *others = winners
        best = totals[side]
        if others:
            return Text(N_("a draw: %(sides)s have %(total)s each"), {"sides": join_names(winners), "total": best})
        number = len(self.seating.members(side))
        if len(totals) == 2:
            score = write_score(totals, side)
            won = counted("%(side)s won, %(score)s", "%(side)s won, %(score)s", number, {"side": side, "score": score})
        else:
            told: dict[str, Value] = {"side": side, "points": count_points(best)}
            won = counted("%(side)s won: %(points)s", "%(side)s won: %(points)s", number, told)
        if self.counts_for(totals, winners) == 1:
            return won
        return Text(N_("%(won)s; nobody else has a point, so the match counts twice"), {"won": won})
