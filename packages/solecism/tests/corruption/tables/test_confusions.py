"""Learners' confusions: counted in annotated text, and made again by their rates."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts import draft, tagged
from solecism.corruption import confusion_table
from solecism.corruption.confusion_table import ConfusionTable, bundled_confusions, count_confusions
from solecism.corruption.corrupt import corrupt
from solecism.corruption.counts import error_rates
from solecism.corruption.learner_confusions import CHOICES, ConfusedWord
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.recipe import PRESETS, Recipe
from solecism.edit import Annotation, Edit
from solecism.errors import InputError, SolecismError
from solecism.sentence import Sentence, from_words


def annotated(id: str, words: str, *edits: Edit) -> Sentence:
    sentence = from_words(id, words.split())
    return Sentence(
        id,
        sentence.text,
        sentence.words,
        sentence.starts,
        annotations=(Annotation("0", tuple(edits)),),
    )


LEARNER = [
    annotated("a.1", "It depends of the weather .", Edit(2, ("of",), ("on",), "R:PREP")),
    annotated("a.2", "We discussed about the plan .", Edit(2, ("about",), (), "U:PREP")),
    annotated("a.3", "She listens music every day .", Edit(2, (), ("to",), "M:PREP")),
    annotated("a.4", "He bought house last year .", Edit(2, (), ("a",), "M:DET")),
    annotated("a.5", "She has two sister .", Edit(3, ("sister",), ("sisters",), "R:NOUN:NUM")),
    annotated("a.6", "The life is good .", Edit(0, ("The", "life"), ("Life",), "U:DET")),
]


def test_each_kind_is_counted_at_its_place() -> None:
    counts = count_confusions(LEARNER).counts
    assert counts["preposition"]["on"] == {"of": 1}
    assert counts["preposition"]["to"] == {"": 1}
    assert counts["preposition"][""]["about"] == 1
    assert counts["article"]["a"] == {"": 1}
    assert counts["number"]["plural"] == {"singular": 1}


def test_what_is_right_is_counted_too() -> None:
    counts = count_confusions([annotated("a.1", "I live in the city .")]).counts
    assert counts["preposition"]["in"] == {"in": 1}
    assert counts["article"]["the"] == {"the": 1}


def test_text_without_annotations_is_refused() -> None:
    with pytest.raises(InputError, match="annotation"):
        count_confusions([from_words("a.1", ["Hello"])])


def test_edits_that_do_not_fit_are_passed_over() -> None:
    bad = annotated("a.1", "It is so .", Edit(9, (), ("very",), "M:ADV"))
    assert count_confusions([bad, LEARNER[0]]).counts["preposition"]["on"] == {"of": 1}


def test_a_table_is_read_as_it_was_written() -> None:
    table = count_confusions(LEARNER, about="six sentences")
    again = confusion_table.parse(confusion_table.format(table), file="t.json")
    assert again.about == "six sentences"
    for kind in table.counts:
        assert np.array_equal(again.matrix(kind), table.matrix(kind))


@given(st.text() | st.sampled_from(['{"about":"","counts":{"article":{"a":{"b":1}}}}', "[" * 2000]))
def test_any_text_is_a_table_or_our_error(text: str) -> None:
    try:
        table = confusion_table.parse([text], file="t.json")
    except SolecismError:
        return
    assert isinstance(table, ConfusionTable)


def test_a_kind_that_the_table_lacks_is_named() -> None:
    table = ConfusionTable("", {"article": {"": {"": 1}, "a": {"": 1}, "the": {"the": 3}}})
    with pytest.raises(InputError, match="no preposition"):
        table.rates("preposition")


@given(st.lists(st.lists(st.integers(0, 50), min_size=3, max_size=3), min_size=3, max_size=3))
def test_rates_of_a_row_sum_to_one(rows: list[list[int]]) -> None:
    rates = error_rates(np.array(rows, dtype=np.int64))
    assert np.allclose(rates.sum(axis=1), 1.0)
    assert (rates > 0).all()


def test_articles_are_written_by_sound_and_case() -> None:
    rates = {"the": {"a": 1.0}, "a": {"": 1.0}, "": {"the": 1.0}}
    article = ConfusedWord("article", CHOICES["article"], rates)
    found = draft("The/DT old/JJ house/NN")
    assert next(article(found, RandomStream(1, "a"))).edit.after == ("An",)
    assert next(article(draft("A/DT cat/NN"), RandomStream(1, "a"))).edit.after == ()
    assert list(article(draft("the/DT cats/NNS"), RandomStream(1, "a"))) == []


def test_a_gap_is_never_before_a_clitic_or_inside_a_phrase() -> None:
    places = CHOICES["preposition"].places(
        draft("let/VB 's/PRP see/VB the/DT very/RB old/JJ house/NN of/IN Ann/NNP")
    )
    assert [(place.start, place.choice) for place in places] == [(3, ""), (7, "of")]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("article", "we/PRP like/VBP cold/JJ soup/NN", [2]),
        ("article", "we/PRP like/VBP Smith/NN", []),
        ("article", "to/IN -/HYPH wall/NN carpets/NNS", []),
        ("article", "call/VB 555-0199/CD fax/NN", []),
        ("article", "No/UH doubt/NN", []),
        ("article", "most/RBS recent/JJ news/NN", []),
        ("number", "two/CD cats/NNS", [1]),
        ("number", "two/CD Cats/NNS", []),
        ("number", "heat/NN up/RP soup/NN cans/NNS", [3]),
        ("number", "light/NN //SYM heavy/JJ rain/NN", [3]),
        ("number", "trains/NNS running/NN late/RB", []),
        ("number", "part/NN iv/NN", []),
    ],
)
def test_places_are_where_a_noun_is_one(kind: str, text: str, expected: list[int]) -> None:
    assert [place.start for place in CHOICES[kind].places(draft(text))] == expected


def test_errors_by_rate_come_at_the_rates_of_the_table() -> None:
    counts = {"": {"": 900, "the": 100}, "a": {"a": 1}, "the": {"": 250, "the": 750}}
    recipe = Recipe({"article": 1.0}, None, confusions=ConfusionTable("", {"article": counts}))
    text = "We/PRP saw/VBD the/DT house/NN near/IN water/NN ./."
    many = [tagged(f"copy{n}", text) for n in range(4_000)]
    made = Counter(
        (error.edit.before, error.edit.after)
        for each in corrupt(many, recipe, seed=1)
        for error in each.errors
    )
    assert made[("the",), ()] / 4_000 == pytest.approx(0.25, abs=0.03)
    assert made[(), ("the",)] / 4_000 == pytest.approx(0.10, abs=0.02)


def test_the_bundled_table_has_what_learners_are_known_for() -> None:
    rates = bundled_confusions().rates("preposition")
    assert max(rates["on"], key=rates["on"].__getitem__) == "in"
    articles = bundled_confusions().rates("article")
    assert articles["the"][""] > articles["the"]["a"]
    assert "W&I" in bundled_confusions().about


def test_some_sentences_of_the_learner_preset_stay_clean() -> None:
    text = "She/PRP lives/VBZ in/IN the/DT old/JJ house/NN ./."
    many = [tagged(f"copy{n}", text) for n in range(500)]
    numbers = Counter(len(each.errors) for each in corrupt(many, PRESETS["learner"], seed=1))
    assert 250 < numbers[0] < 480
    assert numbers[1] > 0


def test_only_confusions_have_rates() -> None:
    with pytest.raises(InputError, match="agreement has no rate"):
        Recipe({"agreement": 1.0}, per_sentence=None)


def test_a_summary_tells_how_often_a_choice_is_missing_or_replaced() -> None:
    counts = {"on": {"on": 6, "of": 3, "": 1}, "of": {"of": 4}, "": {"on": 2, "": 98}}
    table = ConfusionTable("made up", {"preposition": {**counts, "at": {}}})
    rates = table.rates("preposition")
    on, of, nothing = confusion_table.summaries(table, "preposition")
    assert (on.right, on.n_places, on.wrong) == ("on", 10, (("of", 3), ("", 1)))
    assert on.missing == rates["on"][""]
    assert on.other == pytest.approx(rates["on"]["of"] + rates["on"]["at"])
    assert (of.n_places, of.wrong) == (4, ())
    assert (nothing.right, nothing.missing) == ("", None)
    assert nothing.other == pytest.approx(sum(rates[""].values()))


@pytest.mark.parametrize("n", [1 << 63, 10**400, -1])
def test_a_count_that_no_text_can_have_is_told(n: int) -> None:
    text = f'{{"about": "", "counts": {{"preposition": {{"of": {{"of": {n}}}}}}}}}'
    with pytest.raises(InputError, match=r"t\.json"):
        confusion_table.parse([text], file="t.json").rates("preposition")
