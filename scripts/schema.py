"""Write docs/match-file.schema.json from the games and the kinds of entries: `python -m scripts.schema`."""

import json
from pathlib import Path

from scorekeeper.engine.file.schema import make_schema

PATH = Path(__file__).resolve().parents[1] / "docs" / "match-file.schema.json"


def write_schema() -> str:
    """Return the schema as the text of the file."""
    return json.dumps(make_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(write_schema(), encoding="utf-8")
