"""Prepositions: selection on held-out native text, and detection on learner text.

    python benchmarks/detection/prepositions.py --data ../shared/data    selection and detection
    python benchmarks/detection/prepositions.py --compare                ways of training as well

`solecism train curve` shows the learning curve.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from solecism.detect.light import preposition_detector
from solecism.detect.light.error_classifier import FeatureExtractor
from solecism.detect.light.paper_detector import PaperDetector
from solecism.detect.light.preposition_detector import (
    LIGHT,
    MAXENT,
    PrepositionDetector,
    PrepositionModel,
)
from solecism.detect.light.preposition_features import PREPOSITION_LAYOUT
from solecism.detect.light.selection_test import Selection, select
from solecism.figure import F05, PRECISION, RECALL, f_score
from solecism.formats import files
from solecism.formats.corpora import held_out_documents, is_tuning_text
from solecism.formats.registry import FORMATS, read
from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.scoring.m2 import score_m2
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag
from solecism_lab.train import prepositions
from solecism_lab.train.choice.error_classifier import (
    ErrorExamples,
    concatenated_examples,
    feature_batches,
    train_error_scorer,
)
from solecism_lab.train.choice.native_shards import concatenated_shards
from solecism_lab.train.prepositions import (
    examples_with_errors,
    learner_examples,
    untouched_examples,
)

NATIVE = {
    "Reuters": ("reuters21578", "reuters_c50"),
    "Wikipedia": ("enwiki",),
    "Wikinews": ("wikinews",),
    "blogs": ("blogs",),
}
PRECISIONS = (0.5, 0.6, 0.7, 0.8, 0.9)


def held_out(data: Path, names: Sequence[str]) -> Iterator[Sentence]:
    """The annotated sentences of native files that no model has seen."""
    for name in names:
        lines = files.read_lines(str(data / "native" / f"{name}.txt.xz"))
        plain = (
            sentence
            for document in held_out_documents(lines)
            for paragraph in document
            for sentence in sentence_splitter.sentences(paragraph, "n")
        )
        yield from annotate_sentences(plain)


def annotated(paths: Sequence[Path]) -> list[Sentence]:
    """The sentences of annotated learner files."""
    return list(annotate_sentences(read([str(path) for path in paths], FORMATS["m2"])))


def show_selection(model: PrepositionModel, data: Path) -> None:
    """Accuracy on each held-out part, and of each preposition on Reuters."""
    print("selection: held-out text, detector, prepositions, accuracy, majority, five binary")
    by_preposition: dict[str, Selection] = {}
    for name, parts in NATIVE.items():
        sentences = list(held_out(data, parts))
        for detector in (LIGHT, MAXENT):
            found = select(model.context(detector), sentences)
            word, share = found.majority
            print(
                f"  {name:10} {detector:7} {found.n:7} {found.accuracy:.4f}  {word} {share:.4f}"
                f"  {found.binary_accuracy:.4f}"
            )
            if name == "Reuters":
                by_preposition[detector] = found
    for detector, found in by_preposition.items():
        rows = " ".join(f"{row.preposition} {row.f1:.3f}" for row in found.rows()[:12])
        print(f"  F1 on Reuters, {detector}: {rows}")


def show_detection(model: PrepositionModel, data: Path) -> None:
    """Lenient, strict and correction figures on W&I dev, and flags on native essays."""
    learner = annotated([data / "learner" / "wi" / f"{level}.dev.m2" for level in "ABC"])
    native = annotated([data / "learner" / "wi" / "N.dev.m2"])
    n_words = sum(map(len, learner))
    detectors: dict[str, PrepositionDetector | PaperDetector] = {
        "light default": PrepositionDetector(model, name=LIGHT),
        "maxent-learners default": PrepositionDetector(model, name=MAXENT),
        "maxent default": PaperDetector(model),
        **{f"light {p}": PrepositionDetector(model, name=LIGHT, precision=p) for p in PRECISIONS},
    }
    for point, detector in detectors.items():
        start = time.process_time()
        flags = list(detector.flags(learner))
        seconds = time.process_time() - start
        alarms = sum(flag.error for flag in detector.flags(native))
        rate = 1000 * alarms / sum(map(len, native))
        print(
            f"  {point:23} threshold {detector.threshold:.3f} {scored(flags, learner)}"
            f" native flags/1000 words {rate:.2f} {1e6 * seconds / n_words:.2f} us/word"
        )


def scored(flags: list[Flag], sentences: list[Sentence]) -> str:
    """Precision, recall and F0.5 by each way of counting."""
    rng = np.random.default_rng(0)
    found = score_m2(flags, sentences, kinds=[PREPOSITION], rng=rng, n_draws=10).scores
    parts = []
    for one in found:
        value = [f"{one.figures[name]:.3f}" for name in (PRECISION, RECALL, F05)]
        parts.append(f"{one.mode} {'/'.join(value)}")
    return " ".join(parts)


def tuning_and_training(data: Path) -> tuple[ErrorExamples, ErrorExamples]:
    """The tenth of W&I train that is kept for tuning, and the rest."""
    sentences = annotated([data / "learner" / "wi" / f"{level}.train.m2" for level in "ABC"])
    kept = [sentence for sentence in sentences if is_tuning_text(sentence.id)]
    rest = [sentence for sentence in sentences if not is_tuning_text(sentence.id)]
    return concatenated_examples(list(learner_examples(kept))), concatenated_examples(
        list(learner_examples(rest))
    )


def show_comparison(model: PrepositionModel, data: Path) -> None:
    """Native text alone, injected errors, learner text: the same context models.

    Errors are injected into held-out text, where the context models have not learnt the answers.
    """
    tuning, learner = tuning_and_training(data)
    rng = np.random.default_rng(1)
    shards = prepositions.shards(held_out(data, NATIVE["blogs"]), rng=rng)
    native = concatenated_shards(list(shards), PREPOSITION_LAYOUT)
    made = examples_with_errors(native, model.confusions, rng=rng, size=200_000)
    fine = untouched_examples(native, rng=rng, size=100_000)
    ways = {
        "injected errors": [(made, 1.0)],
        "learner text": [(learner, 1.0)],
        "learner and injected": [(made, 0.1), (learner, 1.0)],
        "learner and native": [(fine, 0.3), (learner, 1.0)],
    }
    print("training compared on the tuning tenth of W&I: average precision, P at R .15, best F0.5")
    for name in (MAXENT, LIGHT):
        extractor = model.feature_extractor(name)
        log_p = extractor.context.log_probabilities(tuning.contexts)
        written = log_p[np.arange(len(tuning)), tuning.written]
        show_ranking(f"{name} native only", log_p.max(axis=1) - written, tuning)
        for way, parts in ways.items():
            show_ranking(f"{name} {way}", scores_of(extractor, parts, tuning), tuning)


def scores_of(
    extractor: FeatureExtractor, parts: list[tuple[ErrorExamples, float]], tuning: ErrorExamples
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The scores on tuning data of a scorer that was trained on these parts."""
    scorer = train_error_scorer(extractor, parts, rng=np.random.default_rng(1), n_epochs=5)
    batches = feature_batches(extractor, tuning.contexts, tuning.written)
    return np.concatenate([scorer.scores(each.rows, each.figures) for each in batches])


def show_ranking(
    name: str, scores: np.ndarray[tuple[int], np.dtype[np.float32]], tuning: ErrorExamples
) -> None:
    """How well scores put errors first, sites that another edit hides left out."""
    known = ~tuning.is_hidden
    is_error = tuning.is_error[known][np.argsort(-scores[known], kind="stable")]
    hits = np.cumsum(is_error, dtype=np.float64)
    n_flagged = np.arange(1.0, len(hits) + 1)
    precision, recall = hits / n_flagged, hits / hits[-1]
    best = f_score(hits, n_flagged, np.full(len(hits), hits[-1]), 0.5).max()
    at_15 = precision[np.searchsorted(recall, 0.15)]
    print(f"  {name:27} {precision[is_error].mean():.3f} {at_15:.3f} {best:.3f}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--model", type=Path, default=preposition_detector.BUNDLED_MODEL)
    options = parser.parse_args()
    start = time.process_time()
    model = preposition_detector.read(options.model)
    print(f"model loaded in {time.process_time() - start:.3f} s, weights {model.weights}")
    show_selection(model, options.data)
    print("detection on W&I dev, precision/recall/F0.5:")
    show_detection(model, options.data)
    if options.compare:
        show_comparison(model, options.data)


if __name__ == "__main__":
    main()
