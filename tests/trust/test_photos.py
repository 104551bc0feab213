"""Small pictures that take much time or memory: the page works without the photo, and others are not delayed."""

import io
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli.server.bridge import THREADS
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from scorekeeper.store.ephemeral.queue import MOST_WAITING, Queue, QueueFullError
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.web import create_app
from scorekeeper.web.access.rate_limits import PHOTOS
from scorekeeper.web.uploads import photo_workers, reader
from scorekeeper.web.uploads.photo_workers import MEMORY, AbandonedError, PhotoWorkers
from tests.long import LONG
from tests.trust import pictures
from tests.trust.server import running
from tests.vision.laying import lay
from tests.web.pages import Phone
from tests.web.photographed import reading as as_read
from vision import Photo, PhotoError, Reading
from vision.photo.decoding import MOST_SCANS
from vision.photo.headers import count_scans

KEY = "key-of-this-table"
GOOD = pictures.many_tiles(1)
ITSELF = 80_000_000  # bytes that a process has before its first photo


def never() -> bool:
    return False


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Queue:
    """Return the queue of a pad in which nobody else waits."""
    return Queue(SqliteEphemeralStore(tmp_path_factory.mktemp("line") / "ephemeral.db"), "photos", "book", 1)


@pytest.fixture(scope="module")
def workers(line: Queue) -> Iterator[PhotoWorkers]:
    """Yield one process that has already read a photo."""
    workers = PhotoWorkers()
    workers.read(line, lambda: GOOD, 6, never)
    yield workers
    for each in workers._idle:
        each.end()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()


def most_memory(workers: PhotoWorkers) -> int:
    """Return the peak memory of the process in bytes; 0 if the system does not say."""
    [worker] = workers._idle
    told = Path(f"/proc/{worker._process.pid}/status")
    found = re.search(r"VmHWM:\s*(\d+) kB", told.read_text()) if told.exists() else None
    return int(found[1]) * 1024 if found else 0


@pytest.mark.parametrize(
    ("picture", "key"),
    [
        (lambda: pictures.that_claims("HEIF", 8000, 7900), "too_many_pixels"),
        (lambda: pictures.that_claims("WEBP", 8000, 7900), "too_many_pixels"),
        (lambda: pictures.many_scans(2_000, (2000, 2000)), "too_many_scans"),
    ],
    ids=["HEIC of 63 megapixels", "WebP of 63 megapixels", "2,000 scans"],
)
def test_what_only_harms_is_refused_by_what_the_file_says_of_itself(
    workers: PhotoWorkers, line: Queue, picture: Callable[[], bytes], key: str
) -> None:
    with pytest.raises(PhotoError) as refused:
        workers.read(line, picture, 6, never)
    assert refused.value.key == key


@pytest.mark.parametrize("kind", ["HEIF", "WEBP"])
def test_the_largest_picture_that_is_opened_stays_within_its_memory(
    workers: PhotoWorkers, line: Queue, kind: str
) -> None:
    side = 6300 if LONG else 4000  # writing such a file takes longer than reading it
    picture = pictures.many_pixels(kind, (side, side))
    _, _, size = workers.read(line, lambda: picture, 6, never)
    assert list(size) == [side, side]
    assert most_memory(workers) < MEMORY + ITSELF


def test_of_thousands_of_dots_no_more_are_read_than_there_are_tiles(
    workers: PhotoWorkers, line: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes, it ends; then the photo is there, and the next one is read."""
    monkeypatch.setattr(photo_workers, "READING", 0.5)
    for picture in (pictures.many_dots(), pictures.many_tiles()):
        jpeg, found, size = workers.read(line, lambda picture=picture: picture, 6, never)  # type: ignore[misc]
        assert jpeg.startswith(b"\xff\xd8")
        assert found is None or len(found.tiles) <= 200
        assert size[0] >= 1500
    monkeypatch.undo()
    _, found, _ = workers.read(line, lambda: GOOD, 6, never)
    assert found is not None


def test_a_process_that_is_killed_costs_one_photo_its_reading_and_no_more(
    workers: PhotoWorkers, line: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    [worker] = workers._idle
    worker._process.kill()
    worker._process.join()
    _, found, _ = workers.read(line, lambda: GOOD, 6, never)
    assert found is not None
    monkeypatch.setattr(photo_workers, "OPENING", -1.0)
    monkeypatch.setattr(photo_workers, "GLANCE", 0.0)
    with pytest.raises(PhotoError) as refused:
        workers.read(line, lambda: GOOD, 6, never)
    assert refused.value.key == "too_heavy"
    monkeypatch.undo()
    assert workers.read(line, lambda: GOOD, 6, never)[1] is not None


def test_a_photo_for_which_earlier_ones_left_too_little_memory_is_read_by_a_fresh_process(
    workers: PhotoWorkers,
    line: Queue,
) -> None:
    resource = pytest.importorskip("resource")
    [worker] = workers._idle
    pid = worker._process.pid
    told = re.search(r"VmData:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert told
    left = int(told[1]) * 1024 + 8_000_000
    resource.prlimit(pid, resource.RLIMIT_DATA, (left, left))
    _, found, _ = workers.read(line, lambda: pictures.many_pixels("PNG"), 6, never)
    assert found is not None
    assert worker._process.pid != pid


@pytest.mark.parametrize(
    "ends", [AbandonedError, QueueFullError], ids=["who goes", "who loses the place to another book"]
)
def test_the_line_is_left_by(app: Flask, monkeypatch: pytest.MonkeyPatch, ends: type[Exception]) -> None:
    """No process is started, because no photo comes to its turn."""
    monkeypatch.setattr(photo_workers, "GLANCE", 0.01)
    mine, other = (Queue(app.extensions["ephemeral"], "photos", book, 1) for book in ("club", "family"))
    assert other.take_turn(other.join())  # a photo that is being read for ever
    for _ in range(MOST_WAITING - 1):
        mine.join()
    gone, told = threading.Event(), list[type[Exception]]()

    def wait() -> None:
        try:
            PhotoWorkers().read(mine, lambda: GOOD, 6, gone.is_set, "mine")
        except (AbandonedError, QueueFullError) as ended:
            told.append(type(ended))

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not mine.count_before("mine"):
        threading.Event().wait(0.01)
    if ends is AbandonedError:
        gone.set()
    else:
        other.join()
    waiting.join()
    assert told == [ends]
    assert mine.count_before("mine") == 0


def send(phone: Phone, path: str, picture: bytes) -> tuple[int, str]:
    """Post a photo from the pad; return the status and the text of the answer."""
    fields = dict(phone.open(f"{path}/photo?for=hands").forms["photo-upload"].fields)
    data = {**fields, "picture": (io.BytesIO(picture), "table.jpg")}
    answer = phone.client.post(f"{path}/photo?for=hands", data=data, follow_redirects=True)
    return answer.status_code, answer.text


def test_a_photo_that_cannot_be_read_in_time_is_gone_on_with_by_hand(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app.test_client(), KEY)
    pad = phone.new_match()
    assert send(phone, pad.path, GOOD)[0] == 200
    monkeypatch.setattr(photo_workers, "READING", -1.0)
    monkeypatch.setattr(photo_workers, "GLANCE", 0.0)
    status, page = send(phone, pad.path, pictures.many_dots(40))
    assert (status, "could not read this photo" in page, "do=tile" in page or "add" in page) == (200, True, True)


def test_when_too_many_wait_the_place_is_told(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(app.test_client(), KEY)
    pad = phone.new_match()

    def full(*_: object) -> None:
        raise QueueFullError(7)

    monkeypatch.setattr(PhotoWorkers, "read", full)
    status, page = send(phone, pad.path, GOOD)
    assert (status, "yours would be number 7. Try again in a moment." in page) == (503, True)


def test_no_more_photos_are_taken_within_an_hour_than_people_take(app: Flask) -> None:
    phone = Phone(app.test_client(), KEY)
    pad = phone.new_match()
    app.config["READER"] = lambda photo, largest: as_read(lay("6-5", 0, 0))
    for _ in range(PHOTOS.most - 1):
        count_hit(app.extensions["ephemeral"], PHOTOS.what, str(app.extensions["scorekeeper"].path), 3600)
    assert send(phone, pad.path, GOOD)[0] == 200
    status, page = send(phone, pad.path, GOOD)
    assert (status, f"More than {PHOTOS.most} photos were sent within an hour." in page) == (429, True)


def compose_upload(path: str, cookie: str, **fields: str) -> bytes:
    """Return the body of a photo's upload with these fields of its form."""
    parts = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()
    )
    picture = '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
    body = (parts + picture).encode() + GOOD + b"\r\n--x--\r\n"
    head = (
        f"POST {path} HTTP/1.1\r\nHost: pad\r\nCookie: {cookie}\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def test_taps_go_on_beside_photos_that_are_never_done(app: Flask) -> None:
    """More photos than there are threads for them, each held for as long as the taps take."""
    done = threading.Event()

    def never_done(photo: Photo, largest: int) -> Reading:
        done.wait(60)
        return as_read(lay("6-5", 0, 0))

    app.config["READER"] = never_done
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    with running(app) as server:
        cookie, token = server.let_in(KEY)
        with server.holding(
            THREADS["files"], compose_upload(f"/m/{match.id}/photo", cookie, csrf_token=token)
        ) as senders:
            for _ in range(5):
                for path in (f"/m/{match.id}", f"/m/{match.id}/sheet", f"/m/{match.id}/news?seen=9"):
                    assert server.fetch(path, cookie)
            done.set()
            assert {server.hear(each)[:12] for each in senders} == {b"HTTP/1.1 303"}


def test_who_waits_is_told_how_many_are_before_and_who_goes_leaves_the_line(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over real connections: the server notices that a phone has gone though its photo was never begun."""
    other, moment = Queue(app.extensions["ephemeral"], "photos", "another book", 1), threading.Event()
    assert other.take_turn(other.join())  # a photo that is being read for ever
    monkeypatch.setattr(reader, "get_photo_workers", PhotoWorkers)  # none of them is read
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    mine, path = Queue(app.extensions["ephemeral"], "photos", str(store.path), 1), f"/m/{match.id}/photo"
    with running(app) as server:
        cookie, token = server.let_in(KEY)
        with ExitStack() as phones:
            for place, ticket in enumerate(("first", "second"), start=1):
                sent = compose_upload(path, cookie, csrf_token=token, ticket=ticket)
                phones.enter_context(server.holding(1, sent))
                while mine.count_before(ticket) < place:
                    moment.wait(0.01)
            assert server.fetch(f"{path}/line?ticket=first", cookie) == "One photo is read before yours."
            assert server.fetch(f"{path}/line?ticket=second", cookie) == "2 photos are read before yours."
            assert [server.fetch(f"{path}/line{asked}", cookie) for asked in ("", "?ticket=", "?ticket=x")] == [""] * 3
        while mine.count_before("first") or mine.count_before("second"):
            moment.wait(0.01)


def test_scans_are_counted_and_nothing_else_is_taken_for_one() -> None:
    assert count_scans(GOOD, MOST_SCANS) == 1
    assert count_scans(GOOD + b"\xff\xda\x00\x02" * 100, MOST_SCANS) == 1  # after the picture, as in an animated one
    assert count_scans(pictures.many_scans(100, (200, 200)), MOST_SCANS) == MOST_SCANS + 1
    assert count_scans(b"\xff\xd8" + b"\xff" * 1000, MOST_SCANS) == 0
    assert count_scans(b"", MOST_SCANS) == 0
