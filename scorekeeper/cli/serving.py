"""An app on the network: at which port it listens, in how many processes it is served, and how it ends."""

import errno
import gc
import signal
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.address import Address, find_address
from scorekeeper.cli.errors import CommandError

if TYPE_CHECKING:
    from scorekeeper.cli.server import PadServer

PORT = 8000
TRIES = 20  # ports that are tried, from PORT on

with_processes = click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    metavar="NUMBER",
    help="How many processes serve (1): one for each core, where many tables play at once.",
)
"""The option of every command that serves."""


def serve_app(
    settings: dict[str, Any], host: str, port: int | None, processes: int, welcome: Callable[[Any, Address], None]
) -> None:
    """Serve the app with these `settings` until Ctrl-C or SIGTERM.

    `port` None means the usual port or the next free one. `welcome` is called with the app and its address once it
    listens. Raise CommandError if the app cannot start or no port can be used.
    """
    # Flask takes long to import, so only commands that serve do so.
    from scorekeeper.hosting.app import create_any

    try:
        app = create_any(settings)
    except (OSError, ValueError) as error:  # the folder, a key in it, or a setting of the environment
        raise CommandError(f"The score pad cannot start: {error}", status=1) from error
    sockets: list[socket.socket] = []
    # Treat SIGTERM like Ctrl-C, and Ctrl-C as usual even if the parent process had it ignored.
    before = {polite: signal.signal(polite, signal.default_int_handler) for polite in (signal.SIGTERM, signal.SIGINT)}
    try:
        sockets = find_sockets(host, port)
        address = find_address(app.config["ADDRESS"], host, sockets[0].getsockname()[1])
        app.config["ADDRESS"] = address.url
        if processes == 1:
            _run(app, make_server(app, sockets), lambda: welcome(app, address))
        else:
            from scorekeeper.cli.server.processes import Processes

            close_app(app)  # it has done what must be done once for all processes
            several = Processes(processes, _serve_too, {**settings, "ADDRESS": address}, sockets)
            _follow_signals(several.stop)
            welcome(app, address)
            several.run()
    except KeyboardInterrupt:
        pass  # a signal arrived before the server ran
    finally:
        for polite, handler in before.items():
            signal.signal(polite, handler)
        for each in sockets:
            each.close()
        close_app(app)


def _serve_too(settings: dict[str, Any], sockets: list[socket.socket]) -> None:
    """Serve the app at `sockets` as one of several child processes."""
    from scorekeeper.hosting.app import create_any

    app = create_any(settings)
    try:
        _run(app, make_server(app, sockets))
    finally:
        close_app(app)


def _run(app: Any, server: "PadServer", welcome: Callable[[], None] = lambda: None) -> None:
    """Run `server` until a signal to end arrives; call `welcome` just before."""
    from scorekeeper.hosting.schedule import NightlyMaintenance
    from scorekeeper.web.uploads.photo_workers import get_photo_workers

    _follow_signals(server.stop)
    maintenance = NightlyMaintenance(
        app.config["DATA"], app.extensions["ephemeral"], app.extensions["books"], app.config["LIMITS"]
    )
    if app.config["HOSTING"]:  # a server of one book makes its backup when it starts
        maintenance.start()
    get_photo_workers().start_early()
    gc.collect()
    gc.freeze()  # objects made at the start stay, and collecting them again would delay requests
    welcome()
    try:
        server.serve_until_stopped()
    finally:
        server.close()
        maintenance.stop()


def _follow_signals(stop: Callable[[], None]) -> None:
    """Call `stop` when SIGTERM or SIGINT arrives."""
    for polite in (signal.SIGTERM, signal.SIGINT):
        signal.signal(polite, lambda *_: stop())


def close_app(app: Any) -> None:
    """Close the databases that `app` has open."""
    for each in ("books", "ephemeral"):
        app.extensions[each].close()


def make_server(app: Any, sockets: Sequence[socket.socket]) -> "PadServer":
    """Return a server of `app` at `sockets`, which listen already."""
    from scorekeeper.cli.server import PadServer
    from scorekeeper.web.access.upload_auth import is_member

    most = 2 * app.config["MAX_CONTENT_LENGTH"]  # the app itself refuses slightly larger content, with a page
    return PadServer(app, sockets, lambda path, cookies: is_member(app, path, cookies), most)


def find_sockets(host: str, port: int | None) -> list[socket.socket]:
    """Return sockets that listen at `host` on `port`; None means the usual port or the next free one.

    Raise CommandError if the port is in use, or if none can be opened.
    """
    from scorekeeper.cli.server import open_sockets

    for attempt in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            return open_sockets(host, attempt)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise CommandError(
                f"It cannot listen on {host}, port {attempt}: {error.strerror or error}", status=1
            ) from error
    if port is not None:
        raise CommandError(
            f"Port {port} is in use: is the score pad running already? Else choose another --port.", status=1
        )
    raise CommandError(f"Ports {PORT} to {PORT + TRIES - 1} are all in use: choose another --port.", status=1)


def tell_address(address: str) -> None:
    """Print the `address` of the score pad, with a hint if only this computer can reach it."""
    print(f"The score pad is at {address}")
    if address.startswith("http://localhost:"):
        print("No network was found: only this computer can open it. Join the Wi-Fi and start it again.")


def name_host(host: str) -> str:
    """Return the name by which phones reach a server that listens at `host`.

    For all addresses (`0.0.0.0`, `::` or empty) it is this computer's address on the local network, or `localhost` if
    it has none. An IPv6 address is put in brackets.
    """
    if host not in ("", "0.0.0.0", "::"):  # noqa: S104  # only compared
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            # Nothing is sent: this finds the address from which packets to others would be sent.
            way_out.connect(("192.0.2.1", 9))
            address = str(way_out.getsockname()[0])
        except OSError:
            return "localhost"
    return "localhost" if address.startswith(("127.", "0.")) else address
