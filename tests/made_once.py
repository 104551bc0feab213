"""What takes long and comes out the same is made once in a run: an empty file of matches, compiled templates, routes.

A file whose folder is not there yet is made by its steps, as every one in `tests/store` is.
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
    """The score pad's templates as they are compiled; a test's own are compiled by each test."""

    def __init__(self) -> None:
        self._compiled: dict[object, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get(_describe(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if isinstance(bucket.environment.loader, DispatchingJinjaLoader):
            self._compiled[_describe(bucket)] = bucket.code


def _describe(bucket: Bucket) -> object:
    """The template, and all else that decides how it is compiled."""
    return bucket.key, bucket.checksum, bucket.environment.trim_blocks


class KnownRoute(Rule):
    """A route of the score pad, which is compiled once, and not for each score pad."""

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
    """What opens a store as `SqliteStore` does, and where there is nothing yet puts a copy of one empty file."""
    open_as_usual = SqliteStore._open
    with SqliteStore(folder / "new.db") as new:
        new.copy(folder / "empty.db")
    empty = (folder / "empty.db").read_bytes()

    def open_(store: SqliteStore, create: bool) -> None:
        missing = store.path.parent.is_dir() and not store.path.exists()
        if create and missing and not list_copy_files(store.path):
            with suppress(OSError):  # the store itself says what is in the way
                store.path.write_bytes(empty)
        open_as_usual(store, create)

    return open_
