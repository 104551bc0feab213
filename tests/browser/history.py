"""Finished matches of a family, random but the same in every run, written directly to the store."""

import json
import random
from datetime import UTC, datetime, timedelta

from flask import Flask

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, start_sheet, write_entries
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.writing import record_result
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.entries import EntryRow, write_new_entries
from scorekeeper.store.ids import make_id
from scorekeeper.store.matches import write_match
from scorekeeper.store.row_copies import copy_rows
from scorekeeper.store.sidecar_files import save_sidecar_files

FAMILY = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn")
GAMES = ("spansk", "dk_almindelig", "german_draw", "dk_kabale")
MATCHES = 300
DAYS = 210  # the number of days over which the matches are spread


def fill(store: Store, matches: int = MATCHES, different: int = 60) -> None:
    """Store this number of matches, one or two a day; each is a copy of one of `different` matches that were played."""
    dice = random.Random(6)
    played = [_played(dice, VARIANTS[GAMES[number % len(GAMES)]]) for number in range(different)]
    first = datetime(2024, 1, 1, 18, tzinfo=UTC)
    with store.write() as db:
        for number in sorted(range(matches), key=lambda number: (number % DAYS, number)):
            sheet = dice.choice(played)
            started = first + timedelta(days=number % DAYS, minutes=number)
            seating = sheet.seating
            row = write_match(
                db,
                make_id(),
                sheet.variant.key,
                seating.players,
                seating.partners,
                None,
                dict(seating.options),
                started,
                newest=False,
            )
            entries = [
                EntryRow(line.number, f"evening {line.number}", started, line.entry.to_json(), None)
                for line in sheet.lines
            ]
            write_new_entries(db, row.serial, entries)
            if sheet.over:
                record_result(db, row.serial, sheet, make_digest(sheet), started)


def take_over(app: Flask, filled: SqliteStore) -> Store:
    """Copy everything of another store to the empty store of a score pad, and return it."""
    store: Store = app.extensions["scorekeeper"]
    if isinstance(store, SqliteStore):
        store.take_over(filled)
        save_sidecar_files(store)
    else:
        with filled.read() as rows, store.find_opener()() as patient, patient.write() as db:
            copy_rows(rows, db)
    return store


def _played(dice: random.Random, variant: Variant) -> Sheet:
    """Play a match by rounds of typed pips until somebody has won; a solitaire is one result."""
    players = dice.sample(FAMILY, 4 if variant.partners == "always_with_four" else variant.fewest_players)
    sheet = start_sheet(variant, _table(variant, players))
    if "result" in variant.takes:
        left = dice.choice((0, 0, 2, 4, 6))
        result = {"entry": "result", "won": left == 0, "left": {"tiles": left}}
        return write_entries(sheet, parse_entry(result, variant, sheet.seating))
    for _ in range(200):
        out, *others = dice.sample(players, len(players))
        if variant.moves_score:
            first = {"entry": "ends", "player": out, "ends": [dice.choice(("5-5", "6-6", "4-4"))]}
            sheet = write_entries(sheet, parse_entry(first, variant, sheet.seating))
            if sheet.over:
                return sheet
        hands = {player: {"pips": dice.randint(1, 30)} for player in others}
        entry = {"entry": "round", "out": out, "hands": hands}
        try:
            sheet = write_entries(sheet, parse_entry(entry, variant, sheet.seating))
        except RuleError:
            continue
        if sheet.over:
            return sheet
    raise AssertionError(f"{variant.name} did not end: {json.dumps(dict(sheet.totals))}")


def _table(variant: Variant, players: list[str]) -> Seating:
    return variant.seat(players)


def rounds(sheet: Sheet) -> int:
    """Return the number of rounds that were played."""
    return sum(isinstance(line.entry, RoundEnd) for line in sheet.lines)
