"""A match of every game from the set-up to the winner. The figures were worked out by hand."""

from collections.abc import Callable

from tests.played.table import Table, button, chip, choice, part

FIVE = ("Anna", "Bo", "Carl", "Dora", "Eva")
"""Players of earlier matches on this score pad, whose names need not be typed."""


def spansk(table: Table) -> None:
    """Play in pairs with tiles and ends mixed and a doubt that the players confirm; the match ends in mid-round."""
    table.set_up(
        "Spansk domino",
        "Anna Bo Carl Dora",
        lead="Anna",
        rules={"Target": "12", "Blocked round": "the difference"},
    )
    assert "In a blocked round the side with fewer pips scores the difference, to the nearest five." in table.our_rules
    table.lead_with("5-5", says="Save: 2 points")
    table.lay("5-0", "5-5", 5)
    assert table.why == "10 + 0 = 10, 10 ÷ 5 = 2"
    table.show("1 to 0-0", says="Save: 2 points")
    table.lay("5-1", "5-5", 5)
    assert table.why == "1 + 0 = 1, not a multiple of five"
    table.undo(4)
    table.change("0 to 6", "1 to 3")
    assert "No single tile turns 5-5 · 0-0 into 6 · 3" in table.doubts
    table.save()
    assert table.why == "6 + 3 = 9, not a multiple of five"
    # 16 + 13 = 29 is near 30, a fifth of it is 6; Dora is Bo's partner.
    table.round("Bo", "Save: 6 for Bo & Dora", Anna="6+10", Carl="13")
    assert table.totals == {"Anna & Carl": 4, "Bo & Dora": 8}
    assert table.lead == "Bo leads, next after Anna"
    table.ended("blocked", Bo="20")
    table.save()
    assert table.wrong("hand-1") == ["What does Anna still hold?"]
    # 20 + 16 against 3 + 4: 29 more, near 30.
    table.round("blocked", "Save: 6 for Anna & Carl", Anna="3", Carl="4", Dora="16")
    table.lead_with("5-5", says="Save: 2 points")
    assert table.verdict == ("Anna & Carl won", "")
    assert table.totals == {"Anna & Carl": 12, "Bo & Dora": 8}
    assert "No single tile turns 5-5 · 0-0 into 6 · 3" in (line := table.sheet_line(6))
    assert line.endswith("The players say it is right.")


def dk_almindelig(table: Table) -> None:
    """Play with differences, and a tie in which each side scores."""
    table.set_up(
        "Almindelig domino",
        "Anna Bo Carl",
        rules={"Target": "50", "Blocked with equal pips": "each of them scores"},
    )
    assert "With equal pips in a blocked round each of them scores." in table.our_rules
    table.lead_with("5-4", by="Anna")
    assert table.wrong("tile") == ["The round starts with a double, and 5-4 is none."]
    table.lead_with("6-6")
    table.lay("6-5", "6-6", 6)
    table.round("Carl", "By the moves on the sheet Carl has laid 0 tiles of 5. Is Carl out?", Anna="13", Bo="18")
    assert table.why == "Anna 13, Bo 18 against 0: 13 + 18 = 31"
    assert table.lead == "The highest double leads; if nobody has one, all deal again"
    table.round("blocked", "Save: 20 for Anna, 20 for Bo", Anna="10", Bo="10", Carl="30")
    assert table.why.startswith("Anna and Bo hold equally few pips (10): each of them scores; ")
    table.round("blocked", "Save: 41 for Anna", Anna="16", Bo="27", Carl="46")
    assert table.why == "Anna has the fewest pips, 16; Bo 27, Carl 46 against 16: 11 + 30 = 41"
    assert table.verdict == ("Anna won", "")
    assert table.totals == {"Anna": 61, "Bo": 20, "Carl": 31}


def german_draw(table: Table) -> None:
    """Play in pairs that score only the opponents' hands, with a tile that fits nowhere and hands with an odd half."""
    table.set_up(
        "Domino (Deutschland)",
        "Anna Bo Carl Dora",
        pairs=True,
        rules={"Target": "50", "Pairs count": "opponents' hands"},
    )
    assert "A pair scores the pips of its opponents only." in table.our_rules
    table.lead_with("6-6", by="Bo")
    assert table.lead == "Bo laid the first tile"
    table.lay("6-3", "6-6", 6)
    table.pick("5-4")
    assert table.wrong("tile") == ["5-4 fits no open end (6, 3)."]
    table.show("0 to 2", says="Save: no points")
    table.round("Dora", "Save: 41 for Bo & Dora", Anna="20", Carl="21")
    assert table.lead == "Carl leads, next after Bo"
    # 10 + 12 = 15 + 7, and Carl led.
    table.round("blocked", "Save: 22 for Anna & Carl", Anna="10", Bo="15", Carl="12", Dora="7")
    assert "equally few pips (22); Carl led, so Anna & Carl win" in table.why
    table.ended("Bo")
    table.hold(1, "5-4")
    table.hold(3, "3-2")
    table.hold(4, "1-0")
    assert table.doubts == ("Hands and ends do not go together: look at the halves that show 0, 1, 2, 3, 4, 5.")
    table.save()
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 22, "Bo & Dora": 55}


def jijbent(table: Table) -> None:
    """Play with a start tile, ends at the boneyard and penalties, to a draw after four rounds."""
    table.set_up("Jijbent Domino", "Anna Bo", rules={"Extra when the other is out": "10"})
    assert "The other gets the pips they still hold and 10 penalty points on top." in table.our_rules
    assert table.lead == "Anna sits first and leads round 1"
    table.lead_with("4-4")
    assert table.wrong("tile") == ["The start tile may not be a double: turn up another one."]
    table.lead_with("5-2")
    table.lay("5-5", "5-2", 5)
    table.round("Anna", "By the moves on the sheet Anna has laid 1 tile of 7. Is Anna out?", Bo="0")
    assert table.why == "Bo holds 0: 0 + 10 (not out) = 10 penalty points"
    assert table.lead == "Bo leads, next after Anna"
    table.round("boneyard", "Save: 12 for Anna, 20 for Bo", Anna="12", Bo="20")
    assert table.why == "nobody is out, each takes their own pips: Anna 12, Bo 20"
    table.round("Bo", "Save: 18 for Anna", Anna="8")
    assert table.totals == {"Anna": 30, "Bo": 30}
    table.round("boneyard", "Save: 7 for Anna, 7 for Bo", Anna="7", Bo="7")
    assert table.verdict == ("A draw", "")
    assert table.totals == {"Anna": 37, "Bo": 37}


def dk_femmer(table: Table) -> None:
    """Play with fives on the table, each hand rounded by itself, and a round that is played to its end."""
    table.set_up("Femmerdomino", "Anna Bo", rules={"Target": "50", "The match ends": "after the round"})
    assert "A round is played to its end; then the most points win, equal ones play another round." in table.our_rules
    table.lead_with("5-5", by="Anna", says="Save: 10 points")
    table.show("0 to 5", "add 0", says="Save: 5 points")
    table.hint("0-0 at the 0 of 5-0: makes 5, 5 points")
    assert table.why == "5 + 0 = 5, a multiple of five: 5 points"
    table.round("Bo", "Save: 5 for Bo", Anna="7")
    assert table.why == "rounded to the nearest five: Anna 7 → 5"
    table.round("blocked", "Save: 20 for Bo", Anna="18", Bo="3")
    assert table.totals == {"Anna": 15, "Bo": 30}
    table.lead_with("5-5", by="Bo", says="Save: 10 points")
    table.lay("5-1", "5-5", 5)
    table.lay("5-4", "5-5", 5)
    assert table.why == "4 + 1 = 5, a multiple of five: 5 points"
    table.lay("1-1", "5-1", 1)
    table.lay("4-4", "5-4", 4)
    assert table.why == "8 + 2 = 10, a multiple of five: 10 points"
    assert table.totals == {"Anna": 15, "Bo": 55}
    table.round("Anna", "By the moves on the sheet Anna has laid 2 tiles of 7. Is Anna out?", Bo="12")
    assert table.verdict == ("Bo won", "")
    assert table.totals == {"Anna": 25, "Bo": 55}


def dk_syver(table: Table) -> None:
    """Play with halves that make seven, a joker either way round, and a round that is taken back."""
    table.set_up("Syverdomino", "Anna Bo Carl", rules={"Target": "50", "Doubles": "go on in line"})
    assert "A double lies crosswise, but the line goes on with one end." in table.our_rules
    table.lead_with("6-6", by="Anna")
    table.pick("6-1")
    table.tap(button("6-1 at the 6 of 6-6, touching with its 1"))
    table.pick("5-3")
    assert table.wrong("tile") == ["5-3 fits no open end (6)."]
    table.round("Carl", "By the moves on the sheet Carl has laid 0 tiles of 5. Is Carl out?", Anna="13", Bo="21")
    assert table.why == "Anna 13, Bo 21: 13 + 21 = 34"
    table.round("blocked", "Save: 19 for Anna", Anna="4", Bo="10", Carl="9")
    table.round("Carl", "Save: 10 for Carl", Anna="5", Bo="5")
    table.undo(5)
    assert table.totals == {"Anna": 19, "Bo": 0, "Carl": 34}
    table.round("Bo", "Save: 55 for Bo", Anna="30", Carl="25")
    assert table.verdict == ("Bo won", "")
    assert table.totals == {"Anna": 19, "Bo": 55, "Carl": 34}


def dk_to_ens(table: Table) -> None:
    """Play with tiles, typed ends and hints, each counting the end just laid; four equal ends score like three."""
    table.set_up("To ens", "Anna Bo", rules={"Target": "10", "Four equal ends": "three points"})
    assert "Four equal ends score three points, as three do." in table.our_rules
    table.lead_with("1-1", by="Bo", says="Save: 2 points")
    table.lay("4-1", "1-1", 1)
    assert table.why == "only one open end shows 4: no points"
    table.show("1 to 4-4", says="Save: 2 points")
    table.show("1 to 4", "add 6", says="Save: no points")
    table.hint("6-1 at the 1 of 1-1, 2 points")
    assert table.why == "2 open ends show 6: 2 points"
    table.show("1 to 2", says="Save: no points")
    table.show("1 to 6", says="Save: 3 points")
    table.show("2 to 6-6", says="Save: 3 points")
    assert table.why == "4 open ends show 6: at this table 3 points"
    assert table.totals == {"Anna": 3, "Bo": 9}
    table.ended("Anna")
    assert table.why == "tiles in hand score nothing"
    table.lead_with("2-2", by="Bo", says="Save: 2 points")
    assert table.verdict == ("Bo won", "")
    assert table.totals == {"Anna": 3, "Bo": 11}


def dk_blinde(table: Table) -> None:
    """Play with the first player out alone; the fewest tiles left decide when nobody can lay any."""
    table.set_up(
        "Blindedomino",
        "Anna Bo Carl",
        rules={"Games to win": "2", "Nobody can lay any tile": "fewest tiles win"},
    )
    assert "Who wins 2 games has won the match." in table.our_rules
    assert table.lead == "The youngest leads"
    table.ended("Anna")
    assert table.totals == {"Anna": 1, "Bo": 0, "Carl": 0}
    table.ended("blocked", Bo="2")
    table.save()
    assert table.wrong("hand-1") == ["Enter how many tiles Anna has left: the fewest win."]
    assert table.wrong("hand-3") == ["Enter how many tiles Carl has left: the fewest win."]
    table.round("blocked", "Save: 1 for Bo", Anna="3", Carl="5")
    assert table.why == "tiles left: Anna 3, Bo 2, Carl 5; fewest: Bo"
    table.round("blocked", "Save: nobody scores", Anna="2", Bo="2", Carl="4")
    assert table.why == "tiles left: Anna 2, Bo 2, Carl 4; equally few, so nobody wins"
    table.ended("Anna")
    assert table.verdict == ("Anna won", "")
    assert table.totals == {"Anna": 2, "Bo": 1, "Carl": 0}


def pl_ekspresowe(table: Table) -> None:
    """Play in pairs that score all hands, with a tie that nobody wins and pips that no hand can have."""
    table.set_up(
        "Domino Ekspresowe",
        "Anna Bo Carl Dora",
        lead="Anna",
        pairs=True,
        rules={"Target": "50", "Blocked with equal pips": "nobody scores"},
    )
    assert "With equal pips in a blocked round nobody scores." in table.our_rules
    table.lead_with("6-6")
    table.round("Dora", "Save: 23 for Bo & Dora", Anna="11", Bo="2", Carl="10")
    assert table.why == "all hands count: Anna 11, Bo 2, Carl 10: 11 + 2 + 10 = 23"
    table.round("blocked", "Save: nobody scores", Anna="10", Bo="8", Carl="5", Dora="7")
    assert table.why == "Anna & Carl and Bo & Dora hold equally few pips (15): nobody scores"
    assert table.lead == "Carl leads, next after Bo"
    table.ended("Anna", Bo="99", Carl="9", Dora="12")
    table.save()
    # The seven heaviest tiles: 12 + 11 + 10 + 10 + 9 + 9 + 8.
    assert table.wrong("hand-2") == ["There cannot be 99 pips here, only 0 to 69."]
    table.round("Anna", "Save: 41 for Anna & Carl", Bo="20")
    table.round("Carl", "Save: 12 for Anna & Carl", Anna="3", Bo="4", Dora="5")
    assert table.verdict == ("Anna & Carl won", "")
    assert table.totals == {"Anna & Carl": 53, "Bo & Dora": 23}


def double_bergen(table: Table) -> None:
    """Play with the cross first, a number at two ends, and another one with a double."""
    table.set_up("Double Bergen", "Anna Bo", lead="Anna", rules={"Target (0: 15 with two players, 10 with more)": "6"})
    table.lead_with("5-5", says="Save: 2 points")
    for tile in ("5-1", "5-3", "5-0", "6-5"):
        table.lay(tile, "5-5", 5)
    table.lay("3-1", "5-3", 3)
    assert table.why == "2 open ends show 1: 2 points"
    table.lay("1-1", "5-1", 1)
    assert table.why == "3 open ends show 1: 3 points"
    table.ended("Anna")
    table.save("By the moves on the sheet Anna has laid 4 tiles of 6. Is Anna out?")
    assert table.totals == {"Anna": 6, "Bo": 2}
    assert table.verdict == ("Anna won", "")


def dk_kabale(table: Table) -> None:
    """Lay the last tile with an empty boneyard, which is lost at this table."""
    table.set_up("Almindelig dominokabale", "Eva", rules={"Hand and boneyard both empty": "is none"})
    assert table.our_rules == ["It is won only while there are tiles in the boneyard."]
    table.ask()
    table.types("boneyard", "0")
    table.picks("6-3", "6-2")
    assert table.advice == "These fit: 6-2, 6-3."
    table.move("Lay 6-3")
    table.move("Lay 6-2 at the 6")
    table.record("Write it down: 0 left")
    assert table.verdict == ("Solitaire lost", "The hand is empty, but so is the boneyard: at this table that is lost.")
    assert table.totals == {"Eva": 0}


def dk_stop_ved_fem(table: Table) -> None:
    """Play to five tiles in hand of which none fits."""
    table.set_up("Stop ved fem", "Eva", rules={"Hand and boneyard both empty": "is none"})
    assert table.our_rules == ["It is won only while there are tiles in the boneyard."]
    table.ask()
    table.types("boneyard", "20")
    table.types("ends", "53")
    table.picks("6-6", "4-4", "2-2", "1-1")
    assert table.advice == "Nothing fits: draw a tile."
    table.picks("0-0")
    assert table.advice == "Nothing fits, and with 5 in hand nothing is drawn: lost."
    table.record("Write it down: 5 left")
    assert table.verdict == ("Solitaire lost", "lost; tiles left: 5; in the boneyard: 15")
    assert table.totals == {"Eva": 5}


def dk_bingo(table: Table) -> None:
    """Play out the whole row: the first pass removes tiles for 1 to 12 twice, the second removes none."""
    table.set_up("Bingo", "Eva", rules={"After 12 comes": "1"})
    assert table.our_rules == ["After 12 the count goes on with 1, 2, 3; the double blank can never leave."]
    table.ask()
    first = "10 20 30 40 50 60 61 62 63 64 65 66"  # counted: 1 to 12
    second = "00 11 21 31 41 51 52 53 54 55 22 32"  # 1 to 12; 0-0, 2-2 and 3-2 stay
    third = "42 33 43 44"  # 1 to 4; all stay, and in the next pass too
    table.types("row", f"{first} {second} {third}")
    assert table.advice == (
        "Pass 1 takes away 1-0, 2-0, 3-0, 4-0, 5-0, 6-0, 6-1, 6-2, 6-3, 6-4, 6-5, 6-6,"
        " 1-1, 2-1, 3-1, 4-1, 5-1, 5-2, 5-3, 5-4, 5-5. Pass 2 takes nothing away."
        " Nothing can change any more: lost. Tiles left: 7."
    )
    table.record("Write it down: 7 left")
    assert table.verdict == ("Solitaire lost", "lost; tiles left: 7; passes: 2")
    assert table.totals == {"Eva": 7}
    assert table.listed.endswith("lost; tiles left: 7; passes: 2")


def dk_fem_kolonner(table: Table) -> None:
    """Play until four tiles are left, in the reserve and in two columns."""
    table.set_up("Fem kolonner", "Eva")
    table.ask()
    table.picks("6-6", "0-0")
    table.tap("#into-column-1")
    table.picks("6-2")
    table.tap("#into-column-2")
    table.picks("3-1")
    table.look()
    assert table.advice.endswith("It can still be won.")
    assert "Worth twelve: 6-6 + 0-0, 6-2 + 3-1." in table.advice
    table.move("Remove 6-6 + 0-0")
    table.move("Remove 6-2 + 3-1")
    table.record("Write it down: won")
    assert table.verdict == ("Eva won", "won: no tile is left")
    assert table.totals == {"Eva": 0}


def dk_knock_out(table: Table) -> None:
    """Play with three neighbours of which two match."""
    table.set_up("Knock-out", "Eva", rules={"A run of three or more": "leaves as a whole"})
    assert table.our_rules == ["Matching neighbours leave all together or not at all."]
    table.ask()
    table.types("row", "21 14 50")
    table.look()
    assert table.advice == "Run from 1 to 2: 2-1, 1-4. The best possible result leaves 1."
    table.move("Remove 2-1, 1-4")
    table.record("Write it down: 1 left")
    assert table.verdict == ("Solitaire lost", "lost; tiles left: 1")
    assert table.totals == {"Eva": 1}


def dk_tolveren(table: Table) -> None:
    """Play with the last four tiles."""
    table.set_up("Tolveren", "Eva")
    table.ask()
    table.types("boneyard", "0")
    table.picks("6-2", "3-1", "6-5", "1-0")
    table.move(r"Remove 6-5 + 1-0")
    table.move(r"Remove 6-2 + 3-1")
    table.record("Write it down: won")
    assert table.verdict == ("Eva won", "won: no tile is left")
    assert table.totals == {"Eva": 0}


def forty_two(table: Table) -> None:
    """Play with bids in points and in marks, made and set in one tap, counted by points, and by tricks and tiles."""
    table.set_up("Forty-two", "Anna Bo Carl Dora", lead="Anna", rules={"Target": "3"})
    assert "The match goes to 3 marks." in table.our_rules
    assert table.lead == "Anna shuffles the first round"
    table.save()
    assert table.wrong("points") == ["Who bid, and what? The bid comes before the end of the round."]
    table.bid("Bo", "31", "Save: Bo bids 31")
    table.takes("33", "Save: 1 for Bo & Dora")
    assert table.why == "Bo & Dora bid 31 and took 33: made, 1 mark"
    assert table.lead == "Bo shuffles, next after Anna"
    table.bid("Carl", "30", "Save: Carl bids 30")
    table.tap("#by-tricks")
    for taken in ("tricks-6", "count-5-5", "count-3-2", "count-5-0"):
        table.tap(chip(taken), "reckoning")
    table.save("Save: 1 for Bo & Dora")
    assert table.why == "Anna & Carl bid 30 and took 6 + 5 + 5 + 10 = 26: set, 1 mark for Bo & Dora"
    table.bid("Anna", "2 marks", "Save: Anna bids 2 marks")
    table.undo(5)
    table.bid("Anna", "1 mark", "Save: Anna bids 1 mark")
    table.tap("#save-set")
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 0, "Bo & Dora": 3}


def mexican_train(table: Table) -> None:
    """Play rounds from the highest double down, with another double, a typed double blank, and a shared end."""
    table.set_up("Mexican Train", "Anna Bo Carl", rules={"Rounds": "3", "Double blank": "50 points"})
    assert "The double blank left in a hand counts 50 points." in table.our_rules
    assert table.lead == "Who holds the 12-12 lays it and leads"
    table.ended("Anna", Bo="13", Carl="5")
    table.select("#has", "Carl")
    table.save("Save: 13 for Bo, 55 for Carl")
    assert table.why == "Bo 13, Carl 5 + 50 (double blank) = 55"
    assert table.lead == "Who holds the 11-11 lays it and leads"
    table.ended("blocked", Anna="42", Bo="22", Carl="7")
    table.save("Save: 42 for Anna, 22 for Bo, 7 for Carl")
    assert table.lead == "Who holds the 10-10 lays it and leads"
    table.ended("Bo")
    table.select("#number", "9-9")
    table.hold(1, "12-1")
    table.hold(3, "12-12")
    assert "The next round begins with the 10-10. Was it the 9-9?" in table.doubts
    table.save()
    assert table.verdict == ("Bo won", "Bo won with the fewest points, 35")
    assert table.totals == {"Anna": 55, "Bo": 35, "Carl": 86}


def chicken_foot(table: Table) -> None:
    """Play with an expensive double blank, and with a hand that cannot hold the double of the round."""
    table.set_up("Chicken Foot", "Anna Bo Carl Dora", rules={"Rounds": "2", "Toes of the first double": "six"})
    assert "The first double takes six tiles before anything else is laid." in table.our_rules
    assert table.lead == "Who holds the 9-9 lays it and leads"
    table.round("Dora", "Save: 12 for Anna, 8 for Bo, 3 for Carl", Anna="12", Bo="8", Carl="3")
    table.ended("Carl")
    table.hold(1, "0-0")
    table.hold(2, "9-9")
    table.hold(4, "5-4")
    table.save("Save: 50 for Anna, 18 for Bo, 9 for Dora")
    assert table.why == "Anna 0 + 50 (double blank) = 50, Bo 18, Dora 9"
    assert table.verdict == ("Carl won", "Carl won with the fewest points, 3")
    assert table.totals == {"Anna": 62, "Bo": 26, "Carl": 3, "Dora": 9}


def penalty_pad(table: Table) -> None:
    """Play to a limit, with points off for the player who is out, and a round that is taken back."""
    table.set_up(
        "Penalty pad",
        "Anna Bo Carl Dora Eva",
        rules={"The match ends": "at a limit", "Limit": "50", "Taken off for who is out": "10"},
    )
    assert "Who is out gets 10 points taken off." in table.our_rules
    table.round("Eva", "Save", Anna="30", Bo="8", Carl="12", Dora="5")
    assert table.why == "10 taken off; Anna 30, Bo 8, Carl 12, Dora 5"
    assert table.totals == {"Anna": 30, "Bo": 8, "Carl": 12, "Dora": 5, "Eva": -10}
    table.undo(1)
    assert table.totals == dict.fromkeys(("Anna", "Bo", "Carl", "Dora", "Eva"), 0)
    table.round("Eva", "Save", Anna="55", Bo="8", Carl="12", Dora="5")
    assert table.verdict == ("Eva won", "Eva won with the fewest points, -10")


def muggins(table: Table) -> None:
    """Play with points that one player overlooks and another one claims, which score a fifth."""
    table.set_up(
        "Muggins",
        "Anna Bo",
        lead="Anna",
        rules={"Ten at the open ends": "two points", "Overlooked points": "go to who claims them", "Target": "7"},
    )
    table.lead_with("6-4", says="Save: 2 points")
    table.show("1 to 4-4")
    assert table.why == "6 + 8 = 14, not a multiple of five"
    table.round("Bo", "Save: 3 for Bo", Anna="16")
    assert table.why == "Anna holds 16, rounded to 15, 15 ÷ 5 = 3"
    assert table.lead == "Bo leads, having won the round"
    table.round("blocked", "Save: 3 for Bo", Anna="16", Bo="9")
    assert table.lead == "The highest double leads; if nobody has one, the heaviest tile"
    table.lead_with("5-5", says="Save: 2 points", by="Bo")
    assert table.verdict == ("Bo won", "")
    assert table.totals == {"Anna": 2, "Bo": 8}


def all_fives(table: Table) -> None:
    """Play in pairs; the first double grows in four directions, a later one in two, a partner's hand counts nothing."""
    table.set_up("All Fives", "Anna Bo Carl Dora", pairs=True, lead="Anna", rules={"Target": "61"})
    table.lead_with("6-4", says="Save: 10 points")
    table.lay("4-4", "6-4", 4)
    table.lay("4-1", "4-4", 4)
    table.lay("4-3", "4-4", 4)
    assert table.why == "6 + 1 + 3 = 10, a multiple of five: 10 points"
    table.lay("1-1", "4-1", 1)
    assert table.why == "6 + 2 + 3 = 11, not a multiple of five"
    table.round("Bo", "By the moves on the sheet Bo has laid 1 tile of 5. Is Bo out?", Anna="20", Carl="21")
    assert table.totals == {"Anna & Carl": 10, "Bo & Dora": 50}
    table.lead_with("5-5", says="Save: 10 points", by="Bo")
    table.lay("5-0", "5-5", 5)
    assert table.why == "10 + 0 = 10, a multiple of five: 10 points"
    table.round(
        "blocked", "Nobody has laid 5-1, which fits the open 5. Who holds it?", Anna="8", Bo="1", Carl="7", Dora="2"
    )
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 20, "Bo & Dora": 75}


def five_up(table: Table) -> None:
    """Play with doubles that grow in four directions, to exactly 8."""
    table.set_up("Five-Up", "Anna Bo", lead="Anna", rules={"Target": "8", "Passing the target": "does not count"})
    table.lead_with("5-5", says="Save: 2 points")
    table.lay("5-0", "5-5", 5)
    table.lay("0-0", "5-0", 0)
    table.lay("5-1", "5-5", 5)
    assert table.why == "1 + 0 = 1, not a multiple of five"
    table.round("Anna", "By the moves on the sheet Anna has laid 2 tiles of 5. Is Anna out?", Bo="19")
    assert table.totals == {"Anna": 8, "Bo": 2}
    assert table.verdict == ("Anna won", "")


def fives_threes(table: Table) -> None:
    """Play in pairs until both partners are out; the last tile and going out are one score, and 8 is hit exactly."""
    table.set_up("Fives and Threes", "Anna Bo Carl Dora", pairs=True, lead="Anna", rules={"Target": "8"})
    table.lead_with("5-4", says="Save: 3 points")
    table.turn_to("round")
    table.tap(choice(part("out"), "Both of a pair are out", "Carl"))
    assert table.totals == {"Anna & Carl": 4, "Bo & Dora": 0}
    assert table.lead == "Bo leads, next after Anna"
    table.lead_with("5-5", says="Save: 2 points", by="Bo")
    for end, last, why in (
        ("0 to 0", True, "10 + 0 = 10, 10 ÷ 5 = 2"),  # Carl's last tile, but Anna plays on
        ("1 to 2", False, "10 + 2 = 12, 12 ÷ 3 = 4"),
        ("0 to 1", True, "1 + 2 = 3, 3 ÷ 3 = 1; with the point for going out 1 + 1 = 2"),
    ):
        table.change(end)
        if last:
            table.tap(chip("last-tile"))
        table.save()
        assert table.why == why
    assert table.totals == {"Anna & Carl": 8, "Bo & Dora": 6}
    assert table.verdict == ("Anna & Carl won", "")


def bergen(table: Table) -> None:
    """Play with equal ends, with a double and without, and a blocked round in which doubles in hand matter."""
    table.set_up(
        "Bergen",
        "Anna Bo",
        rules={"Target": "9", "A blocked round is won by": "who holds no double, then the fewest pips"},
    )
    table.lead_with("6-6", by="Anna", says="Save: 2 points")
    table.lay("6-2", "6-6", 6)
    table.lay("6-4", "6-6", 6)
    table.hint("4-2 at the 4 of 6-4, 2 points")
    assert table.why == "both ends show 2: 2 points"
    table.hint("2-2 at the 2 of 6-2, 3 points")
    assert table.why == "both ends show 2, one of them a double: 3 points"
    assert table.totals == {"Anna": 5, "Bo": 2}
    table.ended("blocked")
    table.hold(1, "1-1")
    table.hold(2, "6-5")
    table.save("Save all the same")
    assert table.why == "only Bo holds no double: 1 point"
    assert table.lead == "The highest double leads; if nobody has one, all deal again"
    table.lead_with("5-5", by="Anna", says="Save: 2 points")
    table.lay("5-0", "5-5", 5)
    table.lay("5-3", "5-5", 5)
    table.hint("3-0 at the 0 of 5-0, 2 points")
    table.lay("3-3", "5-3", 3)
    assert table.verdict == ("Anna won", "")
    assert table.totals == {"Anna": 10, "Bo": 5}


def block(table: Table) -> None:
    """Play with a double-nine set; a blocked round scores less the winner's pips."""
    rules = {"Target": "30", "Set of tiles": "double-nine, 55 tiles"}
    table.set_up("Block", "Anna Bo Carl", lead="Anna", rules=rules)
    assert "The set goes up to the double nine and has 55 tiles." in table.our_rules
    table.round("blocked", "Save: 14 for Bo", Anna="9", Bo="2", Carl="7")
    assert table.why == "Bo has the fewest pips, 2; Anna 9, Carl 7: 16 − 2 = 14"
    assert table.lead == "Bo leads, next after Anna"
    table.round("Bo", "Save: 36 for Bo", Anna="18", Carl="18")
    assert table.verdict == ("Bo won", "")


def draw(table: Table) -> None:
    """Play in pairs; a blocked round counts both hands together."""
    table.set_up("Draw", "Anna Bo Carl Dora", lead="Anna", pairs=True, rules={"Target": "20"})
    table.round("blocked", "Save: 6 for Anna & Carl", Anna="2", Bo="5", Carl="4", Dora="7")
    table.round("Anna", "Save: 17 for Anna & Carl", Bo="9", Dora="8")
    assert table.verdict == ("Anna & Carl won", "")
    assert table.totals == {"Anna & Carl": 23, "Bo & Dora": 0}


def latin_partner(table: Table) -> None:
    """Play with a bonus that the pad offers after a pass, a capicúa that is called, and who locked."""
    rules = {
        "Target": "75",
        "A last tile that fits both ends (capicúa)": "25",
        "The first tile cannot be answered (pase de salida)": "25",
        "A blocked round goes by": "who locked against the next player",
    }
    table.set_up("Dominó (pairs)", "Anna Bo Carl Dora", lead="Anna", rules=rules)
    table.lead_with("6-6")
    table.turn_to("play")
    table.tap("#pass")
    table.save("Save: 25 for Anna & Carl")
    table.ended("Dora", Anna="10", Carl="8")
    table.tap(chip("call-capicua"))
    table.save("By the moves on the sheet Dora has laid 0 tiles of 7. Is Dora out?")
    assert table.why == "Anna 10, Carl 8: 10 + 8 = 18; the last tile fits both ends: 18 + 25 = 43"
    table.ended("blocked", Anna="9", Bo="8", Carl="1", Dora="30")
    table.choose(choice(part("locked"), "Who laid the last tile?", "Anna"))
    table.save("Save: 10 for Bo & Dora")
    assert table.why == "Bo holds 8 against 9 of Anna: Bo & Dora win; Anna 9, Carl 1: 9 + 1 = 10"
    table.round("Bo", "Save: 22 for Bo & Dora", Anna="12", Carl="10")
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 25, "Bo & Dora": 75}


def cuban_d9(table: Table) -> None:
    """Play with a double-nine set and ten tiles each."""
    table.set_up("Cuban double-nine", "Anna Bo Carl Dora", lead="Anna", rules={"Target": "60"})
    table.ended("Bo", Anna="153", Carl="8")
    table.save()
    assert table.wrong("hand-1") == ["There cannot be 153 pips here, only 0 to 152."]
    table.round("Bo", "Save: 61 for Bo & Dora", Anna="53")
    assert table.verdict == ("Bo & Dora won", "")


def batida(table: Table) -> None:
    """Play with a bonus for the last tile in one tap, and a tie that makes the next round worth one more."""
    table.set_up("Batida", "Anna Bo Carl Dora", lead="Anna", rules={"Out with a double at both ends (cruzada)": "6"})
    assert "Going out with a double whose number both ends show scores 6 points (cruzada)." in table.our_rules
    table.ended("Anna")
    table.tap(button("A double at one end"))
    assert table.why == "the last tile is a double at one end (carroça), 2 points"
    assert table.lead == "Bo leads, next after Anna"
    table.round("blocked", "Save: nobody scores", Anna="12", Bo="11", Carl="12", Dora="13")
    table.ended("Dora")
    table.tap(button("Both ends, no double"))
    assert table.why == "the last tile fits both ends (lá e lô), 3 points; carried over: 3 + 1 = 4"
    table.ended("Bo")
    table.tap(button("A double at both ends"))
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 2, "Bo & Dora": 10}


def kozel(table: Table) -> None:
    """Play with a win of twelve that does not count, and a tied blocked round whose pips the next winner gets."""
    table.set_up("Козёл (pairs)", "Anna Bo Carl Dora", lead="Anna", rules={"Target": "30"})
    table.round("Bo", "", Anna="5", Carl="7")
    assert table.why == "Anna 5, Carl 7: 5 + 7 = 12; not yet on the board, so it does not count"
    table.ended("blocked", Anna="11", Bo="7", Carl="10", Dora="14")
    table.choose(choice(part("locked"), "Who laid the last tile?", "Carl"))
    table.save()
    assert table.lead == "Carl leads, having locked the round"
    table.round("Anna", "Save: 29 for Anna & Carl", Bo="6", Dora="2")
    assert table.why == "Bo 6, Dora 2: 6 + 2 = 8; carried over: 8 + 21 = 29"
    table.round("Carl", "Save: 5 for Anna & Carl", Bo="4", Dora="1")
    assert table.verdict == ("Anna & Carl won", "")
    assert table.totals == {"Anna & Carl": 34, "Bo & Dora": 0}


def kozel_alone(table: Table) -> None:
    """Play with a blocked round in which the fewest pips are free, and a goat that the result names."""
    table.set_up("Козёл (each alone)", "Anna Bo Carl", lead="Anna", rules={"Limit": "30"})
    table.round("Bo", "Save: 14 for Anna, 9 for Carl", Anna="14", Carl="9")
    assert table.lead == "Bo leads, having won the round"
    table.ended("blocked", Anna="7", Bo="6", Carl="4")
    table.choose(choice(part("locked"), "Who laid the last tile?", "Bo"))
    table.save("Save: 7 for Anna, 6 for Bo")
    assert table.why == "Carl has the fewest pips, 4, and writes nothing; Anna 7, Bo 6"
    table.round("Carl", "Save: 11 for Anna, 8 for Bo", Anna="11", Bo="8")
    assert table.verdict == ("Carl won", "Carl won with the fewest points, 9; Anna is the goat")
    assert table.totals == {"Anna": 32, "Bo": 14, "Carl": 9}


def oriente(table: Table) -> None:
    """Play with the paid first pass of the match, which the pad offers, and a round that adds it."""
    table.set_up("Dominó (Oriente)", "Anna Bo Carl Dora", lead="Anna", rules={"Target": "10"})
    table.lead_with("6-6")
    table.turn_to("play")
    table.tap("#pass")
    table.save("Save: no points")
    assert table.why == "First pass of the match: 2 points; they lie below"
    table.ended("Carl", Anna="12", Bo="10", Dora="8")
    table.save("By the moves on the sheet Carl has laid 0 tiles of 7. Is Carl out?")
    assert table.why == "Anna 12, Bo 10, Dora 8: 30, 3 points by steps; carried over: 3 + 2 = 5"
    table.round("blocked", "Save: 7 for Bo & Dora", Anna="21", Bo="18", Carl="23", Dora="6")
    assert table.lead == "Dora leads, having held the lowest hand"
    table.round("Dora", "Save: 3 for Bo & Dora", Anna="9", Bo="2", Carl="12")
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 5, "Bo & Dora": 10}


def six_love(table: Table) -> None:
    """Play with a tie that doubles the next round, another winner who resets all totals, and four wins in a row."""
    table.set_up("Six-love", "Anna Bo Carl Dora", lead="Anna", rules={"Target": "3"})
    table.ended("Anna")
    assert table.why == "1 point"
    assert table.lead == "Anna leads, having won the round"
    table.round("blocked", "", Anna="8", Bo="12", Carl="18", Dora="8")
    assert table.lead == "Who holds the double six leads with it"
    table.ended("Dora")
    assert table.why == "the run is broken, and all go back to 0"
    assert table.totals == {"Anna & Carl": 0, "Bo & Dora": 0}
    table.ended("Bo")
    table.ended("Dora")
    table.ended("Bo")
    assert table.verdict == ("Bo & Dora won", "")
    assert table.totals == {"Anna & Carl": 0, "Bo & Dora": 3}


def matador(table: Table) -> None:
    """Play with halves that make seven, and a matador either way round."""
    table.set_up("Matador", "Anna Bo", rules={"Target": "10"})
    table.lead_with("6-6", by="Anna")
    table.lay("3-1", "6-6", 6, join=1)
    table.lay("5-2", "3-1", 3, join=5)
    table.round("Bo", "By the moves on the sheet Bo has laid 1 tile of 7. Is Bo out?", Anna="11")
    assert table.verdict == ("Bo won", "")


def sebastopol(table: Table) -> None:
    """Play with the cross first, then the arms."""
    table.set_up("Sebastopol", "Anna Bo Carl Dora", lead="Anna", rules={"Target": "18"})
    table.lead_with("5-5")
    assert table.wrong("tile") == ["The round starts with the 6-6, and 5-5 is another tile."]
    table.lead_with("6-6")
    for tile in ("6-3", "6-0", "6-5", "6-1"):
        table.lay(tile, "6-6", 6)
    table.lay("5-5", "6-5", 5)
    table.round(
        "Carl", "By the moves on the sheet Carl has laid 1 tile of 7. Is Carl out?", Anna="11", Bo="2", Dora="5"
    )
    assert table.verdict == ("Carl won", "")


def blind_hughie(table: Table) -> None:
    """Play with only the first player out and what the others hold."""
    table.set_up("Blind Hughie", "Anna Bo Carl", lead="Anna", rules={"Target": "30"})
    table.round("Carl", "Save: 21 for Carl", Anna="13", Bo="8")
    table.round("blocked", "Save: 19 for Carl", Anna="12", Bo="8", Carl="1")
    assert table.verdict == ("Carl won", "")


def moon(table: Table) -> None:
    """Play with the tricks of two of the three players, a bid that is set, and a moon."""
    table.set_up("Moon", "Anna Bo Carl", lead="Anna")
    table.bid("Bo", "6", "Save: Bo bids 6")
    assert table.why == "Bo needs 6 of 7 tricks"
    table.turn_to("round")
    assert table.text("#the-bid") == "Bo bids 6"
    for tapped in ("tricks-1-2", "tricks-2-5"):
        table.tap(chip(tapped), "reckoning")
    table.save("Save: 2 for Anna, -6 for Bo")
    assert table.why == "Bo bid 6 and took 5: set, −6; Carl 0, Anna 2"
    assert table.lead == "Bo bids first, next after Anna"
    table.bid("Carl", "21", "Save: Carl bids 21")
    table.turn_to("round")
    table.tap(chip("tricks-3-7"), "reckoning")
    table.save("Save: 21 for Carl")
    assert table.verdict == ("Carl won", "")
    assert table.totals == {"Anna": 2, "Bo": -6, "Carl": 21}


def own(table: Table) -> None:
    """Play your own game with the default rules."""
    table.set_up("Your own game", "Anna Bo")
    table.lead_with("6-6", by="Anna")
    table.lay("6-3", "6-6", 6)
    table.round("Bo", "By the moves on the sheet Bo has laid 1 tile of 7. Is Bo out?", Anna="12")
    table.round("blocked", "Save: 9 for Anna", Anna="4", Bo="9")
    table.round("Bo", "Save: 88 for Bo", Anna="88")
    assert table.verdict == ("Bo won", "")
    assert table.totals == {"Anna": 9, "Bo": 100}


GAMES: dict[str, Callable[[Table], None]] = {
    tapped.__name__: tapped
    for tapped in (
        *(spansk, dk_almindelig, german_draw, jijbent, dk_femmer, dk_syver, dk_to_ens, dk_blinde, pl_ekspresowe),
        *(block, draw, latin_partner, cuban_d9, batida, kozel, kozel_alone, six_love, oriente),
        *(matador, sebastopol, blind_hughie),
        *(muggins, all_fives, five_up, fives_threes, bergen, double_bergen),
        *(dk_kabale, dk_stop_ved_fem, dk_bingo, dk_fem_kolonner, dk_knock_out, dk_tolveren),
        *(forty_two, moon, mexican_train, chicken_foot, penalty_pad, own),
    )
}
