"""The sites of a sentence: those of its words, and those that edits refer to.

The site of an edit depends on the source sentence and the edit alone, so that systems and
annotators that correct the same error have the same id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from solecism.edit import Edit, trimmed
from solecism.errors import InputError
from solecism.language.tagger import tag
from solecism.locate import site_kinds
from solecism.sentence import Sentence
from solecism.site import DETERMINER, KINDS, NUMBER, PREPOSITION, Site, kinds_of


@dataclass(frozen=True, slots=True)
class _Rule:
    """The rules for words of a kind: by the word alone, and by the word and its tag."""

    is_word: Callable[[str], bool]
    is_located: Callable[[str, str], bool]


_RULES = {
    PREPOSITION: _Rule(site_kinds.can_be_preposition, site_kinds.is_preposition),
    DETERMINER: _Rule(site_kinds.can_be_determiner, site_kinds.is_determiner),
    NUMBER: _Rule(site_kinds.can_be_noun, site_kinds.is_common_noun),
}


def located(sentence: Sentence, *, kinds: Iterable[str] = KINDS) -> Iterator[Site]:
    """The prepositions, determiners and nouns of a sentence, kind by kind, from left to right.

    A sentence without tags is tagged here; many sentences are tagged much faster all at once.

    >>> from solecism.sentence import from_words
    >>> sentence = from_words("letter.1", ["I", "wait", "on", "the", "bus", "."])
    >>> [site.id for site in located(sentence)]
    ['letter.1:2-3:preposition', 'letter.1:3-4:determiner', 'letter.1:4-5:number']
    """
    tags = sentence.tags or next(tag([sentence])).tags
    for kind in kinds:
        rule = _rule(kind)
        for index, (word, its_tag) in enumerate(zip(sentence.words, tags, strict=True)):
            if rule.is_located(word, its_tag):
                yield site_at(sentence, index, index + 1, kind)


def sites_of(sentence: Sentence, edit: Edit, *, kinds: Iterable[str] = KINDS) -> tuple[Site, ...]:
    """The site that an edit refers to, for each of its kinds.

    Words that the edit leaves unchanged do not count. An insertion refers to the gap; a replacement
    or deletion to the first word of the kind among the changed ones, or else to the first of them.

    >>> from solecism.sentence import from_words
    >>> sentence = from_words("letter.1", ["I", "wait", "on", "the", "bus", "."])
    >>> [site.id for site in sites_of(sentence, Edit(1, ("wait", "on"), ("wait", "for"), "Prep"))]
    ['letter.1:2-3:preposition']
    >>> [site.id for site in sites_of(sentence, Edit(5, (), ("at", "night"), "M:PREP"))]
    ['letter.1:5-5:preposition']
    """
    smaller = trimmed(edit)
    return tuple(
        site_at(sentence, *_span(smaller, kind), kind)
        for kind in kinds_of(edit.kind)
        if kind in kinds
    )


def is_touched(site: Site, edit: Edit) -> bool:
    """Whether an edit refers to this site: of its kind, and with a word or the gap in common."""
    if site.kind not in kinds_of(edit.kind):
        return False
    smaller = trimmed(edit)
    if not smaller.before or site.start == site.end:
        return (site.start, site.end) == _span(smaller, site.kind)
    return site.start < smaller.end and smaller.start < site.end


def site_at(sentence: Sentence, start: int, end: int, kind: str) -> Site:
    """The site of some words of a sentence."""
    return Site(sentence.id, start, end, kind, " ".join(sentence.words[start:end]))


def check_kinds(kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds as a tuple; an error if one of them is not known."""
    for kind in kinds:
        _rule(kind)
    return tuple(kinds)


def _rule(kind: str) -> _Rule:
    try:
        return _RULES[kind]
    except KeyError:
        raise InputError(
            f"there is no kind of site {kind!r}. There are {', '.join(KINDS)}."
        ) from None


def _span(edit: Edit, kind: str) -> tuple[int, int]:
    """The words that a trimmed edit refers to."""
    if not edit.before:
        return edit.start, edit.start
    is_word = _rule(kind).is_word
    first = next((index for index, word in enumerate(edit.before) if is_word(word)), 0)
    return edit.start + first, edit.start + first + 1
