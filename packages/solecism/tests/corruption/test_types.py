"""The five types of error of the paper, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from drafts import draft
from solecism.align import edit_types
from solecism.align.tagged_words import AlignmentStep, side_of
from solecism.corruption.foster_errors import (
    SHARES,
    agreement,
    extra_word,
    missing_word,
    real_word,
    verb_form,
)
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.synthetic_error import Corruption, Draft, ErrorType, SyntheticError
from solecism.corruption.word_classes import of_other_number, other_verb_form
from solecism.corruption.word_lists import bundled_insertions
from solecism.language.annotate import annotate

SEEDS = range(200)


def made(error_type: ErrorType, found: Draft, seeds: Iterable[int] = SEEDS) -> Counter[str]:
    """What becomes of the draft, and how often."""
    results: Counter[str] = Counter()
    for seed in seeds:
        error = next(error_type(found, RandomStream(seed, "essay.1")), None)
        results["nothing" if error is None else " ".join(found.after(error).words)] += 1
    return results


def test_the_paper_s_example_of_a_missing_word_can_come_out() -> None:
    found = draft("She/PRP did/VBD n't/RB want/VB to/TO face/VB him/PRP")
    results = made(missing_word, found)
    assert "She did n't to face him" in results
    assert "She n't want to face him" not in results


def test_determiners_are_missing_as_often_as_the_paper_says() -> None:
    found = draft("the/DT sees/VBZ of/IN")
    counts = made(missing_word, found, range(3_000))
    total = SHARES["determiner"] + SHARES["verb"] + SHARES["preposition"]
    for words, name in (
        ("sees of", "determiner"),
        ("the of", "verb"),
        ("the sees", "preposition"),
    ):
        assert counts[words] / 3_000 == pytest.approx(SHARES[name] / total, abs=0.03)


@pytest.mark.parametrize("text", ["Yes/UH ./.", "the/DT", "the/DT ./. !/.", "very/RB big/JJ ./."])
def test_where_no_word_can_go_none_is_missing(text: str) -> None:
    assert set(made(missing_word, draft(text), range(20))) == {"nothing"}


def test_half_of_a_name_or_compound_never_goes() -> None:
    found = draft("New/NNP York/NNP sleeps/FW")
    assert set(made(missing_word, found, range(20))) == {"nothing"}


def test_that_s_the_way_we_we_learn_here() -> None:
    results = made(extra_word, draft("That/DT 's/VBZ the/DT way/NN we/PRP learn/VBP here/RB ./."))
    assert "That 's the way we we learn here ." in results
    assert not any(words.startswith("That That") for words in results)
    assert not any(words.endswith((". .", "'s 's the")) for words in results)


def test_a_first_word_is_said_again_in_small_letters() -> None:
    results = made(extra_word, draft("The/DT ./."))
    assert "The the ." in results
    assert "The The ." not in results


def test_adjectives_are_never_doubled() -> None:
    results = made(extra_word, draft("great/JJ ./."), range(300))
    assert "great great ." not in results


def test_an_extra_word_of_the_same_tag_comes_from_the_list() -> None:
    tags = dict.fromkeys(tag for _, tag in bundled_insertions().words)
    assert {"DT", "IN", "NN", "VBZ", "PRP", "MD"} <= set(tags)
    assert sum(1 for _ in bundled_insertions().words) == 2_500


def test_them_becomes_then_and_keeps_its_capital() -> None:
    results = made(real_word, draft("Them/PRP both/DT"))
    assert "Then both" in results
    assert all(words[0].isupper() for words in results)


def test_capitals_stay_capitals() -> None:
    assert set(made(real_word, draft("TOOK/VBD"))) == {"TOO"}


def test_the_contrasts_was_startling() -> None:
    counts = made(agreement, draft("The/DT contrast/NN was/VBD startling/JJ ./."), range(900))
    assert set(counts) == {"The contrasts was startling .", "The contrast were startling ."}
    # The noun's place leaves the verb alone one time out of three, the verb's place never.
    assert counts["The contrasts was startling ."] / 900 == pytest.approx(1 / 6, abs=0.05)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a/DT cat/NN", {"a cats"}),
        ("these/DT big/JJ mice/NNS", {"this big mice", "these big mouse"}),
        ("every/DT church/NN tower/NN", {"every church towers"}),
        ("Mary/NNP runs/VBZ", {"Mary run"}),
        ("it/PRP 's/VBZ been/VBN", {"it 've been"}),
        ("they/PRP 're/VBP here/RB", {"they 's here"}),
        ("do/VBP n't/RB", {"does n't"}),
        ("I/PRP am/VBP", {"I are"}),
        ("the/DT sheep/NN", {"nothing"}),
        ("He/PRP saw/VBD", {"nothing"}),
        ("ai/VBP n't/RB", {"nothing"}),
        ("a/DT reading/VBG room/NN", {"a reading rooms"}),
        ("keep/VB that/DT for/IN year/NN ends/NNS", {"nothing"}),
        ("a/DT more/JJR level/NN ground/NN", {"nothing"}),
        ("a/DT street/NN cleaning/VBG", {"nothing"}),
        ("go/VB get/VBP it/PRP", {"nothing"}),
        ("on/IN Mills/VBZ Road/NNP", {"nothing"}),
    ],
)
def test_numbers_that_do_not_agree(text: str, expected: set[str]) -> None:
    assert set(made(agreement, draft(text), range(60))) == expected


def test_the_noun_of_a_preposition_is_not_taken_for_the_subject() -> None:
    found = draft("The/DT end/NN of/IN the/DT year/NN is/VBZ near/RB")
    assert "The end of the years is near" not in made(agreement, found)


def test_want_to_saving_money() -> None:
    results = made(verb_form, draft("Want/VB to/TO save/VB money/NN ?/."))
    assert "Want to saving money ?" in results
    assert "Want to save money ?" not in results


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("laughed/VBN", {"laugh", "laughing", "laughs"}),
        ("laughing/VBG", {"laugh", "laughed", "laughs"}),
        ("laugh/VB", {"laughed", "laughing", "laughs"}),
        ("laughs/VBZ", {"laughing"}),
        ("laughed/VBD", {"nothing"}),
        ("put/VBN", {"putting", "puts"}),
        ("do/VBP n't/RB", {"nothing"}),
        ("'s/VBZ", {"nothing"}),
        ("Be/VB", {"Been", "Being", "Is"}),
        ("blorfing/VBG", {"nothing"}),
    ],
)
def test_forms_of_verbs(text: str, expected: set[str]) -> None:
    assert set(made(verb_form, draft(text), range(60))) == expected


def test_no_form_is_given_that_native_text_does_not_have() -> None:
    assert of_other_number("information", "NN") is None
    assert of_other_number("advice", "NN") is None
    assert other_verb_form("telephone", "NN", "VBZ") in {None, "telephones"}


@pytest.mark.parametrize(("word", "tag"), [("iv", "NN"), ("none", "NN"), ("electronics", "NNS")])
def test_numerals_and_pronouns_have_no_other_number(word: str, tag: str) -> None:
    assert of_other_number(word, tag) is None


@pytest.mark.parametrize(
    ("error_type", "text", "subtypes"),
    [
        (missing_word, "the/DT sees/VBZ of/IN", {"determiner", "verb", "preposition"}),
        (extra_word, "we/PRP learn/VBP", {"repeated word", "repeated tag", "random word"}),
        (agreement, "This/DT dog/NN", {"determiner-noun"}),
        (agreement, "dogs/NNS bark/VBP", {"subject-verb"}),
        (verb_form, "dogs/NNS bark/VBP", {"present to present participle"}),
        (
            verb_form,
            "to/TO save/VB",
            {
                "infinitive to past participle",
                "infinitive to present participle",
                "infinitive to third person",
            },
        ),
        (real_word, "then/RB", {""}),
    ],
)
def test_errors_know_their_subtypes(error_type: ErrorType, text: str, subtypes: set[str]) -> None:
    errors = (next(error_type(draft(text), RandomStream(seed, "essay.1")), None) for seed in SEEDS)
    assert {error.subtype for error in errors if error is not None} == subtypes


def test_a_missing_first_word_keeps_its_subtype() -> None:
    corruption = Corruption(draft("The/DT man/NN left/VBD"))
    error = next(
        error
        for seed in SEEDS
        for error in missing_word(corruption.draft, RandomStream(seed, "essay.1"))
        if error.edit.start == 0
    )
    assert corruption.make(error)
    assert corruption.draft.words == ("Man", "left")
    assert corruption.errors[0].subtype == "determiner"


def kind_in_whole_sentence(found: Draft, error: SyntheticError) -> str:
    """The kind of an error's correction, classified with all words of the sentence."""
    edit, after = error.edit, found.after(error)
    step = AlignmentStep(edit.start, edit.start + len(edit.after), edit.start, edit.end)
    correction = edit_types.edit_type(
        side_of(after.words, after.tags), side_of(found.words, found.tags), step
    )
    return {"M": "U", "U": "M", "R": "R"}[correction[0]] + correction[1:]


@pytest.mark.parametrize("error_type", [missing_word, extra_word, real_word, agreement, verb_form])
def test_the_kind_of_an_error_is_that_in_the_whole_sentence(error_type: ErrorType) -> None:
    text = Path("examples/texts/library.txt").read_text(encoding="utf-8")
    n_errors = 0
    for sentence in annotate(text, "library"):
        found = Draft(sentence.words, sentence.tags)
        for error in islice(error_type(found, RandomStream(7, sentence.id)), 40):
            assert error.edit.kind == kind_in_whole_sentence(found, error), error
            n_errors += 1
    assert n_errors > 5
