"""Machines are lost while phones post: every post that was answered is stored, and once."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from scorekeeper.play.scoring.match import load_match
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.postgresql.pool import open_pool
from tests.cluster.databases import Cluster, serving_cluster
from tests.cluster.web import NEXT_STEP, NEXT_VERSION, WebMachine
from tests.deploy.hosts import Device, open_books, pips_of, scoring, wait_for_more
from tests.deploy.proxies import proxy
from tests.long import LONG

pytestmark = pytest.mark.skipif(not LONG, reason="a loss takes a minute: TRUST=long runs it")

LOSSES = 3
PHONES = 4


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with serving_cluster() as cluster:
        yield cluster


def test_no_answered_post_is_lost_with_the_leader_of_the_database_or_with_a_web_machine(
    cluster: Cluster, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        machines = [WebMachine(name, tmp_path, cluster.address) for name in "ab"]
        for machine in machines:
            stack.enter_context(machine.serve())
        asked = stack.enter_context(proxy("haproxy", tmp_path, {each.name: each.port for each in machines}))
        phones = open_books(asked, PHONES)
        for _ in range(LOSSES):
            with scoring(phones):
                wait_for_more(phones)
                lost = cluster.find_leader()
                lost.lose()
                wait_for_more(phones)
                lost.start()  # as a new machine: it is copied from the one that leads now
                cluster.wait_for_standbys()
            say_figures("the leader was lost", phones)
            check_sheets(cluster, phones)
        for machine in machines:
            with scoring(phones):
                wait_for_more(phones)
                machine.kill()
                wait_for_more(phones)
                stack.enter_context(machine.serve())
                wait_for_more(phones)
            say_figures(f"web machine {machine.name} was lost", phones)
            check_sheets(cluster, phones)


def test_web_machines_of_two_versions_serve_side_by_side_while_the_schema_is_upgraded(
    cluster: Cluster, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        machines = [WebMachine(name, tmp_path, cluster.address) for name in "ab"]
        for machine in machines:
            stack.enter_context(machine.serve())
        asked = stack.enter_context(proxy("haproxy", tmp_path, {each.name: each.port for each in machines}))
        phones = open_books(asked, PHONES)
        with scoring(phones):
            for machine in machines:
                wait_for_more(phones)
                machine.stop()
                stack.enter_context(machine.serve(("-c", NEXT_VERSION)))
                wait_for_more(phones)
        say_figures("both web machines were upgraded", phones)
        check_sheets(cluster, phones)
        with psycopg.connect(cluster.address) as connection:
            assert connection.execute("SELECT max(number) FROM hosting.steps").fetchone() == (NEXT_STEP,)


def say_figures(what: str, phones: Sequence[Device]) -> None:
    """Print how many posts were answered, and the longest time without an answer since the last figures."""
    answered, away = sum(phone.answered for phone in phones), sum(phone.away for phone in phones)
    print(f"{what}: {answered} answered, {away} not, {max(phone.longest for phone in phones):.1f} s without an answer")
    for phone in phones:
        phone.longest = 0.0


def check_sheets(cluster: Cluster, phones: Sequence[Device]) -> None:
    """Check that every answered round is on its sheet, and once; the last one may be stored without an answer."""
    with closing(open_pool(cluster.address)) as pool:
        for phone in phones:
            assert phone.refused == []
            lines = load_match(PostgresStore(pool, phone.book), phone.match).sheet.lines
            written = [int(line.points["Anna"]) for line in lines]
            assert phone.answered <= len(written) <= phone.answered + 1
            assert written == [pips_of(number) for number in range(len(written))]
