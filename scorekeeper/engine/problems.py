"""What is wrong with something that was entered: every problem at once, as values.

A problem has a key (tests, forms and the golden cases know it), the place where it was found and the values of its
sentence. The sentences stand here in English, marked for translation; nothing else in the engine speaks of an error.
"""

from dataclasses import dataclass, field

from scorekeeper.engine.text import N_, Gettext, Ngettext, Text, Value, choose_english_plural, keep_english, say

ProblemPlace = tuple[str | int, ...]

SENTENCES = {
    # tiles and ends
    "pip_out_of_range": N_("There is no half with %(pips)s pips in this set: a half shows 0 to %(largest)s."),
    "unreadable_tile": N_("“%(given)s” is not a tile: write it like 6-4."),
    "unreadable_end": N_("“%(given)s” is not an open end: write 5 for one half, 5-5 for a double with both halves."),
    "duplicate_tile": N_("%(tile)s is there twice: each tile exists once."),
    "not_a_double": N_("Only a double shows both halves: of %(tile)s one half is open, write that half alone."),
    "too_few_ends": N_("A layout has at least two open ends; only a double that lies alone is one."),
    "too_many_ends": N_("That is more open ends than the tiles allow: at most %(most)s here."),
    "too_many_alike": N_("At most %(most)s open ends can show a %(pip)s."),
    "impossible_ends": N_("No layout shows these open ends: count them once more."),
    "round_end_missing": N_("So many tiles cannot lie in one round: is the end of a round missing on the sheet?"),
    "placed_not_an_end": N_("The tile just laid shows %(end)s, but that is not among the open ends."),
    "placed_missing": N_("Say which end the tile just laid shows."),
    # the layout
    "tile_missing": N_("Which tile?"),
    "where_missing": N_("Say which tile %(tile)s is joined to."),
    "already_laid": N_("A first tile lies already: say which tile %(tile)s is joined to."),
    "tile_not_laid": N_("%(tile)s does not lie on the table."),
    "end_not_open": N_("%(pip)s on %(tile)s is not open any more."),
    "no_match": N_("%(tile)s does not fit a %(pip)s."),
    "double_not_built_in": N_("%(tile)s takes a tile at its short ends only after both long sides are built on."),
    "start_not_double": N_("The round starts with a double, and %(tile)s is none."),
    "start_is_double": N_("The start tile may not be a double: turn up another one."),
    # a round's end
    "unknown_player": N_("Nobody called “%(player)s” plays in this match."),
    "out_missing": N_("Say who went out, or that nobody can play."),
    "how_it_ended_twice": N_("A round ends in one way: somebody is out, or it is blocked, not both."),
    "out_player_has_tiles": N_("%(player)s went out and cannot hold tiles."),
    "empty_hand_but_blocked": N_("%(player)s has no tiles left, so the round is not blocked: %(player)s is out."),
    "hand_missing": N_("What does %(player)s still hold?"),
    "two_empty_hands": N_("Only one player can run out of tiles. What does %(player)s still hold?"),
    "impossible_total": N_("%(pips)s pips cannot be: here it is %(fewest)s to %(most)s."),
    "impossible_hands": N_("These hands cannot be dealt from the tiles there are: look at each of them."),
    "too_many_tiles": N_("%(tiles)s tiles are too many: here there can be %(most)s."),
    "impossible_count": N_("%(tiles)s tiles cannot be left: %(because)s."),
    "hand_wants_pips": N_("Enter the tiles or the pips that %(player)s holds: the number of tiles alone is no score."),
    "hand_wants_tiles": N_("Enter how many tiles %(player)s has left: the fewest win."),
    "boneyard_end_unknown": N_("In this game a round does not end at the boneyard."),
    "lead_missing": N_("Say who led this round: the tie goes by it."),
    "round_not_over": N_("It is not over: %(because)s."),
    "match_over": N_("The match is over: nothing is added after its end."),
    # a solitaire
    "not_refilled": N_("Fill up to six tiles from the boneyard first."),
    "left_wants_count": N_("Say how many tiles are left, or which."),
    "won_with_tiles": N_("Won means that no tile is left, and here %(tiles)s are."),
    "lost_without_tiles": N_("With no tile left it is won."),
    "impossible_passes": N_("%(passes)s passes cannot be: here it is %(fewest)s to %(most)s."),
    "tile_without_partner": N_("Nothing left makes twelve with %(tiles)s: look whether every tile is right."),
    "something_overlooked": N_("With %(tiles)s tiles left there is always something to do: look once more."),
    # doubts: hardly true, but the players may know better
    "ends_jump": N_(
        "%(after)s does not come from %(before)s in the turns since then: look at every end, or a move was left out."
    ),
    "first_ends": N_(
        "%(ends)s is not what the first tile of a round shows: look at every end, or a move was left out."
    ),
    "parity": N_("Hands and ends do not go together: look at the halves that show %(pips)s."),
    "blocked_ends_differ": N_("In a blocked round with every tile in play both ends show the same number."),
    "blocked_number_left": N_(
        "In a blocked round all tiles of one number lie on the table, and here the hands hold every number."
    ),
    "blocked_but_fits": N_("%(player)s still holds %(tile)s, which fits the open %(pip)s."),
    # entries
    "unknown_entry": N_("“%(given)s” is not an entry of this game."),
    "no_such_entry": N_("There is no entry %(number)s before this one."),
    "already_struck": N_("Entry %(number)s is struck out already."),
    # players and options
    "wrong_player_count": N_("This game is for %(wanted)s, not for %(given)s."),
    "bad_teams": N_("Partners sit opposite each other: the 1st and 3rd against the 2nd and 4th of four players."),
    "name_missing": N_("A player needs a name."),
    "name_twice": N_("Two players are called “%(player)s”."),
    "sat_together": N_("“%(player)s” and “%(other)s” once sat at one table: they are two."),
    "name_too_long": N_("A name has at most %(most)s characters."),
    "unknown_variant": N_("There is no game “%(given)s” here."),
    "unknown_option": N_("This game has no option “%(given)s”."),
    "bad_option": N_("“%(given)s” is not a choice here: %(choices)s."),
    # the match file
    "no_archive": N_("This is no archive of the score pad: %(reason)s."),
    "not_json": N_("This is not a match file: it is not readable as JSON (%(reason)s)."),
    "unknown_format": N_("This file says format %(given)s; formats up to %(known)s can be read."),
    "missing": N_("“%(field)s” is missing."),
    "unknown_field": N_("“%(field)s” is not known here."),
    "wrong_type": N_("This should be %(wanted)s."),
}


MOST_QUOTED = 40  # characters of what was entered


def _short(value: Value) -> Value:
    """What was entered, quoted so far that one recognizes it: it may be endless."""
    return f"{value[: MOST_QUOTED - 1]}…" if isinstance(value, str) and len(value) > MOST_QUOTED else value


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong; `place` goes from the outside in, e.g. `("entry 3", "hands", "Anna")`."""

    key: str
    place: ProblemPlace = ()
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def text(self) -> Text:
        return Text(SENTENCES[self.key], {name: _short(value) for name, value in self.values})

    def under(self, *place: str | int) -> "Problem":
        """The same problem, seen from further outside."""
        return Problem(self.key, place + self.place, self.values)

    def say(self, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural) -> str:
        """The sentence with its place before it, e.g. `entry 3, hands, Anna: …`."""
        sentence = say(self.text, gettext, ngettext)
        return f"{', '.join(str(_short(part)) for part in self.place)}: {sentence}" if self.place else sentence


class RuleError(ValueError):
    """Something entered breaks the rules of the game or of the file; `problems` holds every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(problem.say() for problem in self.problems)


def refuse(key: str, *place: str | int, **values: Value) -> RuleError:
    """The error for one problem, to be raised."""
    return RuleError((Problem(key, place, tuple(values.items())),))


@dataclass
class Findings:
    """Gathers problems while reading on, so that all of them are told at once."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, key: str, *place: str | int, **values: Value) -> None:
        self.problems.append(Problem(key, place, tuple(values.items())))

    def at(self, *place: str | int) -> "_At":
        """A `with` block: a RuleError raised inside is kept, with `place` put before its own places."""
        return _At(self, place)

    def settle(self) -> None:
        """Raise what was found, if anything was."""
        if self.problems:
            raise RuleError(tuple(self.problems))


@dataclass(frozen=True, slots=True)
class _At:
    findings: Findings
    place: ProblemPlace

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, RuleError):
            return False
        self.findings.problems.extend(problem.under(*self.place) for problem in error.problems)
        return True
