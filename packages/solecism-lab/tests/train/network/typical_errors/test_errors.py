"""Common errors in sentences: density, classes of repairs, and text to tune on."""

from __future__ import annotations

from solecism.detect.network.repairs import GROUPS, Repair
from solecism.edit import apply
from solecism.language.annotate import annotate
from solecism_lab.train.network.typical_errors import tuning_sentences, typical_repairs

TEXT = (
    "She was interested in the information about much larger cities. He went to the station "
    "because the children had made many plans for the summer. They have been good friends since "
    "school, and they always tell each other the truth. "
)


def test_what_slips_need_has_classes() -> None:
    words = set(typical_repairs().words)
    assert Repair("R", "determiner", "much") in words
    assert Repair("R", "tense", "VBD") in words
    assert Repair("R", "noun", "information") in words
    assert Repair("M", "verb", "is") in set(typical_repairs().gaps)


def test_made_sentences_say_where_their_errors_are() -> None:
    native = list(annotate(TEXT * 40, "text"))
    made = list(tuning_sentences(native))
    assert [each.id for each in made] == [each.id for each in native]
    edits = [edit for each in made for edit in each.annotations[0].edits]
    assert {edit.kind for edit in edits} <= set(GROUPS)
    n_words = sum(len(each.words) for each in native)
    assert 0.03 < len(edits) / n_words < 0.2
    for sentence, before in zip(made, native, strict=True):
        if not sentence.annotations[0].edits:
            assert sentence.words == before.words
        apply(sentence.words, sentence.annotations[0].edits)


def test_the_same_text_gives_the_same_errors() -> None:
    native = list(annotate(TEXT, "text"))
    assert list(tuning_sentences(native)) == list(tuning_sentences(native))
    assert list(tuning_sentences(native)) != list(tuning_sentences(native, seed=1))
