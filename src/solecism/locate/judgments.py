"""Annotated sentences to judgments: what each annotator implies about each site.

Annotators are not asked about sites: an edit of a site's kind is taken as "error", its absence as
"ok" (implicit acceptance, as in Bryant and Ng 2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from solecism.edit import Annotation, trimmed
from solecism.judgment import ERROR, OK, Judgment
from solecism.kind import KINDS
from solecism.language.tagging.tag import tag
from solecism.locate.flags import in_order
from solecism.locate.sites import check_kinds, is_touched, located, sites_of
from solecism.sentence import Sentence
from solecism.site import Site

Presence = Literal["auto", "everywhere", "marked"]


def judgments_of_annotations(
    sentences: Sequence[Sentence],
    *,
    kinds: Sequence[str] = KINDS,
    presence: Presence = "auto",
    further: Iterable[Site] = (),
) -> Iterator[Judgment]:
    """One judgment per annotator and site that is located, edited by any annotator, or `further`.

    Annotators are present "everywhere", or only in sentences where the file names them ("marked":
    sentences that they accept are recorded, too). "auto" is "marked" if any sentence is recorded as
    accepted, else "everywhere".
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
        yield from _judgments(sentence, present, kinds, further_of.get(sentence.id, ()))


def is_marked(sentences: Iterable[Sentence], presence: Presence = "auto") -> bool:
    """Whether annotators are present only in sentences where the file names them."""
    if presence != "auto":
        return presence == "marked"
    return any(not note.edits for sentence in sentences for note in sentence.annotations)


def annotators(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """All annotators, by name."""
    return tuple(sorted({note.annotator for each in sentences for note in each.annotations}))


def _judgments(
    sentence: Sentence,
    present: Mapping[str, Annotation],
    kinds: Sequence[str],
    further: Iterable[Site],
) -> Iterator[Judgment]:
    sites = {site.id: site for site in located(sentence, kinds=kinds)}
    for note in present.values():
        for edit in note.edits:
            sites.update((site.id, site) for site in sites_of(sentence, edit, kinds=kinds))
    sites.update((site.id, site) for site in further)
    for site in in_order(sites.values(), kinds):
        for annotator in sorted(present):
            yield _judgment(site, present[annotator])


def _judgment(site: Site, note: Annotation) -> Judgment:
    edits = [edit for edit in note.edits if is_touched(site, edit)]
    texts = dict.fromkeys(
        " ".join(trimmed(replace(edit, after=words)).after)
        for edit in edits
        for words in (edit.after, *edit.alternatives)
    )
    return Judgment(
        site.id,
        note.annotator,
        ERROR if edits else OK,
        task=site.kind,
        alternatives=tuple(texts),
    )
