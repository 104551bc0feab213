"""`scorekeeper export`, `import`, `archive`, `backup`, `restore` and `check`: out, in, copied and looked after."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from scorekeeper import play
from scorekeeper.cli.places import add_data, open_store, read_match_file
from scorekeeper.cli.trouble import Trouble, os_trouble, under
from scorekeeper.engine.problems import RuleError
from scorekeeper.store import Store


def add_to(commands: Any) -> None:
    """Add the commands to the parser's."""
    export = commands.add_parser("export", help="write a stored match as a match file")
    export.add_argument("match", metavar="MATCH", help="the match's id, as in its page's address")
    export.add_argument("file", nargs="?", default="-", metavar="FILE", help="a new file; stdout without")
    export.set_defaults(run=run_export)
    import_ = commands.add_parser(
        "import", help="store the matches of match files: all of them or, on any mistake, none"
    )
    import_.add_argument("files", nargs="+", metavar="FILE", help="a match file, - for stdin, or one archive (.zip)")
    import_.set_defaults(run=run_import)
    archive = commands.add_parser("archive", help="write all matches, photos and names to one new file (.zip)")
    archive.add_argument("file", type=Path, metavar="FILE", help="a new file")
    archive.set_defaults(run=run_archive)
    backup = commands.add_parser("backup", help="copy all matches to a new file, even while the score pad is in use")
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file")
    backup.set_defaults(run=run_backup)
    restore = commands.add_parser(
        "restore", help="put a backup in the place of all matches; these are kept as a backup"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="what `backup` wrote")
    restore.set_defaults(run=run_restore)
    check = commands.add_parser("check", help="look for damage, and score every stored match again")
    check.add_argument(
        "--rebuild", action="store_true", help="first make the lists and statistics anew from the entries"
    )
    check.set_defaults(run=run_check)
    for command in (export, import_, archive, backup, restore, check):
        add_data(command)


def run_export(chosen: argparse.Namespace) -> int:
    """Write one match as a match file."""
    with open_store(chosen) as store:
        try:
            document = play.export_match(store, chosen.match)
        except play.NotFound as error:
            raise Trouble(f"There is no match “{chosen.match}”.{_newest(store)}") from error
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if chosen.file == "-":
        sys.stdout.write(text)
        return 0
    try:
        with Path(chosen.file).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Trouble(f"{chosen.file} is there already and was left as it is.") from error
    except OSError as error:
        raise os_trouble(chosen.file, error) from error
    return 0


def run_import(chosen: argparse.Namespace) -> int:
    """Store the matches of all files, or of none."""
    several = len(chosen.files) > 1
    if not several and chosen.files[0].endswith(".zip"):
        return _unpack(chosen)
    documents: list[object] = []
    wrong: list[str] = []
    for name in chosen.files:
        try:
            document = read_match_file(name)
            play.score_document(document)
            documents.append(document)
        except RuleError as error:
            wrong += under(name, [problem.say() for problem in error.problems], several)
        except Trouble as trouble:
            wrong += trouble.lines
    if wrong:
        raise Trouble(*wrong)
    with open_store(chosen, create=True) as store:
        for match in play.import_matches(store, documents):
            print(f"{match.id}  {match.variant.name}: {', '.join(match.seating.players)}")
    return 0


def _unpack(chosen: argparse.Namespace) -> int:
    """Store what is in an archive."""
    import vision  # only what looks at photos waits for it

    name = chosen.files[0]
    try:
        with Path(name).open("rb") as file, open_store(chosen, create=True) as store:
            new, known = play.unpack_archive(store, file, vision.whole)
    except OSError as error:
        raise os_trouble(name, error) from error
    print(f"New: {new}. Here already: {known}.")
    return 0


def run_archive(chosen: argparse.Namespace) -> int:
    """Write everything to one new file."""
    try:
        with open_store(chosen) as store, chosen.file.open("xb") as file:
            matches = play.pack_archive(store, file)
    except FileExistsError as error:
        raise Trouble(f"{chosen.file} is there already and was left as it is.") from error
    except OSError as error:
        raise os_trouble(chosen.file, error) from error
    print(f"Matches: {matches}.")
    return 0


def run_backup(chosen: argparse.Namespace) -> int:
    """Copy everything to a new file."""
    with open_store(chosen) as store:
        play.back_up(store, chosen.file)
    return 0


def run_restore(chosen: argparse.Namespace) -> int:
    """Put a backup in the place of everything."""
    with open_store(chosen, create=True) as store:
        kept = play.restore_book(store, chosen.file)
    print(f"The matches of {chosen.file} are back.")
    if kept:
        print(f"Those that were here before are kept in {kept}")
    return 0


def run_check(chosen: argparse.Namespace) -> int:
    """Tell everything that is not as it should be; 0 where there is nothing, else 1."""
    import vision  # only what looks at photos waits for it

    with open_store(chosen) as store:
        if chosen.rebuild:
            play.rebuild_standings(store)
        findings = play.check_book(store, vision.whole)
    for finding in findings:
        print(f"match {finding.match}: {finding.text}" if finding.match else finding.text)
    wrong = [finding for finding in findings if not finding.harmless]
    if not wrong:
        print("All is well: the file is whole, and every match scores as it was told.")
    return 1 if wrong else 0


def _newest(store: Store) -> str:
    """The newest matches, for somebody who has no id at hand."""
    lines = [
        f"  {each.id}  {each.started:%Y-%m-%d}  {', '.join(each.players)}"
        for each in play.list_matches(store, limit=10)
    ]
    return "\n".join([" The newest ones:", *lines]) if lines else " None is stored yet."
