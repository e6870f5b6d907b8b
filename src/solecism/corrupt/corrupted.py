"""A corrupted sentence, and the errors that were made in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solecism.corrupt.corruption import Corruption
from solecism.corrupt.gold.sites import Sites
from solecism.corrupt.gold.trees import gold_trees
from solecism.corrupt.surface import spliced
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.edit import Annotation, Edit, apply, compose, invert
from solecism.language.forms.lemma import lemmas
from solecism.sentence import Sentence, rewritten
from solecism.tree import Tree

ANNOTATOR = "0"
_GOOD = Annotation(ANNOTATOR)


@dataclass(frozen=True, slots=True)
class Corrupted:
    """A sentence with errors, whose annotation corrects them.

    `errors` are the errors in the order in which they were made. `failed` names the types of
    error that were drawn but had no place; if none had, the sentence is unchanged.
    """

    sentence: Sentence
    errors: tuple[SyntheticError, ...] = ()
    failed: tuple[str, ...] = ()


def with_errors(sentence: Sentence, corruption: Corruption, *, sites: Sites = "all") -> Sentence:
    """The sentence with the errors that were made in it.

    Its edits correct them, followed by the edits that annotators had made before. Its gold trees
    have extra words at the `sites`.
    """
    text, words, starts = sentence.text, sentence.words, sentence.starts
    for number, error in enumerate(corruption.errors, 1):
        edit = error.edit
        text, starts = spliced(text, words, starts, edit)
        if number < len(corruption.errors):
            words = words[: edit.start] + edit.after + words[edit.end :]
    draft = corruption.draft
    return rewritten(
        sentence,
        text,
        draft.words,
        starts,
        tags=draft.tags,
        lemmas=lemmas(draft.words, draft.tags) if sentence.lemmas else (),
        annotations=_annotations_after(sentence, corruption.edits),
        trees=_trees(sentence, corruption.errors, sites) if sentence.trees else (),
        notes=_notes(sentence),
    )


def accepted(sentence: Sentence) -> Sentence:
    """A sentence without a new error, with its annotations or annotated as correct."""
    return sentence if sentence.annotations else sentence.with_annotations((_GOOD,))


def _annotations_after(sentence: Sentence, edits: Sequence[Edit]) -> tuple[Annotation, ...]:
    """The annotations of the sentence after the edits, which undo them as well."""
    undo = invert(edits)
    if not sentence.annotations:
        return (Annotation(ANNOTATOR, undo),)
    for annotation in sentence.annotations:
        apply(sentence.words, annotation.edits)
    return tuple(
        Annotation(each.annotator, compose(undo, each.edits)) for each in sentence.annotations
    )


def _notes(sentence: Sentence) -> Mapping[str, str]:
    """The notes of a sentence, without the one on a text that no longer exists."""
    if "text" not in sentence.notes:
        return sentence.notes
    return {name: note for name, note in sentence.notes.items() if name != "text"}


def _trees(sentence: Sentence, errors: Sequence[SyntheticError], sites: Sites) -> tuple[Tree, ...]:
    golds = [gold for tree in sentence.trees for gold in gold_trees(tree, errors, sites=sites)]
    return tuple(dict.fromkeys(golds))
