"""`scorekeeper serve`: serves the score pad to everybody on the same Wi-Fi, with a code to scan in the terminal."""

import io
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import click
import segno

from scorekeeper.cli.address import Address
from scorekeeper.cli.files import find_database, find_folder, with_data
from scorekeeper.cli.serving import serve_app, with_port, with_processes
from scorekeeper.settings import list_settings

BLOCKS = "█▀▄"


@click.command(
    "serve",
    short_help="Serve the score pad to the phones on this network.",
    epilog=list_settings(on_host=False),
)
@click.option(
    "--host",
    default="0.0.0.0",  # noqa: S104  # phones come from outside
    metavar="ADDRESS",
    help="The address to listen on (all of this computer's).",
)
@with_port
@click.option(
    "--camera",
    metavar="SOURCE",
    help="A camera above the table, which writes the moves by itself: the number of a camera of this computer (0), the"
    " address of a stream, or a film.",
)
@click.option("--keep-pictures", is_flag=True, help="Keep a small picture of each move that the camera sees.")
@with_processes
@with_data
def serve_pad(
    host: str, port: int | None, camera: str | None, keep_pictures: bool, processes: int, data: Path | None
) -> None:
    """Serve the score pad to everybody on the same Wi-Fi, with a code to scan in the terminal.

    Ctrl-C or a polite signal ends it.
    """
    database, watchers = find_database(data), list[BaseProcess]()

    def welcome(app: Any, address: Address) -> None:
        """Print the address of the pad, and start the camera."""
        _welcome(data, address, app.config["OWNER_KEY"])
        if camera is not None:
            from scorekeeper.cli.camera import start_camera  # imported here because it loads OpenCV

            watchers.append(start_camera(camera, database, app.extensions["ephemeral"].path, keep_pictures))

    try:
        serve_app({"DATA": find_folder(data), "DATABASE": database}, host, port, processes, welcome)
    finally:
        for watcher in watchers:
            watcher.terminate()
            watcher.join()
    print("\nThe score pad is closed. Every entry is kept.")


def _welcome(data: Path | None, address: Address, key: str) -> None:
    """Print the address of the pad and the owner's link; the link also as a QR code if phones can open it."""
    link = f"{address.url}/in/{key}"
    print(*address.lines, sep="\n")
    if not address.url:
        print(f"The owner's link is that address with {link} behind it. Keep it to yourselves.")
    elif address.is_local or not _can_print_codes():
        who = "here" if address.is_local else "with the phone that keeps score"
        print(f"Open this link {who}. Keep it to yourselves.")
        print(f"\n{link}")
    else:
        print("Scan this with the phone that keeps score, or open the link below it. Keep both to yourselves.\n")
        print(draw_code(link, colours=sys.stdout.isatty()))
        print(f"\n{link}")
    print(f"\nCtrl-C ends it. The matches are kept in {_find_place(data)}", flush=True)


def _can_print_codes() -> bool:
    """Return whether the encoding of stdout has the block characters that a QR code is drawn with."""
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeError):
        return False
    return True


def _find_place(data: Path | None) -> Path:
    """Return where the matches are: the folder, or the path of the database if it is not in the folder."""
    file, folder = find_database(data), find_folder(data)
    return file if file.parent != folder else folder


def draw_code(link: str, colours: bool) -> str:
    """Return `link` as a QR code for the terminal.

    With `colours` it has escape sequences that make it dark on light in every terminal.
    """
    buffer = io.StringIO()
    segno.make(link, micro=False).terminal(buffer, border=2, compact=True)
    lines = buffer.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in lines) if colours else "\n".join(lines)
