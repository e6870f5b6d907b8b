"""The table of words that go together in native text."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from solecism.checking import native_usage
from solecism.checking.native_usage import (
    COMPLEMENT,
    DESCRIBED_NOUN,
    DOING,
    NONE,
    OBJECT_NOUN,
    TO_DO,
    VERB,
    Governed,
    Governor,
    UsageCounts,
    bundled_usage,
    count_usage,
    format,
    governed,
    parse,
)
from solecism.corruption import counts
from solecism.errors import ModelError
from solecism.formats import files
from solecism.language.annotate import annotate

HOME = Governor(COMPLEMENT, "home")


def counted(found: list[Governed]) -> UsageCounts:
    table = UsageCounts()
    for each in found:
        table.add(each)
    return table


def rows(found: list[Governed], least: int) -> list[str]:
    return list(format(counted(found), least=least))[2:]


def test_what_is_usual_has_two_different_phrases_and_the_rest_its_count() -> None:
    found = [Governed(HOME, "at", "stay at home")] * 4 + [Governed(HOME, "at", "be at home")] * 3
    found += [Governed(HOME, "at", "stays at home")] * 3 + [Governed(HOME, "in", "")]
    assert rows(found, least=2) == ["complement\thome\t11\tat=10=stay at home=be at home|in=1\n"]


def test_words_without_anything_usual_are_not_listed() -> None:
    found = [Governed(HOME, "at", "be at home")] * 2
    found += [Governed(Governor(VERB, "go"), "to", "")] * 9
    assert not rows(found, least=1)
    assert not rows(found * 2, least=5)


def test_phrases_that_go_on_come_last() -> None:
    art = Governor("adjective", "interested")
    found = [Governed(art, "in", "interested in making")] * 9
    found += [Governed(art, "in", "interested in music")] * 3
    [line] = rows(found, least=1)
    assert line.endswith("in=12=interested in music=interested in making\n")


def test_unpleasant_phrases_are_not_shown() -> None:
    found = [Governed(HOME, "at", "die at home")] * 9 + [Governed(HOME, "at", "be at home")] * 3
    assert rows(found, least=1) == ["complement\thome\t12\tat=12=be at home\n"]


def test_rare_phrases_are_forgotten_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native_usage, "_MOST_ENTRIES", 2)
    phrases = ["a b", "a b", "c d", "e f", "g h"]
    table = counted([Governed(HOME, "at", phrase) for phrase in phrases])
    assert table.uses[HOME] == 5
    assert (HOME, "at", "a b") in table.phrases
    assert len(table.phrases) == 2


def test_infinitives_ing_forms_verbs_of_nouns_and_adjectives_are_found() -> None:
    text = "They decided to leave. She enjoyed reading. He made a serious mistake."
    found = {(each.governor, each.choice) for one in annotate(text, "a") for each in governed(one)}
    assert (Governor(VERB, "decide"), TO_DO) in found
    assert (Governor(VERB, "enjoy"), DOING) in found
    assert (Governor(OBJECT_NOUN, "mistake"), "make") in found
    assert (Governor(DESCRIBED_NOUN, "mistake"), "serious") in found


def test_what_is_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = list(annotate("They discussed the plan. " * 4, "a"))
    lines = format(count_usage(sentences), least=1)
    files.write_text(str(tmp_path / native_usage.BUNDLED), lines)
    monkeypatch.setattr(counts, "model_path", tmp_path.joinpath)
    bundled_usage.cache_clear()
    try:
        found = bundled_usage().usages(Governor(VERB, "discuss"))[NONE]
        assert (found.n_times, found.share, found.phrases) == (4, 1.0, ("discuss the plan",))
        assert bundled_usage().n_words == 20
    finally:
        bundled_usage.cache_clear()


@pytest.mark.parametrize(
    "damage",
    [b"no gzip", gzip.compress(b"# words", mtime=0)[:-9], b"\x1f\x8b\x08"],
    ids=["another format", "cut off", "a beginning"],
)
def test_a_damaged_table_is_refused(damage: bytes) -> None:
    with pytest.raises(ModelError, match=r"usage\.tsv\.gz: is damaged: .*Reinstall"):
        counts.text_of(damage, file="usage.tsv.gz")


def test_a_damaged_row_is_refused_when_it_is_asked_for() -> None:
    table = parse(["verb\tgo\t3\tto=4"], file="t.tsv")
    with pytest.raises(ModelError, match="'go' has 'to=4' in 3 uses"):
        table.usages(Governor(VERB, "go"))


@pytest.mark.parametrize(
    ("role", "word", "choice"),
    [
        (VERB, "depend", "on"),
        (VERB, "listen", "to"),
        (VERB, "discuss", NONE),
        (VERB, "enjoy", DOING),
        (VERB, "refuse", TO_DO),
        (*HOME, "at"),
    ],
)
def test_the_bundled_table_knows_what_is_usual(role: str, word: str, choice: str) -> None:
    usages = bundled_usage().usages(Governor(role, word))
    others = (DOING, TO_DO) if choice in (DOING, TO_DO) else tuple(usages)
    assert max(others, key=lambda each: usages[each].share if each in usages else 0) == choice
    assert len(usages[choice].phrases) == 2
    assert bundled_usage().n_words > 30_000_000
