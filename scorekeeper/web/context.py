"""The names that every template can use.

They are added to those that its view passes and those of Flask, Flask-WTF and Jinja's i18n extension. A host adds the
links to its books (`scorekeeper.hosting.phone_books`).
"""

from flask import Flask

from scorekeeper.web.access.permissions import get_permission
from scorekeeper.web.http.fragments import make_post
from scorekeeper.web.i18n import words
from scorekeeper.web.i18n.languages import IN_PROGRESS, find_direction, find_language, list_languages
from scorekeeper.web.i18n.zones import find_offset
from scorekeeper.web.uploads.reader import NO_READER, can_read_photos
from scorekeeper.web.views.charts import share_out
from scorekeeper.web.views.drawings import MACROS, draw_fixed, draw_icon, draw_macro, find_asset, list_picks
from scorekeeper.web.views.periods import write_label, write_month
from scorekeeper.web.views.persons import DRAWN_MARKS, MARKS, PERSONS, mark_table

FILTERS = {
    "called": words.call_game,
    "clock": words.say_clock,
    "day": words.say_day,
    "join_sums": words.join_sums,
    "label": write_label,
    "listed": words.write_list,
    "moment": words.say_moment,
    "month": write_month,
    "one_decimal": words.write_decimal,
    "percent": words.write_percent,
    "played": words.call_played,
    "problem": words.speak_problem,
    "say": words.speak,
    "signed": words.write_signed,
    "when": words.say_when,
    "with_value": words.join_value,
}
GLOBALS = {
    **{f"draw_{macro}": draw_macro(macro) for macro in MACROS},
    "asset": find_asset,
    "colon": words.write_colon,
    "draw_fixed": draw_fixed,
    "drawn_marks": DRAWN_MARKS,
    "icon": draw_icon,
    "list_picks": list_picks,
    "long_names": words.has_long_names,
    "marks": MARKS,
    "new_post": make_post,
    "no_reader": NO_READER,
    "persons": PERSONS,
    "persons_at": mark_table,
    "share_out": share_out,
}


def add_context(app: Flask) -> None:
    """Add the filters, globals and request values of this module to the templates of `app`."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(GLOBALS)
    app.context_processor(list_request_values)


def list_request_values() -> dict[str, object]:
    """Return the template variables whose values depend on the request."""
    permission = get_permission()
    return {
        # OpenCV joins no Arabic letters and writes all from left to right.
        "can_draw_pictures": can_read_photos() and find_direction() == "ltr",
        "can_read_photos": can_read_photos(),
        "clock_offset": find_offset(),
        "direction": find_direction(),
        "in_progress": IN_PROGRESS,
        "lang": find_language(),
        "languages": list_languages(),
        "may_own": permission.allows("own"),
        "may_score": permission.allows("score"),
    }
