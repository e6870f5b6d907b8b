"""The words that errors are made from: words to insert, and words that differ in one letter.

Words to insert are a seeded sample of the words of native text, with tags.

Foster (2007) prints 15 of her 113 pairs of words that differ in one letter. Ours come from counts
of native text by a rule, and were read by eye: an edit of one letter apart, both common, each
mostly of another part of speech than the other, and no two forms of one word. Three of the printed
pairs are of one part of speech, and are added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solecism.align.edit_types import RARE_CATEGORIES
from solecism.align.tagged_words import category
from solecism.corruption import counts
from solecism.corruption.counts import WordCounts, is_dictionary_word
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.word_classes import PENN_TAGS, PUNCTUATION_TAGS
from solecism.errors import InputError
from solecism.language.dictionary import one_letter_apart
from solecism.language.lemmas import lemma
from solecism.language.tagger import is_known_word

INSERTIONS_FILE = "insertions.tsv"
N_WORDS = 2_500
_MOST_TIMES = 100_000
_INSERTIONS_COLUMNS = ("word", "tag", "times")
_OTHER_TAGS = frozenset("NNP NNPS FW GW XX ADD AFX LS UH CD POS -NONE-".split())
_TAGS = PENN_TAGS - PUNCTUATION_TAGS - _OTHER_TAGS
# Words that a large text has less often are mostly slips of writers or of the tagger.
_LEAST_PER_MILLION = 5.0


@dataclass(frozen=True, slots=True)
class Insertions:
    """Words with tags, repeated as often as they were drawn, and the same grouped by tag."""

    words: Sequence[tuple[str, str]]
    of_tag: Mapping[str, Sequence[str]]

    def any(self, stream: RandomStream) -> tuple[str, str]:
        """One of the words, with its tag."""
        return self.words[stream.below(len(self.words))]

    def drawn(self, stream: RandomStream, tag: str) -> str:
        """One of the words with this tag, which must occur in the list."""
        words = self.of_tag[tag]
        return words[stream.below(len(words))]


@cache
def bundled_insertions() -> Insertions:
    """The words that ship with the package."""
    return parse_insertions(counts.bundled_lines(INSERTIONS_FILE), file=INSERTIONS_FILE)


def parse_insertions(lines: Iterable[str], *, file: str) -> Insertions:
    """The words in the lines that `format_insertions` gives."""
    words: list[tuple[str, str]] = []
    for word, tag, times in counts.parse_rows(lines, len(_INSERTIONS_COLUMNS), file=file):
        words += [(word, tag)] * counts.count_of(times, file=file, most=_MOST_TIMES)
    of_tag: dict[str, list[str]] = {}
    for word, tag in words:
        of_tag.setdefault(tag, []).append(word)
    return Insertions(words, of_tag)


def learn_insertions(
    counts: WordCounts, *, rng: np.random.Generator, n_words: int = N_WORDS
) -> Counter[tuple[str, str]]:
    """Words drawn from all those counted, without names, numbers and foreign words."""
    least = _LEAST_PER_MILLION * counts.total() / 1e6
    entries = sorted(entry for entry in counts if counts[entry] >= least and _is_apt(*entry))
    if not entries:
        raise InputError("the text has no words to insert. Give English text.")
    shares = np.array([counts[entry] for entry in entries], dtype=np.float64)
    drawn = rng.multinomial(n_words, shares / shares.sum())
    return Counter({entry: int(n) for entry, n in zip(entries, drawn, strict=True) if n})


def format_insertions(drawn: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """The lines of a table of insertions."""
    rows: Iterable[Sequence[object]] = ((*entry, n) for entry, n in sorted(drawn.items()))
    return counts.format_rows(_INSERTIONS_COLUMNS, rows)


def _is_apt(word: str, tag: str) -> bool:
    return tag in _TAGS and is_dictionary_word(word) and is_known_word(word.lower())


SPELLINGS_FILE = "spellings.tsv"
# Of a million words of native text.
LEAST_PER_MILLION = 150.0
# Of a word's uses, with a tag of its main part of speech.
LEAST_SHARE = 0.8
_SPELLINGS_COLUMNS = ("word", "tag", "other", "tag")
# *to* before a verb and before a noun, *there* as a place and as a subject.
_ONE_TO_THE_EYE = {"TO": "PREP", "EX": "ADV"}
# Nobody writes it for something else and keeps its capital.
_NEVER = "I"
# Printed in Table 1 of the paper, although both words of a pair are mostly prepositions to the eye.
PRINTED_PAIRS = frozenset((("if", "in"), ("if", "of"), ("in", "on")))


@dataclass(frozen=True, slots=True)
class CommonWord:
    """A word with its commonest tag and its main part of speech."""

    word: str
    tag: str
    category: str


Pair = tuple[CommonWord, CommonWord]


@cache
def bundled_spellings() -> dict[str, tuple[tuple[str, str], ...]]:
    """The words, with their tags, that may be written for each word by mistake."""
    return parse_spellings(counts.bundled_lines(SPELLINGS_FILE), file=SPELLINGS_FILE)


def parse_spellings(lines: Iterable[str], *, file: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The words for each word in the lines that `format_spellings` gives."""
    others: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for word, tag, other, other_tag in counts.parse_rows(lines, len(_SPELLINGS_COLUMNS), file=file):
        others[word].append((other, other_tag))
        others[other].append((word, tag))
    return {word: tuple(spellings) for word, spellings in others.items()}


def learn_spellings(
    counts: WordCounts, *, least_per_million: float = LEAST_PER_MILLION
) -> list[Pair]:
    """The pairs of words that may be confused, in alphabetical order."""
    common = common_words(counts, least_per_million=least_per_million)
    pairs = []
    for word in sorted(common):
        for other in sorted(_common_neighbours(word, common)):
            pair = common[word], common[other]
            if word < other and ((word, other) in PRINTED_PAIRS or _are_different(*pair)):
                pairs.append(pair)
    return pairs


def format_spellings(pairs: Iterable[Pair]) -> Iterator[str]:
    """The lines of a table of pairs."""
    rows: Iterable[Sequence[object]] = (
        (one.word, one.tag, other.word, other.tag) for one, other in pairs
    )
    return counts.format_rows(_SPELLINGS_COLUMNS, rows)


def common_words(counts: WordCounts, *, least_per_million: float) -> dict[str, CommonWord]:
    """The common words that mostly have one part of speech, without names."""
    least = least_per_million * sum(counts.values()) / 1e6
    tags_of: dict[str, Counter[str]] = defaultdict(Counter)
    for (word, tag), n in counts.items():
        tags_of[word][tag] += n
    common_by_word = {}
    for word, tags in tags_of.items():
        if tags.total() >= least and is_dictionary_word(word) and word != _NEVER:
            common = _common_word(word, tags)
            if common is not None:
                common_by_word[word] = common
    return common_by_word


def _common_word(word: str, tags: Mapping[str, int]) -> CommonWord | None:
    categories: Counter[str] = Counter()
    for tag, n in tags.items():
        categories[_part_of_speech(word, tag)] += n
    main, n_main = categories.most_common(1)[0]
    if main in RARE_CATEGORIES or main == "NAME" or n_main < LEAST_SHARE * categories.total():
        return None
    main_tags = {tag: n for tag, n in tags.items() if _part_of_speech(word, tag) == main}
    return CommonWord(word, max(sorted(main_tags), key=main_tags.__getitem__), main)


def _part_of_speech(word: str, tag: str) -> str:
    if tag in _ONE_TO_THE_EYE:
        return _ONE_TO_THE_EYE[tag]
    return "NAME" if tag in ("NNP", "NNPS") else category(word, tag)


def _are_different(one: CommonWord, other: CommonWord) -> bool:
    """Whether two words differ in part of speech and are not forms of the same word."""
    if one.category == other.category:
        return False
    return lemma(one.word, one.tag).lower() != lemma(other.word, other.tag).lower()


def _common_neighbours(word: str, common: Mapping[str, CommonWord]) -> set[str]:
    return {other for other in one_letter_apart(word, swaps=False) if other in common} - {word}
