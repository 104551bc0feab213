"""Who imports whom: reads the sources without running them, and says what the design of the house does not allow."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A room may import itself and these rooms.
ARROWS: dict[str, set[str]] = {
    "scorekeeper": set(),
    "folders": set(),
    "engine": set(),
    "store": {"engine"},
    "play": {"engine", "store"},
    "web": {"play", "engine", "store", "vision", "folders", "scorekeeper"},
    "cli": {"play", "engine", "store", "vision", "folders", "scorekeeper", "web"},
    "vision": set(),
}

# And of what others wrote, besides the standard library, only these.
FLASK = {"flask", "flask_babel", "flask_wtf", "werkzeug", "jinja2", "markupsafe", "babel", "wtforms", "itsdangerous"}
LIBRARIES: dict[str, set[str]] = {
    "store": {"cachetools", "sqlite_utils"},
    "web": FLASK | {"cachetools", "flask_compress", "segno", "waitress"},
    "cli": {"click", "segno", "waitress", "platformdirs"},
    "vision": {"cv2", "numpy", "PIL", "pillow_heif"},
    "vision.train": {"torch", "onnx"},
}

# The rules know no clock, no dice and no world outside their values.
NOT_IN_THE_RULES = {
    *{"random", "secrets", "uuid", "time", "datetime", "zoneinfo", "locale", "gettext"},
    *{
        "os",
        "pathlib",
        "io",
        "shutil",
        "tempfile",
        "socket",
        "urllib",
        "http",
        "sqlite3",
        "subprocess",
        "threading",
        "asyncio",
    },
}


def room_of(module: str) -> str:
    """`scorekeeper.engine.variants.spansk` -> `engine`; `vision.pips` -> `vision`; `scorekeeper` -> `scorekeeper`."""
    first, _, rest = module.partition(".")
    room = rest.partition(".")[0] if first == "scorekeeper" and rest else first
    return "cli" if room == "__main__" else room


def variant_of(module: str) -> str | None:
    """`scorekeeper.engine.variants.spansk` -> `spansk`; None for what is no single variant's."""
    before, _, rest = module.partition("scorekeeper.engine.variants.")
    return rest.partition(".")[0] or None if not before else None


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Line and full name of everything `module` imports, wherever in its source it does so.

    `from a import b` counts as `a.b`: whether b is a module or a value, a.b lies where a does, or deeper.
    """
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def wrong_arrows(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """What is wrong with the imports of one module, a sentence each; empty when all is well."""
    room = room_of(module)
    allowed_rooms = ARROWS.get(room)
    if allowed_rooms is None:
        return [f"{module}: no room of the house is called {room!r}; add it to ARROWS and to scorekeeper's docstring"]
    libraries = LIBRARIES.get(room, set()) | LIBRARIES.get(".".join(module.split(".")[:2]), set())
    wrong = []
    for line, name in imports(module, source, is_package=is_package):
        here = f"{module}:{line} imports {name}"
        top = name.partition(".")[0]
        if top in ("scorekeeper", "vision"):
            target = room_of(name) if room_of(name) in ARROWS else "scorekeeper"
            if target not in allowed_rooms | {room}:
                reach = ", ".join(sorted(allowed_rooms)) or "nothing of ours"
                wrong.append(f"{here}: {room} may import {reach}. Turn the arrow round, or pass the value in.")
            mine, theirs = variant_of(module), variant_of(name)
            if mine and theirs and mine != theirs:
                wrong.append(f"{here}: variants do not know each other. What two share belongs in a module of engine/.")
        elif top in sys.stdlib_module_names:
            if room == "engine" and top in NOT_IN_THE_RULES:
                wrong.append(f"{here}: the rules know no clock, no dice, no files. Pass the value in as an argument.")
        elif top not in libraries:
            reach = ", ".join(sorted(libraries)) or "the standard library only"
            wrong.append(f"{here}: of what others wrote, {room} may use {reach}.")
    return wrong


def modules() -> Iterator[tuple[str, Path]]:
    """Name and file of every module we ship."""
    for package in ("scorekeeper", "vision"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path
