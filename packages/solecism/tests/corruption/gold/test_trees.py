"""Gold trees: the words are right, phrases stay, and everything can be undone."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.corruption.gold_trees import (
    OUTERMOST,
    SITES,
    extra_word_sites,
    gold_trees,
    training_tree,
    undo,
)
from solecism.corruption.synthetic_error import SyntheticError
from solecism.edit import Edit, apply
from solecism.errors import EditError, InputError
from solecism.formats import files, penn
from solecism.tree import Leaf, Tree, unescape

ANNOTATORS = "( (S (NP (NNS Annotators)) (VP (VBP parse) (NP (DT the) (NNS sentences))) (. .)))"
PRICES = (
    "( (S (NP-SBJ-1 (NNS Prices)) (VP (VBP are) (VP (VBN expected)"
    " (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB drop)))))) (. .)))"
)


def tree(text: str) -> Tree:
    (only,) = penn.parse_trees([text], file="x.mrg")
    return only


def synthetic_error(start: int, before: str, after: str, tags: str = "") -> SyntheticError:
    edit = Edit(start, tuple(before.split()), tuple(after.split()))
    return SyntheticError("any", edit, tuple(tags.split()))


def golds(text: str, *errors: SyntheticError, **options: object) -> list[str]:
    found = gold_trees(tree(text), errors, **options)  # type: ignore[arg-type]  # any option
    return [penn.format_tree(gold) for gold in found]


def test_a_wrong_word_stands_under_the_right_tag_as_in_figure_7() -> None:
    text = "( (S (NP (DT A) (NN romance)) (VP (VBZ is) (VP (VBG coming)))))"
    (gold,) = gold_trees(tree(text), [synthetic_error(2, "is", "in", "IN")])
    assert penn.format_tree(gold) == text.replace("(VBZ is)", "(VBZ in)")
    assert list(gold.leaves())[2] == Leaf("VBZ", "in", "IN", Leaf("VBZ", "is"))


def test_a_missing_word_leaves_a_trace_as_in_figure_9() -> None:
    assert golds(PRICES, synthetic_error(3, "to", "")) == [PRICES.replace("(TO to)", "(-NONE- 0)")]


def test_an_extra_word_has_two_golds_as_in_figure_11() -> None:
    assert golds(ANNOTATORS, synthetic_error(2, "", "to", "TO")) == [
        ANNOTATORS.replace("(VBP parse)", "(VBP parse) (TO to)"),
        ANNOTATORS.replace("(DT the)", "(TO to) (DT the)"),
    ]


@pytest.mark.parametrize(("gap", "labels"), [(0, "S NP"), (1, "S NP VP"), (4, "S VP NP"), (5, "S")])
def test_an_extra_word_may_go_wherever_its_gap_is_between_children(gap: int, labels: str) -> None:
    sites = extra_word_sites(tree(ANNOTATORS), gap)
    assert [site[-1].phrase.label for site in sites] == labels.split()


def test_one_site_is_enough_where_people_want_one() -> None:
    error = synthetic_error(1, "", "to", "TO")
    assert golds(ANNOTATORS, error, sites="highest") == golds(ANNOTATORS, error)[:1]
    assert golds(ANNOTATORS, error, sites="lowest") == golds(ANNOTATORS, error)[1:2]


def test_the_printed_test_looks_for_phrases_that_begin_beside_the_gap() -> None:
    assert golds(ANNOTATORS, synthetic_error(1, "", "to", "TO"), sites="printed") == golds(
        ANNOTATORS, synthetic_error(1, "", "to", "TO")
    )
    at_the_end = synthetic_error(4, "", "to", "TO")
    labels = [
        site[-1].phrase.label for site in extra_word_sites(tree(ANNOTATORS), 4, sites="printed")
    ]
    assert labels == ["S", "VP", "NP"], "none begins beside the gap, so all are taken"
    assert len(golds(ANNOTATORS, at_the_end, sites="printed")) == 3
    beside = extra_word_sites(tree(ANNOTATORS), 3, sites="printed")
    assert [site[-1].phrase.label for site in beside] == ["NP"]


def test_the_outermost_bracket_takes_a_word_only_where_nothing_else_does() -> None:
    assert golds("( (NN a))", synthetic_error(1, "", "b", "NN")) == ["( (NN a) (NN b))"]
    assert golds("( (NP (NN a)))", synthetic_error(1, "", "b", "NN")) == ["( (NP (NN a) (NN b)))"]
    assert golds("(NP (NN a))", synthetic_error(1, "", "b", "NN")) == ["(NP (NN a) (NN b))"]
    assert golds("( (NP (-NONE- *)))", synthetic_error(0, "", "b", "NN")) == [
        "( (NP (-NONE- *)) (NN b))"
    ]


def test_traces_are_not_counted_and_get_no_word_beside_them() -> None:
    assert golds(PRICES, synthetic_error(3, "", "up", "RP")) == [
        PRICES.replace("(VBN expected)", "(VBN expected) (RP up)"),
        PRICES.replace("(-NONE- *-1))", "(-NONE- *-1)) (RP up)"),
        PRICES.replace("(TO to)", "(RP up) (TO to)"),
    ]


def test_repeated_words_are_told_apart_by_their_place() -> None:
    text = "( (S (NP (PRP We)) (VP (VBD had) (VP (VBN had) (NP (NN tea))))))"
    assert golds(text, synthetic_error(2, "had", "")) == [text.replace("(VBN had)", "(-NONE- 0)")]
    assert golds(text, synthetic_error(1, "had", "hat", "NN")) == [
        text.replace("(VBD had)", "(VBD hat)")
    ]


def test_golds_of_golds_multiply() -> None:
    errors = [
        synthetic_error(2, "", "to", "TO"),
        synthetic_error(0, "", "So", "RB"),
        synthetic_error(2, "parse", "parses", "VBZ"),
    ]
    found = gold_trees(tree(ANNOTATORS), errors)
    assert len(found) == 4
    assert {gold.words() for gold in found} == {
        tuple("So Annotators parses to the sentences .".split())
    }


def test_an_error_upon_an_error_still_knows_the_first_word() -> None:
    errors = [synthetic_error(3, "to", "too", "RB"), synthetic_error(3, "too", "two", "CD")]
    (gold,) = gold_trees(tree(PRICES), errors)
    assert list(gold.leaves())[3] == Leaf("TO", "two", "CD", Leaf("TO", "to"))
    assert gold_trees(tree(PRICES), [*errors, synthetic_error(3, "two", "to", "TO")]) == (
        tree(PRICES),
    )


def test_an_extra_word_that_goes_missing_leaves_one_gold() -> None:
    errors = [synthetic_error(2, "", "to", "TO"), synthetic_error(2, "to", "")]
    (gold,) = gold_trees(tree(ANNOTATORS), errors)
    assert undo(gold) == tree(ANNOTATORS)
    assert golds(ANNOTATORS, *errors, collapse=True) == [ANNOTATORS]


def test_one_word_may_become_two_and_two_one() -> None:
    text = "( (S (NP (PRP We)) (VP (VBP go) (PP (IN into) (NP (NNS towns))))))"
    assert golds(text, synthetic_error(2, "into", "in to", "IN TO"), sites="highest") == [
        text.replace("(IN into)", "(IN in) (TO to)")
    ]
    assert golds(text, synthetic_error(1, "go into", "enter", "VBP")) == [
        text.replace("(VBP go)", "(VBP enter)").replace("(IN into)", "(-NONE- 0)")
    ]


def test_a_capital_moves_to_the_word_that_comes_first_now() -> None:
    text = "( (S (NP (DT The) (NN man)) (VP (VBD left))))"
    (gold,) = gold_trees(tree(text), [synthetic_error(0, "The man", "Man", "NN")])
    assert penn.format_tree(gold) == "( (S (NP (-NONE- 0) (NN Man)) (VP (VBD left))))"
    assert undo(gold) == tree(text)


def test_treebank_spelling_is_the_same_word() -> None:
    text = r"( (NP (CD 1\/2) (-LRB- -LRB-) (NN cake) (-RRB- -RRB-)))"
    assert golds(text, synthetic_error(0, "1/2", "1/3", "CD")) == [text.replace(r"1\/2", "1/3")]
    assert golds(text, synthetic_error(1, "(", "")) == [text.replace("(-LRB- -LRB-)", "(-NONE- 0)")]


def test_collapsing_takes_a_phrase_over_its_like_for_one() -> None:
    assert golds(PRICES, synthetic_error(3, "to", ""), collapse=True) == [
        PRICES.replace("(VP (TO to) (VP (VB drop)))", "(VP (VB drop))")
    ]
    text = "( (S (NP-SBJ (NP (NNS men)) (PP (IN in) (NP (NN blue)))) (VP (VBD left))))"
    assert golds(
        text, synthetic_error(1, "in", ""), synthetic_error(1, "blue", ""), collapse=True
    ) == ["( (S (NP-SBJ (NNS men)) (VP (VBD left))))"]
    assert golds(text, synthetic_error(1, "in", ""), collapse=True) == [
        text.replace("(IN in) ", "")
    ]


def test_what_is_missing_since_an_earlier_run_collapses_too() -> None:
    (bad,) = gold_trees(tree(PRICES), [synthetic_error(3, "to", "")])
    (worse,) = gold_trees(bad, [synthetic_error(0, "Prices", "Price", "NN")], collapse=True)
    assert penn.format_tree(worse) == PRICES.replace("Prices", "Price").replace(
        "(VP (TO to) (VP (VB drop)))", "(VP (VB drop))"
    )


def test_unary_phrases_that_were_there_before_do_not_collapse() -> None:
    text = "( (S (NP (NP (NNS men))) (VP (VBD left) (ADVP (RB early)))))"
    assert golds(text, synthetic_error(2, "early", ""), collapse=True) == [
        text.replace(" (ADVP (RB early))", "")
    ]


def test_too_many_golds_are_thinned_evenly_and_always_alike() -> None:
    deep = Tree("X", (Leaf("NN", "end"),))
    for number in range(499):
        deep = Tree(f"X{number}", (deep,))
    found = gold_trees(deep, [synthetic_error(0, "", "the", "DT")], most=10)
    assert [len(gold.children) for gold in found] == [2] + [1] * 9
    assert len(gold_trees(deep, [synthetic_error(0, "", "the", "DT")])) == 100
    assert (
        len(
            gold_trees(
                deep, [synthetic_error(1, "", "a", "DT"), synthetic_error(0, "", "the", "DT")]
            )
        )
        == 100
    )
    assert {gold.words() for gold in found} == {("the", "end")}


@pytest.mark.parametrize("options", [{"sites": "some"}, {"most": 0}])
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InputError):
        golds(ANNOTATORS, synthetic_error(2, "", "to", "TO"), **options)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (synthetic_error(2, "a", "the", "DT"), "expects 'a' as word 2, but the tree has 'the'"),
        (synthetic_error(9, "a", ""), "expects 'a' as word 9, but the tree ends before"),
        (synthetic_error(9, "", "a", "DT"), "no gap 9"),
        (synthetic_error(6, "", "a", "DT"), "no gap 6"),
        (synthetic_error(2, "the", "a"), "1 new words but"),
        (synthetic_error(2, "", "a", "-NONE-"), "for traces"),
    ],
)
def test_errors_that_do_not_fit_the_tree_are_refused(error: SyntheticError, problem: str) -> None:
    with pytest.raises(EditError, match=problem):
        gold_trees(tree(ANNOTATORS), [error])


def test_a_training_tree_is_one_of_the_golds_and_each_comes_up() -> None:
    errors = [synthetic_error(2, "", "to", "TO"), synthetic_error(1, "", "do", "VBP")]
    found = gold_trees(tree(ANNOTATORS), errors)
    rng = np.random.default_rng(7)
    drawn = {training_tree(tree(ANNOTATORS), errors, rng=rng) for _ in range(200)}
    assert drawn == set(found)
    again = [
        training_tree(tree(ANNOTATORS), errors, rng=np.random.default_rng(3)) for _ in range(2)
    ]
    assert again[0] == again[1]


WORDS = st.sampled_from(["a", "b", "the", "1\\/2", "-LRB-", "A"])
TAGS = st.sampled_from(["NN", "DT", "VBZ", "-LRB-"])
LABELS = st.sampled_from(["", "S", "NP", "NP-SBJ-1", "VP", "X|Y"])


def random_trees() -> st.SearchStrategy[Tree]:
    """Trees with unary chains, traces, empty phrases and empty labels."""
    leaf = st.builds(Leaf, TAGS, WORDS) | st.just(Leaf("-NONE-", "*-1"))
    phrases = st.recursive(
        st.builds(Tree, LABELS, st.lists(leaf, max_size=3).map(tuple)),
        lambda inner: st.builds(Tree, LABELS, st.lists(leaf | inner, max_size=4).map(tuple)),
        max_leaves=8,
    )
    return st.builds(
        Tree, st.sampled_from(["", "S", "TOP"]), st.lists(phrases, max_size=3).map(tuple)
    )


@st.composite
def trees_with_errors(draw: st.DrawFn) -> tuple[Tree, list[SyntheticError], tuple[str, ...]]:
    """A tree, errors upon errors in it, and the words that come of them."""
    drawn = draw(random_trees())
    words = tuple(map(unescape, drawn.words()))
    errors = []
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(words)))
        end = draw(st.integers(start, min(len(words), start + 2)))
        new = draw(st.lists(WORDS.map(unescape), max_size=2))
        tags = draw(st.lists(TAGS, min_size=len(new), max_size=len(new)))
        error = SyntheticError("any", Edit(start, words[start:end], tuple(new)), tuple(tags))
        words = apply(words, [error.edit])
        errors.append(error)
    return drawn, errors, words


@given(trees_with_errors(), st.sampled_from(SITES))
def test_golds_have_the_words_and_can_be_undone(
    case: tuple[Tree, list[SyntheticError], tuple[str, ...]], sites: object
) -> None:
    drawn, errors, words = case
    found = gold_trees(drawn, errors, sites=sites)  # type: ignore[arg-type]  # one of SITES
    assert found
    assert len(set(map(penn.format_tree, found))) == len(found)
    for gold in found:
        assert tuple(map(unescape, gold.words())) == words
        assert undo(gold) == drawn
        assert undo(pickle.loads(pickle.dumps(gold))) == drawn
        assert [phrase.label for phrase, _, _ in gold.phrases()] == [
            phrase.label for phrase, _, _ in drawn.phrases()
        ]


@given(trees_with_errors())
def test_collapsed_golds_have_the_words_and_no_trace_of_what_is_missing(
    case: tuple[Tree, list[SyntheticError], tuple[str, ...]],
) -> None:
    drawn, errors, words = case
    for gold in gold_trees(drawn, errors, collapse=True):
        assert tuple(map(unescape, gold.words())) == words
        assert not any(leaf.is_missing for leaf in gold.leaves(traces=True))
        assert sum(1 for _ in gold.phrases()) <= sum(1 for _ in drawn.phrases())


@given(random_trees(), st.data())
def test_an_extra_word_has_a_gold_for_each_phrase_with_its_gap_between_children(
    drawn: Tree, data: st.DataObject
) -> None:
    gap = data.draw(st.integers(0, len(drawn.words())))
    error = SyntheticError("any", Edit(gap, (), ("new",)), ("NN",))
    licensed = 0
    for depth_first, (phrase, start, end) in enumerate(drawn.phrases()):
        is_outermost = depth_first == 0 and phrase.label in OUTERMOST
        ends, at = [start], start
        for child in phrase.children:
            at += len(child.words()) if isinstance(child, Tree) else not child.is_trace
            ends.append(at)
        licensed += start < end and gap in ends and not is_outermost
    assert len(gold_trees(drawn, [error])) == max(licensed, 1)


def test_deep_trees_do_not_exhaust_the_stack() -> None:
    deep = Tree("NP", (Leaf("NN", "end"),))
    for _ in range(5_000):
        deep = Tree("NP", (Leaf("-NONE-", "*"), deep))
    (wrong,) = gold_trees(deep, [synthetic_error(0, "end", "and", "CC")], collapse=True)
    assert wrong.words() == ("and",)
    assert undo(wrong).words() == ("end",)
    (missing,) = gold_trees(deep, [synthetic_error(0, "end", "")], collapse=True)
    assert missing.words() == ()
    extra = training_tree(deep, [synthetic_error(0, "", "the", "DT")], rng=np.random.default_rng(1))
    assert extra.words() == ("the", "end")


@pytest.mark.parametrize("name", ["wsj00.mrg"])
def test_real_trees_keep_their_words_and_are_undone(shared_data: Path, name: str) -> None:
    lines = files.read_lines(str(shared_data / "treebank" / name))
    for count, drawn in enumerate(penn.parse_trees(lines, file=name)):
        words = [unescape(word) for word in drawn.words()]
        place = count % len(words)
        errors = [
            SyntheticError("extra", Edit(place, (), ("to",)), ("TO",)),
            SyntheticError(
                "missing", Edit(0, tuple([*words[:place], "to", *words[place:]][:1]), ()), ()
            ),
        ]
        for gold in gold_trees(drawn, errors):
            assert undo(gold) == drawn
