"""Sections 3.2 and 4, on native text: systems and people guess the writer's prepositions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solecism.agreement.coefficients import cohen_kappa
from solecism.agreement.confusion import confusion
from solecism.agreement.preference import BOTH, SYSTEM, WRITER, preferences
from solecism.detect.light.preposition_detector import bundled
from solecism.detect.light.selection_test import Guess, odds, select
from solecism.detect.registry import is_available
from solecism.detect.selection import guesses, scorer
from solecism.errors import InputError
from solecism.figure import Figure
from solecism.judgment import Judgment
from solecism.language.annotate import annotate_sentences
from solecism.locate.sites import preposition_number
from solecism.panel import from_judgments
from solecism.reporting.table import Cell, table
from solecism.sampling.preposition_samples import draw_cloze, sentences_of
from solecism.sentence import Sentence
from solecism.site import sentence_of
from solecism.uncertainty.proportion import wilson
from solecism_lab.papers.page import (
    OURS,
    SIMULATED,
    PaperSection,
    SavedParts,
    beside,
    printed_figures,
)
from solecism_lab.papers.prepositions.inputs import PrepositionInputs, plain

MODELS = ("maxent", "light")


@dataclass(frozen=True, slots=True)
class Selected:
    """How well a model guesses: in all, by preposition, and by always taking the commonest."""

    n: int
    accuracy: Figure
    commonest: str
    majority: float
    five: float
    f1: dict[str, float]


def selection_section(parts: SavedParts, inputs: PrepositionInputs) -> PaperSection:
    """F-measures by preposition and accuracy beside the printed ones."""
    by_model = parts.part("selection", dict[str, Selected], lambda: _selected(inputs))
    paper = printed_figures("prepositions")
    maxent = by_model["maxent"]
    rows: list[tuple[Cell, ...]] = [
        (word, *(by_model[name].f1.get(word) for name in MODELS), of_paper, of_gamon)
        for word, (of_gamon, of_paper) in paper["table_1"].items()
    ]
    figures = paper["selection"]
    return PaperSection(
        "selection",
        "Table 1: guessing the prepositions of native writers",
        (
            table(
                "table-1",
                f"F-measures on {maxent.n:,} prepositions of native text",
                ("preposition", *MODELS, "printed", "printed, Gamon et al."),
                rows,
            ),
            beside(
                "selection-accuracy",
                "Accuracy among 34 prepositions",
                [
                    ("maxent, the paper's features", maxent.accuracy, figures["accuracy"]),
                    ("light, with a window network", by_model["light"].accuracy, None),
                    (f"always {maxent.commonest!r}", maxent.majority, figures["majority"]),
                    ("five prepositions, each against the rest", maxent.five, figures["five"]),
                ],
            ),
        ),
        "The paper has Encarta and Reuters, which cannot be had together, and keeps all weights; "
        "our model is cut to 3 million weights, and the 34 prepositions are our list, as the paper "
        "does not print its own. The five binary decisions are counted on all prepositions, which "
        "makes them easier than the printed ones.",
    )


def _selected(inputs: PrepositionInputs) -> dict[str, Selected]:
    return {name: _of_model(name, inputs) for name in MODELS}


def _of_model(name: str, inputs: PrepositionInputs) -> Selected:
    found = select(bundled().context(name), inputs.native_sentences)
    word, share = found.majority
    interval = wilson(round(found.accuracy * found.n), found.n)
    return Selected(
        found.n,
        Figure(found.accuracy, name="accuracy", interval=interval),
        word,
        share,
        found.binary_accuracy,
        {row.preposition: row.f1 for row in found.rows()},
    )


_SYSTEM = "maxent"
_WRITER = "writer"
# A stand-in finds both words good if neither is this many times as probable as the other.
_MUCH = 2.0


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """How far two of writer, raters and systems agree about the words of blanks."""

    first: str
    second: str
    n: int
    agreement: Figure
    kappa: Figure


@dataclass(frozen=True, slots=True)
class ChoiceTest:
    """How often the system's word is as good, and the accuracy as it is, and corrected."""

    n_items: int
    as_good: Figure
    accuracy: Figure
    corrected: Figure


def cloze_section(parts: SavedParts, inputs: PrepositionInputs) -> PaperSection:
    """Table 2: writer, raters and system at the same blanks."""
    pairs = parts.part("cloze", list[PairAgreement], lambda: _cloze(inputs))
    paper = printed_figures("prepositions")["table_2"]
    rater_rows = [*paper["writer-rater"]]
    rows = []
    for pair in pairs:
        names = {pair.first, pair.second}
        if names == {_WRITER, _SYSTEM}:
            figures = paper["writer-system"]
        elif _WRITER in names:
            figures = rater_rows.pop(0) if rater_rows else [None, None]
        else:
            figures = paper["rater-rater"] if _SYSTEM not in names else [None, None]
        rows.append(
            (
                f"{pair.first} and {pair.second}",
                pair.agreement,
                pair.agreement.interval,
                figures[0],
                pair.kappa,
                pair.kappa.interval,
                figures[1],
            )
        )
    columns = ("", "agreement", "95%", "printed", "kappa", "kappa 95%", "kappa printed")
    caption = f"{pairs[0].n} blanks in native text"
    return PaperSection(
        "cloze",
        "Table 2: the cloze test",
        (table("table-2", caption, columns, rows),),
        "Other text than Encarta. The system is maxent without learners' errors, as in the paper.",
        simulated=""
        if inputs.cloze
        else f"no people filled these blanks. The model {_stand_in()} stands where a rater stood, "
        "beside the printed figures of rater 1. Give a cloze study with --cloze.",
    )


def choice_section(parts: SavedParts, inputs: PrepositionInputs) -> PaperSection:
    """Section 4.2: is the system's word as good as the writer's where they differ?"""
    test = parts.part("choice", ChoiceTest, lambda: _choice(inputs))
    paper = printed_figures("prepositions")["choice"]
    return PaperSection(
        "choice",
        "Section 4.2: the choice test",
        (
            beside(
                "choice",
                f"{test.n_items} places where writer and system differ",
                [
                    ("system's word as good or better", test.as_good, paper["as_good"]),
                    ("accuracy, only the writer's word", test.accuracy, paper["accuracy"]),
                    ("accuracy, corrected", test.corrected, paper["corrected"]),
                ],
                whose=OURS if inputs.choice else SIMULATED,
            ),
        ),
        "Other text and other raters; the accuracy is that of the whole native text.",
        simulated=""
        if inputs.choice
        else f"no people chose between the words. The model {_stand_in()} stands in for a rater: "
        f"both words are good for it unless one is {_MUCH:g} times as probable as the other. What "
        "people would say cannot be told from this. Give a choice study with --choice.",
    )


def _cloze(inputs: PrepositionInputs) -> list[PairAgreement]:
    rng = np.random.default_rng(inputs.seed)
    sentences = inputs.native_sentences
    if inputs.cloze:
        sentences = list(annotate_sentences(sentences_of(inputs.blanks)))
        wanted = {judgment.site for judgment in inputs.cloze}
        raters = sorted({judgment.rater for judgment in inputs.cloze})
    else:
        there = [each for each in sentences if any(map(preposition_number, each.words))]
        drawn = draw_cloze(there, n=min(inputs.n_items, max(1, len(there) // 2)), rng=rng)
        wanted = {site.id for site in drawn}
        raters = [_stand_in()]
    judgments = list(inputs.cloze)
    asked = _with_sites(sentences, wanted)
    for name in (_SYSTEM, *([] if inputs.cloze else raters)):
        judgments += _as_judgments(guesses(name, asked), name, wanted)
    if not any(each.rater == _SYSTEM for each in judgments):
        raise InputError("no judgment is about an item of the cloze study. Give its own items.")
    return _pairs(judgments, (_WRITER, *raters, _SYSTEM))


def _stand_in() -> str:
    """The model that stands where raters stood: the network, which shares no part with maxent."""
    return "strong" if is_available() else "light"


def _with_sites(sentences: Iterable[Sentence], sites: Collection[str]) -> list[Sentence]:
    """The sentences that the sites are in."""
    ids = {sentence_of(site) for site in sites}
    return [sentence for sentence in sentences if sentence.id in ids]


def _as_judgments(found: Iterable[Guess], name: str, wanted: set[str]) -> list[Judgment]:
    judgments = []
    for guess in found:
        if guess.site in wanted:
            judgments.append(Judgment(guess.site, name, guess.guess))
            if name == _SYSTEM:
                judgments.append(Judgment(guess.site, _WRITER, guess.written))
    return judgments


def _pairs(judgments: Iterable[Judgment], names: tuple[str, ...]) -> list[PairAgreement]:
    panel = from_judgments(judgments)
    pairs = []
    for first, second in combinations(names, 2):
        counts = confusion(panel, first, second)
        n_same = int(np.trace(counts.counts))
        share = n_same / max(1, counts.n_items)
        pairs.append(
            PairAgreement(
                first,
                second,
                counts.n_items,
                Figure(share, interval=wilson(n_same, counts.n_items)),
                plain(cohen_kappa(counts)),
            )
        )
    return pairs


def _choice(inputs: PrepositionInputs) -> ChoiceTest:
    sentences = inputs.native_sentences
    found = list(guesses(_SYSTEM, sentences))
    n_right = sum(guess.is_right for guess in found)
    judgments = inputs.choice or _answers_of_stand_in(found, inputs)
    result = preferences(judgments, n_right=n_right, n_guessed=len(found))
    if result.accuracy is None or result.corrected is None:
        raise InputError("the native text has no preposition to guess.")
    return ChoiceTest(result.n_items, result.overall.as_good, result.accuracy, result.corrected)


def _answers_of_stand_in(found: list[Guess], inputs: PrepositionInputs) -> tuple[Judgment, ...]:
    """What the stand-in says at random places where the system's guess is not the writer's word."""
    wrong = [guess for guess in found if not guess.is_right]
    if not wrong:
        raise InputError("the system guesses all prepositions of the native text: give more text.")
    rng = np.random.default_rng(inputs.seed)
    chosen = rng.choice(len(wrong), size=min(inputs.n_items, len(wrong)), replace=False)
    words = {wrong[index].site: wrong[index].guess for index in chosen}
    name = _stand_in()
    ratios = odds(scorer(name), _with_sites(inputs.native_sentences, words), words)
    return tuple(Judgment(site, name, _preferred(ratio)) for site, ratio in ratios.items())


def _preferred(ratio: float) -> str:
    if ratio > _MUCH:
        return SYSTEM
    return BOTH if ratio >= 1 / _MUCH else WRITER
