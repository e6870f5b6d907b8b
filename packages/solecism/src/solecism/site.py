"""A site is where the writer chose or left out a word; a flag is a system's decision there.

Sites have kinds, and annotation schemes (ERRANT, NUCLE, the Cambridge Learner Corpus) have names of
their own for errors of each kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from solecism.errors import InputError

_ID = re.compile(r"(?P<sentence>.+):(?P<start>\d{1,9})-(?P<end>\d{1,9}):(?P<kind>[^:]+)", re.DOTALL)

_NUMBER_MARK = "#"


@dataclass(frozen=True, slots=True)
class Site:
    """A half-open span of words of a sentence, empty for a gap where a word may be missing.

    >>> Site("essay7.3", 4, 5, "preposition", "at").id
    'essay7.3:4-5:preposition'
    """

    sentence: str
    start: int
    end: int
    kind: str
    text: str = ""
    context: str | None = None

    @property
    def id(self) -> str:
        """An identifier that is the same in every file and run, for joining files."""
        return id_of(self.sentence, self.start, self.end, self.kind)


def id_of(sentence: str, start: int, end: int, kind: str) -> str:
    """The id of the site at the words `start:end` of a sentence, given the sentence's id.

    >>> id_of("essay7.3", 4, 5, "preposition")
    'essay7.3:4-5:preposition'
    """
    return f"{sentence}:{start}-{end}:{kind}"


def sentence_of(id: str) -> str:
    """The id of the sentence that a site with this id is in.

    >>> sentence_of("essay7.3:4-5:preposition")
    'essay7.3'
    """
    return id.rsplit(":", 2)[0]


def numbered_kind(kind: str, number: int) -> str:
    """The kind in the id of the site with this number, of several at the same words.

    >>> numbered_kind("edit", 1), numbered_kind("edit", 2)
    ('edit', 'edit#2')
    """
    return kind if number == 1 else f"{kind}{_NUMBER_MARK}{number}"


def kind_of(id: str) -> str:
    """The kind of a site with this id, without its number among several at the same words.

    >>> kind_of("essay7.3:4-5:preposition"), kind_of("essay7.3:4-5:edit#2")
    ('preposition', 'edit')
    """
    return id.rpartition(":")[2].partition(_NUMBER_MARK)[0]


def is_gap(id: str) -> bool:
    """Whether a site with this id is a gap between words.

    >>> is_gap("essay7.3:4-4:preposition"), is_gap("essay7.3:4-5:preposition"), is_gap("essay7.3")
    (True, False, False)
    """
    found = _ID.fullmatch(id)
    return found is not None and int(found["start"]) == int(found["end"])


def split_id(id: str) -> tuple[str, int, int, str]:
    """The sentence, start, end and kind in an id that is known to be well-formed.

    >>> split_id("essay7.3:4-5:preposition")
    ('essay7.3', 4, 5, 'preposition')
    """
    sentence, span, kind = id.rsplit(":", 2)
    start, end = span.split("-")
    return sentence, int(start), int(end), kind


def parse(id: str) -> Site:
    """The site that an id names, without its text.

    >>> parse("essay7.3:4-5:preposition").start
    4
    """
    match = _ID.fullmatch(id)
    if match is None:
        raise InputError(f"{id!r} is not a site's id, which looks like essay7.3:4-5:preposition.")
    start, end = int(match["start"]), int(match["end"])
    if end < start:
        raise InputError(f"site {id!r} ends before it starts.")
    return Site(match["sentence"], start, end, match["kind"])


PREPOSITION, DETERMINER, NUMBER = "preposition", "determiner", "number"
KINDS = (PREPOSITION, DETERMINER, NUMBER)

_ERRANT = {"PREP": PREPOSITION, "DET": DETERMINER, "NOUN:NUM": NUMBER}
_OPERATIONS = ("M:", "R:", "U:")
_NUCLE = {"Prep": PREPOSITION, "ArtOrDet": DETERMINER, "Nn": NUMBER}
# Cambridge Learner Corpus: RT MT UT prepositions, D determiners, Q quantifiers, FN noun form.
_CLC = {
    **dict.fromkeys(("RT", "MT", "UT"), PREPOSITION),
    **dict.fromkeys(("RD", "MD", "UD", "FD", "AGD", "CD"), DETERMINER),
    **dict.fromkeys(("RQ", "MQ", "UQ", "FQ", "AGQ", "CQ"), DETERMINER),
    **dict.fromkeys(("FN", "AGN", "CN"), NUMBER),
}
_JOINT = "+"


@lru_cache(maxsize=4096)
def kinds_of(edit_kind: str) -> tuple[str, ...]:
    """The kinds of site that an edit refers to, by its type in ERRANT, NUCLE or the CLC.

    >>> kinds_of("R:PREP"), kinds_of("ArtOrDet"), kinds_of("RT+FN"), kinds_of("R:NOUN")
    (('preposition',), ('determiner',), ('preposition', 'number'), ())
    """
    names = [_kind(part) for part in edit_kind.split(_JOINT)]
    return tuple(dict.fromkeys(name for name in names if name is not None))


def errant_type(kind: str, *, is_gap: bool, is_removed: bool) -> str:
    """The ERRANT type of an edit at a site of this kind.

    >>> errant_type("number", is_gap=False, is_removed=False)
    'R:NOUN:NUM'
    """
    category = next((name for name, known in _ERRANT.items() if known == kind), "OTHER")
    return f"{'M' if is_gap else 'U' if is_removed else 'R'}:{category}"


def _kind(part: str) -> str | None:
    category = part[2:] if part.startswith(_OPERATIONS) else part
    return _ERRANT.get(category) or _NUCLE.get(part) or _CLC.get(part)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Words to write at the site (empty: write nothing), and their probability."""

    text: str
    p: float | None = None

    def __reduce__(self) -> tuple[type[Suggestion], tuple[object, ...]]:
        # Field by field, as dataclasses are pickled otherwise, takes three times as long.
        return Suggestion, (self.text, self.p)


@dataclass(frozen=True, slots=True)
class Flag:
    """Whether `system` calls the site an error, of which kind, and what it would write.

    `readers` is the share of native readers who would object, as the system estimates it; `rule` is
    the id of the rule that found the error, if it was one, and `message` what a rule that does not
    come with the package says about it.
    """

    site: str
    system: str
    error: bool
    kind: str | None = None
    confidence: float | None = None
    suggestions: tuple[Suggestion, ...] = ()
    readers: float | None = None
    rule: str = ""
    message: str = ""

    def __reduce__(self) -> tuple[type[Flag], tuple[object, ...]]:
        return Flag, (
            self.site,
            self.system,
            self.error,
            self.kind,
            self.confidence,
            self.suggestions,
            self.readers,
            self.rule,
            self.message,
        )

    @property
    def id(self) -> str:
        """An identifier: a system makes one decision per site."""
        return f"{self.site}|{self.system}"

    @property
    def as_correct(self) -> Flag:
        """The opposite decision about an error: the site is correct, at the same confidence."""
        return replace(
            self, error=False, kind=None, suggestions=(), readers=None, rule="", message=""
        )
