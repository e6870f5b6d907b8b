"""What looks wrong and is right: subjunctives, wishes, singular nouns in -s, headlines, verse."""

from __future__ import annotations

import re
import sys
from types import FrameType
from typing import Any

import pytest

from solecism.checking import right_constructions
from solecism.checking.right_constructions import without_right_constructions
from solecism.detect.detector import (
    DISAGREEMENT,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    PUNCTUATION,
    TENSE,
    VERB_FORM,
)
from solecism.language.annotate import annotate
from solecism.site import Flag, Suggestion, id_of


def is_error(text: str, old: str, new: str, kind: str = DISAGREEMENT) -> bool:
    """Whether a flag at the last place of a word is still an error; `^` is the gap before it."""
    [sentence] = annotate(text, "a")
    word = old.removeprefix("^")
    at_end = not word
    n_words = len(sentence.words)
    place = n_words if at_end else n_words - 1 - sentence.words[::-1].index(word)
    end = place if old.startswith("^") else place + 1
    flag = Flag(
        id_of(sentence.id, place, end, "verb"), "x", True, kind, 0.9, (Suggestion(new, 0.9),)
    )
    [(_, [found], _)] = without_right_constructions([(sentence, (flag,), True)])
    return found.error


@pytest.mark.parametrize(
    ("text", "old", "new", "kind"),
    [
        ("They insist that he go home.", "go", "goes", DISAGREEMENT),
        ("The rules require that every player wear a helmet.", "wear", "wears", DISAGREEMENT),
        ("It is vital that she take it.", "take", "took", TENSE),
        ("We asked that she not be told.", "^not", "would", MISSING_WORD),
        ("My boss suggested that he sell it.", "^sell", "should", MISSING_WORD),
        ("He spoke as though she were deaf.", "were", "was", DISAGREEMENT),
        ("Were she here, we would know.", "Were", "Was", DISAGREEMENT),
        ("God save us all.", "save", "saves", DISAGREEMENT),
        ("If need be, we can walk.", "be", "is", TENSE),
        ("Everyone have a good day!", "have", "has", DISAGREEMENT),
        ("Darts is played in every pub.", "is", "are", DISAGREEMENT),
        ("There is a barracks behind the hill.", "barracks", "barrack", NOUN_NUMBER),
        ("A series of lectures was held.", "was", "were", DISAGREEMENT),
        ("Great Expectations was published in parts.", "was", "were", DISAGREEMENT),
        ("Antigua and Barbuda is a member.", "is", "are", DISAGREEMENT),
        ("Police hunt thief after bank raid", "^thief", "the", MISSING_ARTICLE),
        ("Police hunt thief after bank raid", "^", ".", PUNCTUATION),
        ("Beat eggs and add to mixture.", "^mixture", "the", MISSING_ARTICLE),
        ("Oft in the stilly night, ere slumber came.", "stilly", "silly", MISSPELLING),
        ("The way in in winter is closed.", "in", "", EXTRANEOUS_PREPOSITION),
        ("The rules being strict, nobody laughed.", "being", "are", VERB_FORM),
    ],
)
def test_what_only_looks_wrong_is_right(text: str, old: str, new: str, kind: str) -> None:
    assert not is_error(text, old, new, kind)


@pytest.mark.parametrize(
    ("text", "old", "new", "kind"),
    [
        ("They know that he go home.", "go", "goes", DISAGREEMENT),
        ("He says that she take it.", "take", "takes", DISAGREEMENT),
        ("They insist that he goes home.", "goes", "go", DISAGREEMENT),
        ("When she were here, we knew.", "were", "was", DISAGREEMENT),
        ("My father save money.", "save", "saves", DISAGREEMENT),
        ("Everyone have a car.", "have", "has", DISAGREEMENT),
        ("My friends is here.", "is", "are", DISAGREEMENT),
        ("The news are bad.", "are", "is", DISAGREEMENT),
        ("There is a lot of works to do.", "works", "work", NOUN_NUMBER),
        ("Tom and Mary is here.", "is", "are", DISAGREEMENT),
        ("I bought new car", "^new", "a", MISSING_ARTICLE),
        ("My brother bought new car", "^", ".", PUNCTUATION),
        ("He went to shop yesterday.", "^shop", "a", MISSING_ARTICLE),
        ("They live in in Rome.", "in", "", EXTRANEOUS_PREPOSITION),
        ("I went to the stilly shop.", "stilly", "silly", MISSPELLING),
        ("Yea, I depend of stilly nights.", "stilly", "silly", MISSPELLING),
        ("Dog barks", "^Dog", "the", MISSING_ARTICLE),
    ],
)
def test_what_is_wrong_stays_wrong(text: str, old: str, new: str, kind: str) -> None:
    assert is_error(text, old, new, kind)


@pytest.mark.parametrize(
    ("place", "is_right"), [((1, 4), True), ((2, 2), True), ((1, 1), False), ((4, 5), False)]
)
def test_a_fixed_phrase_is_right_from_its_first_word_to_its_last(
    place: tuple[int, int], is_right: bool
) -> None:
    [sentence] = annotate("But if need be we goes on.", "a")
    flag = Flag(id_of(sentence.id, *place, "verb"), "x", True, TENSE, 0.9)
    [(_, [found], _)] = without_right_constructions([(sentence, (flag,), True)])
    assert found.error is not is_right


class CountedPattern:
    """A pattern that counts the characters that it looks at."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.n_characters = pattern, 0

    def finditer(self, text: str) -> Any:
        self.n_characters += len(text)
        return self.pattern.finditer(text)


def n_steps(monkeypatch: pytest.MonkeyPatch, n_words: int) -> int:
    """How much is done for a sentence in which every verb is flagged: bytecodes and characters."""
    pattern = CountedPattern(right_constructions._WISH)
    n_done = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal n_done
        n_done += event == "opcode"
        frame.f_trace_opcodes = True
        return trace

    [sentence] = annotate("They was here and " * (n_words // 4) + "My Friends is", "a")
    flags = [
        Flag(id_of(sentence.id, n, n + 1, "verb"), "x", True, kind, 0.9, (Suggestion(new, 0.9),))
        for n, word in enumerate(sentence.words)
        if word in ("was", "is")
        for kind, new in ((DISAGREEMENT, "were"), (MISSING_ARTICLE, "a"))
    ]
    with monkeypatch.context() as patch:
        patch.setattr(right_constructions, "_WISH", pattern)
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            without_right_constructions([(sentence, tuple(flags), True)])
        finally:
            sys.settrace(before)
    return n_done + pattern.n_characters


def test_work_grows_with_the_words_of_a_sentence_and_not_with_their_square(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert n_steps(monkeypatch, 1_600) < 2.2 * n_steps(monkeypatch, 800)
