"""Pools of connections to a PostgreSQL database of the score pad."""

import select
from typing import Any

from psycopg import Connection, Error, postgres, sql
from psycopg.adapt import Dumper
from psycopg_pool import ConnectionPool, PoolTimeout

from scorekeeper.store.postgresql.schema import SCHEMAS, prepare_schema

Pool = ConnectionPool[Connection[tuple[Any, ...]]]

DatabaseError = (Error, PoolTimeout)
MOST = 20  # connections of one process
UNBOUND = "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)"
NETWORK: dict[str, str | int] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "scorekeeper",
}
"""Options by which a connection to a vanished machine is given up; in seconds, the last number in milliseconds."""
RECONNECT = 2.0  # seconds between two attempts at most, while no machine of the database leads
WAIT = 3.0  # seconds for a connection: the next request that wants one begins the next attempt


def open_pool(address: str, most: int = MOST) -> Pool:
    """Return a pool of connections to the database at `address`, such as `postgresql://host/name`, with our schema.

    The schema is made or migrated if needed. Raise ValueError for a role that row-level security does not bind, such as
    a superuser, and `DatabaseError` if the database refuses or does not answer.
    """
    pool: Pool = ConnectionPool(
        address,
        min_size=1,
        max_size=most,
        timeout=WAIT,
        reconnect_timeout=RECONNECT,
        kwargs={"autocommit": True, **NETWORK},
        configure=_configure,
        check=_check,
        open=True,
    )
    try:
        with pool.connection() as connection:
            if connection.execute(UNBOUND).fetchone():
                raise ValueError("Row-level security does not bind this role of the database: use an ordinary one.")
            prepare_schema(connection)
    except BaseException:
        pool.close()
        raise
    return pool


class _BoolDumper(Dumper):
    """Sends a truth value as 1 or 0, which the columns hold."""

    oid = postgres.types["int2"].oid

    def dump(self, obj: Any) -> bytes:
        """Return `1` or `0`."""
        return str(int(obj)).encode()


def _configure(connection: Connection[tuple[Any, ...]]) -> None:
    """Prepare a new connection of the pool."""
    connection.adapters.register_dumper(bool, _BoolDumper)
    names = sql.SQL(", ").join(map(sql.Identifier, SCHEMAS))
    connection.execute(sql.SQL("SET search_path = {}").format(names))


def _check(connection: Connection[tuple[Any, ...]]) -> None:
    """Raise OperationalError if the server has closed the connection.

    The connection is only checked if the server has sent something unexpectedly, which costs nothing otherwise.
    """
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    if waiting.poll(0):
        ConnectionPool.check_connection(connection)
