"""The state of each of several serving processes at its start.

It has every module that an answer needs, and the compiled templates and routes of the usual pages. The processes are
forked from one that only imports this module, so that no test waits for the imports.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn.lifespan.off  # noqa: F401
from flask import Flask

import scorekeeper.cli.server  # noqa: F401
from scorekeeper.hosting import pages as host_pages
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web import create_app, find_blueprints, pages
from tests.made_once import CompiledTemplates, KnownRoute

USUAL = ("/in/owner", "/", "/new", "/m/{id}", "/m/{id}?kind=round&ended=out+1", "/m/{id}?kind=ends", "/m/{id}/sheet")


def compile_templates(folder: Path) -> None:
    """Request the usual pages from a new score pad, in the language of the tests."""
    app = create_app({"DATA": folder, "OWNER_KEY": "owner", "TESTING": True})
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo", "Carl", "Dora"])
    phone = app.test_client()
    for path in USUAL:
        phone.get(path.format(id=match.id), headers={"Accept-Language": "en-GB"})
    for kept in ("books", "ephemeral"):
        app.extensions[kept].close()


BLUEPRINTS = (*find_blueprints(pages), *find_blueprints(host_pages))
Flask.jinja_options = {"bytecode_cache": CompiledTemplates()}
Flask.url_rule_class = KnownRoute
with TemporaryDirectory() as data:
    compile_templates(Path(data))
