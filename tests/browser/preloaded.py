"""What each of several processes that serve has in it when it begins: every module that an answer needs.

They are forked from one that has imported this, so that a test waits for none of it.
"""

import uvicorn.lifespan.off  # noqa: F401

import scorekeeper.cli.server  # noqa: F401
from scorekeeper.web import find_blueprints, hosting, pages

BLUEPRINTS = (*find_blueprints(pages), *find_blueprints(hosting))
