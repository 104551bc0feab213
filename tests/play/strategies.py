"""Matches as hypothesis plays them: entries that a table could show, and some that it could not."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.engine.tiles import full_set

PLAYERS = ("Anna", "Bo", "Carl", "Dora")
GAMES = ("spansk", "dk_almindelig")

pips = st.integers(0, 6)
tiles = st.sampled_from([str(tile) for tile in full_set(6)])
an_end = pips.map(str) | pips.map(lambda pip: f"{pip}-{pip}")
players = st.sampled_from(PLAYERS)
a_hand: st.SearchStrategy[Any] = st.lists(tiles, min_size=1, max_size=3) | st.fixed_dictionaries(
    {"pips": st.integers(1, 25)}, optional={"tiles": st.integers(1, 5)}
)
hands = st.fixed_dictionaries(dict.fromkeys(PLAYERS, a_hand))


def went_out(player: str, held: dict[str, Any]) -> dict[str, Any]:
    return {"entry": "round", "out": player, "hands": {who: hand for who, hand in held.items() if who != player}}


entries: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.builds(
        lambda player, ends: {"entry": "ends", "player": player, "ends": ends},
        players,
        st.lists(an_end, min_size=1, max_size=4),
    ),
    st.builds(lambda tile, player: {"entry": "play", "player": player, "tile": tile}, tiles, players),
    st.builds(went_out, players, hands),
    st.builds(lambda held: {"entry": "round", "blocked": True, "hands": held}, hands),
    st.builds(lambda number: {"entry": "void", "of": number}, st.integers(1, 8)),
    st.builds(
        lambda player, end, number: {"entry": "ends", "player": player, "ends": [end, "0"], "replaces": number},
        players,
        pips.map(str),
        st.integers(1, 8),
    ),
)

tables = st.fixed_dictionaries(
    {"variant_key": st.sampled_from(GAMES), "lead": st.none() | players},
    optional={"options": st.fixed_dictionaries({"target": st.sampled_from([5, 60, 9999])})},
)
