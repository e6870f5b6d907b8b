"""Corrected sentences to flags: the decision of a corrector at each site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism import site as sites
from solecism.edit import Edit, trimmed
from solecism.errors import InputError
from solecism.flag import Flag, Suggestion
from solecism.kind import KINDS, errant_type
from solecism.language.tagging.tag import tag
from solecism.locate.sites import check_kinds, is_touched, located, sites_of
from solecism.sentence import Sentence
from solecism.site import Site

# ERRANT's type of an error that is detected, but not corrected.
UNKNOWN = "UNK"


def flags_of_corrections(
    sentences: Iterable[Sentence], system: str, *, kinds: Sequence[str] = KINDS
) -> Iterator[Flag]:
    """One flag per site, by kind and place: an error where the system has an edit of that kind.

    The system's edits are those of a sentence's first annotation, if it has any.
    """
    kinds = check_kinds(kinds)
    for sentence in tag(sentences):
        edits = sentence.annotations[0].edits if sentence.annotations else ()
        sites = {site.id: site for site in located(sentence, kinds=kinds)}
        for edit in edits:
            sites.update((site.id, site) for site in sites_of(sentence, edit, kinds=kinds))
        for site in in_order(sites.values(), kinds):
            yield _flag(site, system, [edit for edit in edits if is_touched(site, edit)])


def edit_of_flag(flag: Flag, sentence: Sentence) -> Edit:
    """The edit that a flag asks for: its first suggestion, of type UNK where it has none.

    >>> from solecism.sentence import from_words
    >>> flag = Flag("d.1:2-3:preposition", "me", True, suggestions=(Suggestion("on"),))
    >>> edit_of_flag(flag, from_words("d.1", ["I", "depend", "of", "you"])).id
    '2-3:R:PREP:on'
    """
    site = sites.parse(flag.site)
    before = sentence.words[site.start : site.end]
    if len(before) != site.end - site.start or site.start > len(sentence.words):
        raise InputError(f"{flag.site} is behind the end of its sentence.")
    if not flag.suggestions:
        return Edit(site.start, before, (), UNKNOWN)
    after = tuple(flag.suggestions[0].text.split())
    type = errant_type(site.kind, is_gap=not before, is_removed=not after)
    return Edit(site.start, before, after, type)


def flagged_sites(flags: Iterable[Flag]) -> Iterator[Site]:
    """The sites that flags call an error."""
    return (sites.parse(flag.site) for flag in flags if flag.error)


def in_order(sites: Iterable[Site], kinds: Sequence[str]) -> list[Site]:
    """The sites by kind, then from left to right."""
    return sorted(sites, key=lambda site: (kinds.index(site.kind), site.start, site.end))


def _flag(site: Site, system: str, edits: Sequence[Edit]) -> Flag:
    if not edits:
        return Flag(site.id, system, error=False)
    texts = dict.fromkeys(" ".join(trimmed(edit).after) for edit in edits)
    return Flag(site.id, system, True, site.kind, suggestions=tuple(map(Suggestion, texts)))
