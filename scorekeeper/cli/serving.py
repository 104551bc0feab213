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
TRIES = 20  # further ports that are tried where the usual one is taken

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
    """Serve an app with these settings until Ctrl-C or a polite signal; `welcome` is told its address when it listens.

    Raises CommandError.
    """
    # Flask and all that: only those who serve wait for it.
    from scorekeeper.hosting.app import create_any

    try:
        app = create_any(settings)
    except (OSError, ValueError) as error:  # the folder, a key in it, or a setting of the environment
        raise CommandError(f"The score pad cannot start: {error}", status=1) from error
    sockets: list[socket.socket] = []
    # Treat SIGTERM as Ctrl-C, and accept Ctrl-C even if a background shell has set it to be ignored.
    before = {polite: signal.signal(polite, signal.default_int_handler) for polite in (signal.SIGTERM, signal.SIGINT)}
    try:
        sockets = find_sockets(host, port)
        address = find_address(app.config["ADDRESS"], host, sockets[0].getsockname()[1])
        app.config["ADDRESS"] = address.url
        if processes == 1:
            _run(app, make_server(app, sockets), lambda: welcome(app, address))
        else:
            from scorekeeper.cli.server.processes import Processes

            close_app(app)  # all that had to be done once is done
            several = Processes(processes, _serve_too, {**settings, "ADDRESS": address.url}, sockets)
            _follow_signals(several.stop)
            welcome(app, address)
            several.run()
    except KeyboardInterrupt:
        pass  # before it could run
    finally:
        for polite, handler in before.items():
            signal.signal(polite, handler)
        for each in sockets:
            each.close()
        close_app(app)


def _serve_too(settings: dict[str, Any], sockets: list[socket.socket]) -> None:
    """Serve as one of several processes."""
    from scorekeeper.hosting.app import create_any

    app = create_any(settings)
    try:
        _run(app, make_server(app, sockets))
    finally:
        close_app(app)


def _run(app: Any, server: "PadServer", welcome: Callable[[], None] = lambda: None) -> None:
    """Answer everybody until a polite signal comes."""
    from scorekeeper.hosting.schedule import NightlyMaintenance
    from scorekeeper.web.uploads.photo_workers import get_photo_workers

    _follow_signals(server.stop)
    maintenance = NightlyMaintenance(
        app.config["DATA"], app.extensions["ephemeral"], app.extensions["books"], app.config["LIMITS"]
    )
    if app.config["HOSTING"]:  # the copies of a house are made at its start
        maintenance.start()
    get_photo_workers().start_early()
    gc.collect()
    gc.freeze()  # what is there from the start stays, and to look through all of it again holds everybody up
    welcome()
    try:
        server.serve_until_stopped()
    finally:
        server.close()
        maintenance.stop()


def _follow_signals(stop: Callable[[], None]) -> None:
    for polite in (signal.SIGTERM, signal.SIGINT):
        signal.signal(polite, lambda *_: stop())


def close_app(app: Any) -> None:
    """Close the files that an app has open."""
    for each in ("books", "ephemeral"):
        app.extensions[each].close()


def make_server(app: Any, sockets: Sequence[socket.socket]) -> "PadServer":
    """The server at these sockets, which listen."""
    from scorekeeper.cli.server import PadServer
    from scorekeeper.web.access.upload_auth import is_member

    most = 2 * app.config["MAX_CONTENT_LENGTH"]  # what is a little too large, the app itself refuses in words
    return PadServer(app, sockets, lambda path, cookies: is_member(app, path, cookies), most)


def find_sockets(host: str, port: int | None) -> list[socket.socket]:
    """Sockets that listen on the port that was asked for, or on the first free one from the usual one on."""
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
