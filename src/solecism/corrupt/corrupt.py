"""Make errors in sentences (Foster 2007, Fig. 1, applied to its own output where wanted).

A type that finds no place gives way to another, drawn by weight among those not tried yet. Each
sentence has random numbers of its own: the same errors are made in it whatever comes before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from solecism.corrupt.confused_word import ConfusedWord
from solecism.corrupt.corrupted import Corrupted, accepted, in_one_step, with_errors
from solecism.corrupt.draft import Draft, draft_of
from solecism.corrupt.error_type import ErrorType, made
from solecism.corrupt.made_error import MadeError
from solecism.corrupt.recipe import Recipe
from solecism.corrupt.stream import Stream
from solecism.corrupt.word_class import PENN_TAGS
from solecism.errors import InputError
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Sentence

_BATCH_SENTENCES = 1_000
_MOST_TAGS_TOLD = 8


def corrupt(sentences: Iterable[Sentence], recipe: Recipe, *, seed: int) -> Iterator[Corrupted]:
    """The sentences with errors by the recipe, in their order; one seed, the same errors.

    Sentences without tags are tagged here, at most a thousand read ahead.

    >>> from solecism.corrupt.recipe import Recipe
    >>> from solecism.sentence import from_words
    >>> letter = from_words("letter.1", ["I", "have", "two", "cats", "."])
    >>> [found] = corrupt([letter], Recipe({"verb-form": 1}), seed=7)
    >>> found.sentence.text, found.errors[0].kind
    ('I having two cats .', 'verb-form')
    """
    types = recipe.types()
    confused = recipe.confused_words() if recipe.per_sentence is None else {}
    for sentence in _tagged(sentences):
        _check_tags(sentence)
        stream = Stream(seed, sentence.id)
        if recipe.per_sentence is None:
            yield _by_rate(sentence, confused, stream, rounds=recipe.rounds)
        else:
            yield _by_number(sentence, recipe, types, stream)


def _tagged(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        without = [sentence for sentence in batch if not sentence.tags and sentence.words]
        tagged = annotate_sentences(without, lemmas=False, chunks=False) if without else iter(())
        for sentence in batch:
            yield next(tagged) if not sentence.tags and sentence.words else sentence


def _check_tags(sentence: Sentence) -> None:
    if PENN_TAGS.issuperset(sentence.tags):
        return
    unknown = [tag for tag in sentence.tags if tag not in PENN_TAGS]
    if 2 * len(unknown) > len(sentence.tags):
        names = ", ".join(sorted(set(unknown))[:_MOST_TAGS_TOLD])
        raise InputError(
            f"{sentence.id}: has the tags {names}, which are none of the Penn Treebank. "
            "Give Penn tags, or text without tags."
        )


def _by_number(
    sentence: Sentence, recipe: Recipe, types: Mapping[str, ErrorType], stream: Stream
) -> Corrupted:
    draft = draft_of(sentence)
    errors: list[MadeError] = []
    failed: list[str] = []
    for _ in range(_n_errors(recipe, stream)):
        error = _one_error(draft, recipe.weights, types, stream, errors, failed)
        if error is None:
            break
        errors.append(error)
        draft = draft.after(error)
    return _corrupted(sentence, errors, draft, failed)


def _n_errors(recipe: Recipe, stream: Stream) -> int:
    per_sentence = recipe.per_sentence or 0.0
    whole = int(per_sentence)
    if per_sentence == whole:
        return whole * recipe.rounds
    return sum(whole + (stream.share() < per_sentence - whole) for _ in range(recipe.rounds))


def _one_error(
    draft: Draft,
    weights: Mapping[str, float],
    types: Mapping[str, ErrorType],
    stream: Stream,
    earlier: list[MadeError],
    failed: list[str],
) -> MadeError | None:
    for name in stream.drawn(weights):
        for candidate in types[name](draft, stream):
            error = _with_capital(candidate, draft)
            if not earlier or _is_new(earlier, error):
                return error
        failed.append(name)
    return None


def _is_new(earlier: list[MadeError], error: MadeError) -> bool:
    """Whether the error takes nothing back of those before it."""
    return all(edit.before != edit.after for edit in in_one_step([*earlier, error]))


def _with_capital(error: MadeError, draft: Draft) -> MadeError:
    """The error; where the first word goes, the next one takes over its capital."""
    edit = error.edit
    if edit.after or edit.start > 1 or edit.end >= len(draft):
        return error
    gone, following = edit.before[0], draft.words[edit.end]
    is_first = not any(any(map(str.isalnum, word)) for word in draft.words[: edit.start])
    if not (is_first and gone[:1].isupper() and following[:1].islower()):
        return error
    raised = following[:1].upper() + following[1:]
    end = edit.end + 1
    return made(error.kind, draft, edit.start, end, (raised,), (draft.tags[edit.end],))


def _by_rate(
    sentence: Sentence, confused: Mapping[str, ConfusedWord], stream: Stream, *, rounds: int
) -> Corrupted:
    draft = draft_of(sentence)
    errors: list[MadeError] = []
    for _ in range(rounds):
        drawn = [error for each in confused.values() for error in each.by_rate(draft, stream)]
        # From right to left, so that what is still to be made stands where it stood.
        drawn.sort(key=lambda error: error.edit.start, reverse=True)
        last_start = len(draft) + 1
        for error in drawn:
            if error.edit.end <= last_start and error.edit.start != last_start:
                last_start = error.edit.start
                error = _with_capital(error, draft)
                if not errors or _is_new(errors, error):
                    errors.append(error)
                    draft = draft.after(error)
    return _corrupted(sentence, errors, draft, [])


def _corrupted(
    sentence: Sentence, errors: list[MadeError], draft: Draft, failed: list[str]
) -> Corrupted:
    if not errors:
        return Corrupted(accepted(sentence), (), tuple(failed))
    return Corrupted(with_errors(sentence, errors, draft), tuple(errors), tuple(failed))
