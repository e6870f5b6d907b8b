"""Lemmas, the dictionary forms of words, in the conventions of UD English.

A table of irregulars answers first, then learned endings (`endings.py`): no dictionary is
loaded, and every word and tag is worked out once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from solecism.language.forms.endings import Endings, parse_endings
from solecism.language.forms.irregular import FORMS, LEMMAS
from solecism.system.bundled import model_path, read_model

_MODEL = model_path("inflection.txt")
_MAX_CACHED = 1 << 14
_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_THOUSANDS = re.compile(r"(?<=\d),(?=\d\d\d)")
_ENDINGS_OF_TAG = {
    "NNS": "NNS",
    "NNPS": "NNS",
    "VBZ": "VBZ",
    "VBD": "VBD",
    "VBN": "VBN",
    "VBG": "VBG",
    "JJR": "JJR",
    "RBR": "JJR",
    "JJS": "JJS",
    "RBS": "JJS",
}
_OTHER_PAST = {"VBD": "VBN", "VBN": "VBD"}
_NATIONALITY = re.compile(
    r"(?:[A-Z]\w+(?:[^aeiou]ian|eian|ican|nese|mese|uese)"
    r"|(?:Ira[nq]|Israel|Pakistan|Bengal|Kuwait|Saud|Yemen|Chin|Ind)(?:i|ian|ese)"
    r"|French|British|English|Spanish|Irish|Dutch|Greek|Czech|Polish|Danish|Swedish|Finnish|Turkish"
    r"|Jewish|Arab|Arabic|Islamic|Muslim|Moslem|Sunni|Shiite|Catholic|Afghan|German|Swiss|Welsh"
    r"|Asian|European|Korean|Mexican|Roman)"
)
# Names that are plural in form only.
_SINGULAR_NAMES = frozenset(
    "Athletics Bahamas Economics Emirates Falls Games Heights Highlands Maldives Mathematics "
    "Netherlands Olympics Paralympics Philippines Physics Politics Series Studios Towers".split()
)


def lemma(word: str, tag: str) -> str:
    """The lemma of a word with a Penn tag, in small letters except in names and *I*.

    >>> lemma("Children", "NNS"), lemma("lay", "VBD"), lemma("Americans", "NNPS")
    ('child', 'lie', 'American')
    """
    return _KNOWN[word, tag]


def verb_lemma(word: str) -> str:
    """The plain form of a verb whose tag is not known: the first that is not the word itself.

    >>> verb_lemma("has"), verb_lemma("went"), verb_lemma("singing"), verb_lemma("are")
    ('have', 'go', 'sing', 'be')
    """
    candidates = (lemma(word, tag) for tag in ("VBZ", "VBD", "VBN", "VBG", "VBP"))
    return next((each for each in candidates if each != word), word)


def lemmas(words: Sequence[str], tags: Sequence[str]) -> tuple[str, ...]:
    """The lemma of every word."""
    return tuple(map(_KNOWN.__getitem__, zip(words, tags, strict=True)))


@cache
def endings() -> dict[str, Endings]:
    """The learned rules: `NNS to lemma`, `NNS from lemma`, and so on for each inflected tag."""
    lines = read_model(_MODEL).decode("utf-8").splitlines()
    return parse_endings(lines, file=_MODEL.name)


class _Lemmas(dict[tuple[str, str], str]):
    """Lemmas by word and tag, each computed when it is first used."""

    def __missing__(self, key: tuple[str, str]) -> str:
        if len(self) >= _MAX_CACHED:
            self.clear()
        self[key] = value = work_out(*key)
        return value


_KNOWN = _Lemmas()


def _irregular_lemmas() -> dict[tuple[str, str], str]:
    table: dict[tuple[str, str], str] = {}
    for (base, tag), forms in FORMS.items():
        for form in forms:
            table.setdefault((form, tag), base)
    return table | LEMMAS


_IRREGULAR = _irregular_lemmas()


def work_out(word: str, tag: str) -> str:
    """The lemma of a word with a Penn tag, without the cache of `lemma`."""
    plain = word if word.isalpha() else word.translate(_PLAIN)
    if tag in ("NNP", "NNPS"):
        return _name(plain, is_plural=tag == "NNPS")
    lower = plain.lower()
    known = _IRREGULAR.get((lower, tag))
    if known is not None:
        return known
    if tag in _ENDINGS_OF_TAG and not lower[:1].isdigit():
        return _by_endings(lower, tag)
    return _OTHER.get(tag, str.lower)(plain)


def _by_endings(lower: str, tag: str) -> str:
    tag = _ENDINGS_OF_TAG[tag]
    head, hyphen, last = lower.rpartition("-")
    stem = _by_rule(last, tag)
    if stem == last and tag in _OTHER_PAST:
        # Learners write *have went* and *I seen*.
        stem = _by_rule(last, _OTHER_PAST[tag])
    return head + hyphen + stem


def _by_rule(lower: str, tag: str) -> str:
    return _IRREGULAR.get((lower, tag)) or endings()[f"{tag} to lemma"].apply(lower)


def _name(word: str, *, is_plural: bool) -> str:
    name = word if not word.islower() else word[0].upper() + word[1:]
    if not is_plural or name in _SINGULAR_NAMES:
        return name
    lower = name.lower()
    singular = _by_endings(lower, "NNPS")
    if singular == lower:
        # Endings take *Iraqis* for something like *basis*; the tag knows better.
        singular = lower.removesuffix("s")
    if name.isupper():
        return singular.upper()
    if lower.startswith(singular):
        return name[: len(singular)]
    return singular[:1].upper() + singular[1:]


def _adjective(word: str) -> str:
    return word.capitalize() if _NATIONALITY.fullmatch(word) else word.lower()


def _number(word: str) -> str:
    return word.upper() if set(word.upper()) <= set("IVX") else _THOUSANDS.sub("", word).lower()


_OTHER: dict[str, Callable[[str], str]] = {
    "CD": _number,
    "ADD": str,
    "GW": str,
    "SYM": str,
    "LS": str,
    "JJ": _adjective,
}
