"""Texts are read into sentences, which are placed in their file when they are checked.

Which of them are English is decided by paragraph: by its most frequent words, or by the dictionary
if these are few.

The steps that depend on one sentence alone are values of `SentenceSteps`, so that their results can
be kept while a text is being written (`solecism.checking.checker`).
"""

from __future__ import annotations

import re
import unicodedata
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
from solecism.language.dictionary import listed_counts
from solecism.language.markup import UnmarkedText
from solecism.language.sentence_splitter import is_blank
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence, tokenised
from solecism.site import Flag, split_id

# The commonest words of English that are not common in other languages as well.
_COMMON_WORDS = """
    the of and to is that it for you was with are this have be not at from they he she his her
    or by but what all were we when your there can an each which their said if will up about out
    many then them these some would make him has look two more go see my than been who its now
    did get may how our after very because just good could where much should well only think
    also before other know want people into over had i like time day when year work being were
    n't 's 'm 're 've 'll 'd ca wo me us do does so as on in a
""".split()
_KNOWN = frozenset(
    form for word in _COMMON_WORDS for form in (word, word.capitalize(), word.upper())
)
# Words with a capital are left out, because names are the same in all languages: lists of people
# and of books are not another language. Of the rest, half the words of English prose are in the
# list above, but about a tenth of the words of other languages.
_LEAST_SHARE = 0.25
# A text is taken to go on as it began unless this many common words more, or less, speak against.
_MARGIN = 1
# Fewer words than these (headings, names, lists) say little: only a clear sign changes the result.
_LEAST_WORDS = 5
_SURE_SHARE = 0.5
# Headlines, lists and news have few common words. Short words are left out of the dictionary's
# verdict, because they are the same in many languages; of longer ones at most half are.
_LEAST_LETTERS, _LEAST_LONGER, _LISTED_SHARE = 4, 3, 0.75
# Both counts in one number, so that one sum finds both.
_ONE_COMMON = 1 << 32
_MAX_WORDS = 1 << 14
_LAST_LATIN = "\u02af"
_LETTERS_PER_WORD = 4


class _WordCounts(dict[str, int]):
    """What a word adds to the counts of lower-case words and of common English words."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _MAX_WORDS:
            self.clear()
        self[word] = counts = _n_words(word) + _ONE_COMMON * (word in _KNOWN)
        return counts


def _n_words(word: str) -> int:
    """How many words a string counts as: more if it has letters that English does not have.

    >>> [_n_words(word) for word in ("garden", "Berlin", "7", "zjedliśmy", "मेरे", "今天下雨了")]
    [1, 0, 0, 2, 2, 2]
    """
    if word.isascii():
        return int(word.isalpha() and not word.istitle())
    if word[0] > _LAST_LATIN and unicodedata.category(word[0]) == "Lo":
        # Other scripts may have no spaces between words.
        return 1 + len(word) // _LETTERS_PER_WORD
    return 2 * int(word.isalpha() and not word.istitle())


_WORD_COUNTS = _WordCounts()


def is_english(words: Iterable[str], *, so_far: bool = True) -> bool:
    """Whether the words are English; `so_far` says whether the text before them was.

    >>> is_english("I am waiting for the bus since two hours".split())
    True
    >>> is_english("Ich warte nun schon seit zwei Stunden auf den Bus".split())
    False
    >>> is_english(["Berlin"], so_far=False)
    False
    """
    words = list(words)
    n_common, n_words = divmod(sum(map(_WORD_COUNTS.__getitem__, words)), _ONE_COMMON)
    if n_words < _LEAST_WORDS:
        return so_far or n_common > _SURE_SHARE * n_words
    if n_common + (_MARGIN if so_far else -_MARGIN) > _LEAST_SHARE * n_words:
        return True
    return so_far and _are_listed(words)


def _are_listed(words: Iterable[str]) -> bool:
    """Whether most longer words are in the dictionary.

    >>> _are_listed("Sales of cars rose while exports fell sharply".split())
    True
    """
    longer = [word for word in words if len(word) >= _LEAST_LETTERS and word.islower()]
    n_listed = sum(word in listed_counts() for word in longer)
    return len(longer) >= _LEAST_LONGER and n_listed >= _LISTED_SHARE * len(longer)


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
    sentence: Sentence, flags: tuple[Flag, ...], advise: Callable[[], tuple[Flag, ...]]
) -> tuple[Flag, ...]:
    """The flags as they are advised on now, whatever was said about the same flags before."""
    return advise()


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
    same_advice: Callable[
        [Sentence, tuple[Flag, ...], Callable[[], tuple[Flag, ...]]], tuple[Flag, ...]
    ] = newest_advice


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
_STAND_IN = re.compile("x+s?", re.IGNORECASE)


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
