"""Prepare once in a run what takes long and never differs: an empty database file, compiled templates, routes.

A file whose folder does not exist yet is made by the migrations, as every one in `tests/store` is.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import ClassVar

from flask.templating import DispatchingJinjaLoader
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from scorekeeper.store import SqliteStore
from scorekeeper.store.copies import list_copy_files


class CompiledTemplates(BytecodeCache):
    """A cache of the score pad's compiled templates; a template of a test is compiled by that test."""

    def __init__(self) -> None:
        self._compiled: dict[object, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get(_describe(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if isinstance(bucket.environment.loader, DispatchingJinjaLoader):
            self._compiled[_describe(bucket)] = bucket.code


def _describe(bucket: Bucket) -> object:
    """Return the template's name and everything else that decides how it is compiled."""
    return bucket.key, bucket.checksum, bucket.environment.trim_blocks


class KnownRoute(Rule):
    """A route that is compiled once and shared by all score pads of the run."""

    _compiled: ClassVar[dict[object, dict[str, object]]] = {}

    def compile(self) -> None:
        asked = self.rule, self.subdomain, self.host, self.merge_slashes, repr(self.defaults)
        if asked not in self._compiled:
            given = vars(self).copy()
            super().compile()
            made = {name: value for name, value in vars(self).items() if value is not given.get(name)}
            self._compiled[asked] = {**made, "arguments": self.arguments}
        vars(self).update(self._compiled[asked])


def copy_empty_file(folder: Path) -> Callable[[SqliteStore, bool], None]:
    """Return a replacement for `SqliteStore._open` that copies one empty file where there is no file yet."""
    open_as_usual = SqliteStore._open
    with SqliteStore(folder / "new.db") as new:
        new.copy(folder / "empty.db")
    empty = (folder / "empty.db").read_bytes()

    def open_(store: SqliteStore, create: bool) -> None:
        missing = store.path.parent.is_dir() and not store.path.exists()
        if create and missing and not list_copy_files(store.path):
            with suppress(OSError):  # the store then raises the error itself
                store.path.write_bytes(empty)
        open_as_usual(store, create)

    return open_
