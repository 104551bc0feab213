"""Days and times are in the time zone of the phone that shows them; the store has them in UTC."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorekeeper.store import Store
from scorekeeper.web.i18n import words
from scorekeeper.web.i18n.zones import find_zone
from tests.play.test_evenings import played
from tests.play.test_standings import ended
from tests.web.pages import Page, Phone

# Half past ten on a Friday evening in Stockholm: still the afternoon in New York, already Saturday morning in Auckland.
LATE = datetime(2023, 11, 17, 21, 30, tzinfo=UTC)
SHOWN = {
    "Europe/Stockholm": ("Friday 17 November 2023", "22:30"),
    "America/New_York": ("Friday 17 November 2023", "16:30"),
    "Pacific/Auckland": ("Saturday 18 November 2023", "10:30"),
}


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["scorekeeper"]
    return found


def look_from(phone: Phone, zone: str) -> Phone:
    """Set the time zone of the phone, and return the phone."""
    phone.client.set_cookie("zone", zone)
    return phone


def has_match(phone: Phone, match_id: str, **query: str) -> bool:
    """Return whether the history with this search has the match."""
    return f"/m/{match_id}/" in phone.client.get("/history", query_string=query).text


@pytest.mark.parametrize("zone", SHOWN)
def test_the_day_and_the_time_of_a_match_are_those_of_the_phone(store: Store, phone: Phone, zone: str) -> None:
    match = played(store, ["Anna", "Bo"], LATE, ["Anna"])
    day, clock = SHOWN[zone]
    look_from(phone, zone)
    for path in ("/history", f"/m/{match}/evening"):
        text = phone.open(path).text.replace(",", "")
        assert day in text, path
        assert clock in text, path
        assert [other for other, _ in SHOWN.values() if other != day and other in text] == [], path


@pytest.mark.parametrize("zone", SHOWN)
def test_a_day_that_is_searched_for_is_a_night_by_the_clock_of_the_phone(store: Store, phone: Phone, zone: str) -> None:
    match = played(store, ["Anna", "Bo"], LATE, ["Anna"])
    look_from(phone, zone)
    saturday = zone == "Pacific/Auckland"
    assert has_match(phone, match, since="2023-11-18") == saturday
    assert has_match(phone, match, until="2023-11-17") != saturday
    assert has_match(phone, match, since="2023-11-17", until="2023-11-18")
    last = played(store, ["Anna", "Bo"], LATE + timedelta(hours=2), ["Bo"])
    other = played(store, ["Carl", "Dora"], LATE + timedelta(hours=2), ["Dora"])
    for after_midnight in (last, other):
        assert has_match(phone, after_midnight, since="2023-11-18") == saturday, "it is still the night"


@pytest.mark.parametrize(
    ("zone", "now", "day"),
    [
        ("Europe/Stockholm", datetime(2023, 11, 18, 6, 59, tzinfo=UTC), "Today"),
        ("Europe/Stockholm", datetime(2023, 11, 18, 7, 1, tzinfo=UTC), "Yesterday"),
        ("America/New_York", datetime(2023, 11, 18, 12, 59, tzinfo=UTC), "Today"),
        ("America/New_York", datetime(2023, 11, 18, 13, 1, tzinfo=UTC), "Yesterday"),
        ("Pacific/Auckland", datetime(2023, 11, 18, 18, 59, tzinfo=UTC), "Today"),
        ("Pacific/Auckland", datetime(2023, 11, 18, 19, 1, tzinfo=UTC), "Yesterday"),
    ],
)
def test_today_ends_at_eight_in_the_morning_of_the_phone(
    store: Store, phone: Phone, monkeypatch: pytest.MonkeyPatch, zone: str, now: datetime, day: str
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "datetime":  # type: ignore[override]
            return now

    monkeypatch.setattr(words, "datetime", Clock)
    played(store, ["Anna", "Bo"], LATE, ["Anna"])
    assert day in look_from(phone, zone).open("/history").text


def test_a_match_after_midnight_is_of_its_evening_on_every_page(store: Store, phone: Phone) -> None:
    look_from(phone, "Europe/Stockholm")
    played(store, ["Anna", "Bo"], LATE, ["Anna"])
    last = played(store, ["Anna", "Bo"], LATE + timedelta(hours=2), ["Bo"])
    for path in ("/", f"/m/{last}/sheet"):
        page = phone.open(path).text
        assert "17 Nov 2023" in page
        assert "18 Nov 2023" not in page
    assert re.findall(r"(?:[A-Z]\w\w )?\d\d:\d\d", phone.open("/history").text) == ["Sat 00:30", "22:30"]


@pytest.mark.parametrize(
    ("zone", "moment", "clock"),
    [
        # The hour from two to three occurs twice on one night, and never on the other.
        ("Europe/Stockholm", datetime(2023, 10, 29, 0, 30, tzinfo=UTC), "02:30"),
        ("Europe/Stockholm", datetime(2023, 10, 29, 1, 30, tzinfo=UTC), "02:30"),
        ("Europe/Stockholm", datetime(2023, 3, 26, 0, 59, tzinfo=UTC), "01:59"),
        ("Europe/Stockholm", datetime(2023, 3, 26, 1, 0, tzinfo=UTC), "03:00"),
        ("America/New_York", datetime(2023, 11, 5, 5, 30, tzinfo=UTC), "01:30"),
        ("America/New_York", datetime(2023, 11, 5, 6, 30, tzinfo=UTC), "01:30"),
    ],
)
def test_the_nights_on_which_clocks_change_are_told_right(
    store: Store, phone: Phone, zone: str, moment: datetime, clock: str
) -> None:
    match = played(store, ["Anna", "Bo"], moment, ["Anna"])
    assert clock in look_from(phone, zone).open(f"/m/{match}/evening").text
    day = (moment.astimezone(ZoneInfo(zone)).date() - timedelta(1)).isoformat()  # the day of the night
    assert has_match(phone, match, since=day, until=day)


@pytest.mark.parametrize(
    "forged",
    [
        "../../etc/passwd",
        "/etc/localtime",
        "Europe/../../../etc/passwd",
        "x" * 10_000,
        "Europe/Atlantis",
        "",
        "localtime",
        "Europe",
        "\x00",
    ],
)
def test_a_zone_that_is_none_is_ignored(app: Flask, store: Store, phone: Phone, forged: str) -> None:
    played(store, ["Anna", "Bo"], LATE, ["Anna"])
    without = phone.open("/history").text
    with app.test_request_context("/", headers={"Cookie": f"zone={forged}"}):
        assert find_zone() is None
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    headers = {"Cookie": f"scorekeeper={cookie.value}; zone={forged}"}
    answer = app.test_client(use_cookies=False).get("/history", headers=headers)
    assert (answer.status_code, Page(answer).text) == (200, without)


def test_without_scripts_the_zone_is_that_of_the_server(store: Store, phone: Phone) -> None:
    played(store, ["Anna", "Bo"], LATE, ["Anna"])
    assert LATE.astimezone().strftime("%H:%M") in phone.open("/history").text


def test_a_page_in_one_zone_is_never_taken_for_one_in_another(store: Store, phone: Phone) -> None:
    match = ended(store).id
    look_from(phone, "Pacific/Kiritimati")  # 25 hours apart from Niue: never the same day
    answer = phone.client.get("/history")
    assert "Cookie" in answer.headers["Vary"]
    picture = phone.client.get(f"/m/{match}/result.png")
    same = phone.client.get(f"/m/{match}/result.png", headers={"If-None-Match": picture.headers["ETag"]})
    look_from(phone, "Pacific/Niue")
    other = phone.client.get(f"/m/{match}/result.png", headers={"If-None-Match": picture.headers["ETag"]})
    assert (same.status_code, other.status_code) == (304, 200)


def test_spreadsheets_tell_the_day_of_the_phone_and_the_same_moment(store: Store, phone: Phone) -> None:
    match = played(store, ["Anna", "Bo"], LATE, ["Anna"])
    look_from(phone, "Pacific/Auckland")
    [row] = csv.DictReader(io.StringIO(phone.client.get("/keeping/matches.csv").text.lstrip("\ufeff")))
    assert row["started"] == "2023-11-18T10:30:00+13:00"
    entry, *_ = csv.DictReader(io.StringIO(phone.client.get(f"/m/{match}/entries.csv").text.lstrip("\ufeff")))
    assert entry["written"].endswith("+13:00")
    assert abs(datetime.fromisoformat(entry["written"]) - LATE) < timedelta(days=1)


def test_a_page_says_by_which_offset_it_was_written(phone: Phone) -> None:
    """The script of a phone in another zone then loads the page again, after it has sent its time zone."""
    html = [at for tag, at in look_from(phone, "Asia/Tokyo").open("/").elements if tag == "html"]
    assert html[0]["data-offset"] == "540"
