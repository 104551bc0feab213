"""Jobs that take long: imports, restores, backups, archives, and rounds with open hands.

They wait in one queue for all books and all server processes, and run one at a time.

A request waits a few seconds for its job, and then answers with a page that asks again. Every process finds the result
of a job by its ticket (a random id). Each job has a thread that waits for its turn and does it; if the process ends,
the job is lost and leaves nothing half done.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from secrets import token_hex
from threading import Event, Lock, Thread
from typing import Any

from scorekeeper.play import Store, StoreError
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, Queue, QueueFullError, find_result, write_result
from scorekeeper.web.http.book_middleware import get_ephemeral, get_store, get_store_id
from scorekeeper.worker import Limits, WorkerError

KIND = "jobs"
AT_ONCE = 1  # jobs at once on the whole host
LIMITS = Limits(memory=440_000_000, processor=900, wall=1_800.0)  # the limits of a job's worker
PATIENCE = 5.0  # seconds that a request waits for its job
MOST_PATIENT = 2  # requests of a process that wait, each of another book; others are answered at once
RENEW_EACH = 2.0  # seconds between two renewals of a job's place in the queue
GLANCE = 0.5  # seconds between two checks whether it is a job's turn
LOOK_EACH = 0.05  # seconds between two checks whether a job is done

log = logging.getLogger(__name__)

Result = Mapping[str, Any]
"""The result of a job as JSON values: those that its function returns, or `trouble`, `failed`, `full` or `gone`."""
Work = Callable[[], Result]

_patient: set[str] = set()  # the books for which a request waits
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Job:
    """A job of the request's book.

    `before` is the number of jobs that are done before it, while it waits. `result` is None until the job is done. A
    job that neither waits nor has a result `is_lost`.
    """

    ticket: str
    before: int = 0
    result: Result | None = None
    is_lost: bool = False


def start_job(work: Work, clean: Callable[[], None] = lambda: None, ticket: str = "") -> Job:
    """Start a thread that calls `work` when it is its turn, wait for it a few seconds, and return the job.

    `clean` is called at the end, also after an error. `ticket` identifies the job, so that a job in the queue is not
    started again; by default it is random. Raise QueueFullError or StoreError after calling `clean`.
    """
    ephemeral, store, ticket = get_ephemeral(), get_store(), ticket or token_hex(16)
    queue = Queue(ephemeral, KIND, store.id, AT_ONCE)
    try:
        number = queue.join_once(ticket)
    except BaseException:
        clean()
        raise
    if number is None:
        clean()
    else:
        # The thread outlives this request.
        thread = Thread(
            target=_run_job, args=(ephemeral, queue, number, store, ticket, work, clean), daemon=True, name=KIND
        )
        thread.start()
    _wait_for(queue, store.id, ticket)
    return find_job(ticket)


def find_job(ticket: str) -> Job:
    """Return the job of the request's book with this ticket."""
    ephemeral, book = get_ephemeral(), get_store_id()
    queue = Queue(ephemeral, KIND, book, AT_ONCE)
    if queue.has(ticket):
        return Job(ticket, before=queue.count_before(ticket))
    result = find_result(ephemeral, book, ticket)
    return Job(ticket, result=result, is_lost=result is None)


def _wait_for(queue: Queue, book: str, ticket: str) -> None:
    """Wait until a job is done, at most `PATIENCE` seconds.

    Return at once if a request of the same book or too many other requests wait, since each occupies a thread.
    """
    with _lock:
        if book in _patient or len(_patient) >= MOST_PATIENT:
            return
        _patient.add(book)
    try:
        end = time.monotonic() + PATIENCE
        while queue.has(ticket) and time.monotonic() < end:
            time.sleep(LOOK_EACH)
    finally:
        with _lock:
            _patient.remove(book)


def _run_job(
    ephemeral: EphemeralStore,
    queue: Queue,
    number: int,
    store: Store,
    ticket: str,
    work: Work,
    clean: Callable[[], None],
) -> None:
    """Wait for the turn of a job, do it, and store its result before it leaves the queue."""

    try:
        try:
            while not queue.take_turn(number):
                time.sleep(GLANCE)
            with _renewing(queue, number):
                result = _call(work, store)
        except QueueFullError as full:
            result = {"full": full.place}
        write_result(ephemeral, store.id, ticket, result)
    except StoreError as error:  # the page then says that the job is lost
        log.warning("nothing can be said of a job: %s", error)
    finally:
        clean()
        with suppress(StoreError):  # an item that is not renewed leaves the queue anyway
            queue.leave(number)


@contextmanager
def _renewing(queue: Queue, number: int) -> Iterator[None]:
    """Renew the place of item `number` in the queue every `RENEW_EACH` seconds while the context is open."""
    done = Event()

    def renew() -> None:
        """Renew the job's place in the queue until it is done."""
        while not done.wait(RENEW_EACH):
            with suppress(StoreError):  # another process is writing for too long
                queue.renew(number)

    thread = Thread(target=renew, daemon=True, name=KIND)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _call(work: Work, store: Store) -> Result:
    """Return the result of `work`, or if it raises an error, a result with `failed`, `trouble` or `gone`."""
    try:
        return work()
    except WorkerError as error:
        return {"failed": error.key}
    except StoreError as error:
        return {"trouble": error.to_json()}
    except Exception:
        if not store.exists():  # the owner has just deleted the book
            return {"gone": True}
        log.exception("a job failed")
        return {"failed": "error"}
