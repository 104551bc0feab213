"""Caddy and HAProxy with the files of `deploy/`, in front of machines at ports of this computer."""

import http.client
import json
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.deploy.programs import (
    DEPLOY,
    PATIENCE,
    find_free_port,
    find_program,
    name_places,
    running,
    say,
    wait_for_port,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; the names of headers are in small letters, and a header that came twice is joined."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, str]:
        """What an echoing machine says of itself and of the request that reached it."""
        assert self.status == 200, (self.status, self.body)
        found: dict[str, str] = json.loads(self.body)
        return found


@dataclass(frozen=True, slots=True)
class Proxy:
    """A running proxy; with `https` its certificate is not checked."""

    kind: str
    port: int
    https: bool

    client: http.client.HTTPConnection
    clients: list[http.client.HTTPConnection] = field(default_factory=list)

    def ask(
        self, path: str, method: str = "GET", body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request over the open connection, and return the answer."""
        self.client.request(method, path, body=body or None, headers=dict(headers or {}))
        said = self.client.getresponse()
        came = {name.lower() for name in said.headers}
        return Answer(said.status, {name: ", ".join(said.headers.get_all(name, ())) for name in came}, said.read())

    def for_another(self) -> "Proxy":
        """Return the same proxy with a connection of its own, as for another phone."""
        self.clients.append(connect(self.port, self.https))
        return replace(self, clients=self.clients, client=self.clients[-1])


@contextmanager
def proxy(kind: str, folder: Path, ports: Mapping[str, int]) -> Iterator[Proxy]:
    """Run the proxy in front of the machines at these ports: `{"a": 8001, "b": 8002}`."""
    port = find_free_port()
    settings = {**name_places(ports), **make_settings(kind, folder, port)}
    file = DEPLOY / ("Caddyfile" if kind == "caddy" else "haproxy.cfg")
    log = folder / f"{kind}.log"
    with running(log, *name_command(kind, file), **settings) as process:
        wait_for_port(port, process, log)
        found = Proxy(kind, port, kind == "haproxy", connect(port, https=kind == "haproxy"))
        try:
            yield found
        finally:
            for client in (found.client, *found.clients):
                client.close()


def connect(port: int, https: bool) -> http.client.HTTPConnection:
    """Return a connection to a proxy on this computer, without checking its certificate."""
    if not https:
        return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=trusting)


def name_command(kind: str, file: Path) -> tuple[str, ...]:
    """Return the command that runs the proxy with this file."""
    if kind == "caddy":
        return "caddy", "run", "--adapter", "caddyfile", "--config", str(file)
    return "haproxy", "-db", "-f", str(file)


def make_settings(kind: str, folder: Path, port: int) -> dict[str, str]:
    """Return the proxy's settings for that port, with its own files in this folder."""
    if kind == "caddy":
        return {"SITE": f"http://127.0.0.1:{port}", "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    find_program("haproxy")
    return {"LISTEN": f"127.0.0.1:{port}", "CERTIFICATE": str(make_certificate(folder))}


def make_certificate(folder: Path) -> Path:
    """Write a self-signed certificate with its key, and return the path."""
    both, key = folder / "both.pem", folder / "key.pem"
    if not both.exists():
        find_program("openssl")
        say(
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-subj", "/CN=localhost", "-days", "2", "-keyout", str(key), "-out", str(both)),
        )
        both.write_text(both.read_text() + key.read_text())
    return both


@pytest.fixture(params=["caddy", "haproxy"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of each proxy that has a file."""
    found: str = request.param
    find_program(found)
    return found
