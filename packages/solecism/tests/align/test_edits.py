"""From a sentence and its correction to typed edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solecism.align.typed_edits import edits
from solecism.edit import Edit, apply, invert
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.language.tagger import tag
from solecism.sentence import Sentence, from_words

FEW_WORDS = st.lists(st.sampled_from("a the The of cat cats go . , it 's".split()), max_size=14)
ANY_WORDS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=9)


def tagged(words: Sequence[str]) -> Sentence:
    return next(tag([from_words("essay.1", words)]))


def shown(source: str, corrected: str) -> list[str]:
    return [edit.id for edit in edits(tagged(source.split()), tagged(corrected.split()))]


@given(FEW_WORDS | ANY_WORDS, FEW_WORDS | ANY_WORDS)
@example([], [])
@example(["I"], [])
@example([], ["I", "see"])
@settings(deadline=None, max_examples=250)
def test_the_edits_make_the_correction_of_the_source(words: list[str], others: list[str]) -> None:
    found = edits(tagged(words), tagged(others))
    assert apply(words, found) == tuple(others)
    assert apply(others, invert(found)) == tuple(words)
    assert all(edit.before != edit.after for edit in found)


@given(FEW_WORDS)
def test_a_sentence_left_as_it_is_has_no_edits(words: list[str]) -> None:
    assert edits(tagged(words), tagged(words)) == ()


def test_sentences_without_tags_are_tagged() -> None:
    source, corrected = (
        from_words("essay.1", text.split())
        for text in ("We spoke of on the plan .", "We spoke of the plan .")
    )
    assert edits(source, corrected) == edits(tagged(source.words), tagged(corrected.words))


@pytest.mark.parametrize(
    ("source", "corrected", "expected"),
    [
        ("My aunt depends of him .", "My aunt depends on him .", ["3-4:R:PREP:on"]),
        ("We played piano .", "We played the piano .", ["2-2:M:DET:the"]),
        ("They discussed about it .", "They discussed it .", ["2-3:U:PREP:"]),
        ("Two cat were asleep .", "Two cats were asleep .", ["1-2:R:NOUN:NUM:cats"]),
        ("I know what is it .", "I know what it is .", ["3-5:R:WO:it is"]),
        ("She sang , we danced", "She sang . We danced", ["2-4:R:PUNCT:. We"]),
        ("Sun was hot .", "The sun was hot .", ["0-1:M:DET:The sun"]),
        ("I can not find any where .", "I can not find anywhere .", ["4-6:R:ORTH:anywhere"]),
        (
            "He go in school at Monday .",
            "He goes to school on Monday .",
            ["1-2:R:VERB:SVA:goes", "2-3:R:PREP:to", "4-5:R:PREP:on"],
        ),
    ],
)
def test_an_error_becomes_one_typed_edit(source: str, corrected: str, expected: list[str]) -> None:
    assert shown(source, corrected) == expected


@pytest.mark.parametrize(
    "others",
    [
        ["other"] * 10_000,
        [f"w{number % 7}" for number in range(9_999)],
        [f"w{number}" for number in range(10_000, 0, -1)],
        [f"w{number}" if number % 9 else "x" for number in range(10_000)],
    ],
    ids=["nothing in common", "repetitive", "reversed", "many small changes"],
)
def test_very_long_lines_are_aligned_too(others: list[str]) -> None:
    words = [f"w{number}" for number in range(10_000)]
    found = edits(tagged(words), tagged(others))
    assert apply(words, found) == tuple(others)


def test_many_small_changes_in_a_long_line_stay_small() -> None:
    words = [f"w{number}" for number in range(3_000)]
    others = [word if number % 10 else "new" for number, word in enumerate(words)]
    found = edits(tagged(words), tagged(others))
    assert len(found) == 300
    assert all(len(edit.before) == len(edit.after) == 1 for edit in found)


def test_most_edits_of_annotators_are_found(shared_data: Path) -> None:
    sentences = annotated(shared_data / "learner" / "wi" / "N.dev.m2")
    corrected = [apply(sentence.words, first_edits(sentence)) for sentence in sentences]
    n_ours, n_theirs, n_spans, _, _ = agreement(sentences, corrected)
    assert 2 * n_spans / (n_ours + n_theirs) > 0.94


@pytest.mark.parametrize("name", ["wi-dev.GECToR-2024", "conll14.T5-11B"])
def test_edits_are_those_of_errant(shared_data: Path, name: str) -> None:
    systems = shared_data / "systems"
    sentences = annotated(systems / "errant" / f"{name}.m2.xz")
    lines = read_lines(str(systems / f"{name.replace('.', '/')}.txt"))
    corrected = [tuple(line.split()) for line in lines]
    n_ours, n_theirs, n_spans, n_corrections, n_types = agreement(sentences, corrected)
    assert 2 * n_spans / (n_ours + n_theirs) > 0.99
    assert n_types / n_corrections > 0.95


def annotated(path: Path) -> list[Sentence]:
    return list(m2.parse(read_lines(str(path)), document="d", file=str(path)))


def first_edits(sentence: Sentence) -> tuple[Edit, ...]:
    edits = sentence.annotations[0].edits if sentence.annotations else ()
    return tuple(edit for edit in edits if edit.before != edit.after)


def agreement(
    sentences: Sequence[Sentence], corrected: Sequence[Sequence[str]]
) -> tuple[int, int, int, int, int]:
    """How many edits are ours, theirs, equal in span, in words as well, in type as well."""
    counts: Counter[str] = Counter()
    others = (from_words("d.1", words) for words in corrected)
    for source, other, sentence in zip(tag(sentences), tag(others), sentences, strict=True):
        ours = {(e.start, e.end, e.after): e.kind for e in edits(source, other)}
        theirs = {(e.start, e.end, e.after): e.kind for e in first_edits(sentence)}
        counts["ours"] += len(ours)
        counts["theirs"] += len(theirs)
        counts["spans"] += len({key[:2] for key in ours} & {key[:2] for key in theirs})
        counts["words"] += len(ours.keys() & theirs.keys())
        counts["types"] += len(ours.items() & theirs.items())
    return counts["ours"], counts["theirs"], counts["spans"], counts["words"], counts["types"]
