"""Sentences of a text: where each begins and ends.

Some line ends end a sentence, as in letters, headings and lists, unlike in wrapped text. At other
places where a sentence may end, a log-linear model decides, in the manner of Reynar and Ratnaparkhi
(1997), "A maximum entropy approach to identifying sentence boundaries", with places without
punctuation as well.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple, Protocol

from solecism.errors import ModelError
from solecism.language import tokeniser
from solecism.language import tokeniser as written
from solecism.language.tokeniser import one_of, tokenise
from solecism.sentence import Sentence, tokenised
from solecism.system.installation import MODELS, read_model

LINE_END = re.compile(r"[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]\s*+")
BULLET = re.compile(r"[-–—*•·▪◦+>]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][.)]\s|[-=*_]{3}|https?://|www\.")
SALUTATION = re.compile(r"(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b", re.I)
FINAL = tuple('.?!…:;"”’)')
# A text whose longest line lies between these may have been wrapped at that width.
NARROWEST, WIDEST = 45, 120
# A line is full when the next word would take it over this share of the width; less is enough
# where a small letter follows and no final sign stands before.
FULL, HALF_FULL = 0.8, 0.5
# A greeting is no longer than this, and an item of a list has no more words.
GREETING_LENGTH, ITEM_WORDS = 40, 3


class TextLine(NamedTuple):
    """A line: its text, its end, the start of the next, and whether a blank line follows."""

    text: str
    end: int
    after: int
    is_last: bool


def sentence_ends(text: str) -> list[tuple[int, int]]:
    """The line ends that end a sentence: end of the line, start of the next one with text."""
    first = LINE_END.search(text)
    if first is None or first.end() == len(text):
        # Most paragraphs are one line.
        return [first.span()] if first else []
    ends = []
    for block in blocks(text):
        width = max(len(line.text) for line in block)
        for line, following in zip(block, [*block[1:], None], strict=True):
            if following is None or ends_sentence(line.text, following.text, width):
                ends.append((line.end, line.after))
    if ends and ends[-1][0] == len(text):
        ends.pop()
    return ends


def blocks(text: str) -> Iterator[list[TextLine]]:
    """Lines between blank lines."""
    block: list[TextLine] = []
    start = 0
    for match in LINE_END.finditer(text):
        end, after = match.span()
        block.append(TextLine(text[start:end].strip(), end, after, is_blank(match.group())))
        start = after
        if block[-1].is_last:
            yield block
            block = []
    if rest := text[start:].strip():
        block.append(TextLine(rest, len(text), len(text), True))
    if block:
        yield block


def is_blank(gap: str) -> bool:
    """Whether white space from a line end on contains a blank line or a new page.

    >>> is_blank("\\r\\n"), is_blank("\\n  \\n"), is_blank("\\f")
    (False, True, True)
    """
    return gap != "\n" and (gap[0] in "\f\u2029" or len(f"{gap}x".splitlines()) > 2)


def ends_sentence(line: str, following: str, width: int) -> bool:
    """Whether a sentence certainly ends between two lines of a block, given its longest line.

    >>> ends_sentence("Dear Kim,", "thank you for your letter.", 80)
    True
    >>> ends_sentence("I went to the", "station at once.", 16)
    False
    """
    if BULLET.match(following) or (len(line) <= GREETING_LENGTH and SALUTATION.match(line)):
        return True
    words = following.split(None, ITEM_WORDS)
    goes_on = words[0][0].islower() and not line.endswith(FINAL)
    if width >= NARROWEST:
        full = width * (HALF_FULL if goes_on else FULL)
        return width > WIDEST or len(line) + 1 + len(words[0]) <= full
    is_list = len(words) <= ITEM_WORDS and len(line.split()) <= ITEM_WORDS
    return is_list or not goes_on


MODEL = "boundaries.json"
BUNDLED_MODEL = MODELS / MODEL
SIGNS = ".?!…,;:-–—=*_~#+|/\\<>()[]{}\"'“”‘’`´«»„$%&^"
# How far the model looks, in characters: for words, and for open brackets and quotations.
REACH, FAR_REACH = 40, 300

ABBREVIATION_KINDS = {
    **dict.fromkeys(written.ABBREVIATIONS.split(), "may"),
    **dict.fromkeys(written.TITLES.split(), "no"),
    **dict.fromkeys(written.BEFORE_NUMBERS.split(), "number"),
    **dict.fromkeys(("e.g", "i.e", "E.g", "I.e", "P.S", "PS"), "no"),
}

# A sentence may end after a final sign; or, if no small letter follows, after another sign, or
# before the sign or number of an item or a word that often begins sentences.
# (One class of characters comes first, because the engine can then jump from one to the next.)
CANDIDATE = re.compile(
    # Most often a space lies between small letters: this is tried before all else.
    r"[\s.?!…](?:(?<=\s)(?:(?![a-z])|(?<![a-z,]\s))"
    r"(?:(?<=[.?!…]\s)|(?<=[.?!…][^\w\s]\s)|(?<=\S\s)(?=\s*+[^a-z\s])"
    r"(?:(?<=[^\w\s,]\s)|(?<=[AP]M\s)"
    rf"|(?=\s*+(?:[-*•<>=_+~#@|:]|\d{{1,2}}[.)]|\d\d?/\d\d?/\d|{one_of(written.STARTERS)}\b))))"
    r"(?!(?<=\b[A-HJ-Z]\.\s)[A-Z]\.)(?<![eE]\.g\.\s)(?<![iI]\.e\.\s)(?<!,\s)\s*+"
    # Signs that no space follows.
    r"|(?<=[.?!…])(?<![.?!…]{2})[.?!…]*+(?:[\"'”’)\]]*+(?=[A-Z\"“(])(?<!\b[A-Z]\.)(?<!Ph\.)"
    r"|(?:(?<=[?!…])|(?<=\.\.))(?=\w)|(?:(?<=[a-z]{2}\.)|(?<=\s\.))(?=[a-z]{2})))"
)
ADDRESS = re.compile(r"(?:://|www\.|@)\S*+\Z")
# No model is needed here: a word, a final sign and a capital; or no space behind the sign, as
# learners write, though a word follows that may begin a sentence.
CERTAIN = re.compile(
    r"(?<=[a-z]{4}[.?!]\s)[A-Z][a-z]"
    rf"|(?:(?<=[a-z]{{2}}[.?!])|(?<=\s[.?!])){one_of(written.STARTERS.lower())}\b(?!\.\w)"
)


def boundary_candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Places between two characters where a sentence may end: end of it, start of the next."""
    for match in CANDIDATE.finditer(text, start, end):
        first, last = match.span()
        if first == start or last == end:
            continue
        if text[first].isspace():
            yield first, last
        elif not ADDRESS.search(text, max(start, first - REACH), first):
            yield last, last


def word_case(word: str) -> str:
    """The case of a word: small, Capital, ALL capitals, I, number, other or none."""
    if not word:
        return "_"
    first = word[0]
    if first.islower():
        return "l"
    if first.isupper():
        if len(word) == 1 or word[1] in "'’":
            return "I" if first == "I" else "1"
        return "A" if word.isupper() else "U"
    return "d" if first.isdigit() else "o"


def open_signs(sentence: str) -> str:
    """The bracket and the quotation mark that are open here.

    >>> open_signs('She said (to "me'), open_signs("(yes)")
    ('("', '')
    """
    bracket = "(" if sentence.count("(") > sentence.count(")") else ""
    return bracket + '"' if sentence.count('"') % 2 else bracket


def boundary_features(text: str, start: int, end: int, after: int, last: int) -> list[str]:
    """The features of a place in the sentence `start:end`, with the next word at `after`."""
    before = text[max(start, end - REACH) : end].split()
    behind = text[after : min(last, after + REACH)].split(None, 2)
    word, following = before[-1], behind[0]
    earlier = before[-2] if len(before) > 1 else ""
    later = behind[1] if len(behind) > 1 else ""
    bare = word.rstrip(SIGNS)
    tail = word[len(bare) :][:4] or "w"
    rest = following.lstrip(SIGNS)
    head = following[: len(following) - len(rest)][:3]
    bare = bare.lstrip(SIGNS)
    rest = rest.rstrip(SIGNS)
    gap = " " if after > end else "0"
    case_before, case_after = word_case(bare), word_case(rest)
    case_earlier, case_later = word_case(earlier.lstrip(SIGNS)), word_case(later.lstrip(SIGNS))
    length = (end - start).bit_length()
    is_open = open_signs(text[max(start, end - FAR_REACH) : end])
    small, small_after = bare.lower(), rest.lower()
    place = tail + gap + case_after
    return [
        f"a{place}{head}",
        f"b{rest} {case_before}",
        f"c{tail} {small}",
        f"d{bare}{tail[0]}",
        f"e{place}{case_before}",
        f"f{place}{case_later}",
        f"g{place}{case_before}{case_later}{case_earlier}",
        f"h{place}{length}",
        f"i{tail}{is_open}{head}",
        f"j{place}{len(bare) if len(bare) < 5 else 5}{'.' in bare}",
        f"k{tail}{case_after} {later.lower()}",
        f"l{tail}{case_before} {earlier.lower()}",
        f"m{tail}{case_after}{following[-1]}",
        f"n{ABBREVIATION_KINDS.get(bare)}{place}",
        f"o{tail[0]}{case_before}{case_after} {small_after}",
    ]


@cache
def boundary_weights() -> Mapping[str, float]:
    """The weight of each feature, as trained."""
    return parse_weights(read_model(BUNDLED_MODEL), file=MODEL)


def parse_weights(data: bytes, *, file: str) -> Mapping[str, float]:
    """The weights in the bytes that `format_weights` gives."""
    try:
        by_feature: dict[str, float] = json.loads(data)["weights"]
        if all(map(math.isfinite, by_feature.values())):
            return by_feature
        problem = "a weight is not a number"
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        problem = str(error)
    raise ModelError(f"{file}: is damaged: {problem}. Reinstall solecism.")


def format_weights(weights: Mapping[str, float]) -> str:
    """The file of a model, one line per weight."""
    rows = ",\n".join(
        f"{json.dumps(name, ensure_ascii=False)}:{weight}" for name, weight in weights.items()
    )
    return f'{{"weights":{{\n{rows}\n}}}}\n'


def is_boundary(names: list[str], weight: Mapping[str, float]) -> bool:
    """Whether a sentence ends where these features hold."""
    return sum([weight.get(name, 0.0) for name in names]) > 0


class SentenceSplitter(Protocol):
    """A function that gives the sentences of a text, as `sentences` does."""

    def __call__(self, text: str, document: str, *, first: int = 1) -> list[Sentence]: ...


_INVISIBLE_PATTERN = re.compile(tokeniser.INVISIBLE)


def split(text: str) -> list[tuple[int, int]]:
    """The half-open character spans of the sentences, without the white space around them.

    >>> split("It rains. I stay at home.")
    [(0, 9), (10, 25)]
    """
    if not text.isascii():
        text = _INVISIBLE_PATTERN.sub(" ", text)
    spans: list[tuple[int, int]] = []
    start = 0
    for end, after in [*sentence_ends(text), (len(text), len(text))]:
        spans += split_line(text, start, end)
        start = after
    return spans


def split_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences between two characters with no certain sentence end at a line end."""
    line = text[start:end]
    start, end = end - len(line.lstrip()), start + len(line.rstrip())
    if start >= end:
        return []
    spans = []
    weights = boundary_weights()
    for last, after in boundary_candidates(text, start, end):
        if CERTAIN.match(text, after) or is_boundary(
            boundary_features(text, start, last, after, end), weights
        ):
            spans.append((start, last))
            start = after
    spans.append((start, end))
    return spans


def sentences(text: str, document: str, *, first: int = 1) -> list[Sentence]:
    """The tokenised sentences of a document, with ids `document.1`, `document.2` and so on.

    White space before the first sentence belongs to its text, white space behind a sentence is
    its `after`: joined, they are the document.

    >>> [sentence.words for sentence in sentences("Hi! I'm Kim.", "letter")]
    [('Hi', '!'), ('I', "'m", 'Kim', '.')]
    """
    if not text:
        return []
    spans = split(text) or [(0, len(text))]
    begins = [0, *(start for start, _ in spans[1:]), len(text)]
    split_sentences = []
    for index, (_, end) in enumerate(spans):
        inner = text[begins[index] : end]
        words, starts = tokenise(inner)
        after = text[end : begins[index + 1]]
        split_sentences.append(
            tokenised(f"{document}.{first + index}", inner, words, starts, after=after)
        )
    return split_sentences
