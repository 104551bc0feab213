"""The reasons why something about an event is refused: a code for tests and forms, and a sentence for people."""

from collections.abc import Mapping

from scorekeeper.engine.text import N_, Text, Value

REFUSALS: Mapping[str, str] = {
    "over_limit": N_("%(points)s points are too many: at this event at most %(limit)s are accepted."),
    "not_finished": N_("Nobody has reached %(target)s points yet. Say that time ended the match, or play on."),
    "negative": N_("Points of a match are never below 0."),
    "not_whole": N_("Points of a match are a whole number."),
    "tie_played_on": N_("Both sides have the same points: at this event one more hand is played."),
    "not_at_table": N_("%(name)s does not sit at this table."),
    "sanction_amount": N_("A sanction of %(points)s points does not exist at this event."),
    "no_table": N_("This round has no table %(table)s."),
    "no_reason": N_("Say why the result is corrected."),
    "no_result": N_("Table %(table)s of round %(round)s has no result yet."),
    "complete": N_("All rounds of this event are drawn."),
    "too_few": N_("Too few are there: a draw needs at least %(least)s."),
    "too_many": N_("Too many are there: an elimination takes at most %(most)s."),
    "bye_limit": N_("%(name)s has had all the byes that an entrant may have at this event."),
    "withdrawn": N_("%(name)s is no longer in this event."),
    "too_late": N_("It is too late to enter: that was possible until round %(round)s."),
    "drawn_round": N_("Round %(round)s stays as it was drawn."),
    "stale": N_(
        "Somebody has just written about table %(table)s. Look at it, and send yours again if it is still needed."
    ),
    "confirmed": N_("The result is confirmed. Only the desk changes it now."),
    "disputed": N_("The two sides do not agree: the desk decides."),
    "not_yours": N_("The other side confirms this result."),
    "no_player": N_("%(name)s does not play for %(entrant)s."),
    "too_few_hands": N_("A substitute comes in after %(hands)s hands."),
    "nobody_tied": N_("Nobody shares a place."),
    "no_game": N_("This game is not there any more."),
    "no_winner": N_("Game %(game)s has no winner yet: write the points of both sides."),
    "score_of_games": N_("A match has %(games)s games: one of the two teams wins each of them."),
    "number_wanted": N_("Write a whole number from 1 to %(most)s."),
    "no_players": N_("Write who plays game %(game)s, then it opens on the pad."),
    "no_day": N_("Choose the day of the match."),
    "not_on_pad": N_("This game is not for so many players: write the points here."),
    "name_missing": N_("Every entrant needs a name."),
    "name_too_long": N_("“%(name)s” is too long: a name has at most %(most)s letters."),
    "name_twice": N_("“%(name)s” is there twice."),
    "too_many_names": N_("An event has at most %(most)s entrants."),
}


class EventError(ValueError):
    """An operation that the rules of an event refuse: `code` is a key of REFUSALS, `text` is the reason for people."""

    def __init__(self, code: str, **values: Value) -> None:
        """Create the error from its code and the values of its sentence."""
        self.code = code
        self.text = Text(REFUSALS[code], values)
        super().__init__(code)
