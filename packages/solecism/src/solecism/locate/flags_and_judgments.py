"""What edits imply about each site: flags of a corrector, and judgments of annotators.

A corrector decides that there is an error at a site where it has an edit of that kind. Annotators
are not asked about sites: an edit of a site's kind is taken as "error", its absence as "ok"
(implicit acceptance, as in Bryant and Ng 2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from solecism import site as sites
from solecism.edit import Annotation, Edit, trimmed
from solecism.errors import InputError
from solecism.judgment import ERROR, OK, Judgment
from solecism.locate.sites import check_kinds, is_touched, located, sites_of
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag, Site, Suggestion, errant_type

# ERRANT's type of an error that is detected, but not corrected.
UNKNOWN = "UNK"


def flags_of_corrections(
    sentences: Iterable[Sentence], system: str, *, kinds: Sequence[str] = KINDS
) -> Iterator[Flag]:
    """One flag per site, by kind and place: an error where the system has an edit of that kind.

    The system's edits are those of a sentence's first annotation, if it has any.
    """
    kinds = check_kinds(kinds)
    # Imported here: what only compares edits does without the tagger.
    from solecism.language.tagger import tag

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


Presence = Literal["auto", "everywhere", "marked"]
Fault = Literal["extraneous", "wrong", "missing"]
EXTRANEOUS: Fault = "extraneous"
WRONG: Fault = "wrong"
MISSING: Fault = "missing"
FAULTS: tuple[Fault, ...] = (EXTRANEOUS, WRONG, MISSING)


def judgments_of_annotations(
    sentences: Sequence[Sentence],
    *,
    kinds: Sequence[str] = KINDS,
    presence: Presence = "auto",
    further: Iterable[Site] = (),
    only: Fault | None = None,
    names_faults: bool = False,
) -> Iterator[Judgment]:
    """One judgment per annotator and site that is located, edited by any annotator, or `further`.

    Annotators are present "everywhere", or only in sentences where the file names them ("marked":
    sentences that they accept are recorded, too). "auto" is "marked" if any sentence is recorded as
    accepted, else "everywhere".

    With `only` an edit of another fault is taken as acceptance, and sites where the fault cannot
    be are left out: words cannot be missing, and gaps can only be that. With `names_faults` the
    answer to an error is its fault.
    """
    kinds = check_kinds(kinds)
    everywhere = () if is_marked(sentences, presence) else annotators(sentences)
    further_of: dict[str, list[Site]] = {}
    for site in further:
        if site.kind in kinds:
            further_of.setdefault(site.sentence, []).append(site)
    # Imported here: what only compares edits does without the tagger.
    from solecism.language.tagger import tag

    for sentence in tag(sentences):
        present = {note.annotator: note for note in sentence.annotations}
        for annotator in everywhere:
            present.setdefault(annotator, Annotation(annotator))
        for site in _sites(sentence, present, kinds, further_of.get(sentence.id, ())):
            if only is None or (only == MISSING) == (site.start == site.end):
                for annotator in sorted(present):
                    yield _judgment(site, present[annotator], only, names_faults)


def is_marked(sentences: Iterable[Sentence], presence: Presence = "auto") -> bool:
    """Whether annotators are present only in sentences where the file names them."""
    if presence != "auto":
        return presence == "marked"
    return any(not note.edits for sentence in sentences for note in sentence.annotations)


def annotators(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """All annotators, by name."""
    return tuple(sorted({note.annotator for each in sentences for note in each.annotations}))


def fault_of(site: Site, edit: Edit) -> Fault:
    """What an edit finds fault with at a site: a word too many, a wrong one, or none in a gap.

    >>> fault_of(Site("d.1", 2, 3, "preposition"), Edit(2, ("about",), (), "U:PREP"))
    'extraneous'
    """
    if site.start == site.end:
        return MISSING
    return WRONG if trimmed(edit).after else EXTRANEOUS


def _sites(
    sentence: Sentence,
    present: Mapping[str, Annotation],
    kinds: Sequence[str],
    further: Iterable[Site],
) -> list[Site]:
    sites = {site.id: site for site in located(sentence, kinds=kinds)}
    for note in present.values():
        for edit in note.edits:
            sites.update((site.id, site) for site in sites_of(sentence, edit, kinds=kinds))
    sites.update((site.id, site) for site in further)
    return in_order(sites.values(), kinds)


def _judgment(site: Site, note: Annotation, only: Fault | None, names_faults: bool) -> Judgment:
    edits = [
        edit
        for edit in note.edits
        if is_touched(site, edit) and only in (None, fault_of(site, edit))
    ]
    texts = dict.fromkeys(
        " ".join(trimmed(replace(edit, after=words)).after)
        for edit in edits
        for words in (edit.after, *edit.alternatives)
    )
    return Judgment(
        site.id,
        note.annotator,
        _answer(site, edits, names_faults),
        task=site.kind,
        alternatives=tuple(texts),
    )


def _answer(site: Site, edits: Sequence[Edit], names_faults: bool) -> str:
    if not edits:
        return OK
    return fault_of(site, edits[0]) if names_faults else ERROR
