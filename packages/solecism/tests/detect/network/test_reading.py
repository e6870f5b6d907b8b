"""The network reads sentences: words in pieces, encoded, read, and what is kept of each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deberta_folder import unigrams
from solecism.detect.network import model
from solecism.detect.network import reading as sentence_readings
from solecism.detect.network.reading import (
    N_CASES,
    SPECIAL,
    Encoder,
    Pieces,
    Reading,
    case_of,
    encoded,
    even_batches,
    firsts_of,
    inputs_of,
    padded_batches,
    parts_by_length,
    read,
    tables_of,
)
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.network.tuning import untuned
from solecism.errors import ModelError
from solecism.language.annotate import annotate
from solecism.site import Flag
from solecism_lab.train.network.model_file import exported
from strong_models import (
    LARGE_SHAPE,
    PIECES,
    REPAIRS,
    SENTENCES,
    random_model,
    random_network,
)

VOCABULARY = [*SPECIAL, "un", "##happy", "happy", "##ly", "-", "'", "o", "##f", "of"]


def words_of(word: str) -> list[str]:
    pieces = Pieces(VOCABULARY)
    return [pieces.vocabulary[number] for number in pieces.of(word)]


def test_the_longest_known_start_comes_first() -> None:
    assert words_of("unhappy") == ["un", "##happy"]
    assert words_of("Happyly") == ["happy", "##ly"]
    assert words_of("of") == ["of"]


def test_signs_stand_alone_and_accents_go() -> None:
    assert words_of("ún-happy") == ["un", "-", "happy"]


def test_what_no_pieces_make_is_unknown() -> None:
    assert words_of("xyz") == ["[UNK]"]
    assert words_of("") == ["[UNK]"]


def unigram_pieces() -> Pieces:
    vocabulary, scores = zip(*unigrams(), ("[MASK]", 0.0), strict=True)
    return Pieces(vocabulary, scores)


# The pieces of all these words were compared with those that SentencePiece makes of them.
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("We", "▁We"),
        ("friends", "▁friend s"),
        ("schooling", "▁school ing"),
        ("education", "▁ ed u c ation"),
        ("onward", "▁on w a r d"),
        ("I'd", "▁I ' d"),
        ("?", "?"),
        ("n't", "n ' t"),
        ("ⅳ", "▁ i v"),
        ("ﬁsh", "▁ f i s h"),
        ("naïve", "▁ n a [UNK] v e"),
        ("東京", "▁ [UNK]"),
        ("a東b", "▁a [UNK] b"),
    ],
)
def test_of_all_ways_to_cut_a_word_unigrams_are_the_likeliest(word: str, expected: str) -> None:
    pieces = unigram_pieces()
    assert [pieces.vocabulary[number] for number in pieces.of(word)] == expected.split()


@pytest.mark.parametrize("pieces", [Pieces(VOCABULARY), unigram_pieces()])
def test_a_word_can_be_read_if_one_of_its_pieces_is_known(pieces: Pieces) -> None:
    assert pieces.can_read("of")
    assert pieces.can_read("of🐈")
    assert not pieces.can_read("🐈")
    assert not pieces.can_read("東京")


def test_what_cannot_be_read_is_no_error() -> None:
    model = random_model()
    sentences = [["He", "🐈", "go"], ["🐈"]]
    found = read(sentences, model.session, model.pieces)
    assert found.words[[1, 4], 0].tolist() == [1.0, 1.0]
    assert found.words[[1, 4], 1:].sum() == 0
    assert 0 < found.words[0, 0] < 1


def test_text_is_never_a_special_piece() -> None:
    pieces = unigram_pieces()
    assert pieces.mask not in pieces.of("[MASK]")
    assert pieces.of_piece("[MASK]") == (pieces.mask,)


@pytest.mark.parametrize("pieces", [Pieces(VOCABULARY), unigram_pieces()])
@given(word=st.text(max_size=80))
def test_any_word_has_a_few_known_pieces_and_a_case(pieces: Pieces, word: str) -> None:
    found = pieces.of(word)
    assert 1 <= len(found) <= 8
    assert all(0 <= number < len(pieces) for number in found)
    assert found == pieces.of(word)
    assert 0 <= case_of(word) < N_CASES


LETTER_PIECES = Pieces([*SPECIAL, *"abc", "##a", "##b", "##c"])


def test_every_word_has_a_first_piece_and_the_sentence_an_end() -> None:
    found = encoded([["ab", "C"], ["a"]], LETTER_PIECES)
    assert [LETTER_PIECES.vocabulary[piece] for piece in found.pieces] == [
        *("[CLS]", "a", "##b", "c", "[SEP]"),
        *("[CLS]", "a", "[SEP]"),
    ]
    assert found.firsts.tolist() == [1, 3, 4, 6, 7]
    assert found.places.tolist() == [0, 3, 5]
    assert found.cases.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]


def test_a_hidden_word_is_one_mask() -> None:
    encoder = Encoder(LETTER_PIECES)
    encoder.add(["abc", "AB", "a"], {1})
    found = encoder.encoded()
    assert found.pieces[found.firsts[1]] == LETTER_PIECES.mask
    assert found.cases[found.firsts[1]] == 0
    assert found.firsts.tolist() == [1, 4, 5, 6]


@given(st.lists(st.lists(st.text("abcx", min_size=1, max_size=4), max_size=6), max_size=8))
def test_sentences_lie_one_after_another(sentences: list[list[str]]) -> None:
    found = encoded(sentences, LETTER_PIECES)
    assert len(found) == len(sentences)
    assert np.diff(found.places).tolist() == [len(words) + 1 for words in sentences]
    ends = found.firsts[found.places[1:] - 1] if sentences else np.zeros(0)
    assert ends.tolist() == (found.offsets[1:] - 1).tolist()


@given(st.lists(st.integers(1, 50), max_size=60), st.integers(1, 200))
def test_batches_have_every_sentence_once_and_are_small(lengths: list[int], size: int) -> None:
    found = padded_batches(np.array(lengths, np.int64), max_pieces=size)
    assert sorted(number for batch in found for number in batch) == list(range(len(lengths)))
    for batch in found:
        assert len(batch) == 1 or len(batch) * max(lengths[n] for n in batch) <= size


def test_even_batches_hold_every_sentence_once_and_one_length_each() -> None:
    lengths = np.array([7, 3, 7, 90, 3, 7, 12])
    found = even_batches(lengths, max_pieces=15)
    assert sorted(np.concatenate(found).tolist()) == list(range(7))
    for numbers in found:
        assert len(set(lengths[numbers])) == 1
        assert len(numbers) == 1 or lengths[numbers].sum() <= 15
    assert [numbers.tolist() for numbers in found] == [[1, 4], [0, 2], [5], [6], [3]]
    assert even_batches(lengths[:0], max_pieces=15) == []


def drawn(n: int) -> list[list[str]]:
    rng = np.random.default_rng(0)
    return [
        ["".join(rng.choice(list("abcdefgh"), 3)) for _ in range(rng.integers(1, 40))]
        for _ in range(n)
    ]


def test_what_is_said_of_a_sentence_does_not_depend_on_the_others() -> None:
    words, found = drawn(60), random_model()
    together = read(words, found.session, PIECES)
    for number in (0, 17, 59):
        alone = read([words[number]], found.session, PIECES)
        rows = slice(together.places[number], together.places[number + 1])
        assert np.abs(together.words[rows] - alone.words).max() < 1e-5
        assert np.abs(together.gaps[rows] - alone.gaps).max() < 1e-5


def test_several_threads_read_the_same() -> None:
    words = [["we", "wait", "of"][: 1 + n % 3] * (1 + n % 5) for n in range(60)]
    found = random_model()
    one, several = (read(words, found.session, PIECES, n_threads=n) for n in (1, 3))
    assert several.words == pytest.approx(one.words, abs=1e-6)
    assert several.gaps == pytest.approx(one.gaps, abs=1e-6)


def test_long_sentences_are_read_in_stretches() -> None:
    words = ["we", "wait"] * 2_500
    reading = read([words, ["of"]], random_model().session, PIECES)
    assert reading.places.tolist() == [0, 5_001, 5_003]
    assert reading.words.sum(axis=1) == pytest.approx(np.ones(5_003), abs=1e-4)
    assert reading.gaps.sum(axis=1) == pytest.approx(np.ones(5_003), abs=1e-4)


def test_a_sentence_has_a_row_for_its_end_even_without_words() -> None:
    reading = read([["we", "wait"], [], ["of"]], random_model().session, PIECES)
    assert reading.places.tolist() == [0, 3, 4, 6]
    assert len(reading.words) == len(reading.gaps) == 6


def test_words_of_too_many_pieces_are_read_as_far_as_it_goes() -> None:
    words = [["abcdefgh"] * 100, ["abcdefgh"] * 110]
    reading = read(words, random_model().session, PIECES)
    assert reading.words.sum(axis=1) == pytest.approx(np.ones(212), abs=1e-4)


def test_no_sentences_and_one_word() -> None:
    assert len(read([], random_model().session, PIECES).words) == 0
    assert len(read([["x"]], random_model().session, PIECES).words) == 2


def test_inputs_are_the_pieces_and_the_firsts_of_each_sentence() -> None:
    code = encoded([["of", "it"], ["x"], ["the", "ab"]], PIECES)
    numbers = np.array([2, 0])
    inputs = inputs_of(code, numbers)
    start, the, of, end = (PIECES.start, *PIECES.of("the"), *PIECES.of("of"), PIECES.end)
    assert inputs["pieces"].tolist() == [
        [start, the, *PIECES.of("ab"), end],
        [start, of, *PIECES.of("it"), end],
    ]
    assert inputs["rows"].tolist() == [1, 2, 4, 6, 7, 9]
    assert firsts_of(code, numbers).tolist() == [5, 6, 7, 0, 1, 2]


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12))
def test_any_words_are_read(words: list[str]) -> None:
    reading = read([words], random_model().session, PIECES)
    assert reading.words.shape[0] == len(words) + 1
    assert np.isfinite(reading.words).all()
    assert np.isfinite(reading.gaps).all()


TEXT = "We wait for the bus. The end of it was near the old house. I have many book in my room."


def flags() -> list[Flag]:
    sentences = list(annotate(TEXT, "bus"))
    return list(StrongDetector(random_model(), threshold=0.02).flags(sentences))


def test_sentences_are_read_from_short_to_long_in_parts() -> None:
    lengths = [40, 300, 7, 2_000, 700, 40, 330]
    parts = list(parts_by_length(lengths))
    assert parts == [[2, 0, 5, 1, 6], [4], [3]]
    assert list(parts_by_length([])) == []


def test_parts_change_no_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    together = flags()
    monkeypatch.setattr(sentence_readings, "_PART_WORDS", 1)
    assert flags() == together
    assert sum(flag.error for flag in together) > 3


@pytest.mark.parametrize("least", [0.0, 2.0], ids=["all kept", "none kept"])
def test_repairs_that_were_not_kept_are_read_again(
    monkeypatch: pytest.MonkeyPatch, least: float
) -> None:
    usual = flags()
    monkeypatch.setattr(sentence_readings, "_LEAST_P", least)
    assert flags() == usual
    assert any(flag.suggestions for flag in usual)


def test_repairs_are_kept_where_an_error_is_not_improbable() -> None:
    words = np.array([[0.1, 0.0], [0.1, 0.06], [0.0, 0.0], [0.5, 0.2], [0.0, 0.0]])
    gaps = np.array([[0.0, 0.0], [0.0, 0.0], [0.2, 0.0], [0.0, 0.0], [0.0, 0.14]])
    of_repairs = np.arange(20, dtype=np.float32).reshape(5, 4)
    reading = Reading(of_repairs, of_repairs + 100, np.array([0, 3, 5]))
    first, second = sentence_readings.sentence_readings(reading, words, gaps)
    assert sorted(first.repairs) == [(False, 1), (True, 2)]
    assert sorted(second.repairs) == [(False, 0)]
    assert first.repairs[False, 1].tolist() == [4, 5, 6, 7]
    assert first.repairs[True, 2].tolist() == [108, 109, 110, 111]
    assert second.repairs[False, 0].tolist() == [12, 13, 14, 15]
    of_words, of_gaps, starts = tables_of([first, second])
    assert np.allclose(of_words, words)
    assert np.allclose(of_gaps, gaps)
    assert starts.tolist() == [0, 3, 5]


def test_of_two_networks_the_mean_counts_whatever_their_pieces() -> None:
    one = random_model()
    make = exported(random_network(LARGE_SHAPE), PIECES, REPAIRS, SENTENCES)
    other = model.parse(make(untuned(), untuned()), file="another")
    both = model.with_partner(one, other)
    readings = [each.read(SENTENCES) for each in (one, other, both)]
    for name in ("words", "gaps"):
        of_one, of_other, of_both = (getattr(each, name) for each in readings)
        assert np.abs(of_one - of_other).max() > 0.1
        assert of_both.dtype == np.float32
        assert of_both == pytest.approx((of_one + of_other) / 2, abs=1e-6)
    assert (readings[2].places == readings[0].places).all()


def test_a_mean_is_taken_of_networks_with_the_same_repairs_only() -> None:
    one = random_model()
    other = replace(one, repairs=replace(one.repairs, words=one.repairs.words[:-1]))
    with pytest.raises(ModelError, match="do not know the same repairs"):
        model.with_partner(one, other)
