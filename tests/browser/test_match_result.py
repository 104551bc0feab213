"""The end of a round and of a match on a phone: readable in full by everybody at the table, and without more taps."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.access import barriers
from tests.browser.devices import DARK_PHONE, PHONE, PLAIN_PHONE, Device, Devices
from tests.browser.thumb import Thumb, small_targets
from tests.long import mark_slow

FOUR = ("Anna", "Bo", "Carl", "Dora")
IN_ROUNDS = [key for key, variant in VARIANTS.items() if "round" in variant.takes]
SIZES = [(390, 664), (360, 640)]
# The elements of each selector that are not completely on the screen, or are covered.
UNREAD = """what => what.flatMap(selector => [...document.querySelectorAll(selector)]).flatMap(each => {
    const box = each.getBoundingClientRect(), name = each.id || each.className || each.textContent.trim();
    const wide = document.documentElement.clientWidth;
    const out = !box.height || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > wide;
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const cut = each.scrollWidth > each.clientWidth + 1 && each.clientWidth;
    return out || cut || !(each.contains(over) || over?.contains(each)) ? [name] : [];
})"""
# Records vibrations and notes instead of making them.
LISTEN = """
    window.buzzes = 0;
    navigator.vibrate = () => { buzzes += 1; return true; };
    const part = () => ({ connect: other => other, start() {}, stop() {}, frequency: {},
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
    window.AudioContext = class { currentTime = 0; createOscillator = part; createGain = part; };
"""
SHARE = """
    window.shared = [];
    navigator.canShare = () => true;
    navigator.share = async what => { shared.push([what.files[0].type, what.files[0].size > 1000, what.title]); };
"""
# Records what flies to a total.
FLOWN = """
    window.flown = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        if (this.className === "flying-points") flown.push(this.textContent);
        return animate.apply(this, how);
    };
"""


def unread(page: Page, *what: str) -> list[str]:
    found: list[str] = page.evaluate(UNREAD, list(what))
    return found


def write(app: Flask, match: Match, **entry: object) -> Match:
    """Write an entry on another device."""
    store = app.extensions["scorekeeper"]
    seen = load_match(store, match.id).seen
    return add_entry(store, match.id, entry, seen, f"elsewhere {seen}")


def block_round(app: Flask, match: Match) -> Match:
    """End a round in which nobody is out, with the longest possible reason."""
    if match.sheet.game.rounds.nobody_out == "tricks" and match.sheet.game.required_bids.bidding.each_takes:
        match = write(app, match, entry="bid", player="Anna", points=5)
        tricks = zip(match.seating.players, (5, 1, 1), strict=True)
        return write(app, match, entry="round", taken={player: {"tricks": taken} for player, taken in tricks})
    if match.sheet.game.rounds.nobody_out == "tricks":
        match = write(app, match, entry="bid", player="Anna", points=41)
        return write(app, match, entry="round", taken={"Anna": {"tricks": 6, "count": ["5-5", "4-1", "3-2"]}})
    wanted = "tiles" if match.sheet.game.rounds.hands.known == "tiles" else "pips"
    held = (4, 3, 5, 6) if wanted == "tiles" else (9, 17, 12, 30)
    hands = {player: {wanted: held[place]} for place, player in enumerate(match.seating.players)}
    ended = {match.sheet.game.rounds.nobody_out: True}
    return write(app, match, entry="round", hands=hands, **ended)


def start(app: Flask, game: str, **options: object) -> Match:
    variant = VARIANTS[game]
    goal = {"target": 3, "blocked": "fewest_tiles"} if game == "dk_blinde" else {}
    # In pairs if all hands count, so that three are asked for; alone if a partner's hand would not count.
    pairs = "pairs_count" in {option.key for option in variant.options} or None
    return start_match(app.extensions["scorekeeper"], game, FOUR[: variant.most_players], pairs, "Anna", goal | options)


@pytest.mark.slow
def test_the_card_after_a_round_is_read_whole_in_every_game(app: Flask, devices: Devices) -> None:
    page = devices.open("/")
    for game in IN_ROUNDS:
        match = block_round(app, start(app, game))
        page.goto(f"/m/{match.id}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            onward = "#deal" if VARIANTS[game].moves_score or "bid" in VARIANTS[game].takes else "#out .chip"
            told = (".round-card h2", ".gain", ".round-why", ".undo", ".next-lead", ".next-deal", onward)
            assert unread(page, *told) == [], f"{game} at {width}×{height}"
            assert page.locator(onward).count(), game
            assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("device", [PHONE, *mark_slow(DARK_PHONE)], ids=["light", "dark"])
def test_card_and_celebration_are_for_everyone(app: Flask, devices: Devices, device: Device) -> None:
    card, result = block_round(app, start(app, "spansk")), block_round(app, start(app, "dk_almindelig", target=5))
    page = devices.open("/", device)
    for match in (card, result):
        page.goto(f"/m/{match.id}")
        assert barriers(page) == []
        assert small_targets(page, what="a.button, .icon-button, button") == []


@pytest.mark.two
def test_the_others_see_the_card_too_and_whoever_has_dealt_goes_on(app: Flask, devices: Devices) -> None:
    match = start(app, "spansk")
    first, second = (Thumb(devices.open(f"/m/{match.id}")) for _ in range(2))
    block_round(app, match)
    for thumb in (first, second):
        expect(thumb.page.locator("#round-card")).to_be_visible()
    first.tap("#deal", "label:has(#tile-5-0)")
    write(app, match, entry="ends", player="Bo", ends=["6", "4"])
    expect(second.page.locator("#round-card")).to_have_count(0)
    expect(first.page.locator("#line-2")).to_contain_text("6 + 4 = 10")
    expect(first.page.locator("#tile-5-0")).to_be_checked()
    # The first phone now fills in the form for the sheet as it was when the form was loaded.
    expect(second.page.locator("#end-0")).to_be_visible()


@pytest.mark.parametrize("game", ["dk_almindelig", "cuban_d9", "pl_ekspresowe", "penalty_pad"])
def test_the_hands_of_the_next_round_take_no_tap_more_from_the_card(app: Flask, devices: Devices, game: str) -> None:
    match = block_round(app, start(app, game))
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("label:has(#ended-1)")
    hands = tuple(zip(("13", "8", "5"), match.sheet.game.rounds.hands.list_counted("Anna"), strict=False))
    assert hands
    most_digits = 2 if match.sheet.game.largest < 9 else 3  # after these the pad goes to the next hand by itself
    for number, player in hands:
        expect(thumb.page.locator(".hand.here .hand-name")).to_have_text(player)
        thumb.tap(*(f"#key-{digit}" for digit in number))
        if player != hands[-1][1] and len(number) < most_digits:
            thumb.tap("#next")
    thumb.tap("#save")
    expect(thumb.page.locator("#round-card")).to_contain_text("Anna is out")
    assert thumb.taps <= 8


def test_a_round_is_taken_back_from_its_card(app: Flask, devices: Devices) -> None:
    match = block_round(app, start(app, "german_draw"))
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("#undo-1")
    expect(thumb.page.locator("#round-card")).to_have_count(0)
    assert thumb.totals == ["0", "0"]


def test_card_and_celebration_without_scripts(app: Flask, devices: Devices) -> None:
    match = block_round(app, start(app, "spansk", target=15))
    page = devices.open(f"/m/{match.id}", PLAIN_PHONE)
    expect(page.locator("#buzz")).to_be_hidden()
    page.click("#deal")
    page.check("#tile-5-5", force=True)
    page.click("#save")
    expect(page.locator("#line-2")).to_be_visible()
    block_round(app, match)
    page.goto(f"/m/{match.id}")
    expect(page.locator(".over h2")).to_have_text("Anna & Carl won")
    page.click("#again")
    expect(page.locator(".total").first).to_have_text("0")


# -- the match result ----------------------------------------------------------------------------------------------


def end_pairs(app: Flask) -> Match:
    return block_round(app, block_round(app, start(app, "spansk", target=15)))


def end_alone(app: Flask) -> Match:
    return block_round(app, start(app, "dk_almindelig", target=5))


def end_in_a_draw(app: Flask) -> Match:
    match = start_match(app.extensions["scorekeeper"], "jijbent", FOUR[:2], options={"rounds": 1})
    return write(app, match, entry="round", boneyard=True, hands={"Anna": {"pips": 7}, "Bo": {"pips": 7}})


def end_solitaire(app: Flask) -> Match:
    match = start_match(app.extensions["scorekeeper"], "dk_tolveren", FOUR[:1])
    return write(app, match, entry="result", won=True)


@pytest.mark.parametrize("end", [end_pairs, end_alone, end_in_a_draw, end_solitaire])
def test_the_celebration_is_seen_whole_on_low_phones(
    app: Flask, devices: Devices, end: Callable[[Flask], Match]
) -> None:
    match = end(app)
    page = devices.open(f"/m/{match.id}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        told = (".over h2", ".final", ".over-why", ".told-lines", "#again", "#whole-sheet", "#picture")
        assert unread(page, *told) == [], f"{width}×{height}"
    assert page.locator(".domino-run").count() == (0 if match.sheet.draw else 1)


def test_of_eight_players_the_card_and_the_celebration_are_seen_whole(app: Flask, devices: Devices) -> None:
    players = (*FOUR, "Eva", "Fritz", "Gerda", "Hugo")
    hands = {player: {"pips": 9 + place} for place, player in enumerate(players)}
    page = devices.open("/")
    for rounds, told in (
        (1, (".over h2", ".final", ".over-why")),
        (2, (".round-card h2", ".gain", ".round-why", ".undo", ".next-lead", ".next-deal", "#out .chip")),
        (1, (".over h2", ".final", ".tally-wins > span", "#again")),  # the second match of the evening
    ):
        match = start_match(app.extensions["scorekeeper"], "mexican_train", players, options={"rounds": rounds})
        match = write(app, match, entry="round", blocked=True, hands=hands)
        page.goto(f"/m/{match.id}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert unread(page, *told) == [], f"{rounds} at {width}×{height}"
            assert page.locator(told[-1]).count()


def test_the_totals_count_up_and_the_dominoes_topple_once_and_never_where_little_motion_is_wanted(
    app: Flask, devices: Devices
) -> None:
    match = end_pairs(app)
    moving = "document.querySelector('.domino-run').getAnimations({ subtree: true }).length"
    page = devices.open(f"/m/{match.id}")
    assert page.evaluate(moving) == 0
    page.evaluate("sessionStorage.clear()")
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    assert page.evaluate(moving) == 9
    totals = [str(total) for total in sorted(match.sheet.totals.values(), reverse=True)]
    expect(page.locator("[data-count]")).to_have_text(totals)
    page.reload()
    assert page.evaluate(moving) == 0
    assert page.locator("[data-count]").all_inner_texts() == totals


def test_the_evening_is_told_after_the_second_match(app: Flask, devices: Devices) -> None:
    thumb = Thumb(devices.open(f"/m/{end_alone(app).id}"))
    expect(thumb.page.locator("#tally")).to_have_count(0)
    thumb.tap("#again", "label:has(#ended-1)", "#key-1", "#key-3", "#key-8", "#next", "#key-5", "#save")
    expect(thumb.page.locator("#tally")).to_contain_text("Anna 2 Bo 0 Carl 0 Dora 0")


def test_the_picture_is_kept_or_shared_as_the_phone_can(app: Flask, devices: Devices) -> None:
    match = end_alone(app)
    page = devices.open(f"/m/{match.id}")
    page.evaluate("navigator.canShare = undefined")
    with page.expect_download() as kept:
        page.tap("#picture")
    assert kept.value.suggested_filename == "domino-result.png"
    page.add_init_script(SHARE)
    page.goto(f"/m/{match.id}/sheet")
    page.tap("#picture")
    page.wait_for_function("() => shared.length")
    assert page.evaluate("shared") == [["image/png", True, "The result of our domino match"]]


def test_a_phone_buzzes_when_points_are_saved_on_it_and_only_if_it_was_told_to(app: Flask, devices: Devices) -> None:
    match = block_round(app, start(app, "spansk"))
    page = devices.open("/")
    page.add_init_script(LISTEN)
    page.goto(f"/m/{match.id}")
    thumb = Thumb(page)

    def buzzes() -> int:
        return int(page.evaluate("buzzes"))

    thumb.tap("#deal", "label:has(#tile-5-5)", "#save")
    assert buzzes() == 0
    thumb.tap("#undo-2", "#tab-round", "label:has(#ended-2)", "#key-1", "#key-3", "#key-8", "#save")
    thumb.tap("#buzz")
    expect(page.locator("#buzz")).to_have_attribute("aria-pressed", "true")
    assert buzzes() == 1  # as an example
    thumb.tap("#deal", "label:has(#tile-5-4)", "#save")
    assert buzzes() == 1  # no points
    thumb.tap("#tab-ends", "#end-0", "#to-6", "#save")
    assert buzzes() == 2
    thumb.tap("#end-0")
    assert buzzes() == 2  # the same entry buzzes once
    write(app, match, entry="ends", player="Carl", ends=["6", "4-4"])
    expect(page.locator("#board .total").last).to_be_visible()
    assert buzzes() == 2  # and an entry of another phone does not buzz


def test_new_points_fly_to_their_total_but_not_where_little_motion_is_wanted(app: Flask, devices: Devices) -> None:
    match = start(app, "spansk")
    page = devices.open("/")
    page.add_init_script(FLOWN)
    page.goto(f"/m/{match.id}")
    thumb = Thumb(page)
    thumb.tap("label:has(#tile-5-5)", "#save")
    assert page.evaluate("flown") == []
    page.emulate_media(reduced_motion="no-preference")
    thumb.tap(".key.hint")
    assert page.evaluate("flown") == ["+2"]
    expect(page.locator(".total")).to_have_text(["2", "2"])
    expect(page.locator(".flying-points")).to_have_count(0)
