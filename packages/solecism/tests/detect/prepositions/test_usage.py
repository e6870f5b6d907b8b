"""The table of words and their prepositions."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from solecism.corruption import counts
from solecism.detect.light import preposition_usage
from solecism.detect.light.preposition_usage import (
    COMPLEMENT,
    NONE,
    VERB,
    Governed,
    Governor,
    bundled_usage,
    count_usage,
    format,
    governed,
)
from solecism.language.annotate import annotate

HOME = Governor(COMPLEMENT, "home")


def test_usual_prepositions_are_listed_with_two_different_phrases() -> None:
    found = [Governed(HOME, "at", "stay at home")] * 4 + [Governed(HOME, "at", "be at home")] * 3
    found += [Governed(HOME, "at", "stays at home")] * 3 + [Governed(HOME, "in", "")]
    lines = list(format(count_usage(found), least=2))
    assert lines[1:] == ["complement\thome\tat\t10\t11\tstay at home\tbe at home\n"]


def test_rare_ones_and_those_without_a_phrase_are_not_listed() -> None:
    found = [Governed(HOME, "at", "be at home")] * 2
    found += [Governed(Governor(VERB, "go"), "to", "")] * 9
    assert len(list(format(count_usage(found), least=1))) == 1
    assert len(list(format(count_usage(found * 2), least=5))) == 1


def test_phrases_that_go_on_come_last() -> None:
    art = Governor("adjective", "interested")
    found = [Governed(art, "in", "interested in making")] * 9
    found += [Governed(art, "in", "interested in music")] * 3
    [_, line] = format(count_usage(found), least=1)
    assert line.endswith("12\t12\tinterested in music\tinterested in making\n")


def test_unpleasant_phrases_are_not_shown() -> None:
    found = [Governed(HOME, "at", "die at home")] * 9 + [Governed(HOME, "at", "be at home")] * 3
    assert list(format(count_usage(found), least=1))[1].endswith("12\t12\tbe at home\t-\n")


def test_rare_phrases_are_forgotten_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preposition_usage, "_MOST_ENTRIES", 2)
    phrases = ["a b", "a b", "c d", "e f", "g h"]
    counts = count_usage(Governed(HOME, "at", phrase) for phrase in phrases)
    assert counts.uses[HOME] == 5
    assert (HOME, "at", "a b") in counts.phrases
    assert len(counts.phrases) == 2


def test_what_is_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = list(annotate("They discussed the plan. " * 4, "a"))
    lines = format(count_usage(chain.from_iterable(map(governed, sentences))), least=1)
    (tmp_path / preposition_usage.BUNDLED).write_text("".join(lines))
    monkeypatch.setattr(counts, "model_path", tmp_path.joinpath)
    bundled_usage.cache_clear()
    try:
        found = bundled_usage()[Governor(VERB, "discuss")][NONE]
        assert (found.n_times, found.share, found.phrases) == (4, 1.0, ("discuss the plan",))
    finally:
        bundled_usage.cache_clear()


@pytest.mark.parametrize(
    ("role", "word", "preposition"),
    [(VERB, "depend", "on"), (VERB, "listen", "to"), (VERB, "discuss", NONE), (*HOME, "at")],
)
def test_the_bundled_table_knows_what_is_usual(role: str, word: str, preposition: str) -> None:
    usages = bundled_usage()[Governor(role, word)]
    assert max(usages, key=lambda each: usages[each].share) == preposition
    assert usages[preposition].share > 0.5
    assert len(usages[preposition].phrases) == 2
