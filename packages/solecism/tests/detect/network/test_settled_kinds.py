"""One error, one kind, the same every time."""

from __future__ import annotations

import pytest

from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    CONJUNCTION,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSING_WORD,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WORD_FORM,
    WRONG_ARTICLE,
    WRONG_NOUN,
    WRONG_PREPOSITION,
    WRONG_VERB,
    WRONG_WORD,
)
from solecism.detect.network.other_evidence import settled
from solecism.language.annotate import annotate
from solecism.site import Flag, Suggestion, id_of


def kind_of(text: str, old: str, new: str, kind: str) -> str | None:
    """The settled kind of an error at some words, or in the gap before one that begins with ^."""
    [sentence] = annotate(text, "a")
    words = old.removeprefix("^").split()
    places = range(len(sentence.words))
    start = next(n for n in places if sentence.words[n : n + len(words)] == tuple(words))
    end = start if old.startswith("^") else start + len(words)
    site = id_of(sentence.id, start, end, "edit")
    return settled(Flag(site, "x", True, kind, 0.9, (Suggestion(new, 0.9),)), sentence)


@pytest.mark.parametrize(
    ("text", "old", "new", "kinds", "right"),
    [
        ("I have went there.", "went", "gone", (TENSE, VERB_FORM), VERB_FORM),
        ("They do not went there.", "went", "go", (TENSE, VERB_FORM), VERB_FORM),
        ("Does she likes fish?", "likes", "like", (DISAGREEMENT, VERB_FORM), VERB_FORM),
        ("Yesterday we go home.", "go", "went", (VERB_FORM, TENSE), TENSE),
        ("She like fish.", "like", "likes", (VERB_FORM, DISAGREEMENT), DISAGREEMENT),
        ("We was late.", "was", "were", (TENSE, DISAGREEMENT), DISAGREEMENT),
        ("I am agree with you.", "am", "", (EXTRA_WORD, VERB_FORM), VERB_FORM),
        ("When I will arrive, call me.", "will", "", (EXTRA_WORD, TENSE), TENSE),
        ("It is more better.", "more", "", (EXTRA_WORD, ADJECTIVE), ADJECTIVE),
        ("You can to swim.", "to", "", (EXTRANEOUS_PREPOSITION, EXTRA_WORD), VERB_FORM),
        ("He is taller then me.", "then", "than", (WRONG_WORD, CONJUNCTION), CONJUNCTION),
        ("Please drive careful.", "careful", "carefully", (WORD_FORM, ADVERB), ADVERB),
        ("I feel happily.", "happily", "happy", (WORD_FORM, ADJECTIVE), ADJECTIVE),
        ("I don't know nothing.", "nothing", "anything", (WRONG_NOUN, PRONOUN), PRONOUN),
        ("I have too much exams.", "much", "many", (WRONG_ARTICLE, ADJECTIVE), ADJECTIVE),
        ("I think is good.", "^is", "it", (PRONOUN, MISSING_WORD), MISSING_WORD),
        ("I have waiting for you.", "^waiting", "been", (TENSE, MISSING_WORD), VERB_FORM),
        ("I like the music.", "the", "", (EXTRA_WORD, UNNEEDED_ARTICLE), UNNEEDED_ARTICLE),
        ("I have car.", "^car", "a", (MISSING_WORD, WRONG_ARTICLE), MISSING_ARTICLE),
        ("It is at last night.", "at", "", (EXTRA_WORD, WRONG_WORD), EXTRANEOUS_PREPOSITION),
        ("I listen music.", "^music", "to", (MISSING_WORD, WRONG_WORD), MISSING_PREPOSITION),
        ("We met in monday.", "in", "on", (WRONG_WORD, EXTRA_WORD), WRONG_PREPOSITION),
        ("We met on july.", "july", "July", (PUNCTUATION, PRONOUN), CAPITALS),
        ("They make-up stories.", "-", "", (EXTRA_WORD, WRONG_WORD), PUNCTUATION),
    ],
)
def test_a_change_has_one_kind_whatever_it_was_called(
    text: str, old: str, new: str, kinds: tuple[str, ...], right: str
) -> None:
    assert {kind_of(text, old, new, kind) for kind in kinds} == {right}


@pytest.mark.parametrize(
    ("text", "old", "new", "kind"),
    [
        ("I did a mistake.", "did", "made", WRONG_VERB),
        ("We need a big table.", "big", "large", ADJECTIVE),
        ("He went to shop.", "^shop", "the", "missing-article"),
    ],
)
def test_other_changes_keep_their_kind(text: str, old: str, new: str, kind: str) -> None:
    assert kind_of(text, old, new, kind) == kind


def test_without_a_suggestion_nothing_is_settled() -> None:
    [sentence] = annotate("I have went there.", "a")
    assert settled(Flag("a.1:2-3:verb", "x", True, TENSE, 0.9), sentence) == TENSE
