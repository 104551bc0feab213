"""Install the wheel and the sdist of a folder in empty environments outside the checkout, and try them."""

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import cv2

from scorekeeper import __version__
from vision.lab.render import render_photo

ROOT = Path(__file__).resolve().parents[2]
MATCH = {
    "format": 1,
    "variant": "spansk",
    "players": ["Anna", "Bo"],
    "lead": "Anna",
    "entries": [{"entry": "ends", "player": "Anna", "ends": ["5", "0"]}],
}
ELSEWHERE = {
    name: value for name, value in os.environ.items() if name != "PYTHONPATH" and not name.startswith("SCOREKEEPER_")
}
"""The environment of a command that must not find the checkout."""
NO_READER = "Photos cannot be read here: install domino-scorekeeper[photos].\n"


def say(*command: str | Path, folder: Path, status: int = 0) -> str:
    """Run a command in `folder`, and return its output; raise SystemExit with it for another exit status."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False, env=ELSEWHERE)
    if done.returncode != status:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout if status == 0 else done.stderr


def install(package: Path, folder: Path, photos: bool) -> Path:
    """Install the package and the locked requirements in a new environment; return the folder of its commands."""
    home = folder / f"{package.suffix.strip('.')}-{'photos' if photos else 'alone'}"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    lists = ["requirements.txt", *(["requirements-photos.txt"] if photos else [])]
    if package.suffix != ".whl":
        lists.append("requirements-build.txt")
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
    say(*pip, "install", "--require-hashes", *(f"-r{ROOT / name}" for name in lists), folder=folder)
    say(*pip, "install", "--no-deps", "--no-index", "--no-build-isolation", package, folder=folder)
    say(*pip, "check", folder=folder)
    return python.parent


def try_commands(commands: Path, folder: Path, photos: bool) -> Iterator[str]:
    """Run the command; yield what was found to work."""
    scorekeeper = commands / "scorekeeper"
    assert say(scorekeeper, "--version", folder=folder).split()[-1] == __version__
    scored = json.loads(say(scorekeeper, "score", "match.json", "--json", folder=folder))
    assert sum(scored["totals"].values()) == 1
    yield "scores"
    count = (scorekeeper, "count", "photo.png", "--variant", "spansk", "--json")
    if photos:
        assert sorted(json.loads(say(*count, folder=folder))["tiles"]) == ["4-4", "6-5"]
        yield "counts a photo"
    else:
        assert say(*count, folder=folder, status=1) == NO_READER
        yield "says that it counts no photo"
    files = serve_first_page(scorekeeper, folder)
    assert files > 5
    yield f"serves its first page and {files} files of it"


def serve_first_page(scorekeeper: Path, folder: Path) -> int:
    """Return how many files of the first page are there."""
    command = [str(scorekeeper), "serve", "--host", "127.0.0.1", "--port", "0", "--data", f"data-{os.urandom(4).hex()}"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=ELSEWHERE) as pad:
        try:
            assert pad.stdout
            link = next(line.strip() for line in pad.stdout if re.match(r"http://127\.0\.0\.1:\d+/in/", line))
            phone = build_opener(ProxyHandler({}), HTTPCookieProcessor())
            page = phone.open(link, timeout=60).read().decode()
            assert "<h1" in page
            found = re.findall(r'<(?:link|script)[^>]+(?:href|src)="(/[^"]+)', page)
            assert all(phone.open(urljoin(link, file), timeout=60).status == 200 for file in found)
            assert json.loads(phone.open(urljoin(link, "/healthz"), timeout=60).read())["ok"]
        finally:
            pad.terminate()
        assert pad.wait(timeout=60) == 0
    return len(found)


def main() -> int:
    """Try each package of the folder that is named; tell a line for each."""
    made = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    (wheel,), (sdist,) = made.glob("*.whl"), made.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "match.json").write_text(json.dumps(MATCH))
        cv2.imwrite(str(folder / "photo.png"), render_photo(["6-5", "4-4"]).image)
        for package, photos in ((wheel, False), (wheel, True), (sdist, False)):
            found = try_commands(install(package, folder, photos), folder, photos)
            print(f"✓ {package.name}{' with photos' if photos else ''}: {', '.join(found)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
