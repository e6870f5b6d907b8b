"""Texts are read into sentences, which are placed in their file when they are checked.

Which of them are English is decided by paragraph.
The steps that depend on one sentence alone are values of `SentenceSteps`, so that their results can
be kept while a text is being written (`solecism.checking.checker`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from solecism.checking.conflicts import resolve_conflicts
from solecism.checking.suggested_edits import TextChange, apply_changes, edit_of, text_changes
from solecism.detect.detector import PUNCTUATION
from solecism.documents.document import Document, SourceMap
from solecism.finding import CheckedSentence, Place
from solecism.formats import text
from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.language.dictionary import is_english
from solecism.language.markup import UnmarkedText
from solecism.language.sentence_splitter import is_blank
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence, tokenised
from solecism.site import Flag, split_id

# A long paragraph is divided, because a text may change its language in the middle.
_MOST_WORDS = 60


def mark_english(sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, bool]]:
    """Each sentence, and whether its paragraph is English; a short one is like the one before."""
    is_paragraph_english = True
    for paragraph in _paragraphs(sentences):
        words = chain.from_iterable(sentence.words for sentence in paragraph)
        is_paragraph_english = is_english(words, so_far=is_paragraph_english)
        for sentence in paragraph:
            yield sentence, is_paragraph_english


def _paragraphs(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    paragraph: list[Sentence] = []
    n_words = 0
    for sentence in sentences:
        paragraph.append(sentence)
        n_words += len(sentence.words)
        if n_words >= _MOST_WORDS or _ends_paragraph(sentence.after):
            yield paragraph
            paragraph, n_words = [], 0
    if paragraph:
        yield paragraph


def _ends_paragraph(after: str) -> bool:
    return after not in (" ", "\n", "") and "\n" in after and is_blank(after.lstrip(" \t"))


@dataclass(frozen=True, slots=True)
class FixedSentence:
    """A sentence with all first suggestions followed, and the changes that this takes."""

    changes: Sequence[TextChange]
    sentence: Sentence | None


def fixed_sentence(sentence: Sentence, flags: Iterable[Flag]) -> FixedSentence:
    """The sentence with the first suggestion of every error followed."""
    edits = [
        edit_of(flag, sentence.words, flag.suggestions[0])
        for flag in flags
        if flag.error and flag.suggestions
    ]
    done = text_changes(sentence, edits)
    text = apply_changes(sentence.text, done)
    fixed = tokenised(sentence.id, text, *tokenise(text), after=sentence.after)
    return FixedSentence(done, fixed)


# What people call the places of a sentence, each with the character at which it begins to hold.
Labels = tuple[tuple[int, str], ...]


def newest_advice(
    sentence: Sentence, flags: tuple[Flag, ...], advised: tuple[Flag, ...]
) -> tuple[Flag, ...]:
    """The flags as they were advised on now, whatever was said about the same flags before."""
    return advised


@dataclass(frozen=True, slots=True)
class SentenceSteps:
    """How a text is divided, its words are tagged, errors are resolved and suggestions tried.

    Sentences of a document are restored as they are in its source, given the offsets of their
    plain text. At last the checked sentences are made, of their files, places, flags, languages and
    labels. Advice on the very same flags may be the very same flags as before.
    """

    divide: sentence_splitter.SentenceSplitter = sentence_splitter.sentences
    annotate: Callable[[Sequence[Sentence]], Iterable[Sentence]] = annotate_sentences
    resolve: Callable[[Sentence, Sequence[Flag]], tuple[Flag, ...]] = resolve_conflicts
    fix: Callable[[Sentence, Sequence[Flag]], FixedSentence] = fixed_sentence
    restore: Callable[[SourceMap, Sentence, int], Sentence] = SourceMap.restored
    checked: Callable[[str, Place, Sentence, tuple[Flag, ...], bool, Labels], CheckedSentence] = (
        CheckedSentence
    )
    same_advice: Callable[[Sentence, tuple[Flag, ...], tuple[Flag, ...]], tuple[Flag, ...]] = (
        newest_advice
    )


DEFAULT_STEPS = SentenceSteps()


# A sentence, and whether it is English.
MarkedSentence = tuple[Sentence, bool]
# A sentence, its flags, and whether it is English.
FlaggedSentence = tuple[Sentence, tuple[Flag, ...], bool]


class Reading(NamedTuple):
    """A text that is being read.

    `sentences` are read on demand. `place` makes checked sentences of all of them, in the same
    order, once they have flags. If it `has_own_ids`, other texts may have sentences of the same
    ids.
    """

    sentences: Iterator[MarkedSentence]
    place: Callable[[Iterable[FlaggedSentence]], Iterator[CheckedSentence]]
    has_own_ids: bool = False


def read_text(
    lines: Iterable[str],
    *,
    document: str,
    file: str,
    markup: bool = True,
    steps: SentenceSteps = DEFAULT_STEPS,
) -> Reading:
    """The reading of plain text; markup is skipped if `markup`, and restored when it is placed.

    `steps` may be some that remember sentences.
    """
    unmarked = UnmarkedText(lines, markup=markup)
    sentences = text.parse(unmarked, document=document, file=file, divide=steps.divide)

    def place(flagged: Iterable[FlaggedSentence]) -> Iterator[CheckedSentence]:
        place, offset = Place(1, 1), 0
        for sentence, flags, is_checked in flagged:
            written = unmarked.restored(sentence, offset)
            is_heading = written.text.rpartition("\n")[2].lstrip().startswith("#")
            flags = _about_prose(sentence, written, flags, is_block=is_heading)
            yield steps.checked(file, place, written, flags, is_checked, ())
            whole = written.text + written.after
            offset += len(whole)
            place = place.after(whole)

    return Reading(mark_english(sentences), place)


def read_document(
    content: Document,
    *,
    document: str,
    file: str,
    markup: bool = True,
    steps: SentenceSteps = DEFAULT_STEPS,
) -> Reading:
    """The reading of a document, which has labels for its places, or a source with markup.

    `steps` may be some that remember sentences.
    """
    lines = content.text.splitlines(keepends=True)
    if not content.blocks and content.source is None:
        return read_text(lines, document=document, file=file, markup=markup, steps=steps)
    sentences = text.parse(lines, document=document, file=file, divide=steps.divide)

    def place(flagged: Iterable[FlaggedSentence]) -> Iterator[CheckedSentence]:
        place, offset, source = Place(1, 1), 0, content.source
        is_first = True
        for sentence, flags, is_checked in flagged:
            end = offset + len(sentence.text)
            written = steps.restore(source, sentence, offset) if source else sentence
            is_last = not sentence.after or _ends_paragraph(sentence.after)
            if source:
                flags = _about_prose(sentence, written, flags, is_block=is_first and is_last)
            is_first = is_last
            labels = content.labels(offset, end)
            yield steps.checked(file, place, written, flags, is_checked, labels)
            offset = end + len(sentence.after)
            place = place.after(written.text + written.after)

    return Reading(mark_english(sentences), place)


# Words of so many letters x stand for code and the like.
_STAND_IN = re.compile("xx+s?", re.IGNORECASE)


def _about_prose(
    sentence: Sentence, written: Sentence, flags: tuple[Flag, ...], *, is_block: bool
) -> tuple[Flag, ...]:
    """The flags of a sentence of a text with markup; in some places there are no errors.

    A heading, an item of a list or the subject of a commit is a block of one sentence, which needs
    no full stop. What stands for code is no word that could be misspelt.
    """
    if not any(flag.error for flag in flags):
        return flags

    def is_markup(flag: Flag) -> bool:
        _, start, end, _ = split_id(flag.site)
        if start == end:
            return is_block and flag.kind == PUNCTUATION and start == len(sentence.words)
        return all(
            word != as_written and _STAND_IN.fullmatch(word)
            for word, as_written in zip(
                sentence.words[start:end], written.words[start:end], strict=True
            )
        )

    return tuple(flag.as_correct if flag.error and is_markup(flag) else flag for flag in flags)


def read_sentences(sentences: Iterable[Sentence], *, file: str) -> Reading:
    """The reading of sentences of other formats; each counts as one line."""

    def place(flagged: Iterable[FlaggedSentence]) -> Iterator[CheckedSentence]:
        for number, (sentence, flags, is_checked) in enumerate(flagged, 1):
            yield CheckedSentence(file, Place(number, 1), sentence, flags, is_checked)

    return Reading(mark_english(sentences), place, has_own_ids=True)
