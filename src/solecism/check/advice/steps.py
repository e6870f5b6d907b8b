"""The steps of checking that depend on one sentence alone, so that their results can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from solecism.check.advice.changes import Change, apply, changes
from solecism.check.advice.resolve import resolved
from solecism.check.edits import edit_of
from solecism.finding import CheckedSentence, Place
from solecism.flag import Flag
from solecism.language.annotate import annotate_sentences
from solecism.language.text import split
from solecism.language.text.tokenise import tokenise
from solecism.sentence import Sentence, tokenised


@dataclass(frozen=True, slots=True)
class FixedSentence:
    """A sentence with all first suggestions followed, and the changes that this takes."""

    changes: Sequence[Change]
    sentence: Sentence | None


def fixed_sentence(sentence: Sentence, flags: Iterable[Flag]) -> FixedSentence:
    """The sentence with the first suggestion of every error followed."""
    edits = [
        edit_of(flag, sentence.words, flag.suggestions[0])
        for flag in flags
        if flag.error and flag.suggestions
    ]
    done = changes(sentence, edits)
    text = apply(sentence.text, done)
    fixed = tokenised(sentence.id, text, *tokenise(text), after=sentence.after)
    return FixedSentence(done, fixed)


@dataclass(frozen=True, slots=True)
class SentenceSteps:
    """How a text is divided, its words are tagged, errors are resolved and suggestions tried.

    At last the checked sentences are made, of their files, places, flags, and languages.
    """

    divide: split.Divide = split.sentences
    annotate: Callable[[Sequence[Sentence]], Iterable[Sentence]] = annotate_sentences
    resolve: Callable[[Sentence, Sequence[Flag]], tuple[Flag, ...]] = resolved
    fix: Callable[[Sentence, Sequence[Flag]], FixedSentence] = fixed_sentence
    checked: Callable[[str, Place, Sentence, tuple[Flag, ...], bool], CheckedSentence] = (
        CheckedSentence
    )


STEPS = SentenceSteps()
