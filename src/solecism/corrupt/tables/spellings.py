"""Pairs of common words that differ in one letter and in part of speech.

Foster (2007) prints 15 of her 113 pairs. Ours come from counts of native text by a rule, and were
read by eye: an edit of one letter apart, both common, each mostly of another part of speech than
the other, and no two forms of one word. Three of the printed pairs are of one part of speech, and
are added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from solecism.align.pairs import RARE_CATEGORIES
from solecism.align.side import category
from solecism.corrupt.tables import word_table
from solecism.corrupt.tables.word_counts import WordCounts, is_dictionary_word
from solecism.language.forms.lemma import lemma
from solecism.language.spelling.letters import one_letter_apart

BUNDLED = "spellings.tsv"
# Of a million words of native text.
LEAST_PER_MILLION = 150.0
# Of a word's uses, with a tag of its main part of speech.
LEAST_SHARE = 0.8
_COLUMNS = ("word", "tag", "other", "tag")
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
    return parse(word_table.bundled_lines(BUNDLED), file=BUNDLED)


def parse(lines: Iterable[str], *, file: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The words for each word in the lines that `format` gives."""
    others: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for word, tag, other, other_tag in word_table.parse(lines, len(_COLUMNS), file=file):
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


def format(pairs: Iterable[Pair]) -> Iterator[str]:
    """The lines of a table of pairs."""
    rows: Iterable[Sequence[object]] = (
        (one.word, one.tag, other.word, other.tag) for one, other in pairs
    )
    return word_table.format(_COLUMNS, rows)


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
