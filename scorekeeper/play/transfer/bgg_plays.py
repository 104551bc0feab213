"""Reading the plays in the XML of BoardGameGeek: what its XML API 2 answers for `plays`.

A play has a date without a time. It gets an hour of the evening that is on the same day in nearly all time zones.
"""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import IO
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scorekeeper.engine.text import N_
from scorekeeper.play.player_names import normalize_name
from scorekeeper.play.transfer.plays import Play, PlayerScore, Plays, check_number_of_plays, refuse_plays

MOST_BYTES = 48_000_000
EVENING = time(18, tzinfo=UTC)
WHOLE = re.compile(r"[+-]?\d{1,7}")


def is_xml(first: bytes) -> bool:
    """Return whether a file that begins with these bytes may be XML."""
    return first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read_bgg(file: IO[bytes]) -> Plays:
    """Return the plays of a file of BoardGameGeek. Raise RuleError if it cannot be read or has no plays."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise refuse_plays(N_("it is larger than any match"))
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException as error:
        raise refuse_plays(N_("it has definitions of its own, which no file of BoardGameGeek has")) from error
    except (ParseError, ValueError, LookupError) as error:  # LookupError: an unknown encoding
        line, column = getattr(error, "position", (1, 0))
        raise refuse_plays(N_("it is not whole: line %(line)s, column %(column)s"), line=line, column=column) from error
    found = root.findall("play")
    if root.tag != "plays" or not found:
        raise refuse_plays(N_("there are no plays in it"))
    check_number_of_plays(len(found))
    return Plays(tuple(_read_play(each, number) for number, each in enumerate(reversed(found))))


def make_evening(day: date, number: int) -> datetime:
    """Return a time in the evening of `day`; a later play of a file, by its `number`, gets a later one."""
    return datetime.combine(day, EVENING) + timedelta(seconds=number % 3600)


def _read_play(play: Element, number: int) -> Play:
    item, comments = play.find("item"), play.find("comments")
    reason, seated = "", list[PlayerScore]()
    for each in play.findall("players/player"):
        written = each.get("score", "").strip()
        if written and not WHOLE.fullmatch(written):
            reason = "bad_points"
        name = normalize_name(each.get("name", "")) or normalize_name(each.get("username", ""))
        score = int(written) if written and not reason else None
        seated.append(PlayerScore(name, score, each.get("win") == "1"))
    if play.get("incomplete") == "1":
        reason = "unfinished"
    elif play.get("quantity", "1") != "1":
        reason = "several"
    began = None
    with suppress(ValueError):
        began = make_evening(date.fromisoformat(play.get("date", "")), number)
    minutes = play.get("length", "")
    return Play(
        normalize_name(play.get("id", "")),
        normalize_name(item.get("name", "")) if item is not None else "",
        began,
        tuple(seated),
        None,
        int(minutes) if minutes.isdecimal() and 0 < int(minutes[:5]) < 24 * 60 else 0,
        normalize_name(play.get("location", "")),
        normalize_name(comments.text or "") if comments is not None else "",
        reason,
    )
