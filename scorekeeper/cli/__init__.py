"""The command `scorekeeper`: serve the score pad, score and count files, move matches in and out, check and copy them.

Exit status: 0 when all went well, 1 when something here stands in the way or `check` found something, 2 when what was
given is wrong. Everything wrong is one line on stderr.
"""

import argparse
import io
import sys
from collections.abc import Callable, Sequence

from scorekeeper import __version__
from scorekeeper.cli import count, matches, score, serve
from scorekeeper.cli.trouble import Trouble
from scorekeeper.engine.problems import RuleError
from scorekeeper.play import NotFound
from scorekeeper.store import StoreError

PARTS = (serve, score, count, matches)  # in the order in which the help tells them


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments`, those of the process without; gives the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that knows no ÷ shows ? instead
            stream.reconfigure(errors="replace")
    chosen = parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = chosen.run
    try:
        return run(chosen)
    except Trouble as trouble:
        return _told(trouble.lines, trouble.status)
    except RuleError as error:
        return _told([problem.say() for problem in error.problems], 2)
    except StoreError as error:
        return _told([error.say()], 1)
    except NotFound as missing:
        return _told([f"There is no match “{missing}”."], 2)
    except BrokenPipeError:  # whoever was reading has seen enough
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """What can be typed after `scorekeeper`."""
    top = argparse.ArgumentParser(prog="scorekeeper", description="A score pad for real domino games.")
    top.add_argument("--version", action="version", version=f"scorekeeper {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for part in PARTS:
        part.add_to(commands)
    return top


def _told(lines: Sequence[str], status: int) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return status
