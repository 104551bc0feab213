"""`scorekeeper serve`: the server as people start it, in a process of its own."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorekeeper.cli import serve
from scorekeeper.cli.address import Address, find_address, name_host
from scorekeeper.cli.files import find_folder
from scorekeeper.cli.serving import TRIES, find_sockets, make_server
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.store import SqliteStore
from scorekeeper.web.http.settings import read_limits, read_settings
from tests.cli.conftest import Run

NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Server:
    """A running `scorekeeper serve`; `said` is what it had printed when it was ready."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.said = ""
        for line in process.stdout:
            self.said += line
            if line.startswith("Ctrl-C"):
                break

    @property
    def address(self) -> str:
        found = re.search(r"The score pad is at (https?://\S+)", self.said)
        assert found, self.said
        return found[1]

    @property
    def link(self) -> str:
        found = re.search(r"^(https?://\S+/in/\S+)$", self.said, re.MULTILINE)
        assert found, self.said
        return found[1]

    def end(self, signal_: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Send the signal, and return the exit status and what was printed after the start, on stdout and on stderr."""
        self.process.send_signal(signal_)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@contextmanager
def serving(
    data: Path, *arguments: str, command: str = "serve", settings: Mapping[str, str] | None = None
) -> Iterator[Server]:
    started = [sys.executable, "-m", "scorekeeper", command, "--data", str(data), *arguments]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SCOREKEEPER_")}
    process = subprocess.Popen(
        started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**environment, "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error", **(settings or {})},
    )  # fmt: skip
    try:
        yield Server(process)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def local(server: Server, path: str = "") -> str:
    """Return the URL of the path on this computer, whatever network it is on."""
    return f"http://127.0.0.1:{server.address.rpartition(':')[2]}{path}"


def test_it_prints_its_address_and_a_code_and_ends_cleanly(data: Path) -> None:
    with serving(data, "--port", "0") as server:
        assert server.said.count("█▀") > 5
        assert str(data) in server.said
        assert NO_PROXY.open(local(server, "/healthz")).status == 200
        status, out, err = server.end()
    assert (status, err) == (0, "")
    assert out.split("\n")[-2] == "The score pad is closed. Every entry is kept."
    with SqliteStore(data / "matches.db", create=False) as store:
        assert check_book(store) == ()


def test_the_link_lets_a_phone_in_and_without_it_nobody_sees_a_thing(data: Path) -> None:
    with serving(data, "--host", "127.0.0.1", "--port", "0") as server:
        with pytest.raises(urllib.error.HTTPError) as refused:
            NO_PROXY.open(server.address)
        assert refused.value.code == 403
        refused.value.close()
        cookies = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor())
        with cookies.open(server.link) as page:
            assert page.status == 200
            assert page.url == f"{server.address}/"
            assert "Server" not in page.headers
        server.end()


@pytest.mark.slow
def test_the_link_stays_the_same_when_it_is_started_again_and_is_kept_from_others(data: Path) -> None:
    links = set()
    for _ in range(2):
        with serving(data, "--port", "0") as server:
            links.add(server.link.partition("/in/")[2])
            server.end(signal.SIGTERM)
    assert len(links) == 1
    assert (data / "keys.json").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_polite_signal_ends_it_cleanly(data: Path) -> None:
    with serving(data, "--port", "0") as server:
        status, out, err = server.end(signal.SIGTERM)
    assert (status, err) == (0, "")
    assert "closed" in out


def list_children(pid: int) -> list[int]:
    """Return the child processes of a process, the oldest first."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in told if "resource_tracker" not in Path(f"/proc/{each}/cmdline").read_text()]


def wait_for_two(server: Server, without: int = 0) -> list[int]:
    """Wait until two processes serve, and return them."""
    while len(found := list_children(server.process.pid)) < 2 or without in found:
        threading.Event().wait(0.05)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes of others are asked of /proc")
def test_of_several_processes_one_that_dies_is_replaced_and_all_end_together(data: Path) -> None:
    with serving(data, "--port", "0", "--processes", "2") as server:
        first, second = wait_for_two(server)
        assert NO_PROXY.open(local(server, "/healthz"), timeout=60).status == 200
        os.kill(first, signal.SIGKILL)
        for _ in range(20):
            assert NO_PROXY.open(local(server, "/healthz"), timeout=60).status == 200
        assert second in wait_for_two(server, without=first)
        status, out, err = server.end()
    assert (status, out.split("\n")[-2]) == (0, "The score pad is closed. Every entry is kept.")
    assert err.strip() == "a process that served has ended (-9): another one takes its place"
    with SqliteStore(data / "matches.db", create=False) as store:
        assert check_book(store) == ()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes of others are asked of /proc")
def test_several_processes_end_when_the_one_that_started_them_is_killed(data: Path) -> None:
    with serving(data, "--port", "0", "--processes", "2") as server:
        serves = wait_for_two(server)
        assert NO_PROXY.open(local(server, "/healthz"), timeout=60).status == 200
        server.end(signal.SIGKILL)
        while any(Path(f"/proc/{each}").exists() for each in serves):
            threading.Event().wait(0.05)


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port on which another program listens."""
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_told(run: Run, taken: int) -> None:
    ran = run("serve", "--port", taken)
    assert (ran.status, ran.out) == (1, "")
    assert ran.complaints == [f"Port {taken} is in use: is the score pad running already? Else choose another --port."]


def test_where_the_usual_port_is_taken_the_next_free_one_is_used(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.cli.serving.PORT", taken)
    app = type("App", (), {"config": {"MAX_CONTENT_LENGTH": 1, "PROXIES": 0}})()
    server = make_server(app, find_sockets("0.0.0.0", None))
    try:
        assert taken < server.port < taken + TRIES
    finally:
        server.close()


def test_an_address_that_is_not_ours_is_told(run: Run) -> None:
    ran = run("serve", "--host", "203.0.113.7", "--port", "0")
    assert (ran.status, len(ran.complaints)) == (1, 1)
    assert ran.complaints[0].startswith("It cannot listen on 203.0.113.7")


def test_a_computer_without_a_network_is_called_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoNetwork:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> "NoNetwork":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, _: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", NoNetwork)
    assert name_host("0.0.0.0") == "localhost"


@pytest.mark.parametrize(("host", "called"), [("192.168.1.5", "192.168.1.5"), ("fd00::5", "[fd00::5]"), ("pad", "pad")])
def test_a_host_that_was_named_is_called_so(host: str, called: str) -> None:
    assert name_host(host) == called


def test_the_code_is_dark_on_light_in_every_terminal() -> None:
    plain, coloured = (serve.draw_code("http://192.168.1.5:8000/in/abc", colours) for colours in (False, True))
    assert "\033" not in plain
    assert all(line.startswith("\033[97;40m") and line.endswith("\033[0m") for line in coloured.splitlines())
    assert [line[8:-4] for line in coloured.splitlines()] == plain.splitlines()
    assert max(map(len, plain.splitlines())) < 80


def test_a_folder_that_cannot_be_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = run("serve", "--data", tmp_path / "file" / "data")
    assert (ran.status, len(ran.complaints)) == (1, 1)


def test_a_file_that_is_no_database_is_told(run: Run, data: Path) -> None:
    data.mkdir()
    (data / "matches.db").write_bytes(b"no database at all, but long enough to look like one" * 20)
    ran = run("serve")
    assert (ran.status, len(ran.complaints)) == (1, 1)
    assert "is not a file of matches" in ran.err


def test_a_phone_reads_the_link_from_the_code() -> None:
    link = "http://192.168.178.123:8000/in/ZqxcSSNIOSCmWPO14UNyBmZV"
    lit = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [[lit[character] for character in line] for line in serve.draw_code(link, colours=False).splitlines()]
    dots = np.array(rows, np.uint8).transpose(0, 2, 1).reshape(2 * len(rows), -1)
    picture = np.pad(dots.repeat(8, axis=0).repeat(8, axis=1), 32, constant_values=255)
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == link


HERE = Address("http://127.0.0.1:8000", "127.0.0.1", 8000)
Welcome = Callable[[Address], str]


@pytest.fixture
def welcome(data: Path, capsys: pytest.CaptureFixture[str]) -> Welcome:
    """Return a function that returns what is printed for an address."""

    def print_(address: Address) -> str:
        serve._welcome(None, address, "key")
        return capsys.readouterr().out

    return print_


@pytest.mark.parametrize("url", ["https://score.example.org", "http://192.168.1.5:8000"])
def test_an_address_that_phones_can_open_is_printed_and_drawn(welcome: Welcome, url: str) -> None:
    said = welcome(Address(url, "0.0.0.0", 8000))
    assert (f"The score pad is at {url}\n" in said, f"\n{url}/in/key\n" in said) == (True, True)
    assert said.count("█▀") > 5


@pytest.mark.parametrize(
    ("url", "host", "why"),
    [
        ("http://localhost:8000", "0.0.0.0", "No network was found"),
        ("http://127.0.0.1:8000", "127.0.0.1", "SCOREKEEPER_ADDRESS"),
        ("http://[::1]:8000", "::1", "SCOREKEEPER_ADDRESS"),
    ],
)
def test_no_code_is_drawn_of_an_address_that_only_this_computer_can_open(
    welcome: Welcome, url: str, host: str, why: str
) -> None:
    said = welcome(Address(url, host, 8000))
    assert (why in said, f"\n{url}/in/key\n" in said) == (True, True)
    assert ("█" in said, "Scan" in said) == (False, False)


def test_where_the_address_is_not_known_none_is_printed(welcome: Welcome) -> None:
    said = welcome(Address("", "0.0.0.0", 8000))
    assert re.findall(r"https?://\S+", said) == ["http://192.168.1.5:8000,"]  # the example
    assert ("port 8000" in said, " /in/key " in said, "█" in said) == (True, True, False)


def test_a_terminal_that_cannot_print_a_code_gets_the_link_alone(
    welcome: Welcome, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    printed = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    monkeypatch.setattr(sys, "stdout", printed)
    serve._welcome(None, Address("http://192.168.1.5:8000", "0.0.0.0", 8000), "key")
    printed.seek(0)
    said = printed.read()
    assert ("?" in said, "Scan" in said, "\nhttp://192.168.1.5:8000/in/key\n" in said) == (False, False, True)


@pytest.mark.parametrize(
    ("set_to", "url"), [(None, "http://192.168.1.5:8000"), ("", ""), ("https://score.example.org", None)]
)
def test_the_address_that_is_set_is_taken_before_that_of_this_computer(set_to: str | None, url: str | None) -> None:
    found = find_address(set_to, "192.168.1.5", 8000)
    assert found.url == (set_to if url is None else url)


@pytest.mark.parametrize("wrong", ["score.example.org", "ftp://score.example.org", "https://", "http://a/?b"])
def test_an_address_that_is_none_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("SCOREKEEPER_ADDRESS", wrong)
    ran = run("serve", "--port", "0")
    assert (ran.status, len(ran.complaints)) == (1, 1)
    assert f"SCOREKEEPER_ADDRESS is {wrong}" in ran.err


@pytest.mark.slow
def test_behind_a_proxy_the_address_that_phones_open_is_printed_and_linked_to(data: Path) -> None:
    told = {"SCOREKEEPER_ADDRESS": "https://score.example.org/"}
    with serving(data, "--host", "127.0.0.1", "--port", "0", settings=told) as server:
        assert server.address == "https://score.example.org"
        assert server.link.startswith("https://score.example.org/in/")
        assert server.said.count("█▀") > 5
        server.end()


def test_the_command_and_the_app_keep_matches_in_one_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert read_settings()["DATA"] == find_folder(None)
    assert [path.name for path in tmp_path.iterdir()] == [find_folder(None).name]


def test_it_says_where_the_matches_are_kept_when_they_lie_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "keys"))
    serve._welcome(None, HERE, "key")
    assert f"The matches are kept in {tmp_path / 'keys'}\n" in capsys.readouterr().out
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "june.db"))
    serve._welcome(None, HERE, "key")
    assert f"The matches are kept in {tmp_path / 'june.db'}\n" in capsys.readouterr().out


def test_a_setting_that_is_no_number_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_READERS", "many")
    ran = run("serve", "--port", "0")
    assert (ran.status, len(ran.complaints)) == (1, 1)
    assert "SCOREKEEPER_READERS is many: write a whole number" in ran.err


@pytest.mark.parametrize("command", ["serve", "host"])
def test_the_help_lists_the_settings(run: Run, command: str) -> None:
    said = run(command, "--help").out
    assert "  SCOREKEEPER_ADDRESS\n" in said
    assert ("SCOREKEEPER_MOST_BOOKS\n" in said) == (command == "host")


@pytest.mark.parametrize(
    ("environment", "given", "found"),
    [
        ({}, {}, 10),
        ({}, {"HOSTING": True}, 3),
        ({"SCOREKEEPER_BACKUPS": "0"}, {}, 0),
        ({"SCOREKEEPER_BACKUPS": " "}, {}, 10),
        ({"SCOREKEEPER_BACKUPS": "7"}, {"BACKUPS": 2}, 2),
    ],
)
def test_a_setting_given_to_the_app_comes_before_the_environment_and_that_before_the_default(
    tmp_path: Path, environment: dict[str, str], given: dict[str, object], found: int
) -> None:
    assert read_settings({"DATA": tmp_path, **given}, environment)["BACKUPS"] == found


def test_a_host_without_settings_has_the_usual_limits() -> None:
    assert read_limits({}) == HostLimits()
