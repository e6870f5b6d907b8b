"""Rules are measured against annotators' edits, and on native text."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.edit import Annotation, Edit
from solecism.rulebook.book import RuleBook
from solecism.rulebook.figures import (
    BookFigures,
    RuleFigures,
    format_figures,
    probabilities,
    read_figures,
)
from solecism.rulebook.measuring import (
    Measured,
    measure_annotated,
    measure_native,
    measure_native_texts,
)
from solecism.rulebook.rule import rules_in
from solecism.sentence import Sentence, from_words


def book(pattern: str, suggestion: str = "on", kind: str = "wrong-preposition") -> RuleBook:
    rule = {
        "id": "test",
        "kind": kind,
        "message": "Why.",
        "pattern": pattern,
        "suggestion": suggestion,
    }
    return RuleBook(rules_in({"rule": [rule]}, file="f", subject="s", lists={}))


def sentence(text: str, *annotations: list[Edit], id: str = "a.1") -> Sentence:
    made = tuple(Annotation(str(number), tuple(edits)) for number, edits in enumerate(annotations))
    return from_words(id, text.split()).with_annotations(made)


def edit(start: int, before: str, after: str) -> Edit:
    return Edit(start, tuple(before.split()), tuple(after.split()))


def counted(of: RuleBook, *sentences: Sentence) -> RuleFigures:
    return measure_annotated(of, 0, sentences).rules.get("test", RuleFigures())


DEPEND = book("<depend> (of)")


@pytest.mark.parametrize(
    ("edits", "n_changed", "n_same"),
    [
        ([], 0, 0),
        ([edit(2, "of", "on")], 1, 1),
        ([edit(2, "of", "ON")], 1, 1),
        ([edit(2, "of", "upon")], 1, 0),
        ([edit(2, "of", "")], 1, 0),
        ([edit(1, "depends of", "relies on")], 1, 0),
        ([edit(1, "depends of the", "depends on the")], 1, 1),
        # The words of the hit stay in a longer rewriting.
        ([edit(1, "depends of the weather", "depends of weather")], 0, 0),
        ([edit(3, "the", "")], 0, 0),
        ([edit(3, "", "all")], 0, 0),
        ([edit(0, "It", "That")], 0, 0),
        # An error without correction.
        ([edit(2, "of", "of")], 1, 0),
    ],
)
def test_a_hit_counts_as_changed_where_an_annotator_changed_its_words(
    edits: list[Edit], n_changed: int, n_same: int
) -> None:
    counts = counted(DEPEND, sentence("It depends of the weather .", edits))
    assert (counts.n_hits, counts.n_changed, counts.n_same) == (1, n_changed, n_same)


@pytest.mark.parametrize(
    ("edits", "n_changed", "n_same"),
    [
        ([edit(2, "", "for")], 1, 1),
        ([edit(2, "me", "for me")], 1, 1),
        ([edit(1, "waited", "awaited")], 1, 0),
        ([edit(2, "", ",")], 0, 0),
        ([edit(0, "He", "She")], 0, 0),
    ],
)
def test_a_gap_is_changed_where_words_are_put_or_a_word_beside_it_changes(
    edits: list[Edit], n_changed: int, n_same: int
) -> None:
    counts = counted(book("<wait> () me", "for"), sentence("He waited me .", edits))
    assert (counts.n_hits, counts.n_changed, counts.n_same) == (1, n_changed, n_same)


def test_capitals_and_punctuation_count_for_rules_about_them_only() -> None:
    capital = sentence("He is english .", [edit(2, "english", "English")])
    rule = ("(english)", "English")
    assert counted(book(*rule, kind="capitals"), capital).n_same == 1
    assert counted(book("(english)", "Scottish"), capital).n_changed == 0
    comma = sentence("He is english .", [edit(2, "", ",")])
    assert counted(book("is () english", ",", kind="punctuation"), comma).n_same == 1


def test_of_several_annotators_the_first_decides_and_all_of_them_vote() -> None:
    changed, kept = [edit(2, "of", "on")], list[Edit]()
    several = sentence("It depends of it .", kept, changed, changed)
    alone = sentence("It depends of it .", changed, id="a.2")
    assert counted(DEPEND, several, alone) == RuleFigures(2, 1, 1, 3, 2)


def test_alternatives_of_an_annotator_count_as_the_same_words() -> None:
    either = Edit(2, ("of",), ("upon",), alternatives=(("on",),))
    assert counted(DEPEND, sentence("It depends of it .", [either])).n_same == 1


def test_sentences_that_nobody_annotated_do_not_count() -> None:
    measured = measure_annotated(DEPEND, 1, [sentence("It depends of it .")])
    assert (measured.n_words, measured.rules) == (0, {})


def test_native_text_has_false_alarms_and_its_words_are_counted_without_marks() -> None:
    measured = measure_native_texts(DEPEND, 1, [("a.1", "It depends of it.\nIt does.")])
    assert (measured.n_words, measured.rules) == (6, {"test": RuleFigures(n_native=1)})
    assert list(measured.examples_of("test")) == [("native", "It depends {of -> on} it.")]


def test_examples_show_the_hit_and_what_the_annotator_wrote() -> None:
    texts = [
        sentence("It depends of it .", [edit(2, "of", "upon")], id="a.1"),
        sentence("It depends of it .", [edit(2, "of", "on")], id="a.2"),
        sentence("It depends of it .", [], id="a.3"),
    ]
    assert list(measure_annotated(DEPEND, 5, texts).examples_of("test")) == [
        ("same", "It depends {of -> on} it ."),
        ("other", "It depends {of -> on} it . (of -> upon)"),
        ("left", "It depends {of -> on} it ."),
    ]


def test_the_examples_do_not_depend_on_how_text_is_divided() -> None:
    texts = [sentence(f"It depends of {n} .", id=f"a.{n}") for n in range(40)]
    whole = measure_native(DEPEND, 3, texts)
    parts = Measured()
    for first in (20, 0, 30, 10):
        parts.add(measure_native(DEPEND, 3, texts[first : first + 10]), 3)
    assert parts.n_words == whole.n_words
    assert parts.rules == whole.rules
    assert list(parts.examples_of("test")) == list(whole.examples_of("test"))
    assert len(list(whole.examples_of("test"))) == 3


def test_figures_are_read_as_they_were_written(tmp_path: Path) -> None:
    figures = BookFigures(
        {"a": RuleFigures(1, 2, 3, 4, 5, 6), "b": RuleFigures(7)}, 10, 20, ("wi",), ("news", "x")
    )
    file = tmp_path / "measured.json"
    file.write_text("".join(format_figures(figures)))
    assert read_figures(file) == figures


def test_shares_have_intervals_and_are_undefined_without_hits() -> None:
    counts = RuleFigures(n_hits=10, n_changed=9, n_same=5, n_votes=4, n_changes=3)
    assert (counts.precision, counts.same, counts.readers) == (0.9, 0.5, 0.75)
    assert f"{counts.precision.interval:.2f}" == "[0.60, 0.98]"
    assert not RuleFigures().precision.is_defined


def test_few_hits_are_pooled_with_those_of_the_subject_and_these_with_all_others() -> None:
    counts = {"some": RuleFigures(10, 8, 4), "many": RuleFigures(90, 90, 90)}
    subjects = {"some": "articles", "none": "articles", "many": "verbs"}
    told = probabilities(BookFigures(counts, 100, 1_000), subjects)
    # All hits: 98.75 / 101 and 94.75 / 101; those of the subject: 105.77 / 110 and 97.81 / 110.
    assert (told["none"].error, told["none"].suggestion) == (0.962, 0.925)
    assert (told["some"].error, told["some"].suggestion) == (0.861, 0.722)


def test_false_alarms_in_native_text_count_where_they_are_more_than_those_of_learners() -> None:
    def told(n_native: int) -> float:
        counts = {"a": RuleFigures(10, 8, 8, n_native=n_native)}
        return probabilities(BookFigures(counts, 100, 1_000), {"a": "articles"})["a"].error

    assert (told(0), told(20), told(50)) == (0.798, 0.798, 0.618)
