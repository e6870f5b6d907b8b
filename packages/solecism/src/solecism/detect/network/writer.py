"""The writer of a document: how many errors are usual for them, and how many the document has.

Errors are more probable in a text that seems to have many. Saerens et al. (2002) estimate from a
text's own probabilities how frequent a class is in it, and shift their odds by that frequency over
the usual one. This is the first step of their iteration, drawn to the usual frequency as if so many
more errors had been seen, and raised to a power that is learnt from texts of learners and of
native writers. Further steps go too far: they end with no errors at all in the essays of good
learners, whose correct sentences differ, too.

What is shown by default also depends on the writer. A careful writer is shown only what is hardly
ever wrong in native text; a learner, of whose text more findings are right, is shown more. Which of
them wrote a document is decided by its number of errors, as a ratio of likelihoods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from solecism.language.document_boundaries import documents_in
from solecism.numeric import Bools, Floats, Ints, expit, logit
from solecism.sentence import Sentence
from solecism.system.processes import batches

# Log odds are shifted in steps of 1/32, which change a probability by at most 0.004: an edit of a
# long text then leaves most findings elsewhere in it exactly as they were, and they can be kept.
_STEPS = 32
# The errors per place of native writers, over those of learners (tuning documents), and the odds
# that the writer of an unknown text is a learner.
_NATIVE_SHARE = 0.15
_PRIOR_ODDS = 0.02
# That share in novels and talks, in which much only looks like an error. A text shows its native
# writer if it is this improbable for a learner, e to this power: without errors, after some fifty
# words. One of 45 scripts of the FCE (tuning) does.
_RICH_SHARE, _SURE_NATIVE = 0.25, 5.0
# By so many sentences of a document, at equal distances, its number of errors is estimated.
SAMPLE_SENTENCES = 60


@dataclass(frozen=True, slots=True)
class Writer:
    """What is usual for a writer, and how far one text may differ from it.

    `rate` is the mean probability of an error per place in learners' text, `strength` the number
    of errors that it counts for, and `power` that of the ratio by which odds are multiplied.
    """

    rate: float = 0.0
    strength: float = 1.0
    power: float = 0.0

    def shifted(self, p: Floats, documents: Ints) -> Floats:
        """The probabilities of errors at places of texts, given all places of each text."""
        n_errors = np.asarray(np.bincount(documents, p), np.float64)
        shifts = self.shifts(n_errors, np.bincount(documents))
        return expit(logit(p) + shifts[documents])

    def shifts(self, n_errors: Floats, n_places: Floats | Ints) -> Floats:
        """How far the log odds of all errors of each text are shifted, in steps.

        `n_errors` are the sums of the probabilities of errors at all places of each text.

        >>> usual = Writer(rate=0.3, strength=0.4, power=1.0)
        >>> usual.shifts(np.array([1.0, 1.01, 0.2]), np.array([2, 2, 2])).tolist()
        [0.34375, 0.34375, -0.5]
        """
        shifts = self.power * self._log_ratios(n_errors, n_places)
        return np.asarray(np.round(shifts * _STEPS) / _STEPS)

    def log_ratios(self, p: Floats, documents: Ints) -> Floats:
        """For each place, the logarithm of its text's errors over the usual number of them.

        >>> p, usual = np.array([0.5, 0.5, 0.1, 0.1]), Writer(rate=0.3, strength=0.4)
        >>> np.exp(usual.log_ratios(p, np.array([0, 0, 1, 1]))).round(2).tolist()
        [1.4, 1.4, 0.6, 0.6]
        """
        n_errors = np.asarray(np.bincount(documents, p), np.float64)
        return np.asarray(self._log_ratios(n_errors, np.bincount(documents))[documents])

    def are_learners(self, n_errors: Floats, n_places: Floats | Ints) -> Bools:
        """Whether each text is more probably a learner's than a native writer's.

        The numbers of errors are taken as those of Poisson distributions. One error in a short
        sentence does not make a learner.

        >>> usual = Writer(rate=0.05)
        >>> usual.are_learners(np.array([1, 5, 5]), np.array([25, 25, 400])).tolist()
        [False, True, False]
        """
        log_odds = self._evidence(n_errors, n_places, _NATIVE_SHARE) + np.log(_PRIOR_ODDS)
        return np.asarray(log_odds > 0)

    def are_natives(self, n_errors: Floats, n_places: Floats | Ints) -> Bools:
        """Whether each text is long and clean enough to show that a native writer wrote it.

        One clean sentence does not show it.

        >>> usual = Writer(rate=0.05)
        >>> usual.are_natives(np.array([0, 1, 12]), np.array([25, 400, 400])).tolist()
        [False, True, False]
        """
        return np.asarray(self._evidence(n_errors, n_places, _RICH_SHARE) < -_SURE_NATIVE)

    def _evidence(self, n_errors: Floats, n_places: Floats | Ints, share: float) -> Floats:
        """How much more probable the number of errors is for learners, as a logarithm.

        Native writers have this share of the errors per place.
        """
        n_usual = n_places * self.rate
        return np.asarray(-n_errors * np.log(share) - n_usual * (1 - share))

    def _log_ratios(self, n_errors: Floats, n_places: Floats | Ints) -> Floats:
        n_usual = n_places * self.rate + self.strength
        return np.asarray(np.log((n_errors + self.strength) / n_usual))


def document_of(sentence: Sentence) -> str:
    """The name of the document that a sentence is in, by its id."""
    return sentence.id.rpartition(".")[0]


def document_numbers(sentences: Sequence[Sentence]) -> Ints:
    """The number of the document of each sentence; no document has more than a thousand.

    Several texts in one file are told apart where that is possible.

    >>> from solecism.sentence import from_words
    >>> document_numbers([from_words(id, ["Yes"]) for id in ("a.1", "a.2", "b.1")]).tolist()
    [0, 0, 1]
    """
    sizes = [
        len(part)
        for _, run in groupby(sentences, document_of)
        for document in documents_in(list(run))
        for part in batches(document)
    ]
    return np.repeat(np.arange(len(sizes)), sizes)


def sampled(documents: Ints) -> Bools:
    """Whether the rate of errors is estimated by each sentence, given the documents' numbers.

    All sentences of a document that is not long are taken, and some of a longer one.

    >>> sampled(np.array([0, 0, 1])).tolist(), int(sampled(np.zeros(200, np.int64)).sum())
    ([True, True, True], 50)
    """
    sizes = np.bincount(documents)
    first = np.cumsum(sizes) - sizes
    steps = -(-sizes // SAMPLE_SENTENCES)
    return np.asarray((np.arange(len(documents)) - first[documents]) % steps[documents] == 0)
