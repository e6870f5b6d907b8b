"""Annotated sentences to judgments: what each annotator implies about each site.

Annotators are not asked about sites: an edit of a site's kind is taken as "error", its absence as
"ok" (implicit acceptance, as in Bryant and Ng 2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from solecism.edit import Annotation, Edit, trimmed
from solecism.judgment import ERROR, OK, Judgment
from solecism.kind import KINDS
from solecism.language.tagging.tag import tag
from solecism.locate.flags import in_order
from solecism.locate.sites import check_kinds, is_touched, located, sites_of
from solecism.sentence import Sentence
from solecism.site import Site

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
