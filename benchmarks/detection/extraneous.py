"""Extraneous prepositions: language model and perceptron side by side (paper 002).

`python benchmarks/detection/extraneous.py [--data ../shared/data]`

Half errors, half correct prepositions, as in the paper. All correct ones are used and weighted so
that they count as much as the errors: what drawing as many of them as errors gives on average.
W&I dev has one annotator, CoNLL-2014 ten (Bryant and Ng 2015): there plain figures are against
the majority, weighted ones against the share of annotators who take the preposition out. FCE's
tenth for tuning chose the thresholds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solecism.detect.extraneous import language_model, perceptron
from solecism.detect.extraneous.detector import ExtraneousDetector
from solecism.detect.extraneous.mining import MiningSettings, mine
from solecism.formats import fce, m2
from solecism.formats.corpora import is_tuning_text
from solecism.formats.files import document_name, read_lines
from solecism.language.annotate import annotate_sentences
from solecism.locate.sites import located, sites_of
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.site import PREPOSITION
from solecism_lab.train.extraneous.learner_examples import is_removal, preposition_examples

RECALLS = (0.2, 0.4, 0.6)
BINS = (0.5, 0.75, 0.9, 1.01)


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """Prepositions with the share of annotators who take each out, and how much each counts."""

    name: str
    sentences: list[Sentence]
    ids: list[str]
    shares: Floats

    @property
    def is_error(self) -> NDArray[np.bool_]:
        """What most annotators say; a tie is OK."""
        return self.shares > 0.5

    @property
    def weights(self) -> Floats:
        """1 for errors; less for the others, so that both weigh the same."""
        n_errors = self.is_error.sum()
        return np.where(self.is_error, 1.0, n_errors / (len(self.ids) - n_errors))


def one_annotator(name: str, sentences: Iterable[Sentence]) -> Sites:
    """The prepositions that are taken out or left untouched."""
    found = list(preposition_examples(sentences))
    own = list({id(each.sentence): each.sentence for each in found}.values())
    shares = np.array([float(each.is_extraneous) for each in found])
    return Sites(name, own, [each.site.id for each in found], shares)


def ten_annotators(name: str, sentences: Iterable[Sentence], n_annotators: int = 10) -> Sites:
    """All prepositions; an annotator who replaces one does not call it extraneous."""
    own, counts = list(annotate_sentences(sentences)), dict[str, int]()
    for sentence in own:
        for site in located(sentence, kinds=(PREPOSITION,)):
            counts[site.id] = 0
        for note in sentence.annotations:
            edits = [edit for edit in note.edits if is_removal(edit)]
            for id in {
                site.id for edit in edits for site in sites_of(sentence, edit, kinds=(PREPOSITION,))
            }:
                counts[id] = counts.get(id, 0) + 1
    return Sites(name, own, list(counts), np.array(list(counts.values())) / n_annotators)


def confidences(detector: ExtraneousDetector, sites: Sites) -> tuple[Floats, NDArray[np.bool_]]:
    """How confident the detector is of an error at each site, and where it says so."""
    flags = {flag.site: flag for flag in detector.flags(sites.sentences)}
    decided = [flags.get(id) for id in sites.ids]
    sure = [flag.confidence if flag and flag.confidence is not None else 0.0 for flag in decided]
    return np.array(sure), np.array([flag is not None and flag.error for flag in decided])


def precision_and_recall(
    shares: Floats, weights: Floats, is_flagged: NDArray[np.bool_]
) -> tuple[float, float]:
    """Equations of paper 002, section 4.1; with shares of 0 and 1 the ordinary figures."""
    hits = float((shares * weights)[is_flagged].sum())
    false = float(((1 - shares) * weights)[is_flagged].sum())
    missed = float((shares * weights)[~is_flagged].sum())
    return hits / max(hits + false, 1e-9), hits / max(hits + missed, 1e-9)


def row(name: str, sites: Sites, is_flagged: NDArray[np.bool_]) -> str:
    """Plain and weighted figures of one way to decide."""
    plain = precision_and_recall(sites.is_error.astype(float), sites.weights, is_flagged)
    graded = precision_and_recall(sites.shares, sites.weights, is_flagged)
    return f"{name:40}" + "".join(f"{figure:9.3f}" for figure in (*plain, *graded))


def at_recalls(sites: Sites, sure: Floats) -> str:
    """Precision where the most confident flags reach each recall, and average precision."""
    order = np.argsort(-sure, kind="stable")
    hits = np.cumsum(sites.is_error[order])
    weight = np.cumsum(sites.weights[order])
    n_errors = hits[-1]
    found = [
        hits[place] / weight[place]
        for place in (np.searchsorted(hits, recall * n_errors) for recall in RECALLS)
    ]
    running = hits / np.arange(1, len(hits) + 1)
    average = float(running[sites.is_error[order]].mean())
    at = ", ".join(f"P {p:.3f} at R {recall:g}" for p, recall in zip(found, RECALLS, strict=True))
    return f"    {at}; average precision {average:.3f} where errors are as rare as in the text"


def by_agreement(sites: Sites, is_flagged: NDArray[np.bool_]) -> str:
    """Plain precision and recall by the share of annotators who gave the majority's answer."""
    agreement = np.maximum(sites.shares, 1 - sites.shares)
    cells = []
    for low, high in pairwise(BINS):
        inside = (agreement >= low) & (agreement < high)
        errors = sites.is_error[inside]
        n_errors = int(errors.sum())
        weights = np.where(errors, 1.0, n_errors / max((~errors).sum(), 1))
        p, r = precision_and_recall(errors.astype(float), weights, is_flagged[inside])
        cells.append(f"{low:.0%}-{min(high, 1):.0%} P {p:.2f} R {r:.2f} ({n_errors} errors)")
    return "    agreement " + "; ".join(cells)


def report(sites: Sites, detectors: Sequence[ExtraneousDetector], base_rate: float) -> None:
    """Everything about one set."""
    n_errors = int(sites.is_error.sum())
    print(f"\n{sites.name}: {n_errors} errors, {len(sites.ids) - n_errors} correct")
    print(f"{'':40}{'plain P':>9}{'R':>9}{'weight. P':>9}{'R':>9}")
    for detector in detectors:
        sure, is_flagged = confidences(detector, sites)
        print(row(f"{detector.name}, as tuned for running text", sites, is_flagged))
        # The tuning text's share of errors is where a probability means even odds for half errors.
        is_likely = sure > base_rate
        print(row(f"{detector.name}, as tuned for half errors", sites, is_likely))
        print(at_recalls(sites, sure))
        if len(np.unique(sites.shares)) > 2:
            print(by_agreement(sites, is_likely))


def read_m2(paths: Iterable[Path]) -> list[Sentence]:
    """The sentences of M2 files."""
    return [
        sentence
        for path in paths
        for sentence in m2.parse(
            read_lines(str(path)), document=document_name(str(path)), file=path.name
        )
    ]


def read_fce(folder: Path) -> list[Sentence]:
    """FCE's scripts that are kept for tuning."""
    return [
        sentence
        for path in sorted(folder.glob("*/*.xml"))
        if is_tuning_text(document_name(str(path)))
        for sentence in fce.parse(
            read_lines(str(path)), document=document_name(str(path)), file=path.name
        )
    ]


def report_mining(sentences: Sequence[Sentence], n_best: int = 100) -> None:
    """How many of the best candidates of a corpus are errors, by its annotators."""
    table = language_model.read(language_model.BUNDLED_MODEL).table
    by_id = {sentence.id: sentence for sentence in sentences}
    found = mine(sentences, table, settings=MiningSettings(n_best))
    sites = [site for candidate in found for site in candidate.sites]
    edits = [
        [
            edit
            for note in by_id[site.sentence].annotations
            for edit in note.edits
            if edit.start <= site.start < edit.end
        ]
        for site in sites
    ]
    n_taken_out = sum(any(map(is_removal, each)) for each in edits)
    n_edited = sum(map(bool, edits))
    print(
        f"\nmining W&I dev: of {len(sites)} sites of the best {n_best}, {n_taken_out} are taken "
        f"out and {n_edited} edited in some way by the annotator"
    )


def main(data: Path) -> None:
    """Print the tables."""
    learner = data / "learner"
    detectors = [language_model.bundled(), perceptron.bundled()]
    tuning = one_annotator("FCE, the tenth for tuning", read_fce(learner / "fce"))
    base_rate = float(tuning.is_error.mean())
    dev = [learner / "wi" / f"{level}.dev.m2" for level in "ABC"]
    ten = read_m2([learner / "conll14" / "BN.m2"])
    report_mining(read_m2(dev))
    for sites in (
        one_annotator("W&I dev", read_m2(dev)),
        ten_annotators("CoNLL-2014, ten annotators", ten),
        tuning,
    ):
        report(sites, detectors, base_rate)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
