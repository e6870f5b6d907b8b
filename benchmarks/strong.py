"""The strong path: errors in learners' text, hidden prepositions, shares of readers, speed.

    python benchmarks/strong.py --data ../shared/data [--model FILE]

Thresholds come from the model's own tuning data; W&I dev, LOCNESS and the held-out native
documents are only measured on. The lines to readers' shares are learnt from CoNLL-2014 itself, so
their loss is measured on essays that were left out.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from solecism.detect import registry
from solecism.detect.detector import Detector
from solecism.detect.native import held_out_documents
from solecism.detect.strong import model as models
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.selection import select
from solecism.detect.training.strong import readers, tune
from solecism.flag import Flag
from solecism.formats import files
from solecism.formats.registry import FORMATS, read
from solecism.kind import KINDS
from solecism.language import split
from solecism.language.annotate import annotate_sentences
from solecism.score.m2 import LENIENT, score_m2
from solecism.score.measure import F05, PRECISION, RECALL
from solecism.sentence import Sentence

PRECISIONS = (None, 0.5, 0.6, 0.7, 0.8)
NATIVE = {"Reuters": ("reuters21578", "reuters_c50"), "Wikipedia": ("enwiki",)}
ESSAYS = 50
ASKED_PRECISION = 0.8


def annotated(paths: Sequence[Path]) -> list[Sentence]:
    """The sentences of annotated files."""
    return list(annotate_sentences(read([str(path) for path in paths], FORMATS["m2"])))


def n_words(sentences: Iterable[Sentence]) -> int:
    """How many words there are."""
    return sum(len(sentence.words) for sentence in sentences)


def scored(flags: Iterable[Flag]) -> list[Flag]:
    """The errors of the kinds that there are gold sites of."""
    return [flag for flag in flags if flag.error and flag.site.rsplit(":", 1)[1] in KINDS]


def show_detection(model: StrongModel, data: Path) -> None:
    """Precision, recall and F0.5 on W&I dev, and flags a thousand words of LOCNESS."""
    wi = data / "learner" / "wi"
    learners = annotated([wi / f"{level}.dev.m2" for level in "ABC"])
    natives = annotated([wi / "N.dev.m2"])
    for precision in PRECISIONS:
        detector = StrongDetector(model, precision=precision)
        alarms = Counter(flag.kind for flag in detector.flags(natives) if flag.error)
        rate = 1_000 * alarms.total() / n_words(natives)
        print(f"precision {precision or 'default'}: LOCNESS {rate:.2f} flags a thousand words")
        print("  ", ", ".join(f"{kind} {n}" for kind, n in alarms.most_common()))
        rng = np.random.default_rng(1)
        scores = score_m2(scored(detector.flags(learners)), learners, rng=rng, n_draws=10).scores
        for one in scores:
            values = [f"{one.measures[name].value:.3f}" for name in (PRECISION, RECALL, F05)]
            print(f"   {one.kind:12} {one.mode:10} {one.n_flags:5} {' '.join(values)}", flush=True)


def show_recall(model: StrongModel, data: Path) -> None:
    """Recall where lenient precision against the ten annotators is what was asked."""
    sentences = annotated([data / "learner" / "conll14" / "BN.m2"])
    flags = scored(StrongDetector(model, threshold=0.01).flags(sentences))
    for kind in KINDS:
        mine = sorted(
            (flag for flag in flags if flag.site.endswith(f":{kind}")),
            key=lambda flag: -(flag.confidence or 0.0),
        )
        best = (0, 0.0)
        for size in range(20, len(mine) + 1, max(1, len(mine) // 100)):
            rng = np.random.default_rng(1)
            [score] = (
                one
                for one in score_m2(mine[:size], sentences, kinds=[kind], rng=rng, n_draws=2).scores
                if one.mode == LENIENT
            )
            if score.measures[PRECISION].value >= ASKED_PRECISION:
                best = (size, score.measures[RECALL].value)
        print(f"  {kind:12} {best[0]:5} flags, recall {best[1]:.3f}", flush=True)


def show_selection(model: StrongModel, data: Path, *, every: int) -> None:
    """The share of held-out native prepositions that are guessed."""
    for name, parts in NATIVE.items():
        sentences = annotate_sentences(held_out(data, parts, every if name == "Wikipedia" else 1))
        found = select(model, sentences)
        print(f"  {name:10} {found.n:6} {found.accuracy:.4f}", flush=True)


def held_out(data: Path, names: Sequence[str], every: int) -> Iterator[Sentence]:
    """The sentences of native documents that no model has seen, each so many-th of them."""
    for name in names:
        lines = files.read_lines(str(data / "native" / f"{name}.txt.xz"))
        for number, document in enumerate(held_out_documents(lines)):
            if number % every == 0:
                for paragraph in document:
                    yield from split.sentences(paragraph, name)


def show_readers(model: StrongModel, data: Path) -> None:
    """The loss of shares of readers on essays that were left out."""
    sentences = annotated([data / "learner" / "conll14" / "BN.m2"])
    essays = [number * ESSAYS // len(sentences) for number in range(len(sentences))]
    found = tune.objections(model, sentences, essays)
    three = found.select(found.groups < len(KINDS))
    for least in (0.02, 0.1, 0.3):
        loss = readers.cross_fitted(three.select(three.shares >= least), model.tuning)
        better = 1 - loss.lines / loss.base
        print(
            f"  doubt from {least}: {loss.n} places, base {loss.base:.4f}, confidence "
            f"{loss.confidence:.4f}, lines {loss.lines:.4f} ({better:.1%} better), "
            f"gap {loss.gap:.3f}",
            flush=True,
        )


def show_speed(path: Path | None, data: Path) -> None:
    """Words a second of processor time, from annotated sentences."""
    texts = {
        "learners": annotated([data / "learner" / "wi" / f"{level}.dev.m2" for level in "ABC"]),
        "native": list(annotate_sentences(held_out(data, ("wikinews",), 3))),
    }
    for name in ("light", "strong", "cascade"):
        model = None if name == "light" else path
        detector: Detector = registry.loader(name, model=model)()
        for kind, sentences in texts.items():
            list(detector.flags(sentences[:50]))
            start = time.process_time()
            for _ in detector.flags(sentences):
                pass
            rate = n_words(sentences) / (time.process_time() - start)
            print(f"  {name:8} {kind:9} {rate:9.0f} words/s", flush=True)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path)
    parser.add_argument("--every", type=int, default=6, help="of the held-out Wikipedia")
    options = parser.parse_args()
    model = models.bundled() if options.model is None else models.read(options.model)
    print("errors on W&I dev: kind, mode, flags, precision, recall, F0.5")
    show_detection(model, options.data)
    print(f"ten annotators: recall at lenient precision {ASKED_PRECISION}")
    show_recall(model, options.data)
    print("shares of readers, log loss")
    show_readers(model, options.data)
    print("selection: hidden prepositions, accuracy")
    show_selection(model, options.data, every=options.every)
    print("speed on one core")
    show_speed(options.model, options.data)


if __name__ == "__main__":
    main()
