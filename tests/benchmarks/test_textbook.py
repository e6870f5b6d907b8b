"""The sentences with textbook errors and the traps are well formed."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import chain

import pytest
from benchmarks.textbook import DATA, HALVES, Item, _same, _touches, read_errors, read_traps

ERRORS, TRAPS = read_errors(), read_traps()


def test_there_are_300_of_each_thirty_per_first_language() -> None:
    assert len(ERRORS) == len(TRAPS) == 300
    assert set(Counter(item.first_language for item in ERRORS).values()) == {30}
    assert len({item.first_language for item in ERRORS}) == 10


def test_ids_and_sentences_are_unique() -> None:
    everything = [*ERRORS, *TRAPS]
    assert len({item.id for item in everything}) == len(everything)
    assert len({item.text for item in everything}) == len(everything)


def test_topics_are_those_of_the_table_of_sources() -> None:
    with (DATA / "topics.tsv").open(encoding="utf-8") as lines:
        sources = {row["topic"]: row["treated_in"] for row in csv.DictReader(lines, delimiter="\t")}
    assert {item.topic for item in chain(ERRORS, TRAPS)} == set(sources)
    assert all(sources.values())


def test_each_half_has_near_half_of_the_sentences() -> None:
    for items in (ERRORS, TRAPS):
        counts = Counter(item.half for item in items)
        assert set(counts) == set(HALVES)
        assert min(counts.values()) >= 125


@pytest.mark.parametrize("item", ERRORS, ids=lambda item: item.id)
def test_an_error_is_marked_and_corrected(item: Item) -> None:
    assert item.spans
    assert item.corrections
    assert 4 <= len(item.text.split()) <= 25
    assert item.text[-1] in ".?!"
    for sentence in (item.text, *item.corrections):
        assert not set(sentence) & set("[]|\t~")
        assert "  " not in sentence
        assert " ," not in sentence
        assert " ." not in sentence
        assert sentence[0].isupper()
    assert not any(_same(item.text, each) for each in item.corrections)


@pytest.mark.parametrize("item", ERRORS, ids=lambda item: item.id)
def test_only_the_marked_place_changes(item: Item) -> None:
    first = item.corrections[0]
    start, end = item.spans[0][0], item.spans[-1][1]
    before, after = item.text[:start].rstrip(), item.text[end:].lstrip()
    assert first.startswith(before)
    assert first.endswith(after)


@pytest.mark.parametrize("item", TRAPS, ids=lambda item: item.id)
def test_a_trap_has_nothing_marked(item: Item) -> None:
    assert not item.spans
    assert not set(item.text) & set("[]|\t~")


def test_a_finding_touches_an_error_where_they_share_a_character_or_a_gap() -> None:
    assert _touches((2, 5), (4, 8))
    assert not _touches((2, 4), (4, 8))
    assert _touches((4, 4), (4, 4))
    assert _touches((5, 8), (4, 4))
    assert not _touches((7, 9), (4, 4))
