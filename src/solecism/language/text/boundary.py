"""Places where a sentence may end, and a log-linear model of whether it does.

In the manner of Reynar and Ratnaparkhi (1997), "A maximum entropy approach to identifying
sentence boundaries", with places without punctuation as well.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache

from solecism.errors import ModelError
from solecism.language.text import orthography as written
from solecism.language.text.tokenise import one_of
from solecism.system.bundled import MODELS, read_model

MODEL = "boundaries.json"
_BUNDLED_MODEL = MODELS / MODEL
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


def candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Places between two characters where a sentence may end: end of it, start of the next."""
    for match in CANDIDATE.finditer(text, start, end):
        first, last = match.span()
        if first == start or last == end:
            continue
        if text[first].isspace():
            yield first, last
        elif not ADDRESS.search(text, max(start, first - REACH), first):
            yield last, last


def case(word: str) -> str:
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


def features(text: str, start: int, end: int, after: int, last: int) -> list[str]:
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
    case_before, case_after = case(bare), case(rest)
    case_earlier, case_later = case(earlier.lstrip(SIGNS)), case(later.lstrip(SIGNS))
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
def weights() -> Mapping[str, float]:
    """The weight of each feature, as trained."""
    return parse_weights(read_model(_BUNDLED_MODEL), file=MODEL)


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
