"""The sentences of all problems by their keys, in English and marked for translation.

`SENTENCES` are for people who fill in a form, `FILE_SENTENCES` for people who write a match file.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.text import N_


@dataclass(frozen=True, slots=True)
class PluralSentence:
    """A sentence in singular and plural; `by` names the value that chooses between them."""

    by: str
    one: str
    many: str


def count_by(by: str, one: str, many: str) -> PluralSentence:
    """Return a sentence in singular and plural.

    `by` names the value of the problem that chooses between `one` and `many`. The translation tools find both messages
    by the name of this function.
    """
    return PluralSentence(by, one, many)


# For people who fill in a form. The page shows a sentence next to its field, so no sentence names a field or uses
# another word of the match file.
SENTENCES: Mapping[str, str | PluralSentence] = {
    # tiles and ends
    "pip_out_of_range": N_("There is no half with %(pips)s pips in this set: a half shows 0 to %(largest)s."),
    "tile_removed": N_("%(tile)s is not in play: at this table it is taken out of the set."),
    "unreadable_tile": N_("“%(given)s” is not a tile: write it like 6-4."),
    "unreadable_hand": N_("“%(given)s” is neither pips nor tiles: write 13, 5+8 or 6-4."),
    "unreadable_end": N_("“%(given)s” is not an open end: write 5 for one half, 5-5 for a double with both halves."),
    "duplicate_tile": N_("%(tile)s is there twice: each tile exists once."),
    "not_a_double": N_("Only a double shows both halves: of %(tile)s one half is open, write that half alone."),
    "too_few_ends": N_("A layout has at least two open ends; only a double that lies alone is one."),
    "too_many_ends": N_("That is more open ends than the tiles allow: at most %(most)s here."),
    "too_many_equal_ends": N_("At most %(most)s open ends can show a %(pip)s."),
    "impossible_ends": N_("No layout shows these open ends: count them once more."),
    "round_end_missing": N_("So many tiles cannot lie in one round: is the end of a round missing on the sheet?"),
    "placed_not_an_end": N_("The tile just laid shows %(end)s, but that is not among the open ends."),
    "placed_missing": N_("Which end does the tile just laid show?"),
    "no_claims_here": N_("At this table points that somebody overlooks cannot be claimed."),
    "claimed_own_points": N_("%(player)s is on the side that made these points: only an opponent can claim them."),
    "nothing_to_claim": N_("This move makes no points: there is nothing for %(player)s to claim."),
    "no_last_tile_here": N_("In this game a move does not say that it was somebody's last tile."),
    "gone_already": N_("%(player)s has laid their last tile already in this round."),
    "round_is_over": N_("%(player)s has laid the last tile of the round: enter its end first."),
    # the layout
    "player_missing": N_("Who laid it? Tap a name."),
    "tile_missing": N_("Which tile?"),
    "join_missing": N_("Which half of %(tile)s touches?"),
    "where_missing": N_("Which tile is %(tile)s joined to?"),
    "already_laid": N_("A first tile lies already: which tile is %(tile)s joined to?"),
    "tile_not_laid": N_("%(tile)s does not lie on the table."),
    "end_not_open": N_("%(pip)s on %(tile)s is not open any more."),
    "no_match": N_("%(tile)s does not fit a %(pip)s."),
    "fits_no_end": N_("%(tile)s fits no open end (%(ends)s)."),
    "double_not_built_in": N_("%(tile)s takes a tile at its short ends only after both long sides are built on."),
    "start_not_double": N_("The round starts with a double, and %(tile)s is none."),
    "start_not_led_double": N_("The round starts with the %(led)s, and %(tile)s is another tile."),
    "cross_not_complete": N_("The %(tile)s must get tiles on all four sides first."),
    "start_is_double": N_("The start tile may not be a double: turn up another one."),
    # a round's end
    "unknown_player": N_("Nobody called “%(player)s” plays in this match."),
    "out_missing": N_("Who is out? Or can nobody play?"),
    "how_it_ended_twice": N_("A round ends in one way: somebody is out, or it is blocked, not both."),
    "out_player_has_tiles": N_("%(player)s went out and cannot hold tiles."),
    "empty_hand_but_blocked": N_("%(player)s has no tiles left, so the round is not blocked: %(player)s is out."),
    "partner_has_tiles": N_("A round ends when both of a pair are out, and %(player)s still holds tiles."),
    "both_pairs_out": N_("Only one pair can be out. What do %(side)s still hold?"),
    "empty_pair_but_blocked": N_("%(side)s have no tiles left, so the round is not blocked: they are out."),
    "went_out_before": N_("On the sheet %(player)s has laid the last tile: who is out must be on the same side."),
    "laid_all": N_("By the moves on the sheet %(player)s has laid the last tile, and is out."),
    "hand_missing": N_("What does %(player)s still hold?"),
    "two_empty_hands": N_("Only one player can run out of tiles. What does %(player)s still hold?"),
    "impossible_hands": N_("These hands cannot be dealt from the tiles there are: look at each of them."),
    "impossible_total": count_by(
        "pips",
        "There cannot be %(pips)s pip here, only %(fewest)s to %(most)s.",
        "There cannot be %(pips)s pips here, only %(fewest)s to %(most)s.",
    ),
    "too_many_tiles": count_by(
        "tiles",
        "%(tiles)s tile is too many: here there can be %(most)s.",
        "%(tiles)s tiles are too many: here there can be %(most)s.",
    ),
    "impossible_count": count_by(
        "tiles", "%(tiles)s tile cannot be left: %(because)s.", "%(tiles)s tiles cannot be left: %(because)s."
    ),
    "hand_wants_pips": N_("Enter the tiles or the pips that %(player)s holds: the number of tiles alone is no score."),
    "hand_wants_count": N_("Enter how many tiles %(player)s has left: the fewest win."),
    "hand_hides_doubles": N_("Enter the tiles that %(player)s holds: it counts whether a double is among them."),
    "hand_hides_double_six": N_("Enter the tiles that %(player)s holds: the 6-6 alone counts more than its pips."),
    "boneyard_end_unknown": N_("In this game a round does not end at the boneyard."),
    "lead_missing": N_("Who led this round? The tie goes by it."),
    "locked_by_missing": N_("Who laid the last tile? The tie goes by it."),
    "bonus_without_out": N_("Nobody is out, so no last tile fitted both ends."),
    "bonus_not_played": N_("That is worth nothing at this table."),
    "number_played": N_("The %(number)s-%(number)s has begun a round already."),
    "number_out_of_order": N_("The next round begins with the %(next)s-%(next)s. Was it the %(number)s-%(number)s?"),
    "heavy_hand": N_("%(pips)s pips in the hand of %(player)s: really?"),
    "hand_wants_tiles": N_("Enter the tiles of %(player)s: blank halves count at this table."),
    # a bid and its tricks
    "bid_missing": N_("Who bid, and what? The bid comes before the end of the round."),
    "bid_told_twice": N_("A bid is told in points or in marks, not in both."),
    "bid_twice": N_("This round has its bid already: only the one that won is written."),
    "bad_bid": N_("Nobody can bid that: a bid is %(wanted)s."),
    "not_forced": N_("Only who shuffled has to bid when all others have passed, and then bids 30."),
    "option_off": N_("That is not played at this table."),
    "tricks_missing": N_("What did the bidders take?"),
    "bad_tricks": N_("These tricks cannot be taken: %(because)s."),
    "bonus_not_true": N_("%(because)s."),
    "too_few_tiles": count_by(
        "tiles",
        "%(tiles)s tile is too few: by the moves on the sheet it is at least %(least)s.",
        "%(tiles)s tiles are too few: by the moves on the sheet it is at least %(least)s.",
    ),
    "not_the_tiles_left": count_by(
        "tiles",
        "These hands hold %(tiles)s tile, and by the moves on the sheet %(left)s are left.",
        "These hands hold %(tiles)s tiles, and by the moves on the sheet %(left)s are left.",
    ),
    "not_the_pips_left": count_by(
        "pips",
        "These hands hold %(pips)s pip, and the tiles that nobody has laid have %(left)s.",
        "These hands hold %(pips)s pips, and the tiles that nobody has laid have %(left)s.",
    ),
    "out_and_locked": N_("Somebody is out, so nobody has blocked the round."),
    "round_not_over": N_("It is not over: %(because)s."),
    "match_over": N_("The match is over: nothing is added after its end."),
    "entry_not_taken": N_("%(because)s."),
    # a solitaire
    "result_missing": N_("Won or lost?"),
    "not_refilled": N_("Fill up to six tiles from the boneyard first."),
    "left_wants_count": N_("How many tiles are left, or which?"),
    "won_with_tiles": count_by(
        "tiles",
        "Won means that no tile is left, and here %(tiles)s is.",
        "Won means that no tile is left, and here %(tiles)s are.",
    ),
    "lost_without_tiles": N_("With no tile left it is won."),
    "impossible_passes": count_by(
        "passes",
        "There cannot be %(passes)s pass here, only %(fewest)s to %(most)s.",
        "There cannot be %(passes)s passes here, only %(fewest)s to %(most)s.",
    ),
    "tile_without_partner": N_("Nothing left makes twelve with %(tiles)s: look whether every tile is right."),
    "something_overlooked": N_("With %(tiles)s tiles left there is always something to do: look once more."),
    # doubts: unlikely, but the players may confirm them
    "ends_jump": count_by(
        "tiles",
        "No single tile turns %(before)s into %(after)s. Check the ends, or was a move skipped?",
        "%(tiles)s tiles cannot turn %(before)s into %(after)s. Check the ends, or was a move skipped?",
    ),
    "first_ends": count_by(
        "tiles",
        "The first tile of a round cannot show %(ends)s. Check the ends, or was a move skipped?",
        "The first %(tiles)s tiles of a round cannot show %(ends)s. Check the ends, or was a move skipped?",
    ),
    "lies_already": N_("By the ends written before, %(tile)s lies on the table already. Check it, and those ends."),
    "all_passed": N_("Everybody has passed, one after the other. Is the round blocked?"),
    "last_tile_missing": N_("The last move written is that of %(other)s. Did the last tile of %(player)s score?"),
    "last_move_of_other": N_("The last move written is that of %(other)s. Is %(player)s out?"),
    "too_few_laid": count_by(
        "tiles",
        "By the moves on the sheet %(player)s has laid %(tiles)s tile of %(each)s. Is %(player)s out?",
        "By the moves on the sheet %(player)s has laid %(tiles)s tiles of %(each)s. Is %(player)s out?",
    ),
    "locked_by_other": N_("The last move written is that of %(other)s. Has %(player)s locked the round?"),
    "led_by_other": N_("On the sheet %(other)s has laid the first tile. Did %(player)s lead?"),
    "pass_before_first": N_("%(player)s passes before the first tile of the round. Check the order."),
    "pass_missing": N_("The turn went past %(player)s, and no pass is written. Was a move left out?"),
    "pass_not_true": N_(
        "%(player)s has passed, although %(tile)s fitted the open %(pip)s. Check the pass and the tile."
    ),
    "bonus_without_pass": N_("On the sheet nobody has passed for that. Is it so?"),
    "blocked_but_held": N_("Nobody has laid %(tile)s, which fits the open %(pip)s. Who holds it?"),
    "parity": N_("Hands and ends do not go together: look at the halves that show %(pips)s."),
    "blocked_ends_differ": N_("In a blocked round with every tile in play both ends show the same number."),
    "blocked_numbers_left": N_(
        "In a blocked round with every tile in play two numbers are open, and all their tiles lie on the table: these "
        "hands do not go with that."
    ),
    "blocked_number_left": N_(
        "In a blocked round all tiles of one number lie on the table, and here the hands hold every number."
    ),
    "blocked_but_fits": N_("%(player)s still holds %(tile)s, which fits the open %(pip)s."),
    # entries
    "no_such_entry": N_("There is no entry %(number)s before this one."),
    "already_struck": N_("Entry %(number)s is struck out already."),
    "not_struck": N_("Entry %(number)s is not struck out."),
    "not_a_number": N_("Write a whole number here, like 2."),
    # players and options
    "wrong_player_count": N_("This game is for %(wanted)s, not for %(given)s."),
    "bad_teams": N_("Partners sit opposite each other: the 1st and 3rd against the 2nd and 4th of four players."),
    "name_missing": N_("A player needs a name."),
    "game_name_missing": N_("Your game needs a name."),
    "game_name_taken": N_("There is a game called “%(given)s” already."),
    "name_twice": N_("Two players are called “%(player)s”."),
    "mark_taken": N_("%(player)s has this mark already."),
    "long_initials": count_by("n", "A mark has room for %(n)s letter.", "A mark has room for %(n)s letters."),
    "sat_together": N_("“%(player)s” and “%(other)s” once sat at one table: they are two."),
    "name_too_long": N_("A name has at most %(most)s characters."),
    "name_not_seen": N_("There is a character in this name that nobody can see: %(sign)s."),
    "text_too_long": N_("Here there is room for %(most)s characters."),
    "unknown_variant": N_("There is no game “%(given)s” here."),
    "damaged": N_("What is written here cannot be read any more: the file is damaged."),
    "bad_option": N_("“%(given)s” is not a choice here: %(choices)s."),
}

# For people who write a match file or an archive. These sentences name its fields, and values as JSON spells them. They
# replace the sentence above with the same key, if there is one.
FILE_SENTENCES: Mapping[str, str | PluralSentence] = {
    "not_alone": N_("An archive comes in alone: choose it without other files."),
    "no_copy": N_("This is no copy of the matches of a score pad, or it is damaged."),
    "plays_not_alone": N_("A file from another program comes in alone: choose it without other files."),
    "no_plays": N_("The plays in this file cannot be read: %(reason)s."),
    "too_many_plays": N_("There are %(n)s matches in this file: at most %(most)s can come in at once."),
    "date_column": N_("Choose one column for the date."),
    "player_columns": N_("Choose a column with the players’ names, or a column for each of two players or more."),
    "role_twice": N_("Only players can have several columns."),
    "no_archive": N_("This is no archive of the score pad: %(reason)s."),
    "not_json": N_("This is not a match file: it is not readable as JSON (%(reason)s)."),
    "unreadable_line": N_("This cannot be read: %(reason)s."),
    "points_differ": N_("By the rules of this game it is %(right)s for %(side)s here, not %(given)s."),
    "unknown_format": N_("This file says format %(given)s; formats up to %(known)s can be read."),
    "too_many_entries": N_("A match has at most %(most)s entries."),
    "missing": N_("“%(field)s” is missing."),
    "player_missing": N_("“player” is missing."),
    "tile_missing": N_("“tile” is missing."),
    "result_missing": N_("“won” is missing."),
    "rest_not_read": count_by(
        "number",
        "More is wrong than is told here, and %(number)s later entry was not looked at.",
        "More is wrong than is told here, and %(number)s later entries were not looked at.",
    ),
    "unknown_field": N_("“%(field)s” is not known here."),
    "wrong_type": N_("This should be %(wanted)s, not %(given)s."),
    "not_a_number": N_("This should be a whole number from 0, not %(given)s."),
    "too_large": N_("%(given)s is too large: at most %(most)s here."),
    "unknown_entry": N_("There is no kind of entry called “%(given)s”."),
    "unknown_option": N_("This game has no option “%(given)s”."),
}
UNREADABLE = N_("This cannot be read. Enter it once more.")  # for input that no form of the pad sends
