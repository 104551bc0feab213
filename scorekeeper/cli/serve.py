"""`scorekeeper serve`: the score pad for everybody on the same Wi-Fi, with a code to scan in the terminal."""

import errno
import gc
import io
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import segno

from scorekeeper.cli.places import find_database, find_folder, with_data
from scorekeeper.cli.trouble import Trouble

if TYPE_CHECKING:
    from scorekeeper.cli.server import PadServer

PORT = 8000
TRIES = 20  # further ports that are tried where the usual one is taken


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
@with_data
def serve_pad(host: str, port: int | None, data: Path | None) -> None:
    """Serve the score pad to everybody on the same Wi-Fi, with a code to scan in the terminal.

    Ctrl-C or a polite signal ends it.
    """
    app = make_app({"DATA": find_folder(data), "DATABASE": find_database(data)})
    serve_app(app, host, port, lambda address: _welcome(data, address, app.config["OWNER_KEY"]))
    print("\nThe score pad is closed. Every entry is kept.")


def make_app(settings: Mapping[str, Any]) -> Any:
    """The score pad with these settings; raises Trouble where it cannot start."""
    from scorekeeper.web import create_app  # Flask and all that: only who serves waits for it

    try:
        return create_app(settings)
    except (OSError, ValueError) as error:  # the folder, a key in it, or a setting of the environment
        raise Trouble(f"The score pad cannot start: {error}", status=1) from error


def serve_app(app: Any, host: str, port: int | None, welcome: Callable[[str], None]) -> None:
    """Serve it until Ctrl-C or a polite signal; `welcome` is told its address when it listens. Raises Trouble."""
    from scorekeeper.web.app.photo_workers import get_photo_workers

    server = None
    # As Ctrl-C; and that too where whoever started it in the background had it ignored.
    before = {polite: signal.signal(polite, signal.default_int_handler) for polite in (signal.SIGTERM, signal.SIGINT)}
    try:
        server = open_server(app, host, port)
        stop = server.stop
        for polite in before:
            signal.signal(polite, lambda *_: stop())
        app.config["ADDRESS"] = address = f"http://{name_host(host)}:{server.port}"
        get_photo_workers(app.config["READERS"]).start_early()
        gc.collect()
        gc.freeze()  # what is there from the start stays, and to look through all of it again holds everybody up
        welcome(address)
        server.run()
    except KeyboardInterrupt:
        pass  # before it could run
    finally:
        for polite, handler in before.items():
            signal.signal(polite, handler)
        if server is not None:
            server.close()
        app.extensions["books"].close()


def _welcome(data: Path | None, address: str, key: str) -> None:
    """Where it is, and how the first phone gets in."""
    link = f"{address}/in/{key}"
    tell_address(address)
    print("Scan this with the phone that keeps score, or open the link below it. Keep both to yourselves.\n")
    print(draw_code(link, colours=sys.stdout.isatty()))
    print(f"\n{link}\n\nCtrl-C ends it. The matches are kept in {_kept(data)}", flush=True)


def tell_address(address: str) -> None:
    """Print where the score pad is, and who can reach it there."""
    print(f"The score pad is at {address}")
    if address.startswith("http://localhost:"):
        print("No network was found: only this computer can open it. Join the Wi-Fi and start it again.")


def _kept(data: Path | None) -> Path:
    """Where the matches are: the folder, or a file that lies elsewhere."""
    file, folder = find_database(data), find_folder(data)
    return file if file.parent != folder else folder


def open_server(app: Any, host: str, port: int | None) -> "PadServer":
    """The server, listening; on the port that was asked for, or the first free one from the usual one on."""
    from scorekeeper.cli.server import PadServer
    from scorekeeper.web.app.strangers import is_known

    for attempt in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            most = 2 * app.config["MAX_CONTENT_LENGTH"]  # what is a little too large, the app itself refuses in words
            return PadServer(app, host, attempt, lambda path, cookies: is_known(app, path, cookies), most)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise Trouble(f"It cannot listen on {host}, port {attempt}: {error.strerror or error}", status=1) from error
    if port is not None:
        raise Trouble(f"Port {port} is in use: is the score pad running already? Else choose another --port.", status=1)
    raise Trouble(f"Ports {PORT} to {PORT + TRIES - 1} are all in use: choose another --port.", status=1)


def draw_code(link: str, colours: bool) -> str:
    """`link` as a QR code for the terminal; with `colours` dark on light whatever colours the terminal has itself."""
    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in lines) if colours else "\n".join(lines)


def name_host(host: str) -> str:
    """What a phone has to call this computer: its address on the local network, or localhost where it has none."""
    if host not in ("", "0.0.0.0", "::"):  # noqa: S104  # only compared
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            # Nothing is sent: this asks at which of our addresses the way to others begins.
            way_out.connect(("192.0.2.1", 9))
            address = str(way_out.getsockname()[0])
        except OSError:
            return "localhost"
    return "localhost" if address.startswith(("127.", "0.")) else address
