"""Make errors in sentences (Foster 2007, Fig. 1, applied repeatedly for several errors).

Where a type of error has no place, another one is drawn by weight among those not yet tried.
The random numbers of a sentence depend on the seed and its id only, not on other sentences, so that
several processes make the same errors as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from operator import itemgetter
from typing import TypeVar

from solecism.corruption.corrupted import Corrupted, accepted, with_errors
from solecism.corruption.learner_confusions import ConfusedWord
from solecism.corruption.learner_writer import LearnerRecipe
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.recipe import Recipe
from solecism.corruption.synthetic_error import Corruption, ErrorType, draft_of
from solecism.corruption.word_classes import PENN_TAGS
from solecism.errors import InputError
from solecism.language.tagger import tag
from solecism.sentence import Sentence
from solecism.system.processes import batches, keyed_map

AnyRecipe = Recipe | LearnerRecipe
_MAX_TAGS_SHOWN = 8


def corrupt(sentences: Iterable[Sentence], recipe: AnyRecipe, *, seed: int) -> Iterator[Corrupted]:
    """The sentences with errors by the recipe, in order; the same seed gives the same errors.

    Sentences without tags are tagged here, at most a thousand read ahead.

    >>> from solecism.corruption.recipe import Recipe
    >>> from solecism.sentence import from_words
    >>> letter = from_words("letter.1", ["I", "have", "two", "cats", "."])
    >>> [corrupted] = corrupt([letter], Recipe({"verb-form": 1}), seed=7)
    >>> corrupted.sentence.text, corrupted.errors[0].kind
    ('I having two cats .', 'verb-form')
    """
    if isinstance(recipe, LearnerRecipe):
        for batch in batches(_tagged(sentences)):
            yield from _like_learners(batch, recipe, seed)
        return
    types = recipe.types()
    confused = recipe.confused_words() if recipe.per_sentence is None else {}
    for sentence in _tagged(sentences):
        _check_tags(sentence)
        stream = RandomStream(seed, sentence.id)
        if recipe.per_sentence is None:
            yield _by_rate(sentence, recipe, confused, stream)
        else:
            yield _by_number(sentence, recipe, types, stream)


def _tagged(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    for batch in batches(sentences):
        without = [sentence for sentence in batch if not sentence.tags and sentence.words]
        tagged = tag(without)
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


def _like_learners(
    batch: Sequence[Sentence], recipe: LearnerRecipe, seed: int
) -> Iterator[Corrupted]:
    for sentence in batch:
        _check_tags(sentence)
    drafts = [draft_of(sentence) for sentence in batch]
    streams = [RandomStream(seed, sentence.id) for sentence in batch]
    corruptions = recipe.corruptions(drafts, streams)
    for sentence, corruption in zip(batch, corruptions, strict=True):
        yield _corrupted(sentence, corruption, [], recipe)


def _by_number(
    sentence: Sentence, recipe: Recipe, types: Mapping[str, ErrorType], stream: RandomStream
) -> Corrupted:
    corruption = Corruption(draft_of(sentence))
    weights = recipe.weights
    failed: list[str] = []
    for _ in range(_n_errors(recipe, stream)):
        if not _make_one(corruption, weights, types, stream, failed):
            break
    return _corrupted(sentence, corruption, failed, recipe)


def _n_errors(recipe: Recipe, stream: RandomStream) -> int:
    per_sentence = recipe.per_sentence or 0.0
    whole = int(per_sentence)
    if per_sentence == whole:
        return whole * recipe.rounds
    return sum(whole + (stream.share() < per_sentence - whole) for _ in range(recipe.rounds))


def _make_one(
    corruption: Corruption,
    weights: Mapping[str, float],
    types: Mapping[str, ErrorType],
    stream: RandomStream,
    failed: list[str],
) -> bool:
    for name in stream.drawn(weights):
        if any(map(corruption.make, types[name](corruption.draft, stream))):
            return True
        failed.append(name)
    return False


def _by_rate(
    sentence: Sentence, recipe: Recipe, confused: Mapping[str, ConfusedWord], stream: RandomStream
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
    sentence: Sentence, corruption: Corruption, failed: list[str], recipe: AnyRecipe
) -> Corrupted:
    if not corruption.errors:
        return Corrupted(accepted(sentence), (), tuple(failed))
    corrupted = with_errors(sentence, corruption, sites=recipe.sites)
    return Corrupted(corrupted, tuple(corruption.errors), tuple(failed))


_Key = TypeVar("_Key")


def corrupt_in_parallel(
    sentences: Iterable[Sentence], recipe: AnyRecipe, *, seed: int, n_jobs: int
) -> Iterator[Corrupted]:
    """What `corrupt` gives, by `n_jobs` processes."""
    for _, results in corrupt_texts([(None, sentences)], recipe, seed=seed, n_jobs=n_jobs):
        yield from results


def corrupt_texts(
    texts: Iterable[tuple[_Key, Iterable[Sentence]]], recipe: AnyRecipe, *, seed: int, n_jobs: int
) -> Iterator[tuple[_Key, Iterator[Corrupted]]]:
    """The same for several texts: the key of each, and its sentences, to be taken in this order."""
    function = partial(_corrupt_batch, recipe=recipe, seed=seed)
    keyed = ((key, batch) for key, sentences in texts for batch in batches(sentences))
    by_batch = keyed_map(function, keyed, n_jobs=n_jobs)
    for key, group in groupby(by_batch, key=itemgetter(0)):
        yield key, chain.from_iterable(results for _, results in group)


def _corrupt_batch(batch: list[Sentence], *, recipe: AnyRecipe, seed: int) -> list[Corrupted]:
    return list(corrupt(batch, recipe, seed=seed))
