"""Games that are still written as classes, as values: each part asks the class (goes with the last such class)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.bidding import BiddingGame, Bids
from scorekeeper.engine.games.dealing import Dealing
from scorekeeper.engine.games.family import Plain
from scorekeeper.engine.games.game import Game, Variant
from scorekeeper.engine.games.goals import ForPenalties
from scorekeeper.engine.games.in_play import InPlay
from scorekeeper.engine.games.legacy import LegacyGame
from scorekeeper.engine.games.moves import Moves
from scorekeeper.engine.games.paying import NoBonuses
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.games.rounds import HandsCounted
from scorekeeper.engine.games.scores import RoundScore, Score
from scorekeeper.engine.games.solitaire import Solitaire
from scorekeeper.engine.games.trains import TrainGame, Trains
from scorekeeper.engine.games.turns import OneTile
from scorekeeper.engine.games.uncounted import count_move, count_round
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.options import Option, Setting
from scorekeeper.engine.seating import Seating


@dataclass(frozen=True)
class _Leading:
    game: Any

    @property
    def rule(self) -> Any:
        return self.game.lead_rule

    @property
    def asked(self) -> Any:
        return self.game.finds_lead

    @property
    def first_tile(self) -> Any:
        return self.game.first_tile

    def first(self) -> Any:
        return self.game.first_lead()

    def hangs_on(self, out: str | None) -> Any:
        return self.game.hangs_on_lead(out)

    def next(self, led: str | None, ended: RoundEnd, winners: tuple[str, ...]) -> Any:
        return self.game.lead_after(led, ended, winners)

    def next_first_tile(self, winners: tuple[str, ...]) -> Any:
        return self.game.next_first_tile(winners)


@dataclass(frozen=True)
class _Turns:
    game: Any

    @property
    def most_drawn(self) -> Any:
        return self.game.drawing

    @property
    def passes_block(self) -> Any:
        return self.game.passes_block

    def explain_pass(self) -> Any:
        return self.game.explain_pass()

    def plays_again(self, points: int, tile: Any) -> Any:
        return self.game.plays_again(points, tile)


@dataclass(frozen=True)
class _Rounds:
    game: Any

    @property
    def nobody_out(self) -> Any:
        return self.game.nobody_out

    @property
    def nobody_out_words(self) -> Any:
        return self.game.nobody_out_words

    @property
    def hands(self) -> HandsCounted:
        game = self.game
        return HandsCounted(
            game.seating,
            game.counted_when_out,
            game.counted_when_blocked,
            game.hands_wanted,
            game.wants_faces,
            game.wants_each_tile,
            game.tells_double_blank,
        )

    @property
    def pairs_play_on(self) -> Any:
        return self.game.pairs_play_on

    @property
    def last_tile(self) -> Any:
        game = self.game
        return "never" if not game.hangs_on_last_tile else "always" if game.asks_last_tile else "tied"

    def find_rival(self, locked_by: str) -> Any:
        return self.game.find_rival(locked_by)

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        score: RoundScore = self.game.score_round(ended, pips, lead)
        return score


@dataclass(frozen=True)
class _Bonuses:
    game: Any

    @property
    def paid(self) -> Any:
        return self.game.pass_bonuses

    @property
    def calls(self) -> Any:
        return self.game.calls

    def offer(self, layout: Layout, mover: str | None, passed: int) -> Any:
        return self.game.offer_bonus(layout, mover, passed)

    def check(self, ended: RoundEnd) -> None:
        self.game.check_bonuses(ended)

    def reward_early(self, score: RoundScore, rounds_won: int) -> Any:
        return self.game.reward_early(score, rounds_won)


@dataclass(frozen=True)
class _Goal:
    game: Any

    @property
    def target(self) -> Any:
        return self.game.target

    @property
    def exact(self) -> Any:
        return self.game.exact_target

    @property
    def rounds(self) -> Any:
        return self.game.rounds

    @property
    def lowest_wins(self) -> Any:
        return self.game.lowest_wins

    def winners(self, totals: Mapping[str, int], rounds: int, between_rounds: bool) -> Any:
        return self.game.winners(totals, rounds, between_rounds)

    def explain(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Any:
        return self.game.explain_end(totals, winners)

    def counts_for(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Any:
        return self.game.counts_for(totals, winners)

    def count_move(self, total: int, score: Score) -> Score:
        return count_move(self.game, total, score)

    def count_round(self, totals: Mapping[str, int], score: RoundScore) -> RoundScore:
        return count_round(self.game, totals, score)


@dataclass(frozen=True)
class _NoRounds:
    game: Any
    nobody_out: Any = "blocked"
    nobody_out_words: Any = None
    pairs_play_on: bool = False
    last_tile: Any = "never"

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.game.seating, "none", "none")

    def find_rival(self, locked_by: str) -> Any:
        return None

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        raise TypeError(f"{self.game.name} is not played in rounds")


@dataclass(frozen=True, kw_only=True)
class ClassVariant(Variant):
    """A class of games as a variant."""

    made_of: Any = field(repr=False)

    def settle(self, given: Mapping[str, object] | None = None) -> Mapping[str, Setting]:
        settings: Mapping[str, Setting] = self.made_of.settle(given)
        return settings

    def seat(
        self,
        players: Sequence[str],
        partners: bool | Sequence[Sequence[str]] | None = None,
        lead: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Seating:
        seating: Seating = self.made_of.seat(players, partners, lead, options)
        return seating

    def list_options(
        self, players: int, pairs: bool, settings: Mapping[str, Setting] | None = None
    ) -> tuple[Option, ...]:
        options: tuple[Option, ...] = self.made_of.list_options(players, pairs, settings)
        return options


def make_variant(made_of: Any) -> ClassVariant:
    """Return the value of a class of games."""
    return ClassVariant(
        made_of=made_of,
        play=_play,
        matters_beside=made_of.may_matter,
        check_settings=made_of.check_settings,
        check_table=made_of.check_table,
        renew_options=made_of.renew_options,
        **{
            name: getattr(made_of, name)
            for name in (
                *("key", "name", "source", "subtitle", "summary", "name_is_said", "chapter", "shape", "takes"),
                *("fewest_players", "most_players", "partners", "ends_score", "equal_ends_score", "asks_placed"),
                *("own_hands", "settled", "options", "presets"),
            )
        },
    )


def _play(variant: Any, seating: Seating) -> Game:
    game: Any = variant.made_of.at(seating)
    variant = variant if type(game) is variant.made_of else make_variant(type(game))
    deal = game.deal
    if isinstance(game, Solitaire):
        return Game(
            variant=variant,
            seating=seating,
            dealing=Dealing(game.largest, deal),
            leading=_Leading(_Alone(game)),
            turns=OneTile(deal),
            rounds=_NoRounds(game),
            goal=ForPenalties(),
            solitaire=game,
        )
    in_play = InPlay(game.score_ends, game.ends_score, game.equal_ends_score, game.asks_placed)
    family: Any = Plain(game.numbered)
    if isinstance(game, TrainGame):
        family = Trains(game)
    if isinstance(game, BiddingGame):
        family = Bids(game)
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(game.largest, deal, game.checks_tiles),
        leading=_Leading(game),
        turns=_Turns(game),
        rounds=_Rounds(game),
        goal=_Goal(game),
        laying=game,
        moves=Moves(in_play, (game.last_worth if game.asks_last else None), bool(game.muggins)),
        bonuses=_Bonuses(game) if hasattr(game, "check_bonuses") else NoBonuses(game.calls),
        family=family,
    )


@dataclass(frozen=True)
class _Alone:
    game: LegacyGame
    asked: bool = False

    @property
    def first_tile(self) -> Any:
        return "any"

    def first_lead(self) -> Any:
        return self.game.first_lead()

    def next_first_tile(self, winners: tuple[str, ...]) -> Any:
        return "any"


__all__ = ["ClassVariant", "RoundGame", "make_variant"]
