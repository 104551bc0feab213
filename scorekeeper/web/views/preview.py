"""The preview that a messenger shows of a link to watch a match: Open Graph tags (https://ogp.me).

A messenger fetches the link without a cookie, so the page at the link itself describes the match. It has only what
everybody who opens the link may see, and gives the messenger no permission.
"""

import re
from dataclasses import dataclass

from flask import url_for

from scorekeeper.play.scoring.match import Match
from scorekeeper.web.i18n.words import call_game, join_value, speak
from scorekeeper.web.uploads.reader import can_read_photos
from scorekeeper.web.views.links import make_whole_link
from scorekeeper.web.views.match_result import say_heading

PREVIEWS = re.compile(r"facebookexternalhit|WhatsApp|\w+bot\b|preview|embed|Iframely|Mastodon|Synapse", re.IGNORECASE)
"""Parts of the User-Agent headers of programs that make previews; browsers are redirected to the match."""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The `title` and the `description` of a match, its `link`, and the URL of its `picture`, or an empty text."""

    title: str
    description: str
    link: str
    picture: str


def is_preview(user_agent: str) -> bool:
    """Return whether a program with this User-Agent header makes previews of links."""
    return bool(PREVIEWS.search(user_agent))


def describe_preview(match: Match, key: str) -> LinkPreview:
    """Return the preview of the match whose link to watch has this key."""
    sheet = match.sheet
    score = " \u2013 ".join(f"{side} {total}" for side, total in sheet.totals.items())
    drawn = sheet.over and can_read_photos()
    return LinkPreview(
        join_value(match.own_name or call_game(match.variant), ", ".join(match.seating.sides)),
        f"{speak(say_heading(sheet))}. {score}" if sheet.over else score,
        make_whole_link(url_for("join.join", key=key)),
        make_whole_link(url_for("result_picture.show_shared", key=key)) if drawn else "",
    )
