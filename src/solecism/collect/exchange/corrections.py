"""Items of a study about systems' corrections: sentences to rank, and single edits to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from solecism.collect.item import Item, as_written, item_of_site
from solecism.collect.seeds import seeded_shuffle
from solecism.collect.tasks.edit import CORRECTION, TYPE
from solecism.collect.tasks.ranking import FEWEST, MOST
from solecism.edit import Edit, apply
from solecism.errors import EditError, InputError
from solecism.flag import Flag, Suggestion
from solecism.sentence import Sentence
from solecism.site import Site, numbered_kind

SystemEdits = Mapping[str, Sequence[Sequence[Edit]]]
"""Each system's edits of each sentence."""

SENTENCE, EDIT = "sentence", "edit"


def ranking_items(
    sentences: Sequence[Sentence], systems: SystemEdits, *, seed: int
) -> Iterator[Item]:
    """Yield one item per sentence that has at least two different corrections.

    Where there are more than five, five are drawn at random, the same for the same seed.
    """
    for place, sentence in enumerate(sentences):
        made: dict[str, list[str]] = {}
        for system, edits in systems.items():
            made.setdefault(_corrected(sentence, edits[place], system), []).append(system)
        if len(made) < FEWEST:
            continue
        texts = seeded_shuffle(sorted(made), "corrections", str(seed), sentence.id)[:MOST]
        offers = {system: text for text in texts for system in made[text]}
        site = Site(sentence.id, 0, len(sentence.words), SENTENCE)
        yield Item(site.id, as_written(sentence.words), "", "", offers=offers)


def edit_items(sentences: Sequence[Sentence], systems: SystemEdits) -> Iterator[Item]:
    """Yield one item per edit that any system makes, from left to right."""
    for place, sentence in enumerate(sentences):
        for site, edit in _edit_sites(sentence, [edits[place] for edits in systems.values()]):
            words = sentence.words[edit.start : edit.end]
            item = item_of_site(
                replace(site, text=" ".join(words), context=" ".join(sentence.words))
            )
            yield replace(item, offers={CORRECTION: as_written(edit.after), TYPE: edit.kind})


def edit_flags(sentences: Sequence[Sentence], systems: SystemEdits) -> Iterator[Flag]:
    """Yield one flag per system and item of `edit_items`: whether the system makes the edit."""
    for place, sentence in enumerate(sentences):
        sites = _edit_sites(sentence, [edits[place] for edits in systems.values()])
        for system, edits in systems.items():
            own = {_change(edit) for edit in edits[place]}
            for site, edit in sites:
                is_made = _change(edit) in own
                words = (Suggestion(" ".join(edit.after)),) if is_made else ()
                yield Flag(site.id, system, is_made, suggestions=words)


def _edit_sites(sentence: Sentence, by_system: Sequence[Sequence[Edit]]) -> list[tuple[Site, Edit]]:
    """The different edits of a sentence with a site each; those of the same words are numbered.

    An edit that only separates words otherwise, such as etc. into etc and a full stop, reads the
    same and is left out.
    """
    edits = {_change(edit): edit for edits in by_system for edit in edits if _is_visible(edit)}
    n_before: dict[tuple[int, int], int] = {}
    sites = []
    for (start, end, _), edit in sorted(edits.items()):
        number = n_before[start, end] = n_before.get((start, end), 0) + 1
        sites.append((Site(sentence.id, start, end, numbered_kind(EDIT, number)), edit))
    return sites


def _is_visible(edit: Edit) -> bool:
    return as_written(edit.before) != as_written(edit.after)


def _change(edit: Edit) -> tuple[int, int, tuple[str, ...]]:
    return edit.start, edit.end, edit.after


def _corrected(sentence: Sentence, edits: Sequence[Edit], system: str) -> str:
    try:
        return as_written(apply(sentence.words, edits))
    except EditError as error:
        raise InputError(f"{system}: {sentence.id}: {error}. Give edits that fit.") from error
