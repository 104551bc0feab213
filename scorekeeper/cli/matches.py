"""`scorekeeper export`, `import`, `archive`, `backup`, `restore` and `check`, for the stored matches."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import click

from scorekeeper.cli.errors import CommandError, explain_os_error, put_under
from scorekeeper.cli.files import FILE, open_file, open_store, with_data
from scorekeeper.engine.problems import Problem, RuleError, list_sentences
from scorekeeper.play import NotFoundError, Store
from scorekeeper.play.history.details import find_match_remark
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.transfer import importing, match_files
from scorekeeper.play.transfer.csv_plays import ROLES, Table
from scorekeeper.play.transfer.importing import (
    CheckedFiles,
    ImportRefusedError,
    ImportResult,
    check_files,
    look_at_plays,
)
from scorekeeper.play.transfer.notation_writer import write_notation
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.play_import import PlayChoice, record_plays, take_back_import
from scorekeeper.play.transfer.plays import REASONS, Plays
from scorekeeper.play.upkeep.checking import check_book, rebuild_match_index
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.worker import Limits

RESTORING = Limits(processor=7200, wall=14_400.0)  # the user of the command can wait for a large book


@click.command("export")
@click.argument("match", metavar="MATCH", help="The match's id, as in its page's address.")
@click.argument("file", default="-", metavar="[FILE]", help="A new file; stdout without.")
@click.option("--notation", is_flag=True, help="Write the line notation instead (docs/notation.md).")
@with_data
def export_match(match: str, file: str, notation: bool, data: Path | None) -> None:
    """Write a stored match as a match file."""
    with open_store(data) as store:
        try:
            text = _write_notation(store, match) if notation else _write_match_file(store, match)
        except NotFoundError as error:
            raise CommandError(f"There is no match “{match}”.{_list_newest(store)}") from error
    if file == "-":
        sys.stdout.write(text)
        return
    with _converting_errors(Path(file)), Path(file).open("x", encoding="utf-8") as target:
        target.write(text)


def _write_match_file(store: Store, match: str) -> str:
    """Return a stored match as the text of a match file. Raise NotFoundError if there is no such match."""
    return json.dumps(match_files.export_match(store, match), ensure_ascii=False, indent=1) + "\n"


def _write_notation(store: Store, match: str) -> str:
    """Return a stored match in the line notation. Raise NotFoundError if there is no such match."""
    loaded = load_match(store, match)
    return write_notation(loaded.sheet, find_match_remark(store, match), loaded.started.date())


@click.command("import")
@click.argument("files", nargs=-1, metavar="FILE...", help="Match files, - for stdin, one archive, or plays.")
@click.option(
    "--game", "games", multiple=True, metavar="NAME", help="Of the plays, only those of this game; repeatable."
)
@click.option("--column", "columns", multiple=True, metavar="HEADING=ROLE", help=f"In CSV: {', '.join(ROLES[1:])}.")
@click.option("--wins", type=click.Choice(("most", "fewest")), help="Who wins a play without a winner.")
@click.option("--yes", is_flag=True, help="Import plays without asking.")
@click.option("--take-back", metavar="IMPORT", help="Move all matches of an import of plays into the bin.")
@with_data
def import_files(
    files: tuple[str, ...],
    games: tuple[str, ...],
    columns: tuple[str, ...],
    wins: str | None,
    yes: bool,
    take_back: str | None,
    data: Path | None,
) -> None:
    """Store the matches of match files, which may be in the line notation.

    If a file has a mistake, no match is stored. Plays of BG Stats, of BoardGameGeek (XML) and in a CSV file are listed
    first, and stored after a question.
    """
    if take_back:
        with open_store(data) as store:
            print(f"Moved into the bin: {take_back_import(store, take_back)}.")
        return
    if not files:
        raise click.UsageError("Which file?")
    from scorekeeper import vision  # only the commands that check photos import it

    with ExitStack() as opened:
        inputs, errors = list[tuple[str, IO[bytes]]](), list[str]()
        for name in files:
            try:
                inputs.append((name, opened.enter_context(open_file(name))))
            except CommandError as error:
                errors += error.lines
        try:
            checked = check_files(inputs)
            if not errors:
                with open_store(data, create=True) as store:
                    if checked.plays:
                        _import_plays(
                            store, files[0], checked.plays, _read_choice(checked.plays, games, columns, wins), yes
                        )
                        return
                    _print_imported(
                        importing.import_files(store, checked, vision.tidy_photo, vision.is_reading), checked
                    )
        except ImportRefusedError as refused:
            for name, problems in refused.reasons:
                errors += put_under(name, list_sentences(problems), len(files) > 1 and bool(name))
    if errors:
        raise CommandError(*errors)


def _read_choice(
    content: Plays | Table, games: tuple[str, ...], columns: tuple[str, ...], wins: str | None
) -> PlayChoice:
    """Return what the options of the command choose. Raise CommandError for a column or role that does not exist."""
    roles = None
    if columns and isinstance(content, Table):
        chosen = dict(each.rpartition("=")[::2] for each in columns)
        if wrong := [each for each in chosen if each not in content.headings] + [
            each for each in chosen.values() if each not in ROLES
        ]:
            raise CommandError(f"There is no column or role “{wrong[0]}”.")
        known = {str(role): role for role in ROLES}
        roles = tuple(known[chosen.get(heading, "")] for heading in content.headings)
    return PlayChoice(frozenset(games) if games else None, roles, None if wins is None else wins == "fewest")


def _import_plays(store: Store, name: str, content: Plays | Table, choice: PlayChoice, yes: bool) -> None:
    """Print what would be imported of the plays in the file `name`, and import it if the user wants it."""
    preview = look_at_plays(store, content, choice)
    for column in preview["columns"] or ():
        print(f"Column “{column['heading']}”: {column['role'] or 'left out'}")
    if preview["problems"]:
        raise CommandError(*list_sentences([Problem.from_json(each) for each in preview["problems"]]))
    print(f"New: {preview['matches']}. Here already: {preview['known']}.")
    for title, key in (("New players", "new_players"), ("Known players", "known_players")):
        print(f"{title}: {', '.join(preview[key]) or '-'}")
    for game in preview["games"]:
        print(f"{'' if game['wanted'] else 'Left out, another game: '}{game['name'] or '-'}: {game['count']}")
    for each in preview["left_out"]:
        print(f"Left out, {REASONS[each['reason']]}: {each['count']}")
    if not preview["matches"] + preview["known"] or not (yes or click.confirm("Import?")):
        return
    try:
        new, known, import_id = record_plays(store, content, choice)
    except RuleError as error:
        raise ImportRefusedError((name, error.problems)) from error
    print(f"New: {new}. Here already: {known}. To take them back: scorekeeper import --take-back {import_id}")


def _print_imported(result: ImportResult, checked: CheckedFiles) -> None:
    """Print the id, game and players of each match that was stored; for an archive, first how many were new."""
    if checked.archive:
        print(f"New: {result.new}. Here already: {result.known}.")
    for id_, file in result.matches:
        print(f"{id_}  {file.variant.name}: {', '.join(file.seating.players)}")


@click.command("archive")
@click.argument("file", type=FILE, metavar="FILE", help="A new file.")
@with_data
def write_archive(file: Path, data: Path | None) -> None:
    """Write all matches, photos and names to one new file (.zip)."""
    with _converting_errors(file), open_store(data) as store, file.open("xb") as target:
        matches = pack_archive(store, target)
    print(f"Matches: {matches}.")


@click.command("backup")
@click.argument("file", type=FILE, metavar="FILE", help="A new file.")
@with_data
def write_backup(file: Path, data: Path | None) -> None:
    """Copy all matches to a new file.

    The score pad may be in use meanwhile.
    """
    with open_store(data) as store:
        store.copy(file)


@click.command("restore")
@click.argument("file", type=FILE, metavar="FILE", help="What `backup` wrote.")
@with_data
def restore_backup(file: Path, data: Path | None) -> None:
    """Replace all matches by those of a backup.

    The former matches are stored as a backup, too.
    """
    from scorekeeper import vision  # only the commands that check photos import it

    with open_store(data, create=True, rescue=True) as store:
        backup = restore_book(store, file, vision.tidy_photo, limits=RESTORING)
    print(f"The matches of {file} are back.")
    if backup:
        print(f"Those that were here before are kept in {backup}")


@click.command("check")
@click.option("--rebuild", is_flag=True, help="First make the lists and statistics anew from the entries.")
@with_data
def check_matches(rebuild: bool, data: Path | None) -> int:
    """Look for damage, and score every stored match again.

    It ends with 1 where anything is found.
    """
    from scorekeeper import vision  # only the commands that check photos import it

    with open_store(data) as store:
        if rebuild:
            rebuild_match_index(store)
        findings = check_book(store, vision.is_whole)
    for finding in findings:
        print(f"match {finding.match}: {finding.text}" if finding.match else finding.text)
    damage = [finding for finding in findings if not finding.harmless]
    if not damage:
        print("All is well: the file is whole, and every match scores as it was told.")
    return 1 if damage else 0


COMMANDS = (export_match, import_files, write_archive, write_backup, restore_backup, check_matches)


@contextmanager
def _converting_errors(file: Path) -> Iterator[None]:
    """Turn an OSError of the code within, which writes the new `file`, into a CommandError about that file."""
    try:
        yield
    except FileExistsError as error:
        raise CommandError(f"{file} is there already and was left as it is.") from error
    except OSError as error:
        raise explain_os_error(file, error) from error


def _list_newest(store: Store) -> str:
    """Return a text for the end of an error message: a heading, then a line for each of the ten newest matches.

    A line has the id, the date and the players.
    """
    lines = [
        f"  {each.id}  {each.started:%Y-%m-%d}  {', '.join(each.players)}" for each in list_matches(store, limit=10)
    ]
    return "\n".join([" The newest ones:", *lines]) if lines else " None is stored yet."
