"""The command `scorekeeper`: serve one book or host many, score and count files, move matches, check and copy them.

Exit status: 0 on success, 1 if the system prevents the command or `check` finds damage, 2 if an argument or a file is
wrong. Each error is one line on stderr.
"""

import io
import sys
from collections.abc import Sequence

import click

from scorekeeper import __version__
from scorekeeper.cli import count, host, matches, score, serve
from scorekeeper.cli.errors import CommandError
from scorekeeper.engine.problems import RuleError, list_sentences
from scorekeeper.play import NotFoundError, StoreError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the command-line `arguments` (None: those of this process) and return its exit status.

    Print errors to stderr instead of raising them.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without the character ÷ shows ? instead
            stream.reconfigure(errors="replace")
    try:
        return choose_command.main(arguments, prog_name="scorekeeper", standalone_mode=False) or 0
    except click.UsageError as error:
        return _print_errors([*_list_usage(error.ctx), f"error: {error.format_message()}"], error.exit_code)
    except CommandError as error:
        return _print_errors(error.lines, error.status)
    except RuleError as error:
        return _print_errors(list_sentences(error.problems), 2)
    except StoreError as error:
        return _print_errors([error.say()], 1)
    except NotFoundError as missing:
        return _print_errors([f"There is no match “{missing}”."], 2)
    except click.Abort:  # Ctrl-C
        return 130


class Commands(click.Group):
    """Commands that the help lists in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order in which they were added."""
        return list(self.commands)


@click.group(cls=Commands, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def choose_command() -> None:
    """A score pad for real domino games."""


for command in (serve.serve_pad, host.serve_books, score.score_files, count.count_photo, *matches.COMMANDS):
    choose_command.add_command(command)


def _list_usage(context: click.Context | None) -> list[str]:
    """Return a list with the usage line of the command in `context`; an empty list if `context` is None.

    The line is, for example, `usage: scorekeeper score [OPTIONS] FILE...`.
    """
    if context is None:
        return []
    return [" ".join(["usage:", context.command_path, *context.command.collect_usage_pieces(context)])]


def _print_errors(lines: Sequence[str], status: int) -> int:
    """Print `lines` to stderr and return `status`."""
    for line in lines:
        print(line, file=sys.stderr)
    return status
