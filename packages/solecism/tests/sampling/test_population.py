"""Samples are of written words: what they estimate is what `score --as-sampled` gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.figure import Figure
from solecism.judgment import Judgment
from solecism.panel import from_judgments
from solecism.sampling.draw import draw_by_design
from solecism.sampling.estimate import estimate
from solecism.sampling.strata import population
from solecism.scoring.against_raters import against_majority
from solecism.scoring.match import match
from solecism.site import Flag


def corpus() -> tuple[list[Flag], list[Judgment]]:
    """2,000 words, and gaps: the system finds few of them, and says which it flags alone."""
    rng = np.random.default_rng(5)
    flags, judgments = [], []
    for number in range(2_000):
        site = f"essay.{number}:1-2:preposition"
        is_error, is_flagged = rng.random() < 0.15, rng.random() < 0.05
        is_flagged |= is_error and rng.random() < 0.3
        flags.append(Flag(site, "mine", bool(is_flagged)))
        judgments.append(Judgment(site, "ann", "error" if is_error else "ok"))
    for number in range(120):
        site = f"essay.{number}:3-3:preposition"
        judgments.append(Judgment(site, "ann", "error"))
        if number < 15:
            flags.append(Flag(site, "mine", True))
    return flags, judgments


def held(flags: list[Flag], judgments: list[Judgment], *, n: int, n_samples: int) -> dict[str, str]:
    """How the mean and the intervals of many samples stand to the figures of all sites."""
    [whole] = match(flags, from_judgments(judgments))
    truth = against_majority(whole.as_sampled()).figures
    answers = {judgment.site: judgment for judgment in judgments}
    everything = population(flags)
    estimates = []
    for seed in range(n_samples):
        key = draw_by_design(everything, n=n, seed=seed).key
        estimates.append(estimate(key, [answers[item.site] for item in key.items]).figures)
    return {
        measure: _described([each[measure] for each in estimates], float(truth[measure]))
        for measure in ("precision", "recall")
    }


def _described(figures: list[Figure], truth: float) -> str:
    coverage = float(np.mean([truth in figure.interval for figure in figures]))
    bias = abs(float(np.mean(figures)) - truth)
    return f"{'near' if bias < 0.015 else bias} {'covered' if coverage >= 0.9 else coverage}"


def test_samples_estimate_what_all_words_give() -> None:
    found = held(*corpus(), n=400, n_samples=200)
    assert found == {"precision": "near covered", "recall": "near covered"}


def test_gaps_are_left_out_and_that_is_said() -> None:
    flags, _ = corpus()
    words = population(flags)
    assert (len(words.sites), words.n_gaps) == (2_000, 15)
    sample = draw_by_design(words, n=60, seed=1)
    assert sample.key.n_gaps == 15
    assert "; 15 gaps left out, as samples are of written words." in str(sample)


def test_flags_in_gaps_alone_cannot_be_sampled() -> None:
    with pytest.raises(InputError, match="all 1 flags are in gaps"):
        population([Flag("a.1:2-2:preposition", "mine", True)])


def test_figures_of_the_same_words_leave_out_gaps_and_what_has_no_flag() -> None:
    flags, judgments = corpus()
    judgments.append(Judgment("essay.0:7-8:preposition", "ann", "error"))
    [whole] = match(flags, from_judgments(judgments))
    assert whole.n_items == 2_121
    assert whole.as_sampled().n_items == 2_000
    gaps = [Flag("essay.1:3-3:preposition", "mine", True)]
    [only] = match(gaps, from_judgments(judgments))
    with pytest.raises(InputError, match="no flag of mine is at a judged word"):
        only.as_sampled()


def test_samples_of_learners_prepositions_cover_at_their_level(shared_data: Path) -> None:
    from solecism.detect.light.preposition_detector import PrepositionDetector
    from solecism.formats.registry import FORMATS, read
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.flags_and_judgments import flagged_sites, judgments_of_annotations

    paths = [str(shared_data / "learner" / "wi" / f"{level}.dev.m2") for level in "ABC"]
    sentences = list(read(paths, FORMATS["m2"]))
    detector = PrepositionDetector(precision=0.7)
    flags = list(detector.flags(annotate_sentences(sentences)))
    further = flagged_sites(flags)
    judgments = judgments_of_annotations(sentences, kinds=("preposition",), further=further)
    found = held(flags, list(judgments), n=600, n_samples=150)
    assert found == {"precision": "near covered", "recall": "near covered"}
