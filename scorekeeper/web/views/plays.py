"""What the page that asks before an import of plays prints."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from scorekeeper.engine.problems import Problem
from scorekeeper.play.transfer.plays import REASONS
from scorekeeper.web.forms.plays import ROLE_NAMES
from scorekeeper.web.i18n.words import speak, speak_file_problems


def describe_preview(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the page for the result of a job that looked at the plays of a file."""
    preview = result["preview"]
    return {
        **preview,
        "sent": result["sent"],
        "called": result["called"],
        "first": date.fromisoformat(preview["first"]) if preview["first"] else None,
        "last": date.fromisoformat(preview["last"]) if preview["last"] else None,
        "left_out": [(speak(REASONS[each["reason"]]), each["count"]) for each in preview["left_out"]],
        "problems": speak_file_problems([Problem.from_json(each) for each in preview["problems"]]),
        "roles": ROLE_NAMES,
    }
