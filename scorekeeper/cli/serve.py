"""`scorekeeper serve`: the score pad for everybody on the same Wi-Fi, with a code to scan in the terminal."""

import io
import sys
from pathlib import Path

import click
import segno

from scorekeeper.cli.address import Address
from scorekeeper.cli.files import find_database, find_folder, with_data
from scorekeeper.cli.serving import PORT, serve_app, with_processes

BLOCKS = "█▀▄"


@click.command("serve", short_help="Serve the score pad to the phones on this network.")
@click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104  # phones come from outside
    metavar="ADDRESS",
    help="The address to listen on (all of this computer's).",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help=f"The port to listen on ({PORT}, or the next free one).",
)
@with_processes
@with_data
def serve_pad(host: str, port: int | None, processes: int, data: Path | None) -> None:
    """Serve the score pad to everybody on the same Wi-Fi, with a code to scan in the terminal.

    Ctrl-C or a polite signal ends it.
    """
    serve_app(
        {"DATA": find_folder(data), "DATABASE": find_database(data)},
        host,
        port,
        processes,
        lambda app, address: _welcome(data, address, app.config["OWNER_KEY"]),
    )
    print("\nThe score pad is closed. Every entry is kept.")


def _welcome(data: Path | None, address: str, key: str) -> None:
    """Print the address of the score pad, and the owner's link with `key` as a QR code and as text."""
    link = f"{address}/in/{key}"
    tell_address(address)
    print("Scan this with the phone that keeps score, or open the link below it. Keep both to yourselves.\n")
    print(draw_code(link, colours=sys.stdout.isatty()))
    print(f"\n{link}\n\nCtrl-C ends it. The matches are kept in {_kept(data)}", flush=True)


def _kept(data: Path | None) -> Path:
    """Return where the matches are: the folder, or the database file if it lies outside the folder."""
    file, folder = find_database(data), find_folder(data)
    return file if file.parent != folder else folder


def draw_code(link: str, colours: bool) -> str:
    """Return `link` as a QR code of text characters for the terminal.

    With `colours`, escape codes make it dark on light, whatever colours the terminal has.
    """
    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in lines) if colours else "\n".join(lines)
