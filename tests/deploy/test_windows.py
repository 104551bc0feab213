"""Nothing that Windows lacks is used: every process runs without those names, and the photo reader starts."""

import os
import subprocess
import sys
from pathlib import Path

from vision.lab.render import render_photo
from vision.photo.decoding import Photo

ROOT = Path(__file__).resolve().parents[2]
AS_ON_WINDOWS = """
import os, signal, sys
del os.nice, signal.pthread_sigmask
sys.modules["resource"] = sys.modules["fcntl"] = None
"""
READ = """
import sys
from pathlib import Path
from scorekeeper.play.upkeep.ephemeral import SqliteEphemeralStore, Queue
from scorekeeper.web.uploads.photo_workers import PhotoWorkers

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    queue = Queue(SqliteEphemeralStore(folder / "ephemeral.db"), "photos", "", 1)
    photo = (folder / "photo.jpg").read_bytes()
    jpeg, reading, size = PhotoWorkers().read(queue, lambda: photo, 6, lambda: False)
    print(len(reading.tiles))
"""


def test_a_photo_is_read_where_processes_have_no_priority_and_signals_no_mask(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(AS_ON_WINDOWS)
    (tmp_path / "read.py").write_text(READ)
    (tmp_path / "photo.jpg").write_bytes(Photo(render_photo(["6-5", "4-4"]).image, (1, 1)).to_jpeg())
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, tmp_path / "read.py", tmp_path],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr
