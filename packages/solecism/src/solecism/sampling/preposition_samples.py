"""Samples of prepositions: one random preposition from each of a number of random sentences.

Paper 000, section 4: 200 sentences for the cloze test, and 200 for the choice test, where the
writer and a system differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from solecism.errors import InputError
from solecism.locate.sites import located, preposition_number
from solecism.sentence import Sentence, from_words
from solecism.site import PREPOSITION, Flag, Site


@dataclass(frozen=True, slots=True)
class ChoiceSample:
    """Sites to judge, and the system's word at each, which raters must not recognise as such.

    `n_right` of `n_guessed` prepositions of the text were guessed right; the sites are drawn from
    the others.
    """

    sites: tuple[Site, ...]
    flags: tuple[Flag, ...]
    n_right: int
    n_guessed: int


def draw_cloze(
    sentences: Iterable[Sentence], *, n: int, rng: np.random.Generator
) -> tuple[Site, ...]:
    """One preposition from each of n sentences, of the 34 that can be mistaken for another."""
    places = {sentence.id: sites for sentence in sentences if (sites := _prepositions(sentence))}
    return tuple(_drawn(places, n, rng))


def sentences_of(sites: Iterable[Site]) -> Iterator[Sentence]:
    """The sentences that the contexts of drawn sites are, each once."""
    seen = set()
    for site in sites:
        if site.context is None:
            raise InputError(f"{site.id}: has no context. Give what `solecism sample cloze` wrote.")
        if site.sentence not in seen:
            seen.add(site.sentence)
            yield from_words(site.sentence, site.context.split(" "))


def draw_choice(
    sentences: Iterable[Sentence],
    flags: Iterable[Flag],
    *,
    n: int,
    rng: np.random.Generator,
) -> ChoiceSample:
    """One preposition from each of n sentences at which the system would write another.

    `flags` have the system's word at each preposition as the only suggestion, also where it is the
    writer's.
    """
    guesses = {flag.site: flag for flag in flags}
    places: dict[str, list[Site]] = {}
    n_right = n_guessed = 0
    for sentence in sentences:
        guessed = [site for site in _prepositions(sentence) if site.id in guesses]
        sites = [
            site
            for site in guessed
            if preposition_number(guesses[site.id].suggestions[0].text)
            != preposition_number(site.text)
        ]
        n_guessed += len(guessed)
        n_right += len(guessed) - len(sites)
        if sites:
            places[sentence.id] = sites
    drawn = tuple(_drawn(places, n, rng))
    return ChoiceSample(drawn, tuple(guesses[site.id] for site in drawn), n_right, n_guessed)


def _prepositions(sentence: Sentence) -> list[Site]:
    context = " ".join(sentence.words)
    return [
        replace(site, context=context)
        for site in located(sentence, kinds=(PREPOSITION,))
        if preposition_number(site.text)
    ]


def _drawn(places: Mapping[str, list[Site]], n: int, rng: np.random.Generator) -> list[Site]:
    if n < 1:
        raise InputError(f"{n} items are too few. Draw at least 1.")
    if n > len(places):
        raise InputError(f"{n} sentences wanted, but {len(places)} have such a preposition.")
    # In order of ids, so that the order of the text does not matter to a seed.
    names = sorted(places)
    chosen = rng.choice(len(names), size=n, replace=False)
    return [places[names[i]][int(rng.integers(len(places[names[i]])))] for i in chosen]
