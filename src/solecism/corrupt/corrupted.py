"""A corrupted sentence: what it has become, and the errors that were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solecism.corrupt.draft import Draft
from solecism.corrupt.gold import gold_trees
from solecism.corrupt.made_error import MadeError
from solecism.corrupt.surface import spliced
from solecism.edit import Annotation, Edit, apply, compose, invert
from solecism.language.lemma import lemmas
from solecism.sentence import Sentence
from solecism.tree import Tree

ANNOTATOR = "0"


@dataclass(frozen=True, slots=True)
class Corrupted:
    """A sentence with errors, whose annotation takes them back.

    `errors` are the steps that led to it. `failed` names the types of error that were drawn and
    found no place; where nothing at all could be made, the sentence is as it was.
    """

    sentence: Sentence
    errors: tuple[MadeError, ...] = ()
    failed: tuple[str, ...] = ()


def with_errors(sentence: Sentence, errors: Sequence[MadeError], draft: Draft) -> Sentence:
    """The sentence with the errors of a finished draft.

    Its edits undo them, and whatever annotators had to say of the sentence before comes after
    that. Heads, relations and chunks are left out: they were those of other words.
    """
    text, words, starts = sentence.text, sentence.words, sentence.starts
    for error in errors:
        text, starts = spliced(text, words, starts, error.edit)
        edit = error.edit
        words = words[: edit.start] + edit.after + words[edit.end :]
    return Sentence(
        sentence.id,
        text,
        words,
        starts,
        tags=draft.tags,
        lemmas=lemmas(words, draft.tags) if sentence.lemmas else (),
        annotations=_annotations_after(sentence, in_one_step(errors)),
        trees=_trees(sentence, errors) if sentence.trees else (),
        after=sentence.after,
        notes={name: note for name, note in sentence.notes.items() if name != "text"},
    )


def accepted(sentence: Sentence) -> Sentence:
    """A sentence in which no error was made, annotated as it is or as good."""
    return sentence if sentence.annotations else _annotated(sentence)


def in_one_step(errors: Sequence[MadeError]) -> tuple[Edit, ...]:
    """The edits of the first sentence that make all the errors."""
    edits: tuple[Edit, ...] = (errors[0].edit,)
    for error in errors[1:]:
        edits = compose(edits, (error.edit,))
    return edits


def _annotations_after(sentence: Sentence, edits: Sequence[Edit]) -> tuple[Annotation, ...]:
    """What annotators would say of the sentence after the edits."""
    undo = invert(edits)
    if not sentence.annotations:
        return (Annotation(ANNOTATOR, undo),)
    for annotation in sentence.annotations:
        apply(sentence.words, annotation.edits)
    return tuple(
        Annotation(each.annotator, compose(undo, each.edits)) for each in sentence.annotations
    )


def _annotated(sentence: Sentence) -> Sentence:
    return Sentence(
        sentence.id,
        sentence.text,
        sentence.words,
        sentence.starts,
        sentence.tags,
        sentence.lemmas,
        sentence.chunks,
        (Annotation(ANNOTATOR),),
        sentence.trees,
        sentence.after,
        sentence.columns,
        sentence.notes,
    )


def _trees(sentence: Sentence, errors: Sequence[MadeError]) -> tuple[Tree, ...]:
    golds = [gold for tree in sentence.trees for gold in gold_trees(tree, errors)]
    return tuple(dict.fromkeys(golds))
