"""A detector flags batches of sentences: what is wrong, what to write, and what of it is shown.

Repairs are worked out with all errors that the detector proposes, and tried in the sentence
(`solecism.checking.advice`). Only then is it decided which of them are sure enough to be shown, so
that whoever is shown an error is given the same advice. At last what is right in the variety of
English that the text is written in is taken as correct, what it quotes, and what only looks wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.checking.advice import advised
from solecism.checking.quotations import without_quoted
from solecism.checking.reading import DEFAULT_STEPS, FlaggedSentence, MarkedSentence, SentenceSteps
from solecism.checking.right_constructions import without_right_constructions
from solecism.checking.varieties import AUTO, in_variety
from solecism.detect.detector import Detector, proposals, shown
from solecism.site import Flag
from solecism.system.processes import batches


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
        [proposed[n].context for n in wrong],
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
