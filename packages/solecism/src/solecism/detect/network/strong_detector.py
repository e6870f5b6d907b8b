"""The strong detector: the probabilities of the network at every word and gap, as flags.

A second detector may add the probabilities that it has at its sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import numpy as np

from solecism.detect.certain_errors import P_BY_APOSTROPHE, P_BY_RULE, P_BY_SOUND, certain_flags
from solecism.detect.detector import Detector
from solecism.detect.network.error_drafts import ErrorDraft, ErrorDrafter, ErrorPlace
from solecism.detect.network.misspellings import Misspellings
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.reading import (
    PlaceInSentence,
    Reading,
    SentenceReading,
    parts_by_length,
    read,
    sentence_readings,
    tables_of,
)
from solecism.detect.network.repairs import (
    FLAGGED,
    GROUPS,
    NETWORK_KINDS,
    OPERATIONS,
    SPELLING,
    kind_of,
)
from solecism.detect.network.tuning import LEARNERS, NEVER, Tuning, any_error
from solecism.language.speller import Speller, bundled_speller
from solecism.locate.sites import located
from solecism.numeric import Floats, Floats32, Ints, expit, logit
from solecism.sentence import Sentence
from solecism.site import DETERMINER, PREPOSITION, Flag, id_of, split_id
from solecism.system.processes import batches, batches_of_runs

# The first word of a site, the one after its last, its kind, and the probability of an error.
SiteProbability = tuple[int, int, str, float]


def site_probabilities(
    detector: Detector, sentences: Sequence[Sentence]
) -> list[list[SiteProbability]]:
    """For each sentence the sites whose flags by a detector have a confidence."""
    by_id: dict[str, list[SiteProbability]] = {sentence.id: [] for sentence in sentences}
    # Sentences that share an id are numbered. Usually none do, and sentences as they were
    # annotated know the block that they were annotated in, which makes detectors faster.
    if len(by_id) < len(sentences):
        sentences = [replace(each, id=str(number)) for number, each in enumerate(sentences)]
        by_id = {sentence.id: [] for sentence in sentences}
    for flag in detector.flags(sentences):
        if flag.confidence is not None:
            sentence_id, start, end, kind = split_id(flag.site)
            by_id[sentence_id].append((start, end, kind, flag.confidence))
    return list(by_id.values())


def highest_probability(sites: Iterable[SiteProbability]) -> float:
    """The probability of an error at the site where it is highest.

    >>> highest_probability([(0, 1, "number", 0.2), (3, 3, "determiner", 0.4)])
    0.4
    >>> highest_probability([])
    0.0
    """
    return max((p for *_, p in sites), default=0.0)


def probability_tables(
    sites: Sequence[Iterable[SiteProbability]], places: Ints
) -> tuple[Floats, Floats]:
    """The probability of an error of each group (column) at each word and each gap (row).

    It is NaN where there is no site. `places` has the first row of each sentence.
    """
    words, gaps = (np.full((int(places[-1]), len(GROUPS)), np.nan) for _ in range(2))
    for first, of_sentence in zip(places.tolist(), sites, strict=False):
        for start, end, kind, p in of_sentence:
            if kind in GROUPS:
                table = gaps if start == end else words
                table[first + start, GROUPS.index(kind)] = p
    return words, gaps


def flags_without_errors(
    sentence: Sentence, system: str, sites: Iterable[SiteProbability]
) -> list[Flag]:
    """One flag per site, from left to right, that says that there is no error."""
    return [
        Flag(id_of(sentence.id, start, end, kind), system, False, None, p)
        for start, end, kind, p in sorted(sites)
    ]


# The flags of a sentence by the start, end and kind of their sites.
FlagsBySite = dict[tuple[int, int, str], Flag]


class StrongDetector:
    """Flags places where the probability of a correction reaches the threshold of their group.

    The probability depends on how many errors the document seems to have; a document of more than a
    thousand sentences is taken as several. `rate` is the mean probability of an error at the places
    of learners that are read, where these are not all. Punctuation and capitals are flagged only
    `on_request`. A tuning for the network and a second detector needs the probabilities of that
    detector besides. The bundled speller is used if no other is given. `n_threads` is the number of
    threads in which the network reads, one unless it is set.
    """

    kinds = NETWORK_KINDS

    def __init__(
        self,
        model: StrongModel | None = None,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
        name: str = "strong",
        tuning: Tuning | None = None,
        rate: float | None = None,
        on_request: bool = False,
        speller: Speller | None = None,
    ) -> None:
        self.name, self.n_threads = name, 1
        self._flagged = GROUPS if on_request else FLAGGED
        self._register, self._rate = register, rate
        self._model = bundled() if model is None else model
        self._tuning = self._model.tuning if tuning is None else tuning
        thresholds = self._tuning.thresholds(
            precision=precision, threshold=threshold, register=register
        )
        self._thresholds = np.array(
            [thresholds[group] if group in self._flagged else NEVER for group in GROUPS]
        )
        self.note = "" if precision is None else self._note(precision)
        self._certain_kinds = tuple(
            group
            for group, p in (
                (DETERMINER, P_BY_SOUND),
                (PREPOSITION, P_BY_RULE),
                (SPELLING, P_BY_APOSTROPHE),
            )
            if self._thresholds[GROUPS.index(group)] <= p
        )
        self._misspellings = Misspellings(self._model.repairs, speller or bundled_speller())
        self._drafter = ErrorDrafter(self._model.repairs, self._misspellings)

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that are never flagged, because no threshold is good enough."""
        groups = [
            group for group, least in zip(GROUPS, self._thresholds, strict=True) if least <= 1
        ]
        reached = {kind_of(group, each) for group in groups for each in OPERATIONS}
        return tuple(kind for kind in self.kinds if kind not in reached)

    def _note(self, precision: float) -> str:
        """The groups of errors that are never flagged, because they do not reach a precision."""
        unreachable = self._tuning.unreachable(precision, register=self._register)
        groups = [f"{name} ({p:.2f})" for name, p in unreachable.items() if name in self._flagged]
        if not groups:
            return ""
        return (
            f"errors of these groups are not shown, because none of their thresholds reaches "
            f"precision {precision:g} in text of {self._register}: {', '.join(groups)}. "
            f"In brackets is the highest that each reaches."
        )

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per preposition, determiner and noun, and per error elsewhere."""
        for batch in batches_of_runs(sentences, document_of):
            for flags in self.by_sentence(batch):
                yield from flags

    def by_sentence(
        self,
        sentences: Sequence[Sentence],
        second: Sequence[Sequence[SiteProbability]] | None = None,
    ) -> Iterator[list[Flag]]:
        """The flags of each sentence; all sentences are read together.

        `second` are the probabilities by a second detector, sentence by sentence.
        """
        if not sentences:
            return
        readings = self.readings(sentences)
        words, gaps, starts = tables_of(readings)
        p_words, p_gaps = self.calibrated(words, gaps, starts, second)
        errors = self._errors(sentences, readings, starts, p_words, p_gaps)
        for sentence, start, wrong in zip(sentences, starts.tolist(), errors, strict=False):
            flags = _flags_without_errors(sentence, self.name, p_words[start:]) | wrong
            yield self.with_certain(sentence, flags)

    def with_certain(self, sentence: Sentence, flags: FlagsBySite) -> list[Flag]:
        """The flags of a sentence from left to right, with those that are certain by a rule."""
        if self._certain_kinds:
            certain = {
                _key(flag): flag
                for flag in certain_flags(sentence, self.name)
                if flag.site.endswith(self._certain_kinds)
            }
            flags = _outside(flags, certain) | certain
        return in_order(flags)

    def readings(self, sentences: Sequence[Sentence]) -> list[SentenceReading]:
        """What the network says about each sentence; sentences of similar length are read at once.

        Not all sentences are, because all repairs at all places take much memory.
        """
        found: dict[int, SentenceReading] = {}
        for numbers in parts_by_length([len(each.words) for each in sentences]):
            reading = self.reading([sentences[number] for number in numbers])
            by_sentence = sentence_readings(reading, *self.group_probabilities(reading))
            found.update(zip(numbers, by_sentence, strict=True))
        return [found[number] for number in range(len(sentences))]

    def reading(self, sentences: Sequence[Sentence]) -> Reading:
        """The probabilities of all repairs by the network, and of misspellings by a dictionary."""
        words = [each.words for each in sentences]
        return self._misspellings.corrected(self._read(words), words)

    def _read(self, sentences: Sequence[Sequence[str]]) -> Reading:
        model = self._model
        return read(sentences, model.session, model.pieces, n_threads=self.n_threads)

    def group_probabilities(self, reading: Reading) -> tuple[Floats, Floats]:
        """The uncalibrated probability of an error of each group, per word and per gap."""
        words = _sums_by_group(reading.words, self._drafter.members[0])
        words[reading.places[1:] - 1] = 0
        gaps = _sums_by_group(reading.gaps, self._drafter.members[1])
        # Nothing that is missing is misspelt.
        gaps[:, GROUPS.index(SPELLING)] = 0
        return words, gaps

    def calibrated(
        self,
        words: Floats,
        gaps: Floats,
        starts: Ints,
        second: Sequence[Sequence[SiteProbability]] | None,
    ) -> tuple[Floats, Floats]:
        """The probability of an error of each group, per word and per gap, given all that is known.

        The rows of each sentence begin at `starts`.
        """
        second_p = (None, None) if second is None else probability_tables(second, starts)
        words, gaps = (
            probabilities(self._tuning, *pair) for pair in zip((words, gaps), second_p, strict=True)
        )
        # There is no word at a sentence's end.
        words[starts[1:] - 1] = 0
        return words, gaps

    def _errors(
        self,
        sentences: Sequence[Sentence],
        readings: Sequence[SentenceReading],
        starts: Ints,
        p_words: Floats,
        p_gaps: Floats,
    ) -> list[FlagsBySite]:
        """The flags of the errors of each sentence."""
        groups, p_any = any_error(np.concatenate([p_words, p_gaps]))
        n_errors = np.add.reduceat(p_any.reshape(2, -1).sum(axis=0), starts[:-1])
        shifts = self.shifts(sentences, n_errors, 2 * np.diff(starts))
        errors = self.located_errors(starts, groups, p_any, shifts)
        return self.flagged(sentences, errors, self.drafts(sentences, readings, errors))

    def shifts(self, sentences: Sequence[Sentence], n_errors: Floats, n_places: Ints) -> Floats:
        """For each sentence, how far its whole document shifts the log odds of errors.

        `n_errors` are the sums of the probabilities of errors at all places of each sentence.
        """
        documents = document_numbers(sentences)
        errors, places = (
            np.asarray(np.bincount(documents, each), np.float64) for each in (n_errors, n_places)
        )
        return self._tuning.writer.shifts(errors, places, rate=self._rate)[documents]

    def located_errors(
        self, starts: Ints, groups: Ints, p_any: Floats, shifts: Floats
    ) -> list[LocatedError]:
        """The places at which the probability of a correction reaches the threshold.

        `groups` and `p_any` have the most probable group and the probability of any error at all
        words and then at all gaps, `starts` where the rows of each sentence begin, and `shifts`
        how far the log odds of each sentence are shifted.
        """
        of_rows = np.tile(np.repeat(shifts, np.diff(starts)), 2)
        p_shifted = expit(logit(p_any) + of_rows)
        p = self._tuning.p_corrected_given(groups, p_shifted, register=self._register)
        n_rows = int(starts[-1])
        is_place = np.ones(len(p), np.bool_)
        # There is no word at a sentence's end.
        is_place[starts[1:] - 1] = False
        rows = np.flatnonzero((p >= self._thresholds[groups]) & is_place)
        places = rows % n_rows
        owners = np.searchsorted(starts, places, side="right") - 1
        columns = (rows, owners, places - starts[owners], groups[rows], p[rows])
        return [
            LocatedError(owner, start, row >= n_rows, GROUPS[group], p_error)
            for row, owner, start, group, p_error in zip(
                *(each.tolist() for each in columns), strict=True
            )
        ]

    def drafts(
        self,
        sentences: Sequence[Sentence],
        readings: Sequence[SentenceReading],
        errors: Sequence[LocatedError],
    ) -> list[ErrorDraft]:
        """What is said about each error."""
        repairs = [readings[error.owner].repairs.get(error.place) for error in errors]
        # Seldom: the rest of the text makes an error of what did not look like one.
        missing = [number for number, each in enumerate(repairs) if each is None]
        if missing:
            owners = list(dict.fromkeys(errors[number].owner for number in missing))
            reading = self.reading([sentences[owner] for owner in owners])
            first_row = dict(zip(owners, reading.places.tolist(), strict=False))
            for number in missing:
                error = errors[number]
                side = reading.gaps if error.is_gap else reading.words
                repairs[number] = side[first_row[error.owner] + error.start]
        places = [
            ErrorPlace(sentences[error.owner].words, error.start, error.is_gap, error.group, each)
            for error, each in zip(errors, repairs, strict=True)
            if each is not None
        ]
        return self._drafter.drafts(places, self._read)

    def flagged(
        self,
        sentences: Sequence[Sentence],
        errors: Sequence[LocatedError],
        drafts: Sequence[ErrorDraft],
    ) -> list[FlagsBySite]:
        """The flags of the errors of each sentence, by their sites."""
        flags: list[FlagsBySite] = [{} for _ in sentences]
        shares = self._tuning.reader_shares([(error.group, error.p) for error in errors])
        for error, draft, share in zip(errors, drafts, shares, strict=True):
            end = error.start if error.is_gap else error.start + 1
            flag = draft.flag(sentences[error.owner].id, self.name, error.p, share)
            flags[error.owner][error.start, end, error.group] = flag
        return flags


class LocatedError(NamedTuple):
    """A place where an error is flagged: its sentence, and its group and probability."""

    owner: int
    start: int
    is_gap: bool
    group: str
    p: float

    @property
    def place(self) -> PlaceInSentence:
        """Whether it is a gap, and the number of its word."""
        return self.is_gap, self.start


def in_order(flags: FlagsBySite) -> list[Flag]:
    """The flags of a sentence from left to right."""
    return [flags[key] for key in sorted(flags, key=lambda key: key[:2])]


def document_of(sentence: Sentence) -> str:
    """The name of the document that a sentence is in, by its id."""
    return sentence.id.rpartition(".")[0]


def document_numbers(sentences: Sequence[Sentence]) -> Ints:
    """The number of the document of each sentence; no document has more than a thousand.

    >>> from solecism.sentence import from_words
    >>> document_numbers([from_words(id, ["Yes"]) for id in ("a.1", "a.2", "b.1")]).tolist()
    [0, 0, 1]
    """
    sizes = [len(part) for _, run in groupby(sentences, document_of) for part in batches(run)]
    return np.repeat(np.arange(len(sizes)), sizes)


def probabilities(tuning: Tuning, network_p: Floats, second_p: Floats | None = None) -> Floats:
    """The calibrated probability of an error of each group (column) at each place (row).

    `network_p` is that of the network before calibration, `second_p` that of a second detector, NaN
    where it has none.
    """
    columns = [
        tuning.groups[group].probabilities(
            network_p[:, number], None if second_p is None else second_p[:, number]
        )
        for number, group in enumerate(GROUPS)
    ]
    return np.stack(columns, axis=1)


def _outside(flags: FlagsBySite, certain: FlagsBySite) -> FlagsBySite:
    """The flags, but for errors inside one of several words, or a misspelling, that is certain."""
    spans = [(start, end) for start, end, kind in certain if end - start > 1 or kind == SPELLING]
    return {
        key: flag
        for key, flag in flags.items()
        if not flag.error or not any(start <= key[0] and key[1] <= end for start, end in spans)
    }


def _flags_without_errors(sentence: Sentence, system: str, p_words: Floats) -> FlagsBySite:
    """One flag per preposition, determiner and noun that says that there is no error.

    `p_words` is the probability of an error of each group (column) at each word (row).
    """
    return {
        (site.start, site.end, site.kind): Flag(
            site.id, system, False, None, float(p_words[site.start, GROUPS.index(site.kind)])
        )
        for site in located(sentence)
    }


def _key(flag: Flag) -> tuple[int, int, str]:
    """The start, end and kind of a flag's site."""
    return split_id(flag.site)[1:]


def _sums_by_group(p: Floats32, members: Floats32) -> Floats:
    """The sums of probabilities of each row over the classes of each group.

    Not a product of matrices, which may round a row differently beside other rows.
    """
    sums = [p.take(np.flatnonzero(of_group), axis=1).sum(axis=1) for of_group in members.T]
    return np.stack(sums, axis=1).astype(np.float64)
