"""An evening of a club, whose pages the tests of events open."""

from flask import Flask

from scorekeeper.play.events.club_event import ClubEvent, TableReport
from scorekeeper.play.events.links import list_links_of_event
from scorekeeper.play.events.record import load_event
from tests.web.pages import Page, Phone

PAIRS = "\n".join(f"Anna {n} & Bo {n}; Club {n % 3}" for n in range(1, 9))


class Evening:
    """An evening of eight pairs, with the owner's phone at the desk; `phone` makes a phone for anybody else."""

    def __init__(self, app: Flask, **changes: str) -> None:
        self.app, self.desk = app, Phone(app.test_client())
        made = self.desk.send(self.desk.open("/events/new"), "new-event", **({"names": PAIRS} | changes))
        self.path = made.path
        self.id = made.path.rpartition("/")[2]

    @property
    def record(self) -> ClubEvent:
        return load_event(self.app.extensions["scorekeeper"], self.id)

    def table(self, number: int) -> TableReport:
        return self.record.reports[self.record.round, number]

    def draw(self) -> Page:
        return self.desk.send(self.desk.open(f"{self.path}/draw"), "draw", "publish")

    def phone(self, doing: str, what: str) -> Phone:
        """Return a phone that has scanned the code of a table, or that of an entrant."""
        links = list_links_of_event(self.app.extensions["scorekeeper"], self.id)
        phone = Phone(self.app.test_client(), "no key")
        phone.open(f"/join/{next(link.key for link in links if (link.doing, link.what) == (doing, what))}")
        return phone

    def side(self, table: int, side: int) -> Phone:
        return self.phone("play", self.table(table).sides[side][0])

    def at_table(self, phone: Phone, table: int) -> Page:
        return phone.open(f"{self.path}/table/{table}")

    def report(self, phone: Phone, table: int, first: int, second: int, **more: str) -> Page:
        points = {"points-0": str(first), "points-1": str(second)}
        return phone.send(self.at_table(phone, table), "entry", "report", **points, **more)

    def write_at_desk(self, table: int, first: str, second: str, **more: str) -> Page:
        points = {"table": str(table), "points-0": first, "points-1": second}
        return self.desk.send(self.desk.open(self.path), "on-paper", "write", **points, **more)

    def play_round(self) -> None:
        self.draw()
        for report in self.record.now:
            self.write_at_desk(report.number, "200", str(10 * report.number))
