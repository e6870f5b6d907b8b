"""Make errors in sentences (Foster 2007, Fig. 1, applied repeatedly for several errors).

Where a type of error has no place, another one is drawn by weight among those not yet tried.
The random numbers of a sentence depend on the seed and its id only, not on other sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from solecism.corrupt.corrupted import Corrupted, accepted, with_errors
from solecism.corrupt.corruption import Corruption
from solecism.corrupt.draft import draft_of
from solecism.corrupt.recipe import Recipe
from solecism.corrupt.stream import Stream
from solecism.corrupt.types.confused_word import ConfusedWord
from solecism.corrupt.types.error_type import ErrorType
from solecism.corrupt.types.word_class import PENN_TAGS
from solecism.errors import InputError
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Sentence
from solecism.system.batches import batches

_MAX_TAGS_SHOWN = 8


def corrupt(sentences: Iterable[Sentence], recipe: Recipe, *, seed: int) -> Iterator[Corrupted]:
    """The sentences with errors by the recipe, in order; the same seed gives the same errors.

    Sentences without tags are tagged here, at most a thousand read ahead.

    >>> from solecism.corrupt.recipe import Recipe
    >>> from solecism.sentence import from_words
    >>> letter = from_words("letter.1", ["I", "have", "two", "cats", "."])
    >>> [corrupted] = corrupt([letter], Recipe({"verb-form": 1}), seed=7)
    >>> corrupted.sentence.text, corrupted.errors[0].kind
    ('I having two cats .', 'verb-form')
    """
    types = recipe.types()
    confused = recipe.confused_words() if recipe.per_sentence is None else {}
    for sentence in _tagged(sentences):
        _check_tags(sentence)
        stream = Stream(seed, sentence.id)
        if recipe.per_sentence is None:
            yield _by_rate(sentence, recipe, confused, stream)
        else:
            yield _by_number(sentence, recipe, types, stream)


def _tagged(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    for batch in batches(sentences):
        without = [sentence for sentence in batch if not sentence.tags and sentence.words]
        tagged = annotate_sentences(without, lemmas=False, chunks=False) if without else iter(())
        for sentence in batch:
            yield next(tagged) if not sentence.tags and sentence.words else sentence


def _check_tags(sentence: Sentence) -> None:
    if PENN_TAGS.issuperset(sentence.tags):
        return
    unknown = [tag for tag in sentence.tags if tag not in PENN_TAGS]
    if 2 * len(unknown) > len(sentence.tags):
        names = ", ".join(sorted(set(unknown))[:_MAX_TAGS_SHOWN])
        raise InputError(
            f"{sentence.id}: has the tags {names}, which are not tags of the Penn Treebank. "
            "Give Penn tags, or text without tags."
        )


def _by_number(
    sentence: Sentence, recipe: Recipe, types: Mapping[str, ErrorType], stream: Stream
) -> Corrupted:
    corruption = Corruption(draft_of(sentence))
    weights = recipe.weights
    failed: list[str] = []
    for _ in range(_n_errors(recipe, stream)):
        if not _make_one(corruption, weights, types, stream, failed):
            break
    return _corrupted(sentence, corruption, failed, recipe)


def _n_errors(recipe: Recipe, stream: Stream) -> int:
    per_sentence = recipe.per_sentence or 0.0
    whole = int(per_sentence)
    if per_sentence == whole:
        return whole * recipe.rounds
    return sum(whole + (stream.share() < per_sentence - whole) for _ in range(recipe.rounds))


def _make_one(
    corruption: Corruption,
    weights: Mapping[str, float],
    types: Mapping[str, ErrorType],
    stream: Stream,
    failed: list[str],
) -> bool:
    for name in stream.drawn(weights):
        if any(map(corruption.make, types[name](corruption.draft, stream))):
            return True
        failed.append(name)
    return False


def _by_rate(
    sentence: Sentence, recipe: Recipe, confused: Mapping[str, ConfusedWord], stream: Stream
) -> Corrupted:
    corruption = Corruption(draft_of(sentence))
    for _ in range(recipe.rounds):
        drawn = [
            error for each in confused.values() for error in each.by_rate(corruption.draft, stream)
        ]
        # From right to left, so that what is still to be made stands where it stood.
        drawn.sort(key=lambda error: error.edit.start, reverse=True)
        last_start = len(corruption.draft.words) + 1
        for error in drawn:
            if error.edit.end <= last_start and error.edit.start != last_start:
                last_start = error.edit.start
                corruption.make(error)
    return _corrupted(sentence, corruption, [], recipe)


def _corrupted(
    sentence: Sentence, corruption: Corruption, failed: list[str], recipe: Recipe
) -> Corrupted:
    if not corruption.errors:
        return Corrupted(accepted(sentence), (), tuple(failed))
    corrupted = with_errors(sentence, corruption, sites=recipe.sites)
    return Corrupted(corrupted, tuple(corruption.errors), tuple(failed))
