"""Halves are paired so that the sum over all pairings is best, not one of them alone."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from vision.detect.matching import find_best_matching


def test_two_good_pairs_beat_the_best_one_between_them() -> None:
    assert find_best_matching([0.6, 0.8, 0.5], [(0, 1), (1, 2), (2, 3)]) == (0, 2)


def test_a_pair_far_better_than_its_neighbours_together_is_kept() -> None:
    assert find_best_matching([0.2, 0.9, 0.3], [(0, 1), (1, 2), (2, 3)]) == (1,)


def test_pairs_that_share_nothing_are_all_kept_the_best_first() -> None:
    assert find_best_matching([0.5, 0.7], [(0, 1), (2, 3)]) == (1, 0)


def test_without_pairs_nothing_is_chosen() -> None:
    assert find_best_matching([], []) == ()


some_pairs = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.floats(0.1, 1)).filter(lambda each: each[0] != each[1]),
    max_size=9,
)


@given(some_pairs)
def test_no_other_choice_adds_up_to_more(drawn: list[tuple[int, int, float]]) -> None:
    scores, pairs = [score for _, _, score in drawn], [(a, b) for a, b, _ in drawn]
    found = find_best_matching(scores, pairs)
    members = [member for k in found for member in pairs[k]]
    assert len(members) == len(set(members))
    most = 0.0
    for count in range(len(pairs) + 1):
        for some in combinations(range(len(pairs)), count):
            used = [member for k in some for member in pairs[k]]
            if len(used) == len(set(used)):
                most = max(most, sum(scores[k] for k in some))
    assert sum(scores[k] for k in found) >= most - 1e-9


def test_a_bar_of_sixty_halves_is_paired_in_no_time() -> None:
    pairs = [(k, k + 1) for k in range(59)]
    found = find_best_matching([0.5 + 0.3 * (k % 2) for k in range(59)], pairs)
    members = [member for k in found for member in pairs[k]]
    assert len(members) == len(set(members))
    assert len(found) >= 29
