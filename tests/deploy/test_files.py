"""The files of `deploy/`, checked by the programs that read them, and compared with each other and the score pad."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster.databases import find_binaries, read_environment
from tests.deploy.programs import DEPLOY, find_free_port, find_program, name_places, running, say, wait_for_port
from tests.deploy.proxies import kind, make_settings, name_command

__all__ = ["kind"]

ROOT = DEPLOY.parent
UNITS = sorted(path.name for path in (DEPLOY / "systemd").iterdir())
MOST_EXPOSED = 20  # tenths of a point; `systemd-analyze security` gives 100 to a service that may do everything
SYSTEM = Path("/usr/lib/systemd/system")
SAID = {
    "SITE": "score.example.org",
    "REPLICA": "/mnt/replica",
    "ADDRESS": "http://192.168.1.5:8000",
    **{f"{name}_IMAGE": f"{name.lower()}@sha256:{'0' * 64}" for name in ("PYTHON", "CADDY", "LITESTREAM")},
}
PLACES = name_places({"a": 8001, "b": 8002})


def test_the_proxy_takes_its_file(kind: str, tmp_path: Path) -> None:
    settings = {**PLACES, **make_settings(kind, tmp_path, 8443)}
    if kind == "caddy":
        file = str(DEPLOY / "Caddyfile")
        say("caddy", "validate", "--adapter", "caddyfile", "--config", file, **settings)
        formatted = say("caddy", "fmt", file, **settings)
        assert formatted == (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    else:
        said = say(*name_command(kind, DEPLOY / "haproxy.cfg"), "-c", **settings)
        assert "valid" in said
        assert "WARNING" not in said


def test_litestream_takes_its_file(tmp_path: Path) -> None:
    said = say(
        *("litestream", "databases", "-config", str(DEPLOY / "litestream.yml")),
        BOOKS=str(tmp_path),
        REPLICA=f"file://{tmp_path}/replica",
    )
    assert said.split()[-1] == "file"


def test_patroni_takes_its_file(tmp_path: Path) -> None:
    settings = {**read_environment("patroni.env", "a", {}), "PATRONI_POSTGRESQL_BIN_DIR": str(find_binaries())}
    settings["PATRONI_POSTGRESQL_DATA_DIR"] = str(tmp_path / "data")
    file = str(DEPLOY / "cluster" / "patroni.yml")
    assert say("patroni", "--validate-config", "--ignore-listen-port", file, **settings) == ""


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_takes_its_units_and_finds_them_walled_in(unit: str, tmp_path: Path) -> None:
    find_program("systemd-analyze")
    if not SYSTEM.is_dir():
        pytest.skip("systemd is not installed")
    here = tmp_path / "etc/systemd/system"
    shutil.copytree(DEPLOY / "systemd", here)
    there = tmp_path / "usr/lib/systemd/system"
    there.mkdir(parents=True)
    for path in (path for ending in ("target", "slice", "socket") for path in SYSTEM.glob(f"*.{ending}")):
        shutil.copy(path, there)
    for program in re.findall(r"^Exec\w+=(/\S+)", (here / unit).read_text(encoding="utf-8"), re.MULTILINE):
        made = tmp_path / program.lstrip("/")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.touch(0o755)
    root = f"--root={tmp_path}"
    assert say("systemd-analyze", root, "verify", str(here / unit)) == ""
    if unit.endswith(".service"):
        say("systemd-analyze", root, "--offline=true", f"--threshold={MOST_EXPOSED}", "security", "--no-pager", unit)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("compose.yaml", "SCOREKEEPER_TRUSTED_HOSTS: score.example.org,127.0.0.1"),
        ("family.yaml", "SCOREKEEPER_ADDRESS: http://192.168.1.5:8000"),
    ],
)
def test_compose_takes_its_files(name: str, line: str) -> None:
    file = str(DEPLOY / name)
    if shutil.which("docker-compose"):
        command: tuple[str, ...] = "docker-compose", "-f", file, "config"
    else:
        plugins = json.loads(say("docker", "info", "--format", "{{json .ClientInfo.Plugins}}") or "[]")
        if not any(plugin["Name"] == "compose" for plugin in plugins or ()):
            pytest.skip("docker compose is not installed")
        command = "docker", "compose", "-f", file, "config"
    assert line in say(*command, **SAID)


def test_the_pad_of_a_family_is_walled_in_as_those_of_a_host_are() -> None:
    """The lines are compared, because docker is not installed everywhere; in the test above docker reads the file."""
    family, host = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("family.yaml", "compose.yaml"))
    walls = ("restart", "init", "read_only", "tmpfs", "cap_drop", "security_opt", "args")
    for wall in walls:
        found = [re.search(rf"^ +{wall}: (.+)$", text, re.MULTILINE) for text in (family, host)]
        assert found[0] is not None
        assert found[1] is not None
        assert found[0][1] == found[1][1], wall
    assert "/data" in family.partition("volumes:")[2]


def test_a_container_says_on_which_port_it_listens_and_claims_no_address(tmp_path: Path) -> None:
    """The command is that of the family's container, with the settings of the image."""
    image, family = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("Containerfile", "family.yaml"))
    assert re.search(r'^ENV .*SCOREKEEPER_ADDRESS=""', image, re.MULTILINE)
    command = json.loads(re.findall(r"^ +command: (\[.+\])$", family, re.MULTILINE)[0])
    assert f'"{command[-1]}:{command[-1]}"' in family
    port, log = find_free_port(), tmp_path / "log"
    settings = {"SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_ADDRESS": "", "PYTHONUNBUFFERED": "1"}
    with running(log, sys.executable, "-m", "scorekeeper", *command[:-1], str(port), **settings) as process:
        wait_for_port(port, process, log)
        while "Ctrl-C" not in log.read_text():
            assert process.poll() is None, log.read_text()
    said = log.read_text()
    assert f"listens on port {port}" in said
    assert " /in/" in said
    assert "█" not in said


def test_hadolint_has_nothing_to_say_of_the_container() -> None:
    say("hadolint", str(DEPLOY / "Containerfile"))


def test_everything_that_the_container_copies_is_there_and_let_in() -> None:
    said = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    let_in = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", said, re.MULTILINE) for name in line.split()]
    assert copied
    for name in copied:
        assert (ROOT / name).exists()
        assert f"!{name}" in let_in
    assert len(copied) == sum(line.startswith("!") for line in let_in)


def test_the_container_runs_as_nobody_in_particular_and_says_whether_it_is_well() -> None:
    said = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    last = said.rpartition("FROM ")[2]
    number = re.search(r"^USER (\d+)$", last, re.MULTILINE)
    assert number is not None
    assert int(number[1]) > 0
    assert last.index("USER") < last.index("ENTRYPOINT")
    assert "VOLUME /data" in last
    assert "/healthz" in last
    # The service that copies the books reads them as the user that owns them.
    assert f'user: "{number[1]}"' in (DEPLOY / "compose.yaml").read_text(encoding="utf-8")


def test_what_the_container_runs_is_reached_from_outside_and_found_well(tmp_path: Path) -> None:
    said = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    command, health = (
        json.loads(f"[{found}]") for found in re.findall(r"(?:^|[ ])CMD \[(.+)\]$", said, re.MULTILINE)[::-1]
    )
    port, log = find_free_port(), tmp_path / "log"
    command = [str(port) if word == "8000" else word for word in command]
    with running(log, sys.executable, "-m", "scorekeeper", *command, SCOREKEEPER_DATA=str(tmp_path)) as process:
        wait_for_port(port, process, log)
        say(sys.executable, *(word.replace(":8000/", f":{port}/") for word in health[1:]))
    assert command[command.index("--host") + 1] == "0.0.0.0"


def test_litestream_and_caddy_run_in_the_versions_that_were_tried() -> None:
    locked = (ROOT / "requirements-dev.txt").read_text()
    asked = (DEPLOY / "pin-images").read_text(encoding="utf-8")
    litestream, caddy = (re.search(rf"^{name}-bin==(\S+)", locked, re.MULTILINE) for name in ("litestream", "caddy"))
    assert litestream is not None
    assert caddy is not None
    assert f"litestream/litestream:{litestream[1]};" in asked
    assert f"caddy:{caddy[1].rpartition('.')[0]} " in asked


def test_no_image_is_taken_by_a_tag_alone() -> None:
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\$\{(\w+_IMAGE):\?\}", compose))
    assert wanted == set(re.findall(r"(\w+_IMAGE)=", (DEPLOY / "pin-images").read_text(encoding="utf-8")))
    ours = {"scorekeeper", "scorekeeper-proxy"}
    assert set(re.findall(r"^\s*image: (\S+)$", compose, re.MULTILINE)) == ours | {"${LITESTREAM_IMAGE:?}"}
    begins = re.findall(r"^\s*FROM (\S+)", container + compose, re.MULTILINE)
    assert begins == ["${PYTHON_IMAGE}", "${PYTHON_IMAGE}", "$${CADDY_IMAGE}"]
    assert re.findall(r"^ARG (.+)$", container, re.MULTILINE) == ["PYTHON_IMAGE"] * 2, "no default stands for a digest"


def test_a_base_without_a_digest_is_not_built_from() -> None:
    said = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    check = re.search(r"^RUN (case .*esac)$", said, re.MULTILINE)
    assert check is not None
    for image, status in (("python:3.13-slim", 1), ("", 1), (f"python:3.13-slim@sha256:{'a' * 64}", 0)):
        done = subprocess.run(["sh", "-c", check[1]], env={"PYTHON_IMAGE": image}, capture_output=True, check=False)
        assert done.returncode == status, image


@pytest.mark.parametrize(("digest", "status"), [(f"sha256:{'a' * 64}", 0), ("", 1)])
def test_the_images_are_pinned_by_what_the_builder_says(tmp_path: Path, digest: str, status: int) -> None:
    docker = tmp_path / "docker"
    docker.write_text(f'#!/bin/sh\ntest "$1 $2 $3" = "buildx imagetools inspect" && echo "{digest}"\n')
    docker.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run([DEPLOY / "pin-images"], env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == status
    lines = done.stdout.splitlines()
    assert all(re.fullmatch(r"\w+_IMAGE=\S+:\S+@sha256:a{64}", line) for line in lines)
    assert len(lines) == (0 if status else 3)


def test_every_container_is_walled_in() -> None:
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    said = compose.partition("\nservices:\n")[2].partition("\nvolumes:\n")[0] + "\n"
    services = dict(re.findall(r"^  (\S+):\n((?:(?:   .*)?\n)*)", said, re.MULTILINE))
    assert set(services) == {"proxy", "pad", "copies"}
    for name, service in services.items():
        for wall in ("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'):
            assert wall in service, (name, wall)
        # The image of the pad sets it itself, which is tested above.
        assert 'user: "10001"' in service or "dockerfile: deploy/Containerfile" in service, name
    added = re.findall(r"cap_add: (.+)$", compose, re.MULTILINE)
    assert added == ["[NET_BIND_SERVICE]"]
