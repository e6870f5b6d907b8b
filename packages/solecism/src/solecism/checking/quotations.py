"""What a text quotes, and verse: a writer is not advised about somebody else's words.

Terms, titles and foreign words in quotation marks are not misspelt unless that is sure; learners
put their own words between marks, too: of seven findings there that an earlier rule left out, six
were right (45 documents of the tuning text of W&I and the FCE).

Dialect in quoted speech, words that are written about (*the word "informations"*) and lines of
verse are left alone. Speech that might as
well be the writer's own is checked like all the rest, as are words between marks that hold most of
a text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from solecism.checking.reading import FlaggedSentence
from solecism.detect.detector import MISSPELLING, PUNCTUATION
from solecism.finding import span
from solecism.site import Flag, split_id

# Half-open spans of characters.
Span = tuple[int, int]

_MOST_LETTERS = 600
_QUOTED = re.compile(
    rf"""
      “(?P<curly>[^“”]{{1,{_MOST_LETTERS}}})”
    | «(?P<pointed>[^«»]{{1,{_MOST_LETTERS}}})»
    | (?<![\w"])"(?P<straight>[^\s"][^"]{{0,{_MOST_LETTERS}}}?)(?<![\s])"(?!\w)
    # Single marks are apostrophes, too: a quotation ends with a stop, or has few words.
    | (?<![\w‘])‘(?P<single>[^\s‘][^‘]{{0,{_MOST_LETTERS}}}?[,.!?…—])’(?!\w)
    | (?<![\w‘])‘(?P<short>[^\s‘’][^‘’]{{0,40}})’(?!\w)
    | (?<![\w'])'(?P<plain>[^\s'][^'\n]{{1,40}}?)(?<![\s])'(?![\w'])
    """,
    re.VERBOSE,
)
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
# A quotation of so few words is a term, a title, a name or a foreign word.
_MOST_OF_TERM = 3
# A word in a term is misspelt if it is at least as sure as this.
_SURE = 0.9
# A quotation with more of a text than this is no quotation: an essay may stand in marks.
_MOST_OF_TEXT = 0.85
# Dialect, and the spelling of how somebody speaks.
_DIALECT = re.compile(
    r"""(?xi)
      \b(?:ain['’]t|gonna|gotta|wanna|dunno|lemme|gimme|innit|yer|ye|thee|thou|thy|hath|doth|nowt|owt
      |summat|wot|em|yeh|yah|nae|dinna|canna|wasna|didna|cannae|oop|sez|y['’]?all|o['’]er|guv)\b
    | \b(?:we|you|they)\s(?:was|wasn['’]t|knows|says|goes)\b | \b(?:he|she|it)\s(?:don['’]t|were)\b
    | \bI\s(?:is|knows|says|goes|were|seen|done)\b
    | \bthem\s(?:there|as|\w{3,}s\s(?:is|was|are|were))\b
    | \b(?:me|him|her|them)\sand\s(?:my\s)?\w+\s(?:was|is|were|are)\b
    | ^(?:where|what|how|why)\s(?:you|ya|they|we)\s\w+ing\b
    | \bme\s(?:own|old|mam|mum|da|dad|mother|father|brother)\b
    | \bnever\s(?:done|seen|said)\snothing\b | \bn['’]t\s\w+\s(?:no|none|nothing|nobody|nowhere)\b
    | \b\w{2,}in['’](?!\w) | (?<!\w)['’](?:em|im|er|ave|ad|is|tis|twas|ere|ow|ouse|ome|ope)\b
    | \b(?:an|o|th|wi|t)['’]\s
    """
)

# Whoever writes about a word says so before its marks.
_MENTIONED = re.compile(
    r"(?i)\b(?:words?|terms?|phrases?|expressions?|forms?|plurals?|verbs?|nouns?|spelt|spelled"
    r"|spelling)\s+\W{1,2}\Z"
)
_MOST_BEFORE_MENTIONED = 20


class Quotation(NamedTuple):
    """What stands between quotation marks in a text, as a span of characters, or lines of verse."""

    start: int
    end: int
    words: str

    @property
    def is_term(self) -> bool:
        """Whether it has so few words that it may be a title, a name or foreign."""
        return len(self.words.split()) <= _MOST_OF_TERM

    @property
    def has_dialect(self) -> bool:
        """Whether somebody is quoted who speaks a dialect."""
        return bool(_DIALECT.search(self.words))


def quotations(text: str) -> Iterator[Quotation]:
    """The quotations in a text, without marks; none of them goes on after its paragraph.

    >>> text = "He said “I can’t” and 'never', at the boys' and girls' table."
    >>> [each.words for each in quotations(text)]
    ['I can’t', 'never']
    """
    for start, end in _between(text, _PARAGRAPHS):
        for found in _QUOTED.finditer(text, start, end):
            words = found[found.lastgroup or 0]
            first = found.start(found.lastgroup or 0)
            if len(words) <= _MOST_OF_TEXT * len(text):
                yield Quotation(first, first + len(words), words)


def _between(text: str, separator: re.Pattern[str]) -> Iterator[Span]:
    start = 0
    for found in separator.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


# Lines of verse are about as long as one another, and begin with capitals.
_LEAST_LINES, _LEAST_WORDS, _MOST_WORDS = 3, 3, 12
_LEAST_ALIKE = 0.45
_LINE = re.compile(r"[^\n]+")
_FIRST_LETTER = re.compile(r"[\W_]*([^\W\d_])")
_SLASHES = re.compile(r"[^/\n]*\S /+ \S[^/\n]*(?:/+ \S[^/\n]*)*")
_OPEN_ENDS = (",", ";", ":", "—", "–", "-")


def verses(text: str) -> Iterator[Span]:
    """The spans of verse: several short lines that begin with capitals and rhyme or run on.

    >>> lines = "The cat sat on the wall,", "The dog was in the hall.", "It was so tall."
    >>> text = "He wrote:\\n\\n" + "\\n".join(lines)
    >>> [text[start:end][:12] for start, end in verses(text)]
    ['The cat sat ']
    """
    for start, end in _between(text, _PARAGRAPHS):
        lines = [found.span() for found in _LINE.finditer(text, start, end)]
        if _are_verse([text[first:last].strip() for first, last in lines]):
            yield start, end
        else:
            for first, last in lines:
                yield from _in_slashes(text, first, last)


def _in_slashes(text: str, start: int, end: int) -> Iterator[Span]:
    """The spans in which lines of verse are divided by slashes, and rhyme."""
    if " / " not in text[start:end]:
        return
    for found in _SLASHES.finditer(text, start, end):
        lines = [each.strip() for each in re.split(r" /+ ", found[0])]
        if all(len(line.split()) >= _LEAST_WORDS for line in lines) and _rhyme(lines):
            yield found.span()


def _are_verse(lines: Sequence[str]) -> bool:
    sizes = [len(line.split()) for line in lines]
    if len(lines) < _LEAST_LINES or not _LEAST_WORDS <= min(sizes) <= max(sizes) <= _MOST_WORDS:
        return False
    letters = [len(line) for line in lines]
    begins = [_FIRST_LETTER.match(line) for line in lines]
    if min(letters) < _LEAST_ALIKE * max(letters) or not all(
        found and found[1].isupper() for found in begins
    ):
        return False
    n_open = sum(line.endswith(_OPEN_ENDS) or line[-1].isalpha() for line in lines[:-1])
    n_commas = sum(line.endswith(_OPEN_ENDS) for line in lines[:-1])
    # A list has open ends, too, but all of the same kind; it does not rhyme.
    return _rhyme(lines) or (n_commas >= len(lines) / 3 and n_open >= len(lines) / 2)


def _rhyme(lines: Sequence[str]) -> bool:
    """Whether the ends of at least half of the lines rhyme with one of the next two, by letters."""
    ends = [re.sub(r"\W+$", "", line).rpartition(" ")[2].lower() for line in lines]
    rhymed: set[int] = set()
    for number, end in enumerate(ends):
        for other in range(number + 1, min(number + 3, len(ends))):
            if end != ends[other] and end[-2:] == ends[other][-2:] and len(end) > 1:
                rhymed |= {number, other}
    return 2 * len(rhymed) > len(lines)


def without_quoted(flagged: Sequence[FlaggedSentence]) -> Sequence[FlaggedSentence]:
    """The sentences of a text with their flags; there are no errors in what it quotes.

    >>> from solecism.language.sentence_splitter import sentences
    >>> from solecism.site import Flag
    >>> [sentence] = sentences('"I ain\\'t got none," he said.', "a")
    >>> flag = Flag("a.1:4-5:edit", "mine", True, "wrong-word", 0.7)
    >>> [(_, [found], _)] = without_quoted([(sentence, (flag,), True)])
    >>> found.error
    False
    """
    if not any(flag.error for _, flags, _ in flagged for flag in flags):
        return flagged
    text = "".join(sentence.text + sentence.after for sentence, _, _ in flagged)
    quoted = list(quotations(text))
    terms = _merged((each.start, each.end) for each in quoted if each.is_term)
    speech = (
        (each.start, each.end)
        for each in quoted
        if each.has_dialect or (each.is_term and _is_mentioned(text, each.start))
    )
    verse = _merged(verses(text))
    spans = _merged([*speech, *verse])
    if not spans and not terms:
        return flagged
    sizes = (len(sentence.text) + len(sentence.after) for sentence, _, _ in flagged)
    return [
        (one[0], _outside(one, offset, _Quoted(spans, verse, terms)), one[2])
        for one, offset in zip(flagged, accumulate(sizes, initial=0), strict=False)
    ]


def _is_mentioned(text: str, start: int) -> bool:
    """Whether a quotation is a word that is written about.

    >>> text = 'The word "informations" is wrong.'
    >>> _is_mentioned(text, text.index("informations"))
    True
    """
    return bool(_MENTIONED.search(text[max(0, start - _MOST_BEFORE_MENTIONED) : start]))


class _Quoted(NamedTuple):
    """The spans of speech and verse, of verse alone, and of terms, in a text."""

    spans: Sequence[Span]
    verse: Sequence[Span]
    terms: Sequence[Span]


def _outside(one: FlaggedSentence, offset: int, quoted: _Quoted) -> tuple[Flag, ...]:
    """The flags of a sentence; what lies in one of the spans, or may be foreign, is no error.

    Speech may lack a mark of the writer's own at its end; lines of verse have their poet's.
    """
    sentence, flags, _ = one
    if not any(flag.error for flag in flags):
        return flags

    def is_quoted(flag: Flag) -> bool:
        _, start, end, _ = split_id(flag.site)
        first, last = (offset + each for each in span(sentence, start, end))
        is_doubtful = flag.kind == MISSPELLING and (flag.confidence or 0.0) < _SURE
        spans = quoted.verse if flag.kind == PUNCTUATION else quoted.spans
        is_term = is_doubtful and _is_inside(first, last, quoted.terms)
        return _is_inside(first, last, spans) or is_term

    return tuple(flag.as_correct if flag.error and is_quoted(flag) else flag for flag in flags)


def _is_inside(first: int, last: int, spans: Sequence[Span]) -> bool:
    index = bisect_right(spans, first, key=itemgetter(0)) - 1
    return index >= 0 and last <= spans[index][1]


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, none of which overlap."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
