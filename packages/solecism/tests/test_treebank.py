"""The bundled treebank is in order: brackets, tags, labels, traces."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from places import EXAMPLES
from solecism.formats import penn
from solecism.sentence import Sentence
from solecism.tree import TRACE_TAG, Tree

PATH = EXAMPLES / "treebank.mrg"
LINES = PATH.read_text(encoding="utf-8").splitlines(keepends=True)
SENTENCES = list(penn.parse(LINES, document="treebank", file=PATH.name))
TAGS = frozenset(
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH "
    "VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB . , : `` '' $ # -LRB- -RRB-".split()
)
PHRASES = frozenset(
    "ADJP ADVP CONJP FRAG INTJ LST NAC NP NX PP PRN PRT QP RRC S SBAR SBARQ SINV SQ UCP VP WHADJP "
    "WHADVP WHNP WHPP X".split()
)
FUNCTIONS = frozenset(
    "ADV BNF CLF CLR DIR DTV EXT HLN LGS LOC MNR NOM PRD PRP PUT SBJ SEZ TMP TPC TTL VOC".split()
)
TRACE = re.compile(r"0|\*U\*|\*|\*(?:[A-Z]+\*)?-\d+")
INDEX = re.compile(r"-(\d+)$")


def indices(names: list[str]) -> Counter[str]:
    return Counter(match[1] for name in names if (match := INDEX.search(name)))


def test_every_line_is_a_tree_as_it_is_written() -> None:
    assert len(SENTENCES) >= 60
    assert list(penn.format(SENTENCES)) == LINES
    assert all(len(sentence.trees) == 1 for sentence in SENTENCES)
    assert len({sentence.text for sentence in SENTENCES}) == len(SENTENCES)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_tree_follows_the_treebank(sentence: Sentence) -> None:
    (tree,) = sentence.trees
    assert tree.label == ""
    assert 4 <= len(sentence) <= 25
    assert set(sentence.tags) <= TAGS
    for phrase, _, _ in list(tree.phrases())[1:]:
        assert phrase.children
        assert phrase.category in PHRASES
        functions = phrase.label.split("-")[1:]
        assert all(name in FUNCTIONS or name.isdigit() for name in functions), phrase.label


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_every_index_has_one_phrase_and_a_trace(sentence: Sentence) -> None:
    (tree,) = sentence.trees
    traces = [leaf.word for leaf in tree.leaves(traces=True) if leaf.is_trace]
    assert all(map(TRACE.fullmatch, traces)), traces
    antecedents = indices([phrase.label for phrase, _, _ in tree.phrases()])
    assert set(antecedents.values()) <= {1}
    assert antecedents.keys() == indices(traces).keys()


def test_verb_phrases_have_a_verb_and_prepositional_ones_a_preposition() -> None:
    for sentence in SENTENCES:
        for phrase, _, _ in sentence.trees[0].phrases():
            heads = {
                child.category if isinstance(child, Tree) else child.tag[:2]
                for child in phrase.children
            }
            if phrase.category == "VP":
                assert heads & {"VB", "MD", "TO", "VP"}, phrase
            if phrase.category == "PP":
                assert heads & {"IN", "TO"}, phrase


def test_the_treebank_is_varied() -> None:
    labels = Counter(
        phrase.category for sentence in SENTENCES for phrase, _, _ in sentence.trees[0].phrases()
    )
    assert labels["SBARQ"] + labels["SQ"] >= 8
    assert labels["WHNP"] >= 10
    assert labels["PP"] >= 50
    passives = sum("(VBN " in line and "(NP (-NONE- *-" in line for line in LINES)
    assert passives >= 5
    assert sum("(CC " in line for line in LINES) >= 8
    assert TRACE_TAG in "".join(LINES)
