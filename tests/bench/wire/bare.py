"""Bare views to compare with: `python -m tests.bench.wire.bare FOLDER` serves two of them on the project's server.

One returns a string, the other inserts a row as safely as the score pad does. The command prints its address.
"""

import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, request

from scorekeeper.cli.serving import find_sockets, make_server


def make_bare(folder: Path) -> Flask:
    """Return the app with the two views; each thread has a connection of its own, opened once."""
    app = Flask("bare")
    app.config.update(MAX_CONTENT_LENGTH=33_000_000, PROXIES=0, SECRET_KEY="bare", OWNER_KEY="bare")
    mine = threading.local()

    def connect() -> sqlite3.Connection:
        if not hasattr(mine, "db"):
            mine.db = sqlite3.connect(folder / "bare.db", isolation_level=None)
            mine.db.execute("PRAGMA journal_mode = WAL")
            mine.db.execute("PRAGMA synchronous = FULL")
        db: sqlite3.Connection = mine.db
        return db

    connect().execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT)")

    @app.get("/")
    def say() -> str:
        return "said"

    @app.post("/")
    def insert() -> str:
        connect().execute("INSERT INTO entries (entry) VALUES (?)", (request.form["entry"],))
        return "written"

    return app


def main(folder: str) -> None:
    """Serve until the process is ended."""
    server = make_server(make_bare(Path(folder)), find_sockets("127.0.0.1", 0))
    print(f"http://127.0.0.1:{server.port}", flush=True)
    server.serve_until_stopped()


if __name__ == "__main__":
    main(sys.argv[1])
