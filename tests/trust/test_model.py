"""After any actions in any order the pad has the same state as a plain model; random, and long with `TRUST=long`."""

import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from werkzeug.test import TestResponse

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import list_folders, make_book
from scorekeeper.play.access import list_match_links
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import Store
from scorekeeper.store.links import Right
from scorekeeper.web import create_app
from tests.long import LONG
from tests.trust.conftest import Clock, set_clock
from tests.web.conftest import KEY
from tests.web.photographed import HANDS

PLAYERS = ("Anna", "Bo")
WRITTEN, NOT_LET_IN, STALE = (200, 303), (400, 403, 404, 410), (409,)
OWN = {"name": "Ours", "round_gives": "penalties", "goal": "limit", "limit": 9999}
KINDS: tuple[Right, ...] = ("watch", "score")


@dataclass
class Line:
    """An entry as it was written: a round that somebody won with these pips, or a strike-out or its reversal."""

    winner: int = 0
    pips: int = 0
    stands: bool = False
    corrected: bool = False
    photo: str | None = None
    place: int = 0  # the number of the entry, or of the entry that it corrects


@dataclass
class Plain:
    """A match as a list."""

    id: str
    penalties: bool = False
    lines: list[Line] = field(default_factory=list)
    hands: dict[int, dict[int, int]] = field(default_factory=dict)  # waiting hands, by the round's mark and the seat

    def add(self, line: Line, place: int = 0) -> None:
        self.lines.append(line)
        line.place = place or len(self.lines)

    @property
    def mark(self) -> int:
        """The number of the entry that ended the last round; 0 in the first round."""
        return max((line.place for line in self.lines if line.pips and line.stands), default=0)

    @property
    def totals(self) -> dict[str, int]:
        return {
            name: sum(line.pips for line in self.lines if line.stands and (line.winner == seat) != self.penalties)
            for seat, name in enumerate(PLAYERS)
        }


def stands(line: Line) -> bool:
    return bool(line.pips) and line.stands and not line.corrected


def is_struck(line: Line) -> bool:
    return bool(line.pips) and not line.stands and not line.corrected


@dataclass
class Guest:
    """A phone that has opened a link."""

    phone: FlaskClient
    match: Plain
    right: Right


class Table(RuleBasedStateMachine):
    """The pad, and a model of what it should store."""

    app: Flask
    store: Store
    owner: FlaskClient
    key: str
    matches: list[Plain]
    guests: list[Guest]
    below = ""

    @initialize()
    def open_the_pad(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.patch = pytest.MonkeyPatch()
        self.clock: Clock = set_clock(self.patch)
        self.matches, self.guests = [], []
        self.start_anew()
        self.owner.get(f"{self.below}/in/{self.key}")
        self.begin(penalties=False)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            assert check_book(self.store) == ()
            self.close()
            self.patch.undo()
            self.folder.cleanup()

    # -- what people do ------------------------------------------------------------------------------------------------

    @rule(penalties=st.booleans())
    def begin(self, penalties: bool) -> None:
        game, options = ("own", OWN) if penalties else ("dk_almindelig", {"target": 9999})
        match = start_match(self.store, game, PLAYERS, options=options, lead="Anna")
        self.matches.append(Plain(match.id, penalties))

    @precondition(lambda self: any(match.penalties for match in self.matches[-3:]))
    @rule(
        at=st.integers(0), seat=st.integers(0, 1), pips=st.integers(0, 60), times=st.integers(1, 3), kept=st.booleans()
    )
    def give_a_hand(self, at: int, seat: int, pips: int, times: int, kept: bool) -> None:
        """Send a hand once or more often; without pips its player is out. The last hand ends the round."""
        here = [match for match in self.matches[-3:] if match.penalties]
        match = here[at % len(here)]
        mark = match.mark
        waiting = {mark: match.hands.get(mark, {})}
        both_out = pips == 0 and waiting[mark].get(1 - seat) == 0
        hand = {"do": "give", f"hand-{seat + 1}": pips, "by": "pips"} if pips else {"do": "out"}
        page = self.owner.get(f"{self.below}/m/{match.id}/hand?seat={seat + 1}&again=1").text
        before = re.search(r'name="before" value="(\d+)"', page)
        fields = {"seat": seat + 1, "round": mark, "before": before[1] if before else 0, "post": uuid4().hex, **hand}
        for _ in range(times):
            answer = self.post(self.owner, match, fields, "/hand", kept=kept)
            self.expect(answer, (422,) if both_out else WRITTEN)
        if both_out:
            return
        waiting[mark][seat] = pips
        match.hands = waiting
        if sorted(map(bool, waiting[mark].values())) == [False, True]:
            [winner] = [each for each, left in waiting[mark].items() if not left]
            match.add(Line(winner, sum(waiting[mark].values()), stands=True))

    @rule(
        at=st.integers(0), winner=st.integers(0, 1), pips=st.integers(1, 60), times=st.integers(1, 3), by=st.booleans()
    )
    def write(self, at: int, winner: int, pips: int, times: int, by: bool) -> None:
        """Send a round once or more often, either at once or later from the phone's queue."""
        match = self.pick(at)
        fields = self.round(match, winner, pips)
        for _ in range(times):
            self.expect(self.post(self.owner, match, fields, kept=by), WRITTEN)
        match.add(Line(winner, pips, stands=True))

    @rule(at=st.integers(0), pips=st.integers(1, 60), kept=st.booleans())
    def write_what_somebody_overtook(self, at: int, pips: int, kept: bool) -> None:
        match = self.pick(at)
        if match.lines:
            behind = self.round(match, 0, pips) | {"seen": len(match.lines) - 1}
            self.expect(self.post(self.owner, match, behind, kept=kept), STALE)

    @rule(at=st.integers(0), pips=st.integers(1, 60))
    def write_with_a_photo(self, at: int, pips: int) -> None:
        match = self.pick(at)
        photo = keep_photo(self.store, match.id, b"jpeg", HANDS.to_json(""))
        self.expect(self.post(self.owner, match, self.round(match, 1, pips) | {"photo": photo}), WRITTEN)
        match.add(Line(1, pips, stands=True, photo=photo))

    @precondition(lambda self: self.list_rounds(stands))
    @rule(which=st.integers(0), pips=st.integers(1, 60))
    def correct(self, which: int, pips: int) -> None:
        """Change the pips of a round; it keeps its photo."""
        match, number, line = self.pick_round(stands, which)
        self.expect(self.post(self.owner, match, self.round(match, line.winner, pips) | {"replaces": number}), WRITTEN)
        line.stands, line.corrected = False, True
        match.add(Line(line.winner, pips, stands=True, corrected=True, photo=line.photo), line.place)

    @precondition(lambda self: self.list_rounds(stands))
    @rule(which=st.integers(0), times=st.integers(1, 3))
    def strike_out(self, which: int, times: int) -> None:
        match, number, line = self.pick_round(stands, which)
        self.take_back(match, times, number=number)
        line.stands = False

    @precondition(lambda self: self.list_rounds(is_struck))
    @rule(which=st.integers(0), times=st.integers(1, 3))
    def put_back(self, which: int, times: int) -> None:
        match, number, line = self.pick_round(is_struck, which)
        self.take_back(match, times, back=number)
        line.stands = True

    @rule(at=st.integers(0), right=st.sampled_from(KINDS))
    def let_in(self, at: int, right: Right) -> None:
        match, phone = self.pick(at), self.app.test_client()
        links = list_match_links(self.store, match.id)
        key = links.watch if right == "watch" else links.score
        if key is not None and len(self.guests) < 20:
            phone.get(f"{self.below}/join/{key}", follow_redirects=True)
            self.guests.append(Guest(phone, match, right))

    @rule(at=st.integers(0), right=st.sampled_from(KINDS), anew=st.booleans())
    def close_a_link(self, at: int, right: Right, anew: bool) -> None:
        match = self.pick(at)
        fields = {"do": f"{'new' if anew else 'close'} {right}"}
        self.expect(self.post(self.owner, match, fields, "/share"), WRITTEN)
        out = [guest for guest in self.guests if guest.match is match and guest.right == right]
        for guest in out:
            assert guest.phone.get(f"{self.below}/m/{match.id}/sheet").status_code in NOT_LET_IN
            self.guests.remove(guest)

    @precondition(lambda self: self.guests)
    @rule(which=st.integers(0), pips=st.integers(1, 60))
    def write_as_a_guest(self, which: int, pips: int) -> None:
        guest = self.guests[which % len(self.guests)]
        assert guest.phone.get(f"{self.below}/m/{guest.match.id}/sheet").status_code == 200
        answer = self.post(guest.phone, guest.match, self.round(guest.match, 0, pips))
        self.expect(answer, WRITTEN if guest.right == "score" else NOT_LET_IN)
        if guest.right == "score":
            guest.match.add(Line(0, pips, stands=True))

    @rule(at=st.integers(0), pips=st.integers(1, 60))
    def write_as_a_stranger(self, at: int, pips: int) -> None:
        match = self.pick(at)
        self.expect(self.post(self.app.test_client(), match, self.round(match, 0, pips)), NOT_LET_IN)

    @rule(seconds=st.sampled_from([-86_400, -3600, -2, 1, 3600, 86_400]))
    def jump(self, seconds: int) -> None:
        self.clock.jump(seconds)

    @rule()
    def start_anew(self) -> None:
        """Stop and start the server; every phone keeps its cookie."""
        before = getattr(self, "app", None)
        if before is not None:
            self.close()
        self.open()
        if before is None:
            self.owner = self.app.test_client()
        for phone in (self.owner, *(guest.phone for guest in self.guests)):
            phone.application = self.app

    def open(self) -> None:
        """Start the pad."""
        self.app = create_app({"DATA": Path(self.folder.name), "OWNER_KEY": KEY, "TESTING": True})
        self.store, self.key = self.app.extensions["scorekeeper"], KEY

    def close(self) -> None:
        self.store.close()

    # -- what is there -------------------------------------------------------------------------------------------------

    @invariant()
    def the_pad_holds_what_the_list_holds(self) -> None:
        for match in getattr(self, "matches", ())[-3:]:
            found = load_match(self.store, match.id)
            assert found.seen == len(match.lines)
            assert dict(found.sheet.totals) == match.totals
            photos = {number: line.photo for number, line in enumerate(match.lines, start=1) if line.photo}
            assert dict(found.photos) == photos

    # -- how they do it ------------------------------------------------------------------------------------------------

    def pick(self, at: int) -> Plain:
        """Choose one of the last three matches, which are checked after each step."""
        latest = self.matches[-3:]
        return latest[at % len(latest)]

    def list_rounds(self, wanted: Callable[[Line], bool]) -> list[tuple[Plain, int, Line]]:
        """Return the matching rounds of the last three matches with their numbers."""
        latest = getattr(self, "matches", [])[-3:]
        return [(match, at, line) for match in latest for at, line in enumerate(match.lines, start=1) if wanted(line)]

    def pick_round(self, wanted: Callable[[Line], bool], which: int) -> tuple[Plain, int, Line]:
        found = self.list_rounds(wanted)
        return found[which % len(found)]

    def round(self, match: Plain, winner: int, pips: int) -> dict[str, Any]:
        hands = {f"hand-{2 - winner}": str(pips)}
        return {"kind": "round", "seen": len(match.lines), "post": uuid4().hex, "ended": f"out {winner + 1}", **hands}

    def post(
        self, phone: FlaskClient, match: Plain, fields: dict[str, Any], path: str = "", kept: bool = False
    ) -> TestResponse:
        token = re.search(r'name="csrf_token" value="([^"]+)"', phone.get(f"{self.below}/m/{match.id}").text)
        headers = {"X-Kept": "1", "HX-Request": "true"} if kept else {}
        data = {"do": "save", **fields, "csrf_token": token[1] if token else ""}
        return phone.post(f"{self.below}/m/{match.id}{path}", data=data, headers=headers)

    def take_back(self, match: Plain, times: int, **what: int) -> None:
        fields = {"seen": len(match.lines), "post": uuid4().hex, **what}
        for _ in range(times):
            self.expect(self.post(self.owner, match, fields, "/strike"), WRITTEN)
        match.add(Line())

    def expect(self, answer: TestResponse, statuses: tuple[int, ...]) -> None:
        assert answer.status_code in statuses, answer.text


class HostedTable(Table):
    """The same in a book on a host."""

    def open(self) -> None:
        folder = Path(self.folder.name)
        book = next(iter(list_folders(folder)), None)
        book_id = book.name if book else make_book(folder)
        self.app = create_host({"DATA": folder, "TESTING": True})
        books = self.app.extensions["books"]
        self.store, self.key, self.below = (
            books.find_book(book_id).store,
            books.find_keys(book_id).owner,
            f"/b/{book_id}",
        )

    def close(self) -> None:
        self.app.extensions["books"].close()


for kind in (Table, HostedTable):
    kind.TestCase.settings = settings(
        max_examples=170 if LONG else 6,
        stateful_step_count=60 if LONG else 50,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
TestTable = Table.TestCase
TestHostedTable = HostedTable.TestCase
