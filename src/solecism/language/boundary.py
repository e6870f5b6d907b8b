"""Places where a sentence may end, and how likely it does: a log-linear model of the signs around.

In the manner of Reynar and Ratnaparkhi (1997), "A maximum entropy approach to identifying
sentence boundaries", with places without punctuation as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from solecism.errors import ModelError
from solecism.language import orthography as written
from solecism.language.tokenise import one_of

MODEL = "boundaries.json"
SIGNS = ".?!…,;:-–—=*_~#+|/\\<>()[]{}\"'“”‘’`´«»„$%&^"
# How far the model looks, in characters.
REACH = 40

ABBREVIATION_KINDS = {
    **dict.fromkeys(written.ABBREVIATIONS.split(), "may"),
    **dict.fromkeys(written.TITLES.split(), "no"),
    **dict.fromkeys(written.BEFORE_NUMBERS.split(), "number"),
    **dict.fromkeys(("e.g", "i.e", "E.g", "I.e"), "no"),
}

# Only beside a sign, or before a number or a word that often begins sentences, may one end.
# (One class of characters comes first, because the engine can then jump from one to the next.)
CANDIDATE = re.compile(
    r"[\s.?!…](?:(?<=\s)(?:(?<=[^\w\s,]\s)|(?<=\S\s)(?=\s*+[^a-z\s])(?:(?<=[AP]M\s)|"
    rf"(?=\s*+(?:[^a-zA-Z0-9\s]|\d{{1,2}}[.)/]|{one_of(written.STARTERS)}\b))))\s*+"
    # Signs that no space follows.
    r"|(?<=[.?!…])[.?!…]*+(?:[\"'”’)\]]*+(?=[A-Z\"“(])(?<!\b[A-Z]\.)"
    r"|(?:(?<=[?!…])|(?<=\.\.))(?=\w)|(?<=[a-z]{2}\.)(?=[a-z]{2})))"
)
# No model is needed here.
CERTAIN = re.compile(r"(?<=[a-z]{4}[.?!]\s)[A-Z][a-z]")


def candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Places between two characters where a sentence may end: end of it, start of the next."""
    for found in CANDIDATE.finditer(text, start, end):
        first, last = found.span()
        if first == start or last == end:
            continue
        yield (first, last) if text[first].isspace() else (last, last)


def case(word: str) -> str:
    """The kind of writing: small, Capital, ALL capitals, I, number, other or none."""
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


def features(text: str, start: int, end: int, after: int, last: int) -> list[str]:
    """What the model knows of a place: sentence from `start` to `end`, next word at `after`."""
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
    sofar = text[max(start, end - 300) : end]
    is_open = "(" if sofar.count("(") > sofar.count(")") else ""
    if sofar.count('"') % 2:
        is_open += '"'
    small, small_after = bare.lower(), rest.lower()
    place = tail + gap + case_after
    return [
        place,
        f"a{place}{head}",
        f"b{tail}{gap}{small_after}",
        f"c{rest} {case_before}",
        f"d{tail} {small}",
        f"e{bare}{tail[0]}",
        f"f{place}{case_before}",
        f"g{place}{case_later}",
        f"h{place}{case_before}{case_later}{case_earlier}",
        f"i{place}{length}",
        f"j{tail}{is_open}{head}",
        f"k{place}{len(bare) if len(bare) < 5 else 5}{'.' in bare}",
        f"l{tail}{case_after} {later.lower()}",
        f"m{tail}{case_before} {earlier.lower()}",
        f"n{tail}{case_after}{following[-1]}",
        f"o{small} {small_after}",
        f"q{ABBREVIATION_KINDS.get(bare)}{place}",
        f"p{tail[0]}{case_before}{case_after} {small_after}",
    ]


@cache
def weights() -> Mapping[str, float]:
    """The weight of each feature, as trained."""
    try:
        text = resources.files("solecism").joinpath("models", MODEL).read_text("utf-8")
    except FileNotFoundError as error:
        raise ModelError(f"models/{MODEL} is missing. Install solecism again.") from error
    found: dict[str, float] = json.loads(text)["weights"]
    return found


def is_boundary(names: list[str], weight: Mapping[str, float]) -> bool:
    """Whether a sentence ends where these features hold."""
    return sum([weight.get(name, 0.0) for name in names]) > 0
