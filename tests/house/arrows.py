"""The plan of which package may import which. The sources are read and not run; each import against it is named."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A package may import itself and these packages.
ARROWS: Mapping[str, set[str]] = {
    "scorekeeper": set(),
    "folders": set(),
    "settings": set(),
    "worker": set(),
    "engine": set(),
    "store": {"engine", "worker"},
    "play": {"engine", "store", "worker"},
    "web": {"play", "engine", "vision", "folders", "settings", "worker", "scorekeeper"},
    "hosting": {"web", "play", "engine", "store", "worker", "scorekeeper"},
    "cli": {"play", "engine", "vision", "folders", "settings", "worker", "scorekeeper", "web", "hosting"},
    "vision": set(),
    "lab": {"vision", "engine"},
}

# The rooms of each package, floor by floor, the top floor first. "" is the package's own __init__.
FLOORS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "engine": (
        ("", "file"),
        ("variants",),
        ("solitaires",),
        ("sheet",),
        ("rules",),
        ("layout", "entries"),
        ("seating",),
        ("tiles", "options"),
        ("problems",),
        ("text",),
    ),
    "store": (
        ("",),
        ("upkeep", "postgresql"),
        ("row_copies",),
        ("sidecar_files", "rebuild"),
        ("database",),
        ("search", "finished_matches", "rivalries", "periods"),
        ("match_index",),
        ("matches", "entries", "photos", "links", "notes", "own_games", "pending_hands", "events"),
        ("schema",),
        ("evenings",),
        ("profiles",),
        ("sequence", "persons"),
        ("ephemeral", "interface", "connection_pool"),
        (
            "columns",
            "connections",
            "copies",
            "damage",
            "free_space",
            "ids",
            "imports",
            "keys",
            "match_cache",
            "writer_lock",
        ),
        ("connection", "files", "errors"),
    ),
    "play": (("",), ("transfer", "upkeep"), ("events", "history"), ("scoring",), ("player_names", "access", "photos")),
    "web": (
        ("",),
        ("pages",),
        ("context",),
        ("views", "photo"),
        ("forms", "picture"),
        ("uploads", "errors"),
        ("access",),
        ("http",),
        ("i18n",),
    ),
    "hosting": (
        ("",),
        ("app", "schedule"),
        ("pages",),
        ("phone_books", "limits"),
        ("moving",),
        ("database_books",),
        ("books",),
        ("usage", "maintenance"),
        ("book_folders",),
    ),
    "cli": (
        ("__main__",),
        ("",),
        ("count", "host", "matches", "score", "serve"),
        ("serving", "camera"),
        ("server",),
        ("address", "files"),
        ("errors",),
    ),
    "vision": (
        ("__main__",),
        ("",),
        ("worker",),
        ("tracking",),
        ("reader",),
        ("doubts",),
        ("detect", "joins"),
        ("photo",),
        ("reading",),
    ),
    "lab": (("",), ("train",), ("evaluate",), ("draw", "render")),
}

# Rooms whose modules do not import each other: code that two of them share belongs on a floor below.
APART = {"scorekeeper.engine.variants", "scorekeeper.web.pages"}

# Pages and commands import only plain values of the rules; the use cases of `play` do the rest.
SEE_ONLY_VALUES = {"web", "cli"}
VALUES = {
    f"scorekeeper.engine.{room}"
    for room in (
        *("tiles", "entries", "text", "problems", "options", "seating", "rules", "variants"),
        *("sheet.line", "layout.positions", "file.remark"),
    )
}

# The libraries that each package may import, besides the standard library.
FLASK = {"flask", "flask_babel", "flask_wtf", "werkzeug", "jinja2", "markupsafe", "babel", "wtforms", "itsdangerous"}
LIBRARIES: Mapping[str, set[str]] = {
    "folders": {"platformdirs"},
    "store": {"cachetools", "sqlite_utils"},
    "store.postgresql": {"psycopg", "psycopg_pool"},
    "play.history": {"openskill"},
    "play.transfer": {"defusedxml"},
    "play.events": {"networkx"},
    "web": FLASK | {"cachetools", "segno"},
    "hosting": FLASK | {"cachetools"},
    "cli": {"click", "segno", "uvicorn"},
    "vision": {"cv2", "numpy", "onnxruntime", "PIL", "pillow_heif"},
    "lab": {"cv2", "numpy", "onnxruntime"},
    "lab.train": {"torch", "onnx"},
    "web.picture": {"cv2", "numpy"},  # draws with OpenCV and its letters
}

# In a checkout this module stands for the package that the wheel installs in its place, and exports its names.
STANDS_FOR_VISION = "scorekeeper.vision"

# The rules use no clock, no randomness and no files.
NOT_IN_THE_RULES = {
    *{"random", "secrets", "uuid", "time", "datetime", "zoneinfo", "locale", "gettext", "threading", "asyncio"},
    *{"os", "pathlib", "io", "shutil", "tempfile", "socket", "urllib", "http", "sqlite3", "subprocess"},
}


def package_of(module: str) -> str:
    """Return the package of a module.

    `scorekeeper.engine.variants.spansk` is in `engine`, `vision.detect.pipeline` in `vision`, and `scorekeeper` in
    itself. `vision.lab` is a package of its own, because it is not in the wheel; `vision.evaluate` is a short name for
    a part of it.
    """
    if module == "vision.evaluate" or _is_below(module, {"vision.lab"}):
        return "lab"
    first, _, rest = module.partition(".")
    package = rest.partition(".")[0] if first == "scorekeeper" and rest else first
    return "cli" if package == "__main__" else package


def room_of(module: str) -> str:
    """Return the room: `tiles` of `scorekeeper.engine.tiles`, `detect` of `vision.detect.pips`, empty of a package."""
    parts = module.split(".")
    inside = parts[1:] if package_of(module) == parts[0] or module == "scorekeeper.__main__" else parts[2:]
    return inside[0] if inside else ""


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything that `module` imports, anywhere in its source.

    `from a import b` counts as `a.b`: whether b is a module or a value, a.b is in a or in a package of a.
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


def wrong_arrows(module: str, source: str, *, is_package: bool = False, known: Iterable[str] = ()) -> list[str]:
    """Return a sentence for each import of one module that the plan does not allow.

    `known` are the existing modules; they distinguish the module `a.b` from the value `b` of a module `a`.
    """
    package = package_of(module)
    if package not in ARROWS:
        return [f"{module}: no package of the house is called {package!r}; add it to ARROWS and to the README"]
    if package in FLOORS and floor_of(package, room_of(module)) is None:
        return [f"{module}: {package} has no room called {room_of(module)!r}; say in FLOORS on which floor it stands"]
    modules = set(known)
    wrong = []
    for line, name in imports(module, source, is_package=is_package):
        top = name.partition(".")[0]
        if top in ("scorekeeper", "vision"):
            target = name if name in modules or not modules else name.rpartition(".")[0]
            reasons = _inside(module, name, target)
        else:
            reasons = _outside(module, name)
        wrong += [f"{module}:{line} imports {name}: {reason}" for reason in reasons]
    return wrong


def floor_of(package: str, room: str) -> int | None:
    """Return the floor of a room counted from the top; None if the plan has no such room."""
    return next((floor for floor, rooms in enumerate(FLOORS[package]) if room in rooms), None)


def _inside(module: str, name: str, target: str) -> Iterator[str]:
    """Yield what is wrong with importing `name`, a name of this project, from the module `target`."""
    mine = package_of(module)
    theirs = package_of(name) if package_of(name) in ARROWS else "scorekeeper"
    private = name.rpartition(".")[2]
    if private.startswith("_") and not private.startswith("__"):
        yield "what begins with _ is its own module's alone. Give it a public name, or ask for something else."
    if module == STANDS_FOR_VISION:
        return
    if _is_below(name, {"vision"}) and _is_below(module, {"scorekeeper"}):
        yield f"no package is called vision where the wheel is installed. Import {STANDS_FOR_VISION}."
    elif theirs not in ARROWS[mine] | {mine}:
        reach = ", ".join(sorted(ARROWS[mine])) or "nothing of ours"
        yield f"{mine} may import {reach}. Turn the arrow round, or pass the value in."
    elif theirs == "engine" and mine in SEE_ONLY_VALUES and not _is_below(name, VALUES):
        seen = ", ".join(sorted(each.removeprefix("scorekeeper.engine.") for each in VALUES))
        yield f"{mine} sees of the rules only {seen}. Ask play for it."
    elif theirs == mine and mine in FLOORS and not (target == module or module.startswith(f"{target}.")):
        yield from _between_rooms(module, name, mine)
    for apart in APART:
        if module.startswith(f"{apart}.") and name.startswith(f"{apart}.") and not _is_below(name, {module}):
            yield f"the modules of {apart} do not know each other. What two share belongs on a floor below."


def _between_rooms(module: str, name: str, package: str) -> Iterator[str]:
    mine, theirs = room_of(module), room_of(name)
    here, there = floor_of(package, mine), floor_of(package, theirs)
    if mine == theirs or here is None:
        return
    if there is None:  # a name of the package's own __init__
        there = floor_of(package, "")
    if there is None or there <= here:
        below = ", ".join(room or "__init__" for floor in FLOORS[package][here + 1 :] for room in floor) or "nothing"
        yield f"{mine or '__init__'} stands on {below}. Turn the arrow round, or move what both need below."


def _outside(module: str, name: str) -> Iterator[str]:
    """Yield what is wrong with importing `name` from a library."""
    package, top = package_of(module), name.partition(".")[0]
    if any(part.startswith("_") and not part.startswith("__") for part in name.split(".")):
        yield "what begins with _ may be gone in the library's next version. Use what it documents."
    libraries = LIBRARIES.get(package, set()) | LIBRARIES.get(f"{package}.{room_of(module)}", set())
    if top in sys.stdlib_module_names:
        if package == "engine" and top in NOT_IN_THE_RULES:
            yield "the rules know no clock, no dice, no files. Pass the value in as an argument."
    elif top not in libraries:
        yield f"of what others wrote, {package} may use {', '.join(sorted(libraries)) or 'the standard library only'}."


def _is_below(name: str, places: Iterable[str]) -> bool:
    return any(name == place or name.startswith(f"{place}.") for place in places)


def find_circles(arrows: Mapping[str, set[str]]) -> list[tuple[str, ...]]:
    """Return the circles of imports, each as a path from its first module in the alphabet; none if all is well."""
    done: set[str] = set()
    circles: dict[frozenset[str], tuple[str, ...]] = {}

    def walk(module: str, way: tuple[str, ...]) -> None:
        if module in way:
            circle = way[way.index(module) :]
            circles.setdefault(frozenset(circle), circle)
        elif module not in done:
            for other in sorted(arrows.get(module, ())):
                walk(other, (*way, module))
            done.add(module)

    for module in sorted(arrows):
        walk(module, ())
    return list(circles.values())


def modules() -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of every module that is shipped."""
    for package in ("scorekeeper", "vision"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def arrows_of_the_house() -> dict[str, set[str]]:
    """Return which module imports which, of those that are shipped; imports inside functions count, too."""
    paths = dict(modules())
    found: dict[str, set[str]] = {}
    for module, path in paths.items():
        names = {name for _, name in imports(module, path.read_text(), is_package=path.name == "__init__.py")}
        targets = {name if name in paths else name.rpartition(".")[0] for name in names}
        found[module] = (targets & set(paths)) - {module}
    return found
