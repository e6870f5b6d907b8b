"""Texts are checked: long ones in batches of sentences, short ones together in one batch.

Of each batch it is worked out what is wrong, what to write instead, and what of it is shown.
Repairs are worked out with all errors that the detector proposes, and tried in the sentence
(`solecism.checking.advice`). Only then is it decided which of them are sure enough to be shown, so
that whoever is shown an error is given the same advice. At last what is right in the variety of
English that the text is written in is taken as correct, and what it quotes.

What is found in a text does not depend on the others. Whoever flags the batches, the detectors in
this process or several processes, gives the same results.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, islice
from typing import Generic, NamedTuple, Protocol, TypeVar

from solecism.checking.advice import advised
from solecism.checking.quotations import without_quoted
from solecism.checking.reading import (
    DEFAULT_STEPS,
    FlaggedSentence,
    MarkedSentence,
    Reading,
    SentenceSteps,
    read_sentences,
    read_text,
)
from solecism.checking.right_constructions import without_right_constructions
from solecism.checking.varieties import AUTO, in_variety
from solecism.detect.detector import Abilities, Detector, abilities_of, proposals, shown
from solecism.detect.registry import Loader
from solecism.errors import SolecismError
from solecism.finding import CheckedSentence, Finding
from solecism.sentence import Sentence
from solecism.site import Flag
from solecism.system.processes import BATCH_SENTENCES, batches, keyed_map, release_memory


def flag_sentences(
    marked: Iterable[MarkedSentence],
    detector: Detector,
    steps: SentenceSteps = DEFAULT_STEPS,
    *,
    variety: str = AUTO,
) -> Iterator[FlaggedSentence]:
    """The flags of sentences, given which of them are English; the others have none."""
    for batch in batches(marked):
        yield from in_own_words(flag_batch(batch, detector, steps), variety)


def flag_batch(
    batch: Sequence[MarkedSentence], detector: Detector, steps: SentenceSteps = DEFAULT_STEPS
) -> list[FlaggedSentence]:
    """The flags of sentences that are read together; what is found depends on no others."""
    places = [n for n, (sentence, is_english) in enumerate(batch) if is_english and sentence.words]
    annotated = list(steps.annotate([batch[n][0] for n in places]))
    proposed = proposals(detector, annotated)
    wrong = [n for n, each in enumerate(proposed) if any(flag.error for flag in each.flags)]
    told = advised(
        [annotated[n] for n in wrong],
        [steps.resolve(annotated[n], proposed[n].flags) for n in wrong],
        [proposed[n] for n in wrong],
        detector,
        steps,
    )
    flags_of = {n: tuple(each.flags) for n, each in enumerate(proposed)}
    flags_of.update(zip(wrong, told, strict=True))
    result: list[FlaggedSentence] = [(sentence, (), is_english) for sentence, is_english in batch]
    for n, place in enumerate(places):
        flags = _one_per_site(shown(detector, flags_of[n], proposed[n].context))
        # What is said about an error depends on the tags of the words around it.
        sentence = annotated[n] if any(flag.error for flag in flags) else batch[place][0]
        result[place] = sentence, flags, True
    return result


def _one_per_site(flags: tuple[Flag, ...]) -> tuple[Flag, ...]:
    """The flags without a second one of a site: an error may come to stand where another was."""
    if len({flag.site for flag in flags}) == len(flags):
        return flags
    first: dict[str, Flag] = {}
    for flag in sorted(flags, key=lambda flag: not flag.error):
        first.setdefault(flag.site, flag)
    return tuple(flag for flag in flags if first[flag.site] is flag)


def in_own_words(
    flagged: Sequence[FlaggedSentence], variety: str = AUTO
) -> Sequence[FlaggedSentence]:
    """The sentences of a text without errors in what it quotes, or in its variety of English.

    Constructions that only look wrong are right in every text.
    """
    return in_variety(without_right_constructions(without_quoted(flagged)), variety)


def check_text(
    lines: Iterable[str],
    detector: Detector,
    *,
    document: str,
    file: str,
    markup: bool = True,
    steps: SentenceSteps = DEFAULT_STEPS,
) -> Iterator[CheckedSentence]:
    """The sentences of a text in order, as they are written, with the flags of their sites.

    Markup is skipped if `markup`, and comments that speak to the checker in any case. At most a
    thousand sentences are held in memory. `steps` may be some that remember sentences.
    """
    if isinstance(lines, str):
        raise TypeError(
            "check_text takes an iterable of lines, not a string. Use solecism.check(text)."
        )
    if not isinstance(lines, Iterable) or isinstance(lines, bytes):
        raise TypeError(f"check_text takes an iterable of lines, not {type(lines).__name__}.")
    reading = read_text(lines, document=document, file=file, markup=markup, steps=steps)
    return reading.place(flag_sentences(reading.sentences, detector, steps))


def check_sentences(
    sentences: Iterable[Sentence], detector: Detector, *, file: str
) -> Iterator[CheckedSentence]:
    """The same for sentences of other formats; each counts as one line."""
    reading = read_sentences(sentences, file=file)
    return reading.place(flag_sentences(reading.sentences, detector))


# What stands for a text that cannot be opened.
_UNREADABLE = read_sentences((), file="")
# Texts are gathered until they have at least so many sentences.
_GROUP = 600

_Way = TypeVar("_Way")
# Sentences that are checked together, and in which way.
Batch = tuple[_Way, list[MarkedSentence]]
# Gives the flagged sentences of each batch, in order.
FlagBatches = Callable[[Iterable[Batch[_Way]]], Iterator[list[FlaggedSentence]]]


class TextToCheck(NamedTuple, Generic[_Way]):
    """A text that has not been opened yet, in which way it is to be checked, and its variety."""

    open: Callable[[], Reading]
    way: _Way
    variety: str = AUTO


class _Part(NamedTuple, Generic[_Way]):
    """Sentences of a text, whose number is given, in order.

    It may share a batch with other texts if it `is_whole`. A text that cannot be read further has
    a problem.
    """

    number: int
    way: _Way
    reading: Reading
    sentences: list[MarkedSentence]
    is_whole: bool
    variety: str
    problem: SolecismError | None = None


class _FlaggedPart(NamedTuple):
    number: int
    reading: Reading
    flagged: list[FlaggedSentence]
    variety: str
    problem: SolecismError | None


def check_readings(
    texts: Iterable[TextToCheck[_Way]], flag_batches: FlagBatches[_Way]
) -> Iterator[Iterator[CheckedSentence]]:
    """The checked sentences of each text, to be taken in this order.

    Texts are read ahead as far as `flag_batches` asks for. A text that cannot be read to its end
    raises the error when the batches before that place have been taken.
    """
    parts = _flagged_parts(texts, flag_batches)
    for (_, reading), own in groupby(parts, key=lambda part: (part.number, part.reading)):
        yield reading.place(_flagged_sentences(own))


def _flagged_sentences(parts: Iterable[_FlaggedPart]) -> Iterator[FlaggedSentence]:
    for part in parts:
        yield from in_own_words(part.flagged, part.variety)
        if part.problem is not None:
            raise part.problem


def _flagged_parts(
    texts: Iterable[TextToCheck[_Way]], flag_batches: FlagBatches[_Way]
) -> Iterator[_FlaggedPart]:
    sent: deque[list[_Part[_Way]]] = deque()

    def to_send() -> Iterator[Batch[_Way]]:
        for group in _groups(_parts(texts)):
            sent.append(group)
            yield group[0].way, [each for part in group for each in part.sentences]

    for flagged in flag_batches(to_send()):
        every = iter(flagged)
        for part in sent.popleft():
            own = list(islice(every, len(part.sentences)))
            yield _FlaggedPart(part.number, part.reading, own, part.variety, part.problem)


def _parts(texts: Iterable[TextToCheck[_Way]]) -> Iterator[_Part[_Way]]:
    """The texts in parts, of which only the last may be short; every text has at least one."""
    for number, (open, way, variety) in enumerate(texts):
        reading, n_parts = _UNREADABLE, 0
        try:
            reading = open()
            for sentences in batches(reading.sentences):
                is_whole = not n_parts and len(sentences) < BATCH_SENTENCES
                is_whole = is_whole and not reading.has_own_ids
                yield _Part(number, way, reading, sentences, is_whole, variety)
                n_parts += 1
        except SolecismError as error:
            yield _Part(number, way, reading, [], False, variety, error)
        else:
            if not n_parts:
                yield _Part(number, way, reading, [], True, variety)


def _groups(parts: Iterable[_Part[_Way]]) -> Iterator[list[_Part[_Way]]]:
    """Parts that are checked together: short whole texts of the same way, or one part alone."""
    group: list[_Part[_Way]] = []
    n_sentences = 0
    for part in parts:
        size = len(part.sentences)
        is_full = n_sentences >= _GROUP or n_sentences + size > BATCH_SENTENCES
        if group and (is_full or not part.is_whole or group[0].way != part.way):
            yield group
            group, n_sentences = [], 0
        if part.is_whole:
            group.append(part)
            n_sentences += size
        else:
            yield [part]
    if group:
        yield group


def check_texts(
    texts: Iterable[str],
    detector: Detector,
    *,
    markup: bool = True,
    steps: SentenceSteps = DEFAULT_STEPS,
    variety: str = AUTO,
) -> Iterator[tuple[CheckedSentence, ...]]:
    """The checked sentences of each of many texts, in order.

    The same as checking one after another, but short texts are read together, which is faster.
    `steps` may be some that remember sentences.
    """

    def flag_batches(every: Iterable[Batch[None]]) -> Iterator[list[FlaggedSentence]]:
        return (flag_batch(batch, detector, steps) for _, batch in every)

    named = ((text, f"text{number}") for number, text in enumerate(texts, 1))
    read = partial(_read, steps=steps, markup=markup)
    to_check = (TextToCheck(partial(read, *each), None, variety) for each in named)
    return map(tuple, check_readings(to_check, flag_batches))


def findings_with_offsets(sentences: Iterable[CheckedSentence]) -> Iterator[tuple[int, Finding]]:
    """The findings of a whole text, each with the character at which its sentence begins."""
    offset = 0
    for checked in sentences:
        for finding in checked.findings:
            yield offset, finding
        offset += len(checked.sentence.text) + len(checked.sentence.after)


def _read(whole: str, name: str, *, steps: SentenceSteps, markup: bool) -> Reading:
    lines = whole.splitlines(keepends=True)
    return read_text(lines, document=name, file=name, markup=markup, steps=steps)


class DetectorSource(Protocol):
    """Which detector to load; two choices are equal if their detectors are."""

    @property
    def loader(self) -> Loader:
        """The function that loads the detector."""

    def load(self, loader: Loader | None = None) -> Detector:
        """The detector, with its model read by its own loader or by another one."""


_Choice = TypeVar("_Choice", bound=DetectorSource)
# A sentence only where it has been tagged: the others need not be sent back.
_Result = tuple[Sentence | None, tuple[Flag, ...]]


def flag_batches_by(
    choices: Iterable[_Choice], *, n_jobs: int, learn: Callable[[_Choice, Abilities], None]
) -> FlagBatches[_Choice]:
    """The function that flags batches, each by the detector of its choice.

    Before the first batch `learn` is told the abilities of each detector. With several jobs each
    process loads the detectors itself, and this one loads none.
    """
    different = tuple(dict.fromkeys(choices))

    def here(batches: Iterable[Batch[_Choice]]) -> Iterator[list[FlaggedSentence]]:
        detectors = {choice: choice.load() for choice in different}
        for choice, detector in detectors.items():
            learn(choice, abilities_of(detector))
        for choice, batch in batches:
            yield flag_batch(batch, detectors[choice])
            release_memory()

    def elsewhere(batches: Iterable[Batch[_Choice]]) -> Iterator[list[FlaggedSentence]]:
        # The loaders go along: a detector that a program has registered is not known elsewhere.
        flagger = _BatchFlagger({choice: choice.loader for choice in different})
        # Empty batches go first, because any batch comes back with the abilities of its detector.
        all_batches = chain(((choice, []) for choice in different), batches)
        flagged = keyed_map(flagger, ((batch, batch) for batch in all_batches), n_jobs=n_jobs)
        for (choice, _), (abilities, _) in islice(flagged, len(different)):
            learn(choice, abilities)
        for (_, sentences), (_, results) in flagged:
            yield [
                (sentence if tagged is None else tagged, flags, is_english)
                for (sentence, is_english), (tagged, flags) in zip(sentences, results, strict=True)
            ]

    return here if n_jobs == 1 else elsewhere


class _BatchFlagger:
    """Flags batches in a process of its own, which loads the detectors when it needs them."""

    def __init__(self, loaders: Mapping[DetectorSource, Loader]) -> None:
        self._loaders = loaders
        self._loaded: dict[DetectorSource, Detector] = {}

    def __call__(self, batch: Batch[DetectorSource]) -> tuple[Abilities, list[_Result]]:
        choice, sentences = batch
        if choice not in self._loaded:
            self._loaded[choice] = choice.load(self._loaders[choice])
        detector = self._loaded[choice]
        flagged = flag_batch(sentences, detector)
        release_memory()
        return abilities_of(detector), [
            (None if tagged is sentence else tagged, flags)
            for (sentence, _), (tagged, flags, _) in zip(sentences, flagged, strict=True)
        ]
