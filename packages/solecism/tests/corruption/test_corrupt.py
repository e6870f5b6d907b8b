"""Errors made in whole sentences: what holds of all of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts import sentences, tagged
from solecism.corruption.corrupt import corrupt, corrupt_in_parallel
from solecism.corruption.recipe import PRESETS, TYPES, Recipe
from solecism.edit import Annotation, Edit, apply
from solecism.errors import InputError, SolecismError
from solecism.sentence import Sentence, from_words
from solecism.tree import Leaf, Tree

STORY = [
    tagged("story.1", "The/DT old/JJ man/NN was/VBD looking/VBG for/IN his/PRP$ dog/NN ./."),
    tagged("story.2", "He/PRP has/VBZ had/VBN it/PRP since/IN he/PRP was/VBD young/JJ ./."),
    tagged(
        "story.3", "These/DT two/CD friends/NNS like/VBP to/TO walk/VB in/IN the/DT park/NN ./."
    ),
    tagged(
        "story.4", "It/PRP 's/VBZ been/VBN seen/VBN near/IN the/DT station/NN ,/, said/VBD I/PRP"
    ),
    tagged("story.5", "Do/VBP n't/RB they/PRP know/VB that/IN a/DT dog/NN comes/VBZ home/RB ?/."),
]

recipes = st.builds(
    Recipe,
    st.dictionaries(st.sampled_from(TYPES), st.floats(0.1, 9), min_size=1),
    per_sentence=st.sampled_from([0.5, 1.0, 1.5, 3.0]),
    rounds=st.integers(1, 3),
)


@given(st.lists(sentences(), max_size=4), recipes, st.integers(0, 99))
def test_undoing_the_edits_gives_the_original_words(
    found: list[Sentence], recipe: Recipe, seed: int
) -> None:
    for before, result in zip(found, corrupt(found, recipe, seed=seed), strict=True):
        [annotation] = result.sentence.annotations
        assert apply(result.sentence.words, annotation.edits) == before.words
        assert bool(annotation.edits) == bool(result.errors)


@given(sentences(), recipes, st.integers(0, 99))
def test_every_error_changes_something_and_nothing_else(
    before: Sentence, recipe: Recipe, seed: int
) -> None:
    [result] = corrupt([before], recipe, seed=seed)
    words, tags = before.words, before.tags
    for error in result.errors:
        edit = error.edit
        assert edit.before != edit.after
        assert len(error.tags) == len(edit.after)
        assert words[edit.start : edit.end] == edit.before
        words = words[: edit.start] + edit.after + words[edit.end :]
        tags = tags[: edit.start] + error.tags + tags[edit.end :]
    assert result.sentence.words == words
    assert result.sentence.tags == tags
    assert all(edit.before != edit.after for edit in result.sentence.annotations[0].edits)


@given(sentences(), recipes, st.integers(0, 99))
def test_the_text_keeps_its_characters_outside_of_the_errors(
    before: Sentence, recipe: Recipe, seed: int
) -> None:
    [result] = corrupt([before], recipe, seed=seed)
    removed = Counter(before.text) - Counter(result.sentence.text)
    changed = Counter("".join(word for e in result.errors for word in e.edit.before))
    spaces = {char for char in removed if char.isspace()}
    assert all(removed[char] <= changed[char] for char in removed.keys() - spaces)


@given(st.lists(sentences(), max_size=5), st.integers(0, 9))
def test_errors_by_rate_are_undone_as_well(found: list[Sentence], seed: int) -> None:
    recipe = Recipe(dict.fromkeys(("preposition", "article", "number"), 1.0), None, rounds=2)
    for before, result in zip(found, corrupt(found, recipe, seed=seed), strict=True):
        edits = result.sentence.annotations[0].edits
        assert apply(result.sentence.words, edits) == before.words


@given(st.permutations(STORY), st.sampled_from(sorted(PRESETS)))
def test_the_order_of_the_sentences_changes_no_error(order: list[Sentence], preset: str) -> None:
    recipe = PRESETS[preset]
    expected = {each.sentence.id: each for each in corrupt(STORY, recipe, seed=3)}
    for result in corrupt(order, recipe, seed=3):
        assert result == expected[result.sentence.id]


def test_the_number_of_processes_changes_no_error() -> None:
    many = [
        tagged(f"copy{n}", " ".join(map("/".join, zip(s.words, s.tags, strict=True))))
        for n in range(300)
        for s in [STORY[n % len(STORY)]]
    ]
    alone = list(corrupt_in_parallel(many, PRESETS["foster-2007"], seed=5, n_jobs=1))
    together = list(corrupt_in_parallel(many, PRESETS["foster-2007"], seed=5, n_jobs=2))
    assert alone == together


def test_other_seeds_make_other_errors() -> None:
    found = {
        tuple(each.sentence.text for each in corrupt(STORY, PRESETS["foster-2007"], seed=seed))
        for seed in range(20)
    }
    assert len(found) == 20


def test_a_fifth_of_the_sentences_get_two_errors_where_1_2_are_asked_for() -> None:
    many = [tagged(f"copy{n}", "We/PRP are/VBP in/IN the/DT house/NN ./.") for n in range(2_000)]
    recipe = Recipe({"missing-word": 1.0}, per_sentence=1.2)
    counts = Counter(len(each.errors) for each in corrupt(many, recipe, seed=1))
    assert set(counts) == {1, 2}
    assert 0.17 < counts[2] / 2_000 < 0.23


def test_types_come_in_the_proportions_of_the_preset_where_all_have_a_place() -> None:
    text = "The/DT men/NNS are/VBP in/IN the/DT house/NN and/CC want/VBP to/TO go/VB now/RB ./."
    many = [tagged(f"copy{n}", text) for n in range(3_000)]
    counts = Counter(each.errors[0].kind for each in corrupt(many, PRESETS["foster-2007"], seed=2))
    shares = {name: 3_000 * weight / 75 for name, weight in PRESETS["foster-2007"].weights.items()}
    statistic = sum((counts[name] - n) ** 2 / n for name, n in shares.items())
    assert statistic < 18.5  # the 0.999 quantile of chi square with four degrees of freedom


def test_a_type_without_a_place_gives_way_to_another_and_is_named() -> None:
    sentence = tagged("essay.1", "Yes/UH ,/, them/PRP ./.")
    recipe = Recipe({"verb-form": 1e9, "real-word": 1.0})
    [result] = corrupt([sentence], recipe, seed=1)
    assert result.failed == ("verb-form",)
    assert result.errors[0].kind == "real-word"


@pytest.mark.parametrize("text", ["", "./.", "Yes/UH", "!/. ?/."])
def test_a_sentence_with_no_place_stays_as_it_was(text: str) -> None:
    sentence = tagged("essay.1", text)
    recipe = Recipe({"missing-word": 1.0, "verb-form": 1.0, "agreement": 1.0})
    [result] = corrupt([sentence], recipe, seed=1)
    assert result.sentence.text == sentence.text
    assert result.errors == ()
    assert set(result.failed) == {"missing-word", "verb-form", "agreement"}
    assert result.sentence.annotations == (Annotation("0"),)


def test_the_next_word_takes_over_the_capital_of_a_first_word_that_goes() -> None:
    sentence = tagged("essay.1", "“/`` The/DT ice/JJ melts/FW ./. ”/''")
    [result] = corrupt([sentence], Recipe({"missing-word": 1.0}), seed=1)
    assert result.sentence.words[:2] == ("“", "Ice")
    [edit] = result.sentence.annotations[0].edits
    assert (edit.before, edit.after, edit.kind) == (("Ice",), ("The", "ice"), "M:DET")


def test_text_without_tags_is_tagged() -> None:
    plain = from_words("essay.1", "She has lived in London for two years .".split())
    [result] = corrupt([plain], PRESETS["foster-2007"], seed=1)
    assert len(result.sentence.tags) == len(result.sentence.words)
    assert result.errors


def test_tags_of_another_set_are_named() -> None:
    sentence = tagged("essay.1", "She/PRON sleeps/VERB ./PUNCT")
    with pytest.raises(InputError, match=r"essay\.1.*PRON, PUNCT, VERB"):
        list(corrupt([sentence], PRESETS["foster-2007"], seed=1))


def test_a_few_odd_tags_do_no_harm() -> None:
    sentence = tagged("essay.1", "The/DT cat/NN sleeps/VBZ well/NN|RB ./.")
    [result] = corrupt([sentence], PRESETS["foster-2007"], seed=1)
    assert result.errors


def test_a_second_round_does_not_inflect_a_misspelt_word() -> None:
    sentence = tagged("essay.1", "He/PRP is/VBZ here/RB")
    for seed in range(60):
        recipe = Recipe({"real-word": 1e6, "verb-form": 1.0}, rounds=2)
        [result] = corrupt([sentence], recipe, seed=seed)
        words = {word for error in result.errors for word in error.edit.after}
        assert not words & {"ining", "ifing", "itting", "sing"}


def test_what_annotators_said_before_comes_after_the_undoing() -> None:
    edits = (Edit(2, ("of",), ("on",), "R:PREP"),)
    before = tagged("essay.1", "It/PRP depends/VBZ of/IN the/DT weather/NN ./.")
    learner = Sentence(
        before.id,
        before.text,
        before.words,
        before.starts,
        tags=before.tags,
        annotations=(Annotation("anna", edits), Annotation("ben")),
    )
    [result] = corrupt([learner], PRESETS["foster-2007"], seed=4)
    first, second = result.sentence.annotations
    assert (first.annotator, second.annotator) == ("anna", "ben")
    assert apply(result.sentence.words, first.edits) == apply(before.words, edits)
    assert apply(result.sentence.words, second.edits) == before.words


def test_edits_that_do_not_fit_are_our_error() -> None:
    bad = Annotation("anna", (Edit(0, ("You",), ("We",)), Edit(0, ("It", "is"), ("It",))))
    sentence = tagged("essay.1", "It/PRP depends/VBZ on/IN the/DT weather/NN ./.")
    wrong = Sentence(
        "essay.1", sentence.text, sentence.words, sentence.starts, sentence.tags, annotations=(bad,)
    )
    with pytest.raises(SolecismError):
        list(corrupt([wrong], PRESETS["foster-2007"], seed=4))


def test_trees_follow_their_sentences() -> None:
    tree = Tree(
        "S",
        (
            Tree("NP-SBJ", (Leaf("DT", "The"), Leaf("NN", "cat"))),
            Tree(
                "VP", (Leaf("VBZ", "sleeps"), Tree("PP", (Leaf("TO", "to"), Leaf("NN", "night"))))
            ),
        ),
    )
    words = tree.words()
    sentence = from_words("tree.1", words)
    sentence = Sentence(
        sentence.id,
        sentence.text,
        words,
        sentence.starts,
        tags=tuple(leaf.tag for leaf in tree.leaves()),
        trees=(tree,),
    )
    for seed in range(40):
        [result] = corrupt([sentence], PRESETS["foster-2007"], seed=seed)
        assert result.sentence.trees
        for gold in result.sentence.trees:
            assert gold.words() == result.sentence.words


def test_to_under_a_prepositional_phrase_is_a_preposition() -> None:
    tree = Tree("PP", (Leaf("TO", "to"), Tree("NP", (Leaf("VB", "run"),))))
    sentence = Sentence("tree.1", "to run", ("to", "run"), (0, 3), tags=("TO", "VB"), trees=(tree,))
    [result] = corrupt([sentence], Recipe({"preposition": 1.0}), seed=1)
    assert result.errors[0].edit.before == ("to",)
