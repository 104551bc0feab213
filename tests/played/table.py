"""A table that plays a match: the steps of its players, in a browser or by forms.

Elements are named by XPath, or by `#id`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping

ALL_THE_SAME = "Save all the same"
WAYS = {"blocked": "Blocked", "boneyard": "Two tiles left in the boneyard"}


def of_class(name: str) -> str:
    """Return the XPath condition that the element has this class."""
    return f"contains(concat(' ', normalize-space(@class), ' '), ' {name} ')"


def reads(words: str) -> str:
    """Return the XPath condition that the text of the element, or of one inside it, is `words`."""
    return f'descendant-or-self::*[normalize-space(.)="{words}"]'


def button(words: str, inside: str = "") -> str:
    """Return the XPath of the button with this label."""
    return f'{inside}//button[normalize-space(@aria-label)="{words}" or (not(@aria-label) and {reads(words)})]'


def chip(id_: str) -> str:
    """Return the XPath of the chip or tile of the radio button or box with this id."""
    return f'//label[.//input[@id="{id_}"]]'


def choice(inside: str, legend: str, words: str) -> str:
    """Return the XPath of the chip with these words in the part `inside` whose legend contains `legend`."""
    return f'{inside}[legend[contains(., "{legend}")]]//*[{of_class("chip")}][{reads(words)}]'


def part(id_: str) -> str:
    """Return the XPath of the element with this id."""
    return f'//*[@id="{id_}"]'


def normalize(text: str) -> str:
    """Return the text with single spaces."""
    return re.sub(r"\s+", " ", text).strip()


class Table(ABC):
    """The pad of one match, from the page that sets it up. Subclasses perform the taps and the typing."""

    # -- what a kind of table does -----------------------------------------------------------------------------------

    @abstractmethod
    def tap(self, what: str, answered: str = "main") -> None:
        """Tap, and wait until the answer has replaced the part with the id `answered`."""

    @abstractmethod
    def choose(self, what: str) -> None:
        """Tap a chip that sends no request."""

    @abstractmethod
    def unfold(self, summary: str) -> None:
        """Open what is folded away below this summary."""

    @abstractmethod
    def follow(self, what: str, address: str) -> None:
        """Tap what leads to another page, whose path matches the pattern `address`."""

    @abstractmethod
    def type(self, what: str, text: str) -> None:
        """Type into a field of the pad, on the pad's own keys where it has them."""

    @abstractmethod
    def type_and_send(self, what: str, text: str, answered: str = "main") -> None:
        """Type into a field that asks the server when it is left."""

    @abstractmethod
    def select(self, what: str, label: str) -> None:
        """Choose the option with this label."""

    @abstractmethod
    def count(self, what: str) -> int:
        """Return how many elements match."""

    @abstractmethod
    def texts(self, what: str) -> list[str]:
        """Return the texts of elements, with single spaces."""

    def text(self, what: str) -> str:
        """Return the text of the first of these elements; empty if there is none."""
        return next(iter(self.texts(what)), "")

    @abstractmethod
    def expect_text(self, what: str, text: str) -> None:
        """Fail unless the element gets this text."""

    # -- setting up --------------------------------------------------------------------------------------------------

    def set_up(
        self,
        game: str,
        players: str,
        *,
        lead: str = "",
        pairs: bool = False,
        rules: Mapping[str, str] | None = None,
    ) -> None:
        """Set up a new match: the game, the players (who have played here before), who leads, house rules.

        A rule is named as the form names it, its setting by the words of its chip, or as a number that is typed.
        """
        if self.text(f"//*[{of_class('game-name')}]") != game:
            self.unfold('//*[@id="games"]/summary')
            self.tap(f"//button[{of_class('game')}][{reads(game)}]", "new")
        for player in players.split():
            self.tap(button(player, f"//*[{of_class('known')}]"), "new")
        if pairs:
            self.tap(f"//label[{of_class('chip')}][{reads('Two pairs')}]", "new")
        if lead:
            self.choose(choice("//fieldset", "Who leads", lead))
        if rules:
            self.unfold('//*[@id="options"]/summary')
        for rule, setting in (rules or {}).items():
            self._agree(rule, setting)
        self.follow("#start", "/m/*")

    def _agree(self, rule: str, setting: str) -> None:
        """Choose the setting of a house rule. The form answers where others depend on it."""
        inside = '//*[@id="options"]//fieldset'
        steers = self.count(f'{inside}[@hx-post][legend[contains(., "{rule}")]]') > 0
        typed = f'//input[@type="number"][ancestor::label[normalize-space(.)="{rule}"]]'
        if self.count(typed):
            if steers:
                self.type_and_send(typed, setting, "new")
            else:
                self.type(typed, setting)
        elif steers:
            self.tap(choice(inside, rule, setting), "new")
        else:
            self.choose(choice(inside, rule, setting))

    # -- entries -----------------------------------------------------------------------------------------------------

    def turn_to(self, form: str) -> None:
        """Open a form of the pad, unless it is open: `ends`, `play`, `round`; after a round the next is dealt first.

        Where open ends have no tab, a link leads to them from the tile that was laid.
        """
        if self.count("#deal"):
            self.tap("#deal")
        if self.count(f"//form[{of_class(f'entry-{form}')}]"):
            return
        if form == "ends" and not self.count("#tab-ends"):
            self.tap("#tab-play")
            self.tap("#type-ends")
        else:
            self.tap(f"#tab-{form}")

    def save(self, says: str = "") -> None:
        """Save the entry; `says` is the text of the button, or the question that is asked instead."""
        asked = says.endswith("?")
        if asked:
            self.expect_text(DOUBTS, says)
        if says:
            self.expect_text("#save", ALL_THE_SAME if asked else says)
        self.tap("#save")

    def undo(self, entry: int) -> None:
        """Strike out an entry."""
        self.tap(f"#undo-{entry}")

    def player(self, name: str) -> None:
        """Choose whose move it is."""
        self.choose(choice(part("who"), "", name))

    def pick(self, tile: str) -> None:
        """Tap a tile of the form for a tile that was laid."""
        self.turn_to("play")
        self.tap(chip(f"tile-{tile}"), "outcome")

    def lead_with(self, tile: str, by: str = "", says: str = "") -> None:
        """Lay or turn up the first tile of a round; `by` where it is not known whose move it is."""
        self.pick(tile)
        if by:
            self.player(by)
        self.save(says)

    def lay(self, tile: str, at: str, pip: int, join: int | None = None) -> None:
        """Lay a tile at the `pip` of the tile `at`: one tap writes it. `join` is the half that touches, if another."""
        self.pick(tile)
        self.tap(f'//button[@value="lay {tile} {at} {pip}{"" if join is None else f" {join}"}"]')

    def show(self, *taps: str, says: str = "") -> None:
        """Change open ends and save: `0 to 5` (the first end shows a 5 now), `add 5-5`, `none at 1`."""
        self.change(*taps)
        self.save(says)

    def change(self, *taps: str) -> None:
        """Change open ends."""
        self.turn_to("ends")
        for tapped in taps:
            what, *_, value = tapped.split()
            add = f"//button[{of_class('end')}][{of_class('add')}]"
            self.tap({"add": add, "none": f"#end-{value}"}.get(what, f"#end-{what}"))
            self.tap("#remove" if what == "none" else f"#to-{value}")

    def hint(self, words: str) -> None:
        """Write one of the moves that score with one tap; `words` are its label."""
        self.turn_to("ends")
        self.tap(button(words, part("hints")))

    def ended(self, how: str, **pips: str) -> None:
        """Choose who is out (or `blocked`, `boneyard`), and type the other hands: `Bo="13"`, `"5+8"`."""
        self.turn_to("round")
        way = choice(part("out"), "", WAYS.get(how, how))
        if not self.count(f"{way}//input[@checked]"):
            self.tap(way)
        for player, typed in pips.items():
            labelled = f'@id=//label[normalize-space(.)="{player}"]/@for'
            self.type(f"//*[{of_class('hand')}]//input[{of_class('field')}][{labelled}]", typed)

    def round(self, how: str, says: str, **pips: str) -> None:
        """End a round, and save once the pad says what it is worth."""
        self.ended(how, **pips)
        self.save(says)

    def hold(self, seat: int, *tiles: str) -> None:
        """Tap the tiles that are left in a hand; one that does not count is unfolded first."""
        if self.count('//*[@id="by-tiles"][@aria-pressed="false"]'):
            self.tap("#by-tiles")
        if not self.count(f'//*[{of_class("hand")}][{of_class("here")}][@data-seat="{seat}"]'):
            if self.count(f'//*[@id="folded"][not(@open)]//button[@id="hand-{seat}"]'):
                self.unfold('//*[@id="folded"]/summary')
            self.tap(f'//button[@id="hand-{seat}"]')
        for tile in tiles:
            half = chip(f"hand-{seat}-half-{tile.partition('-')[0]}")
            if self.count(half) and not self.count(f"{half}//input[@checked]"):  # of a large set one half comes first
                self.tap(half, "reckoning")
            self.tap(chip(f"hand-{seat}-{tile}"), "reckoning")

    def bid(self, player: str, words: str, says: str) -> None:
        """Write the bid that won a round, by the words on its key."""
        self.turn_to("bid")
        self.tap(choice(part("bidder"), "", player), "reckoning")
        self.tap(choice(part("bids"), "", words), "reckoning")
        self.save(says)

    def takes(self, points: str, says: str) -> None:
        """Type the points that the bidders took."""
        self.turn_to("round")
        self.type("#taken", points)
        self.save(says)

    # -- solitaires --------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Open the assistant."""
        self.follow("#assistant", "/solitaire")

    def picks(self, *tiles: str) -> None:
        """Tap tiles that lie open."""
        for tile in tiles:
            known = f'//*[@id="pick-hand" or @id="pick-table"]//label[.//input[@aria-label="{tile}"]]'
            self.tap(known if self.count(known) else button(tile))

    def types(self, field: str, tiles: str) -> None:
        """Type into a field of the assistant."""
        folded = f'//details[{of_class("type")}][not(@open)][.//*[@id="{field}"]]'
        if self.count(folded):
            self.unfold(f"{folded}/summary")
        self.type_and_send(f"#{field}", tiles)

    def look(self) -> None:
        """Ask for advice."""
        self.tap("#look")

    def move(self, words: str) -> None:
        """Do what the assistant offers."""
        self.tap(f'//button[contains(normalize-space(.), "{words}") or contains(@aria-label, "{words}")]')

    def record(self, says: str) -> None:
        """Write the result down with one tap."""
        self.expect_text("#record", says)
        self.follow("#record", "/m/*")

    # -- what the pages show -----------------------------------------------------------------------------------------

    @property
    def totals(self) -> dict[str, int]:
        """The totals on the board by side, `Anna & Carl`."""
        side = f"{part('board')}//*[{of_class('side')}]"
        names = self.texts(f"{side}/*[{of_class('side-name')}]")
        return dict(zip(names, map(int, self.texts(f"{side}/*[{of_class('total')}]")), strict=True))

    @property
    def why(self) -> str:
        """Why the newest entry scores what it scores."""
        return self.text(f"//*[{of_class('round-why')} or {of_class('line-why')}]")

    @property
    def lead(self) -> str:
        """Who leads, as the card after a round says it, or the board if there is no card."""
        words = self.text(f"//*[{of_class('next-lead')}]") or self.text(f"{part('board')}//*[{of_class('leads')}]")
        return words[:1].upper() + words[1:]

    @property
    def advice(self) -> str:
        """What the assistant says."""
        return " ".join(self.texts(f"{part('advice')}//*[{of_class('advice-line')}]"))

    @property
    def doubts(self) -> str:
        """What the pad asks before it saves."""
        return self.text(DOUBTS)

    def wrong(self, field: str) -> list[str]:
        """Return the problems next to a field."""
        return self.texts(f"{part(f'wrong-{field}')}//li")

    @property
    def verdict(self) -> tuple[str, str]:
        """Who has won, and the reason if the totals do not show it."""
        over = f"//*[{of_class('over')}]"
        return self.text(f"{over}//h2"), self.text(f"{over}//*[{of_class('over-why')}]")

    def sheet_line(self, entry: int) -> str:
        """Open the whole sheet, and return its line for an entry; the table stays on that page."""
        self.follow("#whole-sheet", "/sheet")
        return self.text(f"{part(f'entry-{entry}')}//*[{of_class('detail-what')}]")

    @property
    def listed(self) -> str:
        """The newest finished match in the list; the table stays on that page."""
        self.follow(link("Back to the matches"), "/")
        return self.text(f"//*[{of_class('match')}][{of_class('over')}]//*[{of_class('match-sides')}]")

    @property
    def our_rules(self) -> list[str]:
        """The house rules on the rules page of this table; the table returns to the pad."""
        self.follow(link("Rules at this table"), "/rules/*")
        assert self.count(f"//*[{of_class('worked')}]")
        agreed = self.texts(f"//*[{of_class('agreed')}]")
        self.follow(link("Back to the pad"), "/m/*")
        return agreed


DOUBTS = f"//*[{of_class('doubts')}]"


def link(label: str) -> str:
    """Return the XPath of the link with this label."""
    return f'//a[@aria-label="{label}" or (not(@aria-label) and {reads(label)})]'
