"""`scorekeeper export`, `import`, `archive`, `backup`, `restore` and `check`: out, in, copied and looked after."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scorekeeper import play
from scorekeeper.cli.places import FILE, open_store, read_match_file, with_data
from scorekeeper.cli.trouble import Trouble, explain_os_error, put_under
from scorekeeper.engine.problems import RuleError, list_sentences
from scorekeeper.play import Store
from scorekeeper.worker import Limits

RESTORING = Limits(processor=7200, wall=14_400.0)  # whoever runs the command waits as long as a large book takes


@click.command("export")
@click.argument("match", metavar="MATCH", help="The match's id, as in its page's address.")
@click.argument("file", default="-", metavar="[FILE]", help="A new file; stdout without.")
@with_data
def export_match(match: str, file: str, data: Path | None) -> None:
    """Write a stored match as a match file."""
    with open_store(data) as store:
        try:
            document = play.export_match(store, match)
        except play.NotFound as error:
            raise Trouble(f"There is no match “{match}”.{_newest(store)}") from error
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if file == "-":
        sys.stdout.write(text)
        return
    with _making(Path(file)), Path(file).open("x", encoding="utf-8") as target:
        target.write(text)


@click.command("import")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", help="Match files, - for stdin, or one archive (.zip)."
)
@with_data
def import_files(files: tuple[str, ...], data: Path | None) -> None:
    """Store the matches of match files.

    All of them are stored or, on any mistake, none.
    """
    several = len(files) > 1
    if not several and files[0].endswith(".zip"):
        _unpack(files[0], data)
        return
    found: list[play.CheckedMatch] = []
    wrong: list[str] = []
    for name in files:
        try:
            found.append(play.check_match(read_match_file(name)))
        except RuleError as error:
            wrong += put_under(name, list_sentences(error.problems), several)
        except Trouble as trouble:
            wrong += trouble.lines
    if wrong:
        raise Trouble(*wrong)
    with open_store(data, create=True) as store:
        for id_, file in zip(play.record_matches(store, found), (each.file for each in found), strict=True):
            print(f"{id_}  {file.variant.name}: {', '.join(file.seating.players)}")


def _unpack(name: str, data: Path | None) -> None:
    """Store what is in an archive."""
    import vision  # only what looks at photos waits for it

    try:
        with Path(name).open("rb") as file, open_store(data, create=True) as store:
            new, known = play.unpack_archive(store, file, vision.tidy_photo, vision.is_reading)
    except OSError as error:
        raise explain_os_error(name, error) from error
    print(f"New: {new}. Here already: {known}.")


@click.command("archive")
@click.argument("file", type=FILE, metavar="FILE", help="A new file.")
@with_data
def write_archive(file: Path, data: Path | None) -> None:
    """Write all matches, photos and names to one new file (.zip)."""
    with _making(file), open_store(data) as store, file.open("xb") as target:
        matches = play.pack_archive(store, target)
    print(f"Matches: {matches}.")


@click.command("backup")
@click.argument("file", type=FILE, metavar="FILE", help="A new file.")
@with_data
def write_backup(file: Path, data: Path | None) -> None:
    """Copy all matches to a new file.

    The score pad may be in use meanwhile.
    """
    with open_store(data) as store:
        play.back_up(store, file)


@click.command("restore")
@click.argument("file", type=FILE, metavar="FILE", help="What `backup` wrote.")
@with_data
def restore_backup(file: Path, data: Path | None) -> None:
    """Put a backup in the place of all matches.

    What was there before is kept as a backup, too.
    """
    import vision  # only what looks at photos waits for it

    with open_store(data, create=True, rescue=True) as store:
        kept = play.restore_book(store, file, vision.tidy_photo, limits=RESTORING)
    print(f"The matches of {file} are back.")
    if kept:
        print(f"Those that were here before are kept in {kept}")


@click.command("check")
@click.option("--rebuild", is_flag=True, help="First make the lists and statistics anew from the entries.")
@with_data
def check_matches(rebuild: bool, data: Path | None) -> int:
    """Look for damage, and score every stored match again.

    It ends with 1 where anything is found.
    """
    import vision  # only what looks at photos waits for it

    with open_store(data) as store:
        if rebuild:
            play.rebuild_standings(store)
        findings = play.check_book(store, vision.is_whole)
    for finding in findings:
        print(f"match {finding.match}: {finding.text}" if finding.match else finding.text)
    wrong = [finding for finding in findings if not finding.harmless]
    if not wrong:
        print("All is well: the file is whole, and every match scores as it was told.")
    return 1 if wrong else 0


COMMANDS = (export_match, import_files, write_archive, write_backup, restore_backup, check_matches)


@contextmanager
def _making(file: Path) -> Iterator[None]:
    """Raise Trouble where the new `file` is there already or cannot be written."""
    try:
        yield
    except FileExistsError as error:
        raise Trouble(f"{file} is there already and was left as it is.") from error
    except OSError as error:
        raise explain_os_error(file, error) from error


def _newest(store: Store) -> str:
    """The newest matches, for somebody who has no id at hand."""
    lines = [
        f"  {each.id}  {each.started:%Y-%m-%d}  {', '.join(each.players)}"
        for each in play.list_matches(store, limit=10)
    ]
    return "\n".join([" The newest ones:", *lines]) if lines else " None is stored yet."
