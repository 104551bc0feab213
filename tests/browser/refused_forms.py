"""Every form that can be refused, with one problem and with as many as possible, for the tests of all pages."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from playwright.sync_api import Page

from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import Store

# Fills in the fields of a page's form, sends it as its button does, and puts the answer where htmx puts it.
REFUSE = """async typed => {
    const form = document.querySelector("#fill, form.new, .note-form, #rename");
    for (const [name, value] of Object.entries(typed)) form.elements[name].value = value;
    const sent = new FormData(form);
    sent.set("do", { "new": "start", "own-game": "keep" }[form.id] ?? (form.querySelector("#give") ? "give" : "save"));
    const request = { method: "POST", body: new URLSearchParams(sent), headers: { "HX-Request": "true" } };
    const answer = await fetch(form.action, request);
    const text = await answer.text();
    const main = new DOMParser().parseFromString(text, "text/html").getElementById("main"); // of a whole page
    (form.matches(".new") ? form : document.getElementById("main")).outerHTML = main?.outerHTML ?? text;
    return answer.status;
}"""


def refuse(page: Page, path: str, typed: Mapping[str, str]) -> None:
    """Open a form, type into its fields, and send it."""
    page.goto(path)
    assert page.evaluate(REFUSE, dict(typed)) == 422, path


def list_refused_forms(store: Store, names: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Return the address of each form, with what is typed into its fields; `names` are eight players."""

    def begin(game: str, players: int, *entries: dict[str, object]) -> str:
        match = start_match(store, game, names[:players], True if game == "spansk" else None)
        for entry in entries:
            match = add_entry(store, match.id, entry, match.seen, f"{match.id} {match.seen}")
        return f"/m/{match.id}"

    def at(match: str, **fields: object) -> str:
        return f"{match}?{urlencode(fields)}"

    four, bid = begin("spansk", 4), begin("forty_two", 4, {"entry": "bid", "player": names[0], "points": 31})
    yield at(four, kind="ends", ends="5 4"), {}
    yield at(four, kind="ends", ends="9 x 7-5 5-4"), {}
    yield at(four, kind="play", tile="5-4"), {}
    yield at(four, kind="play"), {}
    yield at(begin("latin_partner", 4), kind="bonus"), {}
    yield at(begin("forty_two", 4), kind="bid"), {}
    yield at(bid, kind="round", by="points", taken=99), {}
    yield at(bid, kind="round", by="tricks"), {}
    yield begin("dk_tolveren", 1), {}
    for by in ("pips", "tiles"):
        yield at(four, kind="round", ended="out 1", by=by, **{"hand-2": "6-4"}), {}
        yield at(four, kind="round", ended="blocked", by=by, **{"hand-1": "9-9", "hand-2": "6-4 6-4"}), {}
    for players in (2, 3, 5, 6, 7, 8):
        match = begin("mexican_train", players)
        hands = {f"hand-{seat}": "12-1 11-10" for seat in range(3, players + 1)}
        yield at(match, kind="round", ended="out 1", **hands), {}
        yield at(match, kind="round", ended="boneyard", by="tiles"), {}
    for typed in ({}, {"hand-2": "9-9"}):
        yield at(f"{four}/hand", seat=2, **typed), {}
    yield at(f"{four}/hand", seat=2, by="tiles"), {}
    yield "/new?variant=spansk", {}
    yield "/own-games/new?like=all_fives", {}
    yield f"{four}/note", {"place": "x" * 100}
    yield f"{four}/note", {"place": "x" * 100, "note": "x" * 600}
    for name in ("", names[1]):
        yield f"/players/{names[0]}", {"name": name}
