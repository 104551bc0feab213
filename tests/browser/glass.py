"""Every form of the pad in every game, each with a URL that opens it as at a table.

The scenes are made from VARIANTS and from the forms themselves: a new game or form needs no line here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import TRUMPS
from scorekeeper.engine.options import Option, Pick
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.correcting import rewind_sheet
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import Store
from scorekeeper.web.forms.bid import BidForm, BidView
from scorekeeper.web.forms.choice import form_names
from scorekeeper.web.forms.hints import list_hints
from scorekeeper.web.forms.round import RoundForm

PLAYERS = ("Anna", "Bo", "Carl", "Dora", "Eva", "Fritz", "Gerda", "Hugo")

# The targets on the pad that are not in view or are covered, with their boxes; if a panel over the stairs of tiles
# asks something, the targets on the panel.
OUT_OF_REACH = """() => {
    const sheet = document.querySelector(".corner:has(.doubts, .later)") ?? document.getElementById("main");
    const tapped = "a[href], button, label.chip, label.pick-tile, label.way-button, input.field, select.field";
    const found = [];
    const wide = document.documentElement.clientWidth, high = innerHeight;
    for (const each of sheet.querySelectorAll(tapped)) {
        if (each.matches(".hidden, .hidden *") || !each.checkVisibility({ visibilityProperty: true })) continue;
        const { left, top, right, bottom } = each.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const inside = left > -0.5 && top > -0.5 && right < wide + 0.5 && bottom < high + 0.5;
        if (inside && each.contains(hit)) continue;
        const name = each.id || each.querySelector("input")?.id || each.textContent.trim();
        found.push(`${name} ${[left, top, right, bottom].map(Math.round).join(" ")}`);
    }
    return found;
}"""

# Puts the bar of a match on the page, then the answer to one address after another as htmx does, and returns for each
# the targets out of reach. All answers are requested first, so that between two of them there is a layout but no paint.
WALK = f"""async ([pad, paths]) => {{
    const outOfReach = {OUT_OF_REACH};
    const ask = async (path, headers) => {{
        const answer = await fetch(path, {{ headers }});
        return {{ path, answer, text: await answer.text() }};
    }};
    const whole = await ask(pad, {{}});
    const answers = await Promise.all(paths.map(path => ask(path, {{ "HX-Request": "true" }})));
    const bar = new DOMParser().parseFromString(whole.text, "text/html").querySelector(".bar");
    document.querySelector(".bar").outerHTML = bar.outerHTML;
    const found = {{}};
    for (const {{ path, answer, text }} of answers) {{
        document.getElementById("main").outerHTML = text;
        document.querySelectorAll("hx-partial").forEach(each => each.remove());
        document.dispatchEvent(new CustomEvent("htmx:after:swap", {{ detail: {{ ctx: {{ response: answer }} }} }}));
        scrollTo(0, 0);
        const wrong = answer.ok ? outOfReach() : [`status ${{answer.status}}`];
        const {{ scrollWidth, clientWidth }} = document.documentElement;
        if (scrollWidth > clientWidth) wrong.push("it scrolls sideways");
        if (wrong.length) found[path] = wrong;
    }}
    return found;
}}"""


@dataclass(frozen=True)
class Walk:
    """A match, and the URLs of all forms that it takes in its present state."""

    what: str
    match: str
    scenes: tuple[str, ...]


def list_walks(store: Store) -> Iterator[Walk]:
    """Yield every form of every game: before, during and after a round; hands with the largest number of players.

    With fewer players the form of the hands is the same in all games that end a round alike: only one of those is used.
    """
    walked = set()
    for variant in VARIANTS.values():
        most = min(variant.most_players, len(PLAYERS))
        yield from _in_a_match(store, variant, most)
        if "round" in variant.takes:
            if claims := [option for option in variant.options if option.key in ("muggins", "muggins_call")]:
                yield _with_claims(store, variant, most, *claims)
            for count in range(variant.fewest_players, most):
                match = start_match(store, variant.key, PLAYERS[:count])
                alike = (count, match.sheet.game.rounds.nobody_out, variant.moves_score)
                if alike in walked:
                    continue
                walked.add(alike)
                yield Walk(f"{variant.key} with {count}", match.id, tuple(_hands(match, "8")))


def _in_a_match(store: Store, variant: Variant, count: int) -> Iterator[Walk]:
    match = start_match(store, variant.key, PLAYERS[:count])
    forms = [_at(match, kind=name) for name in form_names(match.sheet)]
    if "result" in variant.takes:
        forms.append(_at(match, kind="result", won="yes", left="0"))
    if "round" in variant.takes:
        yield _after_a_round(store, start_match(store, variant.key, PLAYERS[:count], None, PLAYERS[0]))
    if "bid" in variant.takes:
        yield from _with_bids(store, variant, count)
        return
    if "play" not in variant.takes:
        yield Walk(f"{variant.key}, nothing written", match.id, (*forms, *_hands(match)))
        return
    hint = max(list_hints(match.sheet), key=lambda hint: (hint.points, hint.tile))
    first = hint.tile
    forms.append(_at(match, kind="play", tile=first))
    yield Walk(f"{variant.key}, nothing written", match.id, tuple(forms))

    led = _write(store, start_match(store, variant.key, PLAYERS[:count]), {"tile": str(first)})
    if "ends" in variant.takes and not match.sheet.game.deal.start_tile:
        begun = start_match(store, variant.key, PLAYERS[:count])
        told = {"entry": "ends", "player": PLAYERS[1], "ends": [str(end) for end in hint.ends]}
        begun = add_entry(store, begun.id, told, 0, begun.id)
        forms = [_at(begun, kind=name) for name in form_names(begun.sheet)]
        yield Walk(f"{variant.key}, the first ends written", begun.id, tuple(forms))
    hints = list_hints(led.sheet)
    laid = max(hints, key=lambda hint: (hint.points, hint.tile))
    more = _write(store, led, {"tile": str(laid.tile), "at": str(laid.at), "pip": laid.pip, "join": laid.join})
    yield Walk(f"{variant.key}, in a round", more.id, (*_moves(more), *_hands(more), *_corrections(more)))


def _with_claims(store: Store, variant: Variant, count: int, option: Option) -> Walk:
    """Return the forms at a table where points may be claimed, which the form asks together with the ends."""
    claims = {option.key: option.offers[1]}
    match = start_match(store, variant.key, PLAYERS[:count], None, PLAYERS[0], claims)
    first = max(list_hints(match.sheet), key=lambda hint: (hint.points, hint.tile))
    led = _write(store, match, {"tile": str(first.tile)})
    second = max(list_hints(led.sheet), key=lambda hint: (hint.points, hint.tile))
    more = _write(store, led, {"tile": str(second.tile), "at": str(second.at), "pip": second.pip, "join": second.join})
    return Walk(f"{variant.key} with claims", more.id, (*_moves(more), *_corrections(more)))


def _bid(store: Store, match: Match) -> Match:
    bid = {"entry": "bid", "player": PLAYERS[0], "points": int(_bid_form(match).points[1])}
    return add_entry(store, match.id, bid, match.seen, f"{match.id} {match.seen}")


def _bid_form(match: Match) -> BidView:
    return BidForm.read(match.sheet, MultiDict()).show()


def _with_bids(store: Store, variant: Variant, count: int) -> Iterator[Walk]:
    """Yield the forms of the bid and of the tricks: by the usual rules, and by the last choice of every house rule."""
    others = {option.key: option.choices[-1].value for option in variant.options if isinstance(option, Pick)}
    for rules, options in (("usual rules", {}), ("other rules", others)):
        match = start_match(store, variant.key, PLAYERS[:count], options=options)
        forms = [_at(match, kind=name) for name in form_names(match.sheet)]
        view = _bid_form(match)
        choices: list[dict[str, str]] = [{}, {"trump": TRUMPS[-1]}, *({"contract": each} for each in view.contracts)]
        forms += [_at(match, kind="bid", player=PLAYERS[0], bid=view.points[1], **more) for more in choices]
        yield Walk(f"{variant.key}, {rules}, nothing written", match.id, tuple(forms))
        bid = _bid(store, start_match(store, variant.key, PLAYERS[:count], options=options))
        forms = [_at(bid, kind=name) for name in form_names(bid.sheet)]
        if bid.sheet.game.required_bids.bidding.each_takes:
            forms += [_at(bid, kind="round", **{"tricks-1": 5, "tricks-2": 1})]
        forms += [_at(bid, kind="round", by="points", taken="35"), _at(bid, kind="round", by="tricks")]
        forms += [_at(bid, kind="round", by="tricks", tricks=6, count="5-5"), _at(bid, correct=1)]
        yield Walk(f"{variant.key}, {rules}, a bid", bid.id, tuple(forms))


def _after_a_round(store: Store, match: Match) -> Walk:
    """Return the URLs of the card of the round and of the forms that begin the next one."""
    holding = {f"hand-{seat}": str(3 + seat % 3) for seat in range(2, len(match.seating.players) + 1)}
    entry = RoundForm.read(match.sheet, MultiDict({"ended": "out 1", **holding})).entry()
    if "bid" in match.variant.takes:
        match, entry = _bid(store, match), {"entry": "round", "made": True}
        if match.sheet.game.required_bids.bidding.each_takes:
            tricks = zip(match.seating.players, (5, 1, 1), strict=True)
            entry = {"entry": "round", "taken": {player: {"tricks": taken} for player, taken in tricks}}
    after = add_entry(store, match.id, entry, match.seen, match.id)
    forms = () if after.sheet.over else form_names(after.sheet)
    return Walk(
        f"{after.variant.key}, after a round", match.id, (_at(match), *(_at(match, kind=name) for name in forms))
    )


def _write(store: Store, match: Match, laid: dict[str, Any]) -> Match:
    by = match.seating.players[len(match.sheet.lines) % len(match.seating.players)]
    turned_up = match.sheet.layout.empty and match.sheet.game.deal.start_tile
    entry = {"entry": "play", **laid} | ({} if turned_up else {"player": by})
    return add_entry(store, match.id, entry, match.seen, f"{match.id} {match.seen}")


def _moves(match: Match) -> Iterator[str]:
    """Yield the URLs of the form of a tile laid, before and after a pick, and of ends before and after a change."""
    hints = list_hints(match.sheet)
    fitting = [hint.tile for hint in hints]
    most = max(fitting, key=fitting.count)
    lying = match.sheet.layout.seen
    misfit = next((tile for tile in match.sheet.game.tiles if tile not in lying and tile not in fitting), most)
    yield _at(match)
    for tile in ("", most, misfit):
        yield _at(match, kind="play", tile=tile)
    ends = list(map(str, match.sheet.layout.ends))
    yield _at(match, kind="ends")
    for chosen in range(len(ends) + 1):
        yield _at(match, kind="ends", chosen=chosen)
    yield _at(match, kind="ends", ends=" ".join(map(str, hints[0].ends)))
    yield _at(match, kind="ends", ends="1 2")
    yield _at(match, kind="ends", ends="1 2 3 4-4", chosen=2)


def _hands(match: Match, *typed: str) -> Iterator[str]:
    """Yield the URLs of the end of a round in each way, with its hands typed and picked, empty and full."""
    if "round" not in match.sheet.variant.takes:
        return
    yield _at(match, kind="round")
    seats = range(1, len(match.seating.players) + 1)
    for ended in ("out 1", match.sheet.game.rounds.nobody_out):
        for by in ("pips", "tiles"):
            for each in typed or ("", "8"):
                hands = {f"hand-{seat}": each for seat in seats}
                yield _at(match, kind="round", ended=ended, by=by, **hands)


def _corrections(match: Match) -> Iterator[str]:
    """Yield the URLs of the correction of an entry, and of one that makes the next entry impossible."""
    yield _at(match, correct=1)
    yield _at(match, correct=2)
    first = next(hint.tile for hint in list_hints(rewind_sheet(match.sheet, 1)))
    yield _at(match, correct=1, kind="play", tile=first, player="Anna", replaces=1)


def _at(match: Match, **fields: object) -> str:
    return f"/m/{match.id}?{urlencode(fields)}"
