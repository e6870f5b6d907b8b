"""The construction that a model of native text chooses for each noun, of the five of paper 004."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np

from solecism.detect.articles.choice import CHOICE_OF_CONSTRUCTION
from solecism.detect.articles.contexts import noun_contexts
from solecism.detect.articles.model import ArticleModel, bundled
from solecism.detect.articles.places import noun_places
from solecism.judgment import Judgment
from solecism.kind import NUMBER
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.sentence_columns import columns
from solecism.numeric.arrays import Floats
from solecism.sentence import Sentence
from solecism.site import id_of
from solecism.system.batches import batches

NAME = "light"


def construction_probabilities(
    sentences: Iterable[Sentence], *, model: ArticleModel | None = None
) -> Iterator[tuple[str, Floats]]:
    """The site of each noun of annotated sentences, and the probability of each construction.

    The model sees the noun's lemma and its context, but neither its determiner nor its number.
    """
    context = (bundled() if model is None else model).context
    for batch in batches(sentences):
        table = columns(batch)
        places = noun_places(table, batch)
        contexts = noun_contexts(table, places)
        log_p = context.combined(context.maxent.log_probabilities(contexts), contexts)
        chosen = log_p[:, list(CHOICE_OF_CONSTRUCTION)].astype(np.float64)
        p = np.exp(chosen - chosen.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        owners = table.sentences[places.heads]
        words = places.heads - table.starts[owners]
        for owner, word, row in zip(owners.tolist(), words.tolist(), p, strict=True):
            yield id_of(batch[owner].id, word, word + 1, NUMBER), row


def chosen_constructions(
    sentences: Sequence[Sentence], sites: Collection[str], *, model: ArticleModel | None = None
) -> Iterator[Judgment]:
    """The most probable construction at each of these sites, as judgments of the model."""
    for site, p in construction_probabilities(sentences, model=model):
        if site in sites:
            best = int(np.argmax(p))
            yield Judgment(
                site,
                NAME,
                "yes*",
                task="article-number",
                confidence=float(min(1.0, p[best])),
                notes={"construction": CONSTRUCTIONS[best]},
            )
