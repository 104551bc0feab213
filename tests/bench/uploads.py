"""Measure taps while eight phones upload harmful photos, and the memory of the server."""

import http.client
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import cycle
from threading import Event, Thread

from scorekeeper.store import SqliteStore
from tests.bench.rows import Note, Row, find_percentile
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import PART, Phones, ask_in_turn, write_get
from tests.bench.wire.posts import write_posts
from tests.bench.wire.serving import Served, has_proc, let_in_owner, serving_pad
from tests.play.match_files import import_matches
from tests.trust import pictures

LASTING = 20.0
EVERY = 0.05  # seconds between two taps
AGAIN = 1.0  # seconds after which a phone that was refused sends its photo once more


def list_hostile() -> list[bytes]:
    """Return eight small files that take long to decode or much memory."""
    return [
        pictures.that_claims("HEIF", 8000, 7900),
        pictures.many_pixels("HEIF", (4000, 4000)),
        pictures.many_pixels("WEBP", (6200, 6200)),
        pictures.many_pixels("PNG", (7900, 7900)),
        pictures.many_scans(2_000, (2000, 2000)),
        pictures.many_scans(50),
        pictures.many_dots(),
        pictures.many_tiles(),
    ]


def rows(lasting: float = LASTING) -> Iterator[Row | Note]:
    """Yield the slowest taps without the photos and with them, and the most memory of the server with its readers."""
    if not has_proc():
        yield Note("beside photos made to harm", "not measured: this system does not tell what a process takes")
        return
    *_, parent = list_folders().values()
    with lend_folder(parent) as folder, ExitStack() as running:
        store = running.enter_context(SqliteStore(folder / "matches.db"))
        pad = running.enter_context(serving_pad(folder))
        cookie, token = let_in_owner(pad)
        [match] = import_matches(store, [make_match(10)])
        posts = write_posts([match.id], 10, token, {**PART, "Cookie": cookie})
        looks = cycle([write_get(f"/m/{match.id}", {"Cookie": cookie})])
        taps = (request for pair in zip(posts, looks, strict=False) for request in pair)
        alone, _ = tap(pad, taps, lasting / 2)
        stop = Event()
        senders = [
            Thread(target=send, args=(pad, match.id, cookie, token, each, stop), daemon=True) for each in list_hostile()
        ]
        for each in senders:
            each.start()
        beside, most = tap(pad, taps, lasting)
        stop.set()
        for each in senders:
            each.join()
    yield Note(
        "taps without photos", f"median {find_percentile(alone, 0.5):.1f} ms, p99 {find_percentile(alone, 0.99):.1f} ms"
    )
    yield Note("taps beside them", f"median {find_percentile(beside, 0.5):.1f} ms")
    yield Row("taps beside eight photos made to harm, p99", find_percentile(beside, 0.99), 50, "ms")
    yield Row("memory of the server and its readers meanwhile", most / 1e6, 700, "MB")


def tap(pad: Served, taps: Iterator[bytes], lasting: float) -> tuple[Sequence[float], int]:
    """Return how many milliseconds each tap of one phone took, and the most memory meanwhile, in bytes."""
    taken, most, end = list[float](), 0, time.monotonic() + lasting
    with Phones(pad.place) as phones:
        phone = phones.add_phone()
        while time.monotonic() < end:
            [heard] = ask_in_turn(phones, [(phone, taps)], 1)
            if heard.status != 200:
                raise RuntimeError(f"a tap was answered {heard.status}")
            taken.append(heard.seconds * 1000)
            most = max(most, pad.memory)
            time.sleep(EVERY)
    return taken, most


def send(pad: Served, match: str, cookie: str, token: str, picture: bytes, stop: Event) -> None:
    """Upload one photo again and again until `stop` is set."""
    while not stop.is_set():
        with suppress(OSError):  # it may be refused before everything was sent
            send_photo(pad, f"/m/{match}", cookie, token, picture)
        stop.wait(AGAIN)


def send_photo(pad: Served, match: str, cookie: str, token: str, picture: bytes) -> int:
    """Post one photo of the hands to the match at this path, and return the status of the answer. Raises OSError."""
    form = f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
    form += '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
    body = form.encode() + picture + b"\r\n--x--\r\n"
    headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=x"}
    with closing(http.client.HTTPConnection(*pad.place, timeout=120)) as wire:
        wire.request("POST", f"{match}/photo?for=hands", body, headers)
        answer = wire.getresponse()
        answer.read()
        return answer.status
