"""Words of a text with their places: Penn Treebank and English Web Treebank conventions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

from solecism.language.text import orthography as written

LETTER = rf"[^\W\d_{written.MARK}]"
INNER = rf"[\w{written.MARK}]"


def one_of(words: str) -> str:
    """A pattern for any of the words, grouped by first letter, which matches faster.

    >>> one_of("Mr Ms Dr")
    '(?:D(?:r)|M(?:r|s))'
    """
    rests: dict[str, list[str]] = {}
    for word in sorted(set(words.split())):
        rests.setdefault(word[0], []).append(re.escape(word[1:]))
    return "(?:{})".format(
        "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in rests.items())
    )


def first_of_two(pairs: Iterable[str]) -> list[str]:
    """Patterns for the first word of two that are written as one, in any usual case.

    >>> first_of_two(["gon na"])
    ['g(?:on(?=na\\\\b))', 'G(?:on(?=na\\\\b)|ON(?=NA\\\\b))']
    """
    by_letter: dict[str, list[str]] = {}
    for pair in pairs:
        for left, right in (pair.split(), pair.capitalize().split(), pair.upper().split()):
            by_letter.setdefault(left[0], []).append(rf"{left[1:]}(?={right}\b)")
    return [f"{first}(?:{'|'.join(rest)})" for first, rest in by_letter.items()]


PREFIX = one_of(f"{written.PREFIXES} {written.PREFIXES.title()}")
DOMAIN = one_of(f"{written.DOMAINS} {written.DOMAINS.upper()}")
FULL_STOP = r"\.(?![.\w])"
NOT_LAST = r"(?!\s*+\Z)"

# Greatest lengths and possessive runs: so that no text, however odd, takes more than linear time.
ADDRESSES = (
    r"(?:https?://|ftp://|mailto:|www\.)[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]'’]",
    r"\w[\w.+%-]{0,63}+@\w[\w-]{0,63}+(?:\.\w[\w-]{0,63}+){0,8}",
    rf"\w[\w-]{{0,63}}+(?:\.[\w-]{{1,63}}+){{0,8}}\.{DOMAIN}\b",
)
WORDS = (
    *first_of_two(written.RUN_TOGETHER),
    r"[A-Za-z]++(?=[ ,\n])",
    # Abbreviations. The last full stop of a sentence is a word of its own, but for titles.
    rf"{one_of(written.TITLES)}\.(?!\.)",
    rf"{one_of(written.ABBREVIATIONS)}{FULL_STOP}{NOT_LAST}",
    r"[a-z]++(?=[.;:?!)\"](?:\s|\Z))",
    rf"{one_of(written.BEFORE_NUMBERS)}\.(?=\s?\d)",
    rf"Ph\.?D\b\.?{NOT_LAST}|[A-HJ-Z]\.(?=\s?[A-Z])(?![A-Z]\b)|(?:[A-Za-z]\.){{2,9}}(?!\w){NOT_LAST}",
    r"(?:[A-Za-z]\.){1,8}[A-Za-z]\b(?!['’@]|\.\w)",
    # Not, and other words with apostrophes.
    rf"[A-Za-z]+(?=[nN]{written.APOSTROPHE}[tT])|[nN]{written.APOSTROPHE}[tT]",
    rf"{LETTER}{INNER}*+(?={written.CLITIC})",
    *ADDRESSES,
    # Words with hyphens, ampersands and other apostrophes, and all other words.
    rf"[Ee]-(?=[a-z]{{2}}){INNER}++|{PREFIX}-(?={INNER}{{2}}){INNER}++",
    r"[bB]/[cC]\b|[nN]/[aA]\b|w/o\b|w/(?=\s)",
    rf"[A-Za-z]+-{one_of(written.SUFFIXES)}\b|[A-Z]{{1,4}}&[A-Z]{{1,4}}\b",
    rf"{LETTER}{INNER}*+(?:(?!{written.CLITIC})['’]{LETTER}{INNER}*+)*+",
)
NUMBERS = (
    "[0-9]\ufe0f?\u20e3",
    r"\d{1,4}/\d{1,2}/\d{1,4}\b|(?:0?[1-9]|1[0-2])/[0-3]\d\b|\d{1,2}-\d{1,2}-\d{2,4}\b",
    r"(?:1-)?(?:\d{3}[-/.])?\d{3}[-.]\d{4}\b",
    *ADDRESSES[1:],
    r"(?:\d{1,3}(?:,\d{3})++(?!\d)|\d{1,3},\d{1,2}(?![\d,])|\d++)(?:[.:]\d++)*+"
    rf"(?:(?={one_of(written.UNITS)}\b|[a-z]{{3}})|(?:['’]s\b)|{INNER}*+)",
)
SIGNS = (
    written.CLITIC,
    r"(?<![\w.])\.\d++|(?<!\d)['’](?:\d\ds?|em|cause|til)\b|\+\d{1,3}\b",
    written.EMOTICON,
    r"[#@][A-Za-z]\w*+|[#*]\ufe0f?\u20e3",
    r"\.\.++|[.?!…]++|``",
    *(rf"{re.escape(sign)}{{2,}}+" for sign in "-=*~_+<>|$'’‘,^#/\\"),
    "[\U0001f1e6-\U0001f1ff]{2}",
    rf"{written.EMOJI}{written.EMOJI_MODIFIER}*+"
    rf"(?:\u200d{written.EMOJI}{written.EMOJI_MODIFIER}*+)*+",
)
# What is most frequent comes first: words before a space that cannot be two in one, then stops.
TOKEN = re.compile(
    r"(?:[A-Za-z]++(?=[ ,\n])(?<![nNtTmMoOvVrRiI][tTaAeEsSmM])|\.(?=\s|\Z)|,(?!,)|[\"()]"
    rf"|(?=[^\W\d])(?:{'|'.join(WORDS)})|(?=\d)(?:{'|'.join(NUMBERS)})|{'|'.join(SIGNS)}"
    rf"|{INNER}++|\S[{written.MARK}]*+)\s*+"
)
INVISIBLE = re.compile(written.INVISIBLE)


def tokenise(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a text and the character at which each begins; all else is white space.

    >>> tokenise("I don't know.")
    (('I', 'do', "n't", 'know', '.'), (0, 2, 4, 8, 12))
    """
    if not text.isascii():
        text = INVISIBLE.sub(" ", text)
    before = len(text) - len(text.lstrip())
    pieces: list[str] = TOKEN.findall(text, before)
    words = tuple(map(str.rstrip, pieces))
    if not words:
        return (), ()
    pieces.pop()
    return words, tuple(accumulate(map(len, pieces), initial=before))
