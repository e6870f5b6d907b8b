"""The strong detector: errors in learners' text, ten annotators, shares of readers, hidden words.

    python benchmarks/strong.py [--model FILE] [--data ../shared/data] [--only PART ...]
    python benchmarks/strong.py [--detector NAME] --only points references
    python benchmarks/strong.py [--model FILE] --failures 5

Prints tables in Markdown. Thresholds come from the model's own tuning data; W&I dev, LOCNESS,
CoNLL-2014 and the held-out native documents are only measured on, but for "recall at a lenient
precision of .8", which is a point on CoNLL-2014 itself. The lines to readers' shares are learnt
there too, so they are measured on essays that were left out. For speed see benchmarks/check.py.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.detection.annotators import show_recall, show_systems
from benchmarks.detection.conll14 import annotated as ten_annotators
from benchmarks.detection.failures import show_failures
from benchmarks.detection.learner_set import LearnerSet, show_detection
from benchmarks.detection.points import Texts, show_points
from benchmarks.detection.readers import show_readers
from benchmarks.detection.references import show_references

from solecism.detect import registry
from solecism.detect.light.selection_test import selection
from solecism.detect.network import hidden_prepositions as hidden_ensemble
from solecism.detect.network import model as models
from solecism.detect.network.model import StrongModel
from solecism.detect.network.tuning import NETWORK_ALONE
from solecism.formats import files
from solecism.formats.corpora import held_out_documents
from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Sentence
from solecism.system.processes import batches

NATIVE = {"Reuters": ("reuters21578", "reuters_c50"), "Wikipedia": ("enwiki",)}
PARTS = ("points", "references", "detection", "annotators", "readers", "selection")


def show_selection(model: StrongModel, data: Path, *, every: int) -> None:
    """The share of held-out native prepositions that the network guesses, alone and with others."""
    print("\n### Selection: hidden prepositions of held-out native text\n")
    print("| text | prepositions | `strong` | `cascade` |\n|---|---|---|---|")
    ensemble = hidden_ensemble.with_light_models(model)
    for name, parts in NATIVE.items():
        kept = held_out(data, parts, every if name == "Wikipedia" else 1)
        guesses = [ensemble.guesses(batch) for batch in batches(annotate_sentences(kept))]
        alone, both = (
            selection(hidden_ensemble.weighted(each, weights) for each in guesses)
            for weights in (NETWORK_ALONE, model.cascade.selection)
        )
        print(f"| {name} | {alone.n:,} | {alone.accuracy:.4f} | {both.accuracy:.4f} |", flush=True)


def held_out(data: Path, names: Sequence[str], every: int) -> Iterator[Sentence]:
    """The sentences of native documents that no model has seen, each so many-th of them."""
    for name in names:
        lines = files.read_lines(str(data / "native" / f"{name}.txt.xz"))
        for number, document in enumerate(held_out_documents(lines)):
            if number % every == 0:
                for paragraph in document:
                    yield from sentence_splitter.sentences(paragraph, name)


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path)
    parser.add_argument(
        "--detector", default="cascade", help="of the tables of points and references"
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    parser.add_argument("--every", type=int, default=1, help="of the held-out Wikipedia")
    parser.add_argument(
        "--failures", type=int, metavar="N", help="the N surest failures of each kind, alone"
    )
    options = parser.parse_args()
    data: Path = options.data
    model = models.bundled() if options.model is None else models.read(options.model)
    if options.failures:
        show_failures(model, LearnerSet.read(data).learners, n=options.failures)
        return
    load = registry.loader(options.detector, model=options.model)
    if "points" in options.only:
        show_points(load, Texts.read(data), data)
    if "references" in options.only:
        show_references(load, data)
    if "detection" in options.only:
        show_detection(model, LearnerSet.read(data), data)
    if set(options.only) <= {"points", "references", "detection"}:
        return
    ten = list(annotate_sentences(ten_annotators(data)))
    if "annotators" in options.only:
        show_recall(model, ten)
        show_systems(model, ten, data)
    if "readers" in options.only:
        show_readers(model, ten)
    if "selection" in options.only:
        show_selection(model, data, every=options.every)


if __name__ == "__main__":
    main()
