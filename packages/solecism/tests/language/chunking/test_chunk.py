"""Noun and verb phrases and their heads."""

from __future__ import annotations

import itertools
import lzma
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.language.chunker import bundled_chunker, chunk, chunks, head
from solecism.sentence import Sentence, from_words

TAGS = "NN NNS NNP DT JJ VB VBD VBZ VBG VBN MD TO IN PRP POS RB CC CD , . HYPH XX".split()
tagged_words = st.lists(st.tuples(st.text(min_size=1, max_size=6), st.sampled_from(TAGS)))


def shown(text: str) -> str:
    """The phrases of `word/TAG ...` in brackets, heads starred."""
    words, tags = zip(*(pair.rsplit("/", 1) for pair in text.split()), strict=True)
    pieces = [*words]
    for found in chunks(words, tags):
        pieces[found.head] += "*"
        pieces[found.start] = f"[{found.label} {pieces[found.start]}"
        pieces[found.end - 1] += "]"
    return " ".join(pieces)


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        (
            "The/DT old/JJ teacher/NN has/VBZ not/RB read/VBN my/PRP$ long/JJ letters/NNS ./.",
            "[NP The old teacher*] [VP has not read*] [NP my long letters*] .",
        ),
        (
            "My/PRP$ brother/NN 's/POS new/JJ car/NN could/MD very/RB well/RB break/VB down/RP",
            "[NP My brother*] [NP 's new car*] [VP could very well break*] down",
        ),
        (
            "We/PRP would/MD like/VB to/TO visit/VB Mary/NNP and/CC her/PRP$ parents/NNS ./.",
            "[NP We*] [VP would like to visit*] [NP Mary*] and [NP her parents*] .",
        ),
        (
            "I/PRP went/VBD to/IN school/NN with/IN him/PRP yesterday/NN ./.",
            "[NP I*] [VP went*] to [NP school*] with [NP him*] [NP yesterday*] .",
        ),
        (
            "It/PRP costs/VBZ $/$ 5/CD million/CD ./.",
            "[NP It*] [VP costs*] [NP $ 5 million*] .",
        ),
        (
            "The/DT well/RB -/HYPH known/VBN singer/NN does/VBZ n't/RB want/VB to/TO come/VB",
            "[NP The well - known singer*] [VP does n't want to come*]",
        ),
        (
            "The/DT well-known/JJ singer/NN wo/MD n't/RB come/VB",
            "[NP The well-known singer*] [VP wo n't come*]",
        ),
        ("Yes/UH ,/, I/PRP can/MD ./.", "Yes , [NP I*] [VP can*] ."),
        ("The/DT poor/JJ need/VBP help/NN", "[NP The poor*] [VP need*] [NP help*]"),
    ],
)
def test_phrases_and_heads(tagged: str, expected: str) -> None:
    assert shown(tagged) == expected


@given(tagged_words)
def test_phrases_are_in_order_apart_and_hold_their_heads(pairs: list[tuple[str, str]]) -> None:
    found = chunks([word for word, _ in pairs], [tag for _, tag in pairs])
    assert all(0 <= c.start <= c.head < c.end <= len(pairs) for c in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


@given(tagged_words)
def test_the_head_of_a_known_phrase_is_that_of_a_found_one(pairs: list[tuple[str, str]]) -> None:
    tags = [tag for _, tag in pairs]
    for found in chunks([word for word, _ in pairs], tags):
        assert head(found.label, tags, found.start, found.end) == found.head


@settings(max_examples=30)
@given(st.lists(tagged_words, max_size=6))
def test_a_sentence_has_the_same_phrases_in_any_company(batch: list[list[tuple[str, str]]]) -> None:
    words = [[word for word, _ in pairs] for pairs in batch]
    tags = [[tag for _, tag in pairs] for pairs in batch]
    together = bundled_chunker().chunk_words(words, tags)
    assert together == [chunks(*columns) for columns in zip(words, tags, strict=True)]


def test_sentences_keep_all_else() -> None:
    sentence = replace(from_words("a.1", ["She", "sings"]), tags=("PRP", "VBZ"), notes={"l1": "fr"})
    (done,) = chunk([sentence])
    assert [c.label for c in done.chunks] == ["NP", "VP"]
    assert replace(done, chunks=()) == sentence


def test_no_sentence_gives_none() -> None:
    assert list(chunk([])) == []
    assert chunks([], []) == ()
    assert next(chunk([Sentence("a.1", "", (), ())])).chunks == ()


def test_words_without_tags_are_refused() -> None:
    with pytest.raises(InputError, match="Tag the sentences first"):
        list(chunk([from_words("a.1", ["She", "sings"])]))


def test_phrases_of_conll_2000_are_found(shared_data: Path) -> None:
    path = shared_data / "chunk" / "conll2000.test.txt.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        blocks = lines.read().strip().split("\n\n")
    columns = [tuple(zip(*(line.split() for line in b.split("\n")), strict=True)) for b in blocks]
    found = bundled_chunker().chunk_words([c[0] for c in columns], [c[1] for c in columns])
    for label in ("NP", "VP"):
        expected = {span for i, c in enumerate(columns) for span in _spans(i, c[2], label)}
        given_ = {
            (i, c.start, c.end) for i, row in enumerate(found) for c in row if c.label == label
        }
        assert 2 * len(expected & given_) / (len(expected) + len(given_)) > 0.92


def _spans(number: int, labels: tuple[str, ...], wanted: str) -> list[tuple[int, int, int]]:
    starts = [i for i, label in enumerate(labels) if not label.startswith("I-")]
    bounds = itertools.pairwise([*starts, len(labels)])
    return [(number, first, last) for first, last in bounds if labels[first] == f"B-{wanted}"]
