"""A table with a phone on it: what the players tap, in their words. Each tap waits until the score pad has answered."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import PHONE, Devices

ALL_THE_SAME = "Save all the same"


@dataclass(frozen=True)
class Table:
    """The pad of one match on a phone."""

    page: Page

    # -- setting up --------------------------------------------------------------------------------------------------

    @classmethod
    def set_up(
        cls,
        devices: Devices,
        game: str,
        players: str,
        *,
        lead: str = "",
        pairs: bool = False,
        rules: dict[str, str] | None = None,
    ) -> "Table":
        """A new match, all of it tapped: the game, the players (who have played here before), who leads, house rules.

        A rule is named as the form names it, its setting by the words of its chip, or as a number that is typed.
        """
        table = cls(devices.open("/new", PHONE))
        page = table.page
        if page.locator(".game-name").inner_text() != game:
            page.tap("#games summary")
            table.tap(page.locator(".game").filter(has=page.get_by_text(game, exact=True)), "new")
        for player in players.split():
            table.tap(page.locator(".known").get_by_role("button", name=player, exact=True), "new")
        if pairs:
            table.tap(page.locator(".chip", has_text="Two pairs"), "new")
        if lead:
            table.choice("fieldset", "Who leads", lead).tap()
        if rules:
            page.tap("#options summary")
        for rule, setting in (rules or {}).items():
            typed = page.get_by_role("spinbutton", name=rule, exact=True)
            # What is usual for another rule may hang on it, or whether that is asked; then the form answers.
            part = page.locator("#options fieldset[hx-post]")
            steers = part.filter(has=page.locator("legend", has_text=rule)).count()
            if typed.count():
                typed.fill(setting)
                if steers:
                    with table._fresh("new"):
                        typed.blur()
                continue
            chip = table.choice("#options fieldset", rule, setting)
            table.tap(chip, "new") if steers else chip.tap()
        page.tap("#start")
        table.wait_for("**/m/*")
        return table

    # -- tapping -----------------------------------------------------------------------------------------------------

    def tap(self, what: str | Locator, answered: str = "main") -> None:
        """Tap, and wait until a fresh answer stands in the place of the part that is called `answered`."""
        with self._fresh(answered):
            (self.page.locator(what) if isinstance(what, str) else what).tap()

    def wait_for(self, address: str) -> None:
        """Wait for another page, until its scripts listen."""
        self.page.wait_for_url(address)
        self.page.wait_for_load_state()

    @contextmanager
    def _fresh(self, part: str) -> Iterator[None]:
        self.page.evaluate("part => document.getElementById(part).setAttribute('data-old', '')", part)
        yield
        self.page.locator(f"#{part}:not([data-old])").wait_for()

    def choice(self, where: str, label: str, words: str) -> Locator:
        """The chip with these words in the part `where` that has this label."""
        part = self.page.locator(where).filter(has=self.page.locator("legend", has_text=label))
        return part.locator(".chip").filter(has=self.page.get_by_text(words, exact=True))

    def chip(self, id_: str) -> Locator:
        """The chip or the tile of the radio button or box with this id."""
        return self.page.locator("label").filter(has=self.page.locator(f"id={id_}"))

    def turn_to(self, form: str) -> None:
        """Another form of the pad, unless it is open: `ends`, `play`, `round`; after a round the next is dealt first.

        Where open ends have no tab, a link leads to them from the tile that was laid."""
        if self.page.locator("#deal").count():
            self.tap("#deal")
        if self.page.locator(f".entry-{form}").count():
            return
        if form == "ends" and not self.page.locator("#tab-ends").count():
            self.tap("#tab-play")
            self.tap("#type-ends")
        else:
            self.tap(f"#tab-{form}")

    def save(self, says: str = "") -> None:
        """Write the entry down; `says` is what the button promises, or the question that is asked instead."""
        asked = says.endswith("?")
        if asked:
            expect(self.page.locator(".doubts")).to_have_text(says)
        if says:
            expect(self.page.locator("#save")).to_have_text(ALL_THE_SAME if asked else says)
        self.tap("#save")

    def undo(self, entry: int) -> None:
        self.tap(f"#undo-{entry}")

    # -- moves -------------------------------------------------------------------------------------------------------

    def player(self, name: str) -> None:
        self.choice("#who", "", name).tap()

    def pick(self, tile: str) -> None:
        """Tap a tile of the form for a tile that was laid."""
        self.turn_to("play")
        self.tap(self.chip(f"tile-{tile}"), "outcome")

    def lead_with(self, tile: str, by: str = "", says: str = "") -> None:
        """The first tile of a round, or the one that is turned up; `by` where it is not known whose move it is."""
        self.pick(tile)
        if by:
            self.player(by)
        self.save(says)

    def lay(self, tile: str, at: str, pip: int, join: int | None = None) -> None:
        """Lay a tile at the `pip` of the tile `at`: one tap writes it. `join` is the half that touches, if another."""
        self.pick(tile)
        self.tap(f'button[value="lay {tile} {at} {pip}{"" if join is None else f" {join}"}"]')

    def show(self, *taps: str, says: str = "") -> None:
        """Change open ends and save: `0 to 5` (the first end shows a 5 now), `add 5-5`, `none at 1`."""
        self.change(*taps)
        self.save(says)

    def change(self, *taps: str) -> None:
        self.turn_to("ends")
        for tapped in taps:
            what, *_, value = tapped.split()
            self.tap({"add": ".end.add", "none": f"#end-{value}"}.get(what, f"#end-{what}"))
            self.tap("#remove" if what == "none" else f"#to-{value}")

    def hint(self, words: str) -> None:
        """Write one of the moves that score with one tap; `words` are how it is read out."""
        self.turn_to("ends")
        self.tap(self.page.locator("#hints").get_by_role("button", name=words, exact=True))

    # -- ends of rounds ----------------------------------------------------------------------------------------------

    def ended(self, how: str, **pips: str) -> None:
        """Say who is out (or `blocked`, `boneyard`), and type on our keys what the others hold: `Bo="13"`, `"5+8"`."""
        self.turn_to("round")
        ways = {"blocked": "Blocked", "boneyard": "Two tiles left in the boneyard"}
        chip = self.choice("#out", "", ways.get(how, how))
        if not chip.locator("input:checked").count():
            self.tap(chip)
        for player, typed in pips.items():
            hand = self.hand(player)
            hand.tap()
            hand.fill("")
            if hand.get_attribute("data-keypad") is None:
                hand.fill(typed)
                continue
            for key in typed:
                self.page.tap("#key-plus" if key == "+" else f"#key-{key}")

    def round(self, how: str, says: str, **pips: str) -> None:
        """The end of a round, written down once the pad has said what it is worth."""
        self.ended(how, **pips)
        self.save(says)

    def hand(self, player: str) -> Locator:
        return self.page.get_by_label(player, exact=True).and_(self.page.locator(".hand .field"))

    def hold(self, seat: int, *tiles: str) -> None:
        """Tap the tiles that are left in a hand; one that does not count is unfolded first."""
        if self.page.locator("#by-tiles[aria-pressed=false]").count():
            self.tap("#by-tiles")
        if not self.page.locator(f".hand.here[data-seat='{seat}']").count():
            button = self.page.locator(f"button#hand-{seat}")
            if self.page.locator("#folded:not([open])", has=button).count():
                self.page.tap("#folded summary")
            self.tap(button)
        for tile in tiles:
            half = self.chip(f"hand-{seat}-half-{tile.partition('-')[0]}")
            if half.count() and not half.locator("input:checked").count():  # of a large set one half comes first
                self.tap(half, "reckoning")
            self.tap(self.chip(f"hand-{seat}-{tile}"), "reckoning")

    # -- tricks ------------------------------------------------------------------------------------------------------

    def bid(self, player: str, words: str, says: str) -> None:
        """The bid that won a round, by the words on its key."""
        self.turn_to("bid")
        self.tap(self.choice("#bidder", "", player), "reckoning")
        self.tap(self.choice("#bids", "", words), "reckoning")
        self.save(says)

    def takes(self, points: str, says: str) -> None:
        """The points that the bidders took, typed on our keys."""
        self.turn_to("round")
        for key in points:
            self.page.tap(f"#key-{key}")
        self.save(says)

    # -- solitaires --------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Turn to the assistant."""
        self.page.tap("#assistant")
        self.wait_for("**/solitaire")

    def picks(self, *tiles: str) -> None:
        """Tap tiles that lie open."""
        for tile in tiles:
            picker = self.page.locator("#pick-hand label, #pick-table label")
            known = picker.filter(has=self.page.get_by_label(tile, exact=True))
            self.tap(known if known.count() else self.page.get_by_role("button", name=tile, exact=True))

    def types(self, field: str, tiles: str) -> None:
        """Type into a field of the assistant."""
        inside = self.page.locator("details.type").filter(has=self.page.locator(f"id={field}"))
        if inside.count() and inside.get_attribute("open") is None:
            inside.locator("summary").tap()
        with self._fresh("main"):
            self.page.fill(f"#{field}", tiles)
            self.page.press(f"#{field}", "Enter")

    def look(self) -> None:
        self.tap("#look")

    def move(self, words: str) -> None:
        """Do what the assistant offers."""
        self.tap(self.page.get_by_role("button", name=words))

    def record(self, says: str) -> None:
        """Write the result down with one tap."""
        expect(self.page.locator("#record")).to_have_text(says)
        self.page.tap("#record")
        self.wait_for("**/m/*")

    # -- what the phone shows ----------------------------------------------------------------------------------------

    @property
    def totals(self) -> dict[str, int]:
        """The totals on the board by side, `Anna & Carl`."""
        found = {}
        for side in self.page.locator("#board .side").all():
            name = re.sub(r"\s+", " ", side.locator(".side-name").inner_text())
            found[name.strip()] = int(side.locator(".total").inner_text())
        return found

    @property
    def why(self) -> str:
        """Why the newest entry scores what it scores."""
        return self.page.locator(".round-why, .line-why").first.text_content() or ""

    @property
    def lead(self) -> str:
        return self.page.locator(".next-lead, #board:visible .leads").inner_text()

    @property
    def advice(self) -> str:
        return " ".join(self.page.locator("#advice .advice-line").all_inner_texts())

    def wrong(self, field: str) -> list[str]:
        """What is told beside a field."""
        return self.page.locator(f"#wrong-{field} li").all_inner_texts()

    @property
    def verdict(self) -> tuple[str, str]:
        """Who has won, and why where the totals do not say it all."""
        heading, why = self.page.locator(".over h2").inner_text(), self.page.locator(".over-why").all_text_contents()
        return heading, "".join(why)

    def sheet_line(self, entry: int) -> str:
        """What the whole sheet tells of an entry; the phone stays there."""
        self.page.tap("#whole-sheet")
        self.wait_for("**/sheet")
        return self.page.locator(f"#entry-{entry} .detail-what").inner_text()

    @property
    def listed(self) -> str:
        """How the newest finished match stands in the list; the phone stays there."""
        self.page.get_by_role("link", name="Back to the matches").tap()
        self.wait_for("**/")
        return self.page.locator(".match.over .match-sides").first.inner_text()

    @property
    def our_rules(self) -> list[str]:
        """The house rules as the rules page tells them at this table; the phone goes there and back."""
        self.page.get_by_role("link", name="Rules at this table").tap()
        self.wait_for("**/rules/**")
        expect(self.page.locator(".worked").first).to_be_visible()
        told = self.page.locator(".agreed").all_inner_texts()
        self.page.get_by_role("link", name="Back to the pad").tap()
        self.wait_for("**/m/*")
        return told
