"""The page of a book that was put away, for everybody who has no key to bring it back."""

from flask import render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _


def show_put_away() -> ResponseReturnValue:
    """The page, with status 410."""
    sentence = _("It was deleted, or nobody had used it for a year. Its owner's link can bring it back for a while.")
    return render_template("problem.html", heading=_("This book was put away"), sentence=sentence), 410
