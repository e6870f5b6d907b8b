"""What the characters of a changed sentence stood for in the original."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from solecism.checking.advice import _Reading
from solecism.checking.suggested_edits import TextChange, apply_changes
from solecism.sentence import from_words

LENGTH = 12
# Pairs of a length to skip, and of one to replace by some text.
Step = tuple[int, int, str]
steps = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from(["", "x", "xyz"])), max_size=4
)


def changes_of(taken: list[Step]) -> list[TextChange]:
    """Changes from left to right, which do not overlap."""
    changes, place = [], 0
    for skipped, replaced, text in taken:
        start, end = place + skipped, place + skipped + replaced
        if end > LENGTH or (start == end and not text):
            continue
        changes.append(TextChange(start, end, text))
        place = end + 1
    return changes


def slowly(changes: list[TextChange], start: int, end: int) -> tuple[int, int]:
    """The same, change by change."""
    first, last, shift = None, None, 0
    for change in changes:
        now = change.start + shift
        after = now + len(change.text)
        if first is None and (start < after or (start == after and not change.text)):
            first = min(start - shift, change.start)
        if last is None and end < now:
            last = end - shift
        elif last is None and end <= after:
            last = change.end if end > now or not change.text else change.start
        shift += len(change.text) - (change.end - change.start)
    first = start - shift if first is None else first
    return first, max(first, end - shift if last is None else last)


@given(steps, st.integers(0, 20), st.integers(0, 6))
@example([(0, 2, "xyz")], 3, 1)
@example([(2, 3, "")], 2, 0)
def test_places_are_found_as_if_change_by_change(taken: list[Step], start: int, size: int) -> None:
    changes = changes_of(taken)
    text = apply_changes("o" * LENGTH, changes)
    start = min(start, len(text))
    end = min(start + size, len(text))
    found = _Reading(from_words("a.1", ["o"]), changes, []).original(start, end)
    assert found == slowly(changes, start, end)


def test_words_that_did_not_change_stand_for_themselves() -> None:
    reading = _Reading(
        from_words("a.1", ["o"]), [TextChange(3, 5, "long"), TextChange(8, 9, "")], []
    )
    assert reading.original(0, 2) == (0, 2)
    assert reading.original(8, 9) == (6, 7)
    assert reading.original(11, 12) == (10, 11)
    assert reading.original(4, 6) == (3, 5)
