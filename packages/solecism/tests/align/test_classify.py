"""Types of edits, on sides whose tags are given."""

from __future__ import annotations

import pytest

from solecism.align.edit_types import edit_type
from solecism.align.tagged_words import AlignmentStep, Side, side
from solecism.sentence import Sentence, from_words


def tagged(text: str) -> Sentence:
    """A sentence from words with their tags: `the/DT cat/NN`."""
    pairs = [token.rsplit("/", 1) for token in text.split()]
    words = tuple(word for word, _ in pairs)
    bare = from_words("essay.1", words)
    return Sentence(bare.id, bare.text, words, bare.starts, tuple(tag for _, tag in pairs))


def whole(before: Side, after: Side) -> AlignmentStep:
    return AlignmentStep(0, len(before), 0, len(after))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "of/IN", "M:PREP"),
        ("", "the/DT", "M:DET"),
        ("", ",/,", "M:PUNCT"),
        ("", "'s/POS", "M:NOUN:POSS"),
        ("", "to/TO", "M:VERB:FORM"),
        ("", "it/PRP is/VBZ", "M:OTHER"),
        ("", "to/TO sing/VB", "M:VERB"),
        ("", "quickly/RB", "M:ADV"),
        ("", "seven/CD", "M:OTHER"),
        ("", "n't/RB", "M:CONTR"),
        ("her/PRP$", "", "U:DET"),
        ("out/RP", "", "U:PART"),
        ("'ll/MD", "", "U:CONTR"),
        ("in/IN", "at/IN", "R:PREP"),
        ("because/IN of/IN", "for/IN", "R:PREP"),
        ("a/DT", "an/DT", "R:DET"),
        ("she/PRP", "her/PRP$", "R:DET"),
        ("it/PRP", "that/DT", "R:PRON"),
        ("for/IN", "to/TO", "R:PART"),
        ("knife/NN", "knives/NNS", "R:NOUN:NUM"),
        ("mice/NNS", "mouse/NN", "R:NOUN:NUM"),
        ("advices/NNS", "advice/NN", "R:NOUN:INFL"),
        ("walk/VBP", "walks/VBZ", "R:VERB:SVA"),
        ("was/VBD", "were/VBD", "R:VERB:SVA"),
        ("go/VB", "going/VBG", "R:VERB:FORM"),
        ("singing/VBG", "to/TO sing/VB", "R:VERB:FORM"),
        ("go/VBP", "went/VBD", "R:VERB:TENSE"),
        ("sees/VBZ", "has/VBZ seen/VBN", "R:VERB:TENSE"),
        ("will/MD", "would/MD", "R:VERB:TENSE"),
        ("say/VB", "tell/VB", "R:VERB"),
        ("friends/NNS", "friend/NN 's/POS", "R:NOUN:POSS"),
        ("good/JJ", "better/JJR", "R:ADJ:FORM"),
        ("more/RBR tall/JJ", "taller/JJR", "R:ADJ:FORM"),
        ("care/NN", "careful/JJ", "R:MORPH"),
        ("runned/VBD", "ran/VBD", "R:VERB:INFL"),
        ("teached/VBD", "teach/VBP", "R:VERB:INFL"),
        ("childrens/NNS", "children/NNS", "R:SPELL"),
        ("wo/MD", "will/MD", "R:CONTR"),
        ("ca/MD", "could/MD", "R:VERB:TENSE"),
        ("musical/JJ", "musicals/NNS", "R:NOUN:NUM"),
        ("a/DT", "one/CD", "R:DET"),
        ("other/JJ", "another/DT", "R:DET"),
        ("no/DT", "not/RB", "R:OTHER"),
        ("form/NN", "from/IN", "R:SPELL"),
        ("hole/NN", "whole/JJ", "R:SPELL"),
        ("good/JJ", "well/RB", "R:ADV"),
        ("human/JJ", "people/NNS", "R:NOUN"),
        ("though/IN", "thought/VBD", "R:SPELL"),
        ("xqzvk/NN", "lamp/NN", "R:NOUN"),
        ("thier/PRP$", "their/PRP$", "R:SPELL"),
        ("more/RBR quick/RB", "quicker/RBR", "R:ADV"),
        ("to/TO swim/VB", "running/VBG", "R:VERB"),
        ("looked/VBD up/RP", "sought/VBD", "R:VERB"),
        ("howse/NN", "house/NN", "R:SPELL"),
        ("monday/NNP", "Monday/NNP", "R:ORTH"),
        ("foot/NN ball/NN", "football/NN", "R:ORTH"),
        (",/,", "./.", "R:PUNCT"),
        ("always/RB is/VBZ", "is/VBZ always/RB", "R:WO"),
        ("but/CC", "and/CC", "R:CONJ"),
        ("'m/VBP", "was/VBD", "R:CONTR"),
        ("however/RB", "a/DT lot/NN of/IN", "R:OTHER"),
        ("cloudy/JJ", "weather/NN", "R:NOUN"),
        ("fly/NN", "brave/JJ", "R:OTHER"),
    ],
)
def test_the_two_sides_tell_the_type(before: str, after: str, expected: str) -> None:
    source, corrected = side(tagged(before)), side(tagged(after))
    assert edit_type(source, corrected, whole(source, corrected)) == expected


def test_a_verb_that_helps_another_one_is_a_matter_of_tense() -> None:
    source = side(tagged("they/PRP never/RB eaten/VBN"))
    helping = side(tagged("they/PRP have/VBP never/RB eaten/VBN"))
    main = side(tagged("they/PRP have/VBP cats/NNS"))
    assert edit_type(source, helping, AlignmentStep(1, 1, 1, 2)) == "M:VERB:TENSE"
    assert edit_type(source, main, AlignmentStep(1, 1, 1, 2)) == "M:VERB"


def test_a_last_word_that_changes_its_case_only_does_not_count() -> None:
    source, corrected = side(tagged("Rain/NN fell/VBD")), side(tagged("The/DT rain/NN fell/VBD"))
    assert edit_type(source, corrected, AlignmentStep(0, 1, 0, 2)) == "M:DET"
    assert edit_type(corrected, source, AlignmentStep(0, 2, 0, 1)) == "U:DET"


def test_which_word_helps_another_depends_on_its_sentence() -> None:
    source = side(tagged("they/PRP can/MD sings/VBZ"))
    corrected = side(tagged("they/PRP can/MD sing/VB"))
    assert edit_type(source, corrected, AlignmentStep(2, 3, 2, 3)) == "R:VERB:FORM"
    assert edit_type(source[2:], corrected[2:], AlignmentStep(0, 1, 0, 1)) == "R:VERB:SVA"


def test_a_determiner_without_a_noun_is_a_pronoun() -> None:
    source = side(tagged("it/PRP is/VBZ red/JJ"))
    corrected = side(tagged("that/DT is/VBZ red/JJ"))
    assert edit_type(source, corrected, AlignmentStep(0, 1, 0, 1)) == "R:PRON"


def test_nothing_changed_has_no_category() -> None:
    source = side(tagged("it/PRP is/VBZ"))
    assert edit_type(source, source, AlignmentStep(1, 1, 1, 1)) == "UNK"
