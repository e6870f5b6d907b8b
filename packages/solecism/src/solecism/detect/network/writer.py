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

A file may hold the essays of a class or the articles of a day: several documents, told apart by
their layout. Between two of them there is a form feed, a line of dashes or stars, a heading that
counts (*Essay 2*), a line with the name of a writer (*Student: Kim Hill*), or more blank lines than
between paragraphs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

import numpy as np

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


_SPACE, _LINE, _PARAGRAPHS = map(re.compile, (r"\s{2,}|\f", r"[^\n]+", r"\n\s*\n"))
_RULE = re.compile(r"(?:[-*_=~#•—–]\s*){3,}")
_COUNTED = re.compile(
    r"""(?xi) [\W_]*
    (?: essay | text | letter | story | article | draft | document | composition | script | sample
      | student | learner | candidate | participant | writer | author | answer | response | task
      | e-?mail | report | review | assignment | submission ) s?
    \s* (?: no\.? | number | nr\.? | [\#:] )? \s* [(\[]? \d{1,5} [)\]]?
    [\W_]* (?: [-–—:|] .{0,80} )?
    """
)
_OF_WRITER = re.compile(
    r"(?i)[\W_]*(?:student|learner|candidate|writer|author|name|pupil|participant|submitted by)"
    r"(?:'s name| name| id)?[*_]*:[*_]*\s*\S.{0,60}"
)
# Line ends between two documents, where one or two are between paragraphs.
_MANY_LINE_ENDS = 3
# No document is shorter: what is before its first words belongs to it.
_LEAST_WORDS = 20
# In a text of long lines, each of them a paragraph, blank lines part documents of so many words.
_LONG_LINE, _SHARE_OF_LONG, _USUAL_WORDS = 120, 0.5, 120


def documents_in(sentences: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
    """The documents in the sentences of one text, in order.

    >>> from solecism.language.sentence_splitter import sentences
    >>> text = "We went to the sea, and then we walked home again. " * 3
    >>> every = sentences(f"Essay 1\\n\\n{text}\\n\\nEssay 2\\n\\n{text}", "file")
    >>> [str(each[0]) for each in documents_in(every)]
    ['Essay 1', 'Essay 2']
    """
    starts = list(accumulate((len(each.text) + len(each.after) for each in sentences), initial=0))
    text = "".join(sentence.text + sentence.after for sentence in sentences)
    has_blank_lines = _are_parted_by_blank_lines(text)
    # Sentences at which a document begins, by the places of boundaries in the text.
    begins = {bisect_left(starts, place) for place in _boundaries(text, has_blank_lines)}
    first = n_words = 0
    for number, sentence in enumerate(sentences):
        if number in begins and n_words >= _LEAST_WORDS:
            yield sentences[first:number]
            first, n_words = number, 0
        n_words += sum(map(str.isalpha, sentence.words))
    if first < len(sentences):
        yield sentences[first:]


def _boundaries(text: str, has_blank_lines: bool) -> Iterator[int]:
    """The places in a text at which a document seems to begin."""
    least = _MANY_LINE_ENDS - 1 if has_blank_lines else _MANY_LINE_ENDS
    for found in _SPACE.finditer(text):
        if "\f" in found[0] or found[0].count("\n") >= least:
            yield found.end()
    for found in _LINE.finditer(text):
        line = found[0].strip()
        if any(form.fullmatch(line) is not None for form in (_RULE, _COUNTED, _OF_WRITER)):
            yield found.start() + len(found[0]) - len(found[0].lstrip())


def _are_parted_by_blank_lines(text: str) -> bool:
    """Whether each line of a text is a paragraph, so that blank lines stand between documents."""
    lines = [line for line in text.splitlines() if line.strip()]
    n_documents = len(_PARAGRAPHS.findall(text.strip())) + 1
    if n_documents < 2 or len(lines) < 2 * n_documents:
        return False
    n_long = sum(len(line) >= _LONG_LINE for line in lines)
    return n_long >= _SHARE_OF_LONG * len(lines) and len(text.split()) >= _USUAL_WORDS * n_documents
