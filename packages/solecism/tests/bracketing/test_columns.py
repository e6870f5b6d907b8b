"""Parseval from columns is Parseval sentence by sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.bracketing.brackets import Rules
from solecism.bracketing.column_counts import column_counts
from solecism.bracketing.counts import bracket_counts
from solecism.bracketing.evaluation import evaluate, evaluate_columns
from solecism.formats.penn import parse
from solecism.formats.penn_columns import parse_columns
from solecism.tree_columns import TreeColumns

TAGS = st.sampled_from(["NN", "VB", ",", ".", "-NONE-", "RP"])
LABELS = st.sampled_from(["S", "NP-SBJ", "NP", "PRT", "ADVP", "TOP", ""])


@st.composite
def bracketings(draw: st.DrawFn, tags: list[str]) -> str:
    """Brackets over these tags' words: phrases opened and closed anywhere."""
    text, depth = f"({draw(LABELS)} ", 1
    for place, tag in enumerate(tags):
        opened = draw(st.integers(0, 2))
        text += "".join(f"({draw(LABELS)} " for _ in range(opened)) + f"({tag} w{place % 3}) "
        depth += opened
        closed = draw(st.integers(0, depth - 1))
        text, depth = text + ")" * closed, depth - closed
    return text + ")" * depth + "\n"


@st.composite
def twins(draw: st.DrawFn) -> tuple[str, str]:
    """Two files of trees over the same words, whose tags differ here and there."""
    gold = parsed = ""
    for tags in draw(st.lists(st.lists(TAGS, min_size=1, max_size=6), min_size=1, max_size=3)):
        other = [tag if draw(st.booleans()) else draw(TAGS) for tag in tags]
        gold += draw(bracketings(tags))
        parsed += draw(bracketings(other))
    return gold, parsed


RULES = st.builds(
    Rules,
    is_labelled=st.booleans(),
    is_strict=st.booleans(),
    equal_labels=st.sampled_from([(), (("ADVP", "PRT"),), (("X", "S"), ("S", "NP"))]),
)


def columns(text: str) -> TreeColumns:
    found = parse_columns(text.encode())
    assert found is not None
    return found


@given(twins(), RULES)
def test_columns_give_the_same_counts(texts: tuple[str, str], rules: Rules) -> None:
    one, other = map(columns, texts)
    gold, parsed = (list(parse(text.splitlines(), document="d", file="f")) for text in texts)
    ids = [sentence.id for sentence in gold]
    fast = column_counts(one, other, ids=ids, rules=rules)
    if fast is not None:
        slow = bracket_counts(gold, [sentence.trees[0] for sentence in parsed], rules=rules)
        assert fast.table.tolist() == slow.table.tolist()
        assert fast.states == slow.states
        assert fast.is_counted.tolist() == slow.is_counted.tolist()


def test_other_words_are_left_to_the_comparison_sentence_by_sentence() -> None:
    one, other = columns("(S (NN tea) (NN pot))\n"), columns("(S (NN tea) (NN top))\n")
    assert column_counts(one, other, ids=["a"]) is None
    assert column_counts(one, one, ids=["a"]) is not None


def test_long_words_are_compared_to_their_ends() -> None:
    one, other = (columns(f"(S (NN extraordinaril{end}))\n") for end in "yx")
    assert not one.has_words_of(other)


def test_an_evaluation_from_columns_has_the_same_figures() -> None:
    texts = (
        "(S (NP (NN tea)) (VP (VB is) (JJ hot)))\n" * 9,
        "(S (NN tea) (VP (VB is) (JJ hot)))\n(S (NP (NN tea)) (VB is) (JJ hot))\n(S (NP (NN tea)) "
        "(VP (VB is) (JJ hot)))\n" * 3,
    )
    one, other = map(columns, texts)
    gold, parsed = (list(parse(text.splitlines(), document="d", file="f")) for text in texts)
    ids = [sentence.id for sentence in gold]
    fast = evaluate_columns(one, [other, one], ids=ids, n_draws=50)
    trees = [[each.trees[0] for each in side] for side in (parsed, gold)]
    slow = evaluate(gold, trees, with_lineages=False, n_draws=50)
    assert fast is not None
    assert repr(fast.parses[0].groups) == repr(slow.parses[0].groups)
    assert repr(fast.differences) == repr(slow.differences)
    assert evaluate_columns(one, [columns("(S (NN top))\n" * 9)], ids=ids) is None
