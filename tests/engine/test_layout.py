"""The layout: the tiles in it, the open ends, and the moves that are possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import CROSS, ENDWISE, FORK, LINE, SPIN_ALL, SPIN_ONE, Model
from scorekeeper.engine.layout.row import keep_places, put_as_typed
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.moves import may_hide_spinner
from scorekeeper.engine.tiles import End, Tile, make_set, parse_end, parse_tile


def t(text: str) -> Tile:
    return parse_tile(text, 6)


def ends(*written: str) -> list[End]:
    return sorted(parse_end(each, 6) for each in written)


def lay(model: Model, *plays: str) -> Layout:
    """Return a layout with these plays: `lay(LINE, "6-6", "6-4 at 6-6 by 6")`."""
    layout = Layout(model)
    for play in plays:
        tile, *where = play.split()
        layout = layout.lay(t(tile), t(where[1]), int(where[3])) if where else layout.lay(t(tile))
    return layout


def key_of(model: Model, *plays: str) -> str:
    with pytest.raises(RuleError) as refused:
        lay(model, *plays)
    return refused.value.problems[0].key


def test_a_lone_tile_shows_both_its_halves() -> None:
    assert sorted(lay(LINE, "5-0").ends) == ends("5", "0")
    assert list(lay(LINE, "5-5").ends) == ends("5-5")


def test_the_newest_end_is_that_of_the_tile_laid_last_and_of_a_first_tile_the_lower() -> None:
    assert lay(LINE, "5-3").newest == End(3)
    assert lay(LINE, "5-3", "5-6 at 5-3 by 5").newest == End(6)
    assert lay(FORK, "4-4", "4-1 at 4-4 by 4", "1-1 at 4-1 by 1").newest == End(1, both=True)
    assert Layout(LINE).newest is None


def test_a_line_has_two_ends() -> None:
    assert sorted(lay(LINE, "6-6", "6-4 at 6-6 by 6", "6-1 at 6-6 by 6", "4-4 at 6-4 by 4").ends) == ends("1", "4-4")


def test_a_double_in_a_line_takes_two_tiles() -> None:
    assert key_of(LINE, "6-6", "6-4 at 6-6 by 6", "6-1 at 6-6 by 6", "6-2 at 6-6 by 6") == "end_not_open"


def test_a_spinner_takes_four_tiles_and_counts_while_one_side_is_free() -> None:
    built_in = lay(SPIN_ALL, "2-2", "2-6 at 2-2 by 2", "2-4 at 2-2 by 2")
    assert sorted(built_in.ends) == ends("4", "6")
    four = built_in.lay(t("2-5"), t("2-2"), 2).lay(t("2-0"), t("2-2"), 2)
    assert sorted(four.ends) == ends("0", "4", "5", "6")
    with pytest.raises(RuleError):
        four.lay(t("2-1"), t("2-2"), 2)


def test_only_the_first_double_of_a_round_is_a_spinner_whenever_it_is_laid() -> None:
    plays = ["6-4", "4-4 at 6-4 by 4", "4-1 at 4-4 by 4", "1-1 at 4-1 by 1", "1-2 at 1-1 by 1"]
    assert sorted(lay(SPIN_ONE, *plays).ends) == ends("2", "6")
    assert key_of(SPIN_ONE, *plays, "1-5 at 1-1 by 1") == "end_not_open"
    assert sorted(lay(SPIN_ONE, *plays, "4-3 at 4-4 by 4", "4-0 at 4-4 by 4").ends) == ends("0", "2", "3", "6")
    assert key_of(SPIN_ONE, *plays, *(f"4-{pip} at 4-4 by 4" for pip in (3, 0, 5))) == "end_not_open"


def test_typed_ends_hide_the_one_spinner_only_while_it_may_take_tiles() -> None:
    """At `6, 2` the double four may be built in; with four ends its arms are all there."""
    typed = Layout(SPIN_ONE).with_typed_ends((End(6), End(2)))
    assert sorted(typed.lay(t("4-3"), t("4-4"), 4).lay(t("4-0"), t("4-4"), 4).ends) == ends("0", "2", "3", "6")
    full = Layout(SPIN_ONE).with_typed_ends((End(6), End(2), End(3), End(0)))
    with pytest.raises(RuleError) as refused:
        full.lay(t("4-5"), t("4-4"), 4)
    assert refused.value.problems[0].key == "end_not_open"


def test_a_danish_double_opens_two_ends() -> None:
    plays = ["4-4", "4-1 at 4-4 by 4", "1-1 at 4-1 by 1"]
    assert sorted(lay(FORK, *plays).ends) == ends("1-1", "4")
    plays += ["1-6 at 1-1 by 1"]
    assert sorted(lay(FORK, *plays).ends) == ends("1", "4", "6")
    plays += ["1-3 at 1-1 by 1"]
    assert sorted(lay(FORK, *plays).ends) == ends("3", "4", "6")


@pytest.mark.parametrize(
    ("plays", "key"),
    [
        (("5-0", "5-0 at 5-0 by 5"), "duplicate_tile"),
        (("5-0", "5-1"), "already_laid"),
        (("5-0", "5-1 at 5-2 by 5"), "tile_not_laid"),
        (("5-0", "5-1 at 5-0 by 3"), "end_not_open"),
        (("5-0", "5-1 at 5-0 by 5", "5-2 at 5-0 by 5"), "end_not_open"),
        (("5-0", "4-1 at 5-0 by 5"), "no_match"),
    ],
)
def test_what_cannot_be_laid_is_refused_with_its_reason(plays: tuple[str, ...], key: str) -> None:
    assert key_of(LINE, *plays) == key


def test_the_short_end_of_a_double_is_free_only_when_it_is_built_in() -> None:
    layout = lay(SPIN_ALL, "1-2", "2-2 at 1-2 by 2", "2-4 at 2-2 by 2")
    assert sorted(layout.lay(t("2-5"), t("2-2"), 2, short_end=True).ends) == ends("1", "4", "5")
    with pytest.raises(RuleError) as refused:
        lay(SPIN_ALL, "1-2", "2-2 at 1-2 by 2").lay(t("2-4"), t("2-2"), 2, short_end=True)
    assert refused.value.problems[0].key == "double_not_built_in"


def test_a_tile_is_laid_to_ends_that_were_only_typed() -> None:
    typed = Layout(LINE).with_typed_ends((End(5), End(0)))
    assert sorted(typed.lay(t("5-5"), t("5-0"), 5).ends) == ends("0", "5-5")


def test_a_typed_double_counts_as_joined_on_one_side() -> None:
    typed = Layout(SPIN_ALL).with_typed_ends((End(5, both=True), End(0)))
    assert sorted(typed.lay(t("5-3"), t("5-5"), 5).ends) == ends("0", "3")


def test_a_lone_typed_double_still_shows_after_one_tile() -> None:
    typed = Layout(SPIN_ALL).with_typed_ends((End(5, both=True),))
    assert sorted(typed.lay(t("5-3"), t("5-5"), 5).ends) == ends("3", "5-5")


def test_a_tile_cannot_be_laid_to_an_end_that_is_not_among_the_typed_ones() -> None:
    typed = Layout(LINE).with_typed_ends((End(5), End(0)))
    with pytest.raises(RuleError) as refused:
        typed.lay(t("4-3"), t("4-2"), 4)
    assert refused.value.problems[0].key == "end_not_open"


def test_typing_what_lies_keeps_the_tiles_in_mind() -> None:
    layout = lay(LINE, "5-0", "5-1 at 5-0 by 5")
    assert layout.with_ends_again((End(0), End(1))).laid == layout.laid
    assert layout.with_typed_ends((End(0), End(3))).seen == {t("5-0"), t("5-1")}


def test_a_tile_at_the_short_end_of_a_typed_spinner_covers_no_end_of_another_tile() -> None:
    """A double of Spansk domino shows both its halves or none: the single 1 is that of another tile."""
    typed = Layout(SPIN_ALL).with_typed_ends((End(1), End(3)))
    assert sorted(typed.lay(t("5-1"), t("1-1"), 1).ends) == ends("1", "3", "5")


def test_ends_that_are_typed_alike_after_a_move_may_be_those_of_another_tile() -> None:
    """A joker 6-1 laid with its 1 to the 6 shows a 6 again."""
    layout = lay(LINE, "5-0", "6-5 at 5-0 by 5").with_typed_ends((End(0), End(6)))
    assert sorted(layout.lay(t("6-2"), t("6-1"), 6).ends) == ends("0", "2")


@given(st.data(), st.sampled_from([LINE, SPIN_ALL, SPIN_ONE, FORK]))
def test_any_lawful_play_keeps_the_number_of_ends_of_its_model(data: st.DataObject, model: Model) -> None:
    """docs/rules.md §0.4: LINE 2, both that spin 2 + third and fourth arms, FORK 2 + doubles other than the first."""
    layout = Layout(model).lay(data.draw(st.sampled_from(make_set(6))))
    for _ in range(12):
        moves = [
            (tile, at, pip)
            for at in layout.laid
            for pip in set(at.halves)
            for tile in make_set(6)
            if tile not in layout.seen and pip in tile.halves and _can(layout, tile, at, pip)
        ]
        if not moves:
            break
        layout = layout.lay(*data.draw(st.sampled_from(moves)))
        doubles = [laid for laid in layout.laid.values() if laid.tile.double]
        arms = {
            LINE: 0,
            SPIN_ALL: sum(max(0, laid.joined[0] - 2) for laid in doubles),
            SPIN_ONE: sum(max(0, laid.joined[0] - 2) for laid in doubles if laid.first),
            FORK: sum(not laid.first for laid in doubles),
        }[model]
        # A double at the end of a line or of an arm is one end that shows both halves; a Danish one is two.
        shown = sum(end.halves if model is FORK else 1 for end in layout.ends)
        assert shown == 2 + arms


def _can(layout: Layout, tile: Tile, at: Tile, pip: int) -> bool:
    try:
        layout.lay(tile, at, pip)
    except RuleError:
        return False
    return True


def test_a_built_in_spinner_that_shows_no_end_may_still_take_a_tile_though_it_was_only_typed() -> None:
    typed = Layout(SPIN_ALL).with_typed_ends((End(5), End(0)))
    assert sorted(typed.lay(t("4-3"), t("4-4"), 4, short_end=True).ends) == ends("0", "3", "5")
    for model in (LINE, FORK):
        with pytest.raises(RuleError) as refused:
            Layout(model).with_typed_ends((End(5), End(0))).lay(t("4-3"), t("4-4"), 4)
        assert refused.value.problems[0].key == "end_not_open"


def test_which_half_is_meant_is_asked_only_where_both_are_open() -> None:
    assert sorted(lay(LINE, "5-0", "5-1 at 5-0 by 5").lay(t("3-0"), t("5-0")).ends) == ends("1", "3")
    assert sorted(lay(LINE, "5-5").lay(t("5-1"), t("5-5")).ends) == ends("1", "5-5")
    with pytest.raises(RuleError) as refused:
        lay(LINE, "5-0").lay(t("5-1"), t("5-0"))
    assert [(problem.key, problem.place) for problem in refused.value.problems] == [("where_missing", ("pip",))]


def test_of_equal_ends_that_are_typed_each_stays_with_the_tile_that_shows_it() -> None:
    first, second, third = (t("5-1"), End(5)), (t("5-2"), End(5)), (t("4-0"), End(4))
    assert put_as_typed([End(5), End(4), End(5)], [first, third, second], [second, first, third]) == (
        first,
        third,
        second,
    )
    assert put_as_typed([End(5), End(5), End(4)], [second, first], [first, second, third]) == (second, first, third)
    assert put_as_typed([End(4), End(5)], [first, third], [first, third]) == (third, first)


def test_an_end_that_changes_stays_in_its_place_and_a_new_arm_comes_last() -> None:
    one, two, three = ((t(tile), End(pip)) for tile, pip in (("3-1", 3), ("6-2", 2), ("4-0", 4)))
    new, newer, newest = ((t(tile), End(pip)) for tile, pip in (("5-3", 5), ("2-1", 1), ("6-4", 6)))
    assert keep_places([one, two, three], [two, new, newer]) == (new, two, newer)
    assert keep_places([one, two], [two, one, new, newer]) == (one, two, new, newer)
    assert keep_places([one, two, three], [new, newer, newest, three]) == (new, newer, three, newest)
    both, half = (t("5-5"), End(5, both=True)), (t("5-5"), End(5))
    assert keep_places([one, both], [new, one, half]) == (one, half, new)
    assert keep_places([both, one], [half, half, one]) == (half, one, half)


@pytest.mark.parametrize(
    ("model", "hides"),
    [(LINE, False), (ENDWISE, False), (FORK, False), (CROSS, False), (SPIN_ALL, True), (SPIN_ONE, True)],
)
def test_only_where_doubles_take_four_one_may_lie_hidden_behind_typed_ends(model: Model, hides: bool) -> None:
    assert may_hide_spinner(Layout(model).with_typed_ends((End(5), End(0)))) == hides


def test_a_double_laid_where_three_ends_are_open_is_not_the_first() -> None:
    """A third end says that a double with tiles at both long sides lies between the typed ends."""
    typed = Layout(SPIN_ONE).with_typed_ends((End(5), End(0), End(3)))
    built_in = typed.lay(t("5-5"), t("5-1"), 5).lay(t("5-2"), t("5-5"), 5)
    assert sorted(built_in.ends) == ends("0", "2", "3")
    with pytest.raises(RuleError, match="open"):
        built_in.lay(t("5-4"), t("5-5"), 5)
