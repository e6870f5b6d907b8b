"""Prepositions: selection on held-out native text, the learning curve, detection on learner text.

    python benchmarks/prepositions.py --data ../shared/data    selection and detection
    python benchmarks/prepositions.py --compare                ways of training as well
    python benchmarks/prepositions.py --work FOLDER            the learning curve as well

FOLDER is the work folder of `solecism train prepositions`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from solecism import archive
from solecism.detect import preposition_model
from solecism.detect.channel import Channel
from solecism.detect.learner import Examples, concatenated, examples
from solecism.detect.maxent import Maxent
from solecism.detect.native import held_out_documents, is_tuning
from solecism.detect.preposition_model import PrepositionModel
from solecism.detect.prepositions import MaxentDetector
from solecism.detect.selection import select
from solecism.detect.training import native_examples, prepositions
from solecism.detect.training.native_examples import Shard
from solecism.flag import Flag
from solecism.formats import files
from solecism.formats.registry import FORMATS, read
from solecism.kind import PREPOSITION
from solecism.language import split
from solecism.language.annotate import annotate_sentences
from solecism.score.m2 import score_m2
from solecism.score.measure import F05, PRECISION, RECALL
from solecism.sentence import Sentence

NEWS_AND_WIKIPEDIA = ("reuters21578", "reuters_c50", "enwiki")
PRECISIONS = (0.4, 0.5, 0.6, 0.7, 0.8)


def held_out(path: Path) -> Iterator[Sentence]:
    """The annotated sentences of a native file that no model has seen."""
    documents = held_out_documents(files.read_lines(str(path)))
    plain = (s for each in documents for paragraph in each for s in split.sentences(paragraph, "n"))
    return annotate_sentences(plain)


def annotated(paths: Sequence[Path]) -> list[Sentence]:
    """The sentences of annotated learner files."""
    return list(annotate_sentences(read([str(path) for path in paths], FORMATS["m2"])))


def show_selection(model: PrepositionModel, data: Path) -> None:
    """Accuracy on each held-out part."""
    print("selection: held-out text, prepositions, accuracy, majority, five binary")
    for name in (*NEWS_AND_WIKIPEDIA, "wikinews", "blogs"):
        found = select(model.maxent, held_out(data / "native" / f"{name}.txt.xz"))
        word, share = found.majority
        print(
            f"  {name:14} {found.n:7} {found.accuracy:.4f}  {word} {share:.4f}"
            f"  {found.binary_accuracy:.4f}"
        )


def show_detection(model: PrepositionModel, data: Path) -> None:
    """Lenient, strict and correction figures on W&I dev, and flags on native essays."""
    learner = annotated([data / "learner" / "wi" / f"{level}.dev.m2" for level in "ABC"])
    native = annotated([data / "learner" / "wi" / "N.dev.m2"])
    n_words = sum(map(len, learner))
    for precision in (None, *PRECISIONS):
        detector = MaxentDetector(model, precision=precision)
        start = time.process_time()
        flags = list(detector.flags(learner))
        seconds = time.process_time() - start
        alarms = sum(flag.error for flag in detector.flags(native))
        name = "default" if precision is None else f"precision {precision}"
        rate = 1000 * alarms / sum(map(len, native))
        print(
            f"  {name:14} threshold {detector.threshold:.3f} {scored(flags, learner)}"
            f" native alarms/1000 words {rate:.2f} {1e6 * seconds / n_words:.2f} us/word"
        )


def scored(flags: list[Flag], sentences: list[Sentence]) -> str:
    """Precision, recall and F0.5 by each way of counting."""
    rng = np.random.default_rng(0)
    found = score_m2(flags, sentences, kinds=[PREPOSITION], rng=rng, n_draws=10).scores
    parts = []
    for one in found:
        value = [f"{one.measures[name].value:.3f}" for name in (PRECISION, RECALL, F05)]
        parts.append(f"{one.mode} {'/'.join(value)}")
    return " ".join(parts)


def shards_of(work: Path) -> list[Callable[[], Shard]]:
    """What reads each shard of a work folder, in an order that mixes the corpora."""
    paths = sorted(work.glob("*.npz"))
    order = np.random.default_rng(0).permutation(len(paths)).tolist()
    return [partial(read_shard, paths[number]) for number in order]


def read_shard(path: Path) -> Shard:
    """A shard of a work folder."""
    return native_examples.parse(archive.read_bytes(path), file=str(path))


def show_curve(work: Path, data: Path) -> None:
    """Selection accuracy by the number of native examples learnt from."""
    shards = shards_of(work)
    sentences = [
        sentence
        for name in NEWS_AND_WIKIPEDIA
        for sentence in held_out(data / "native" / f"{name}.txt.xz")
    ]
    settings = prepositions.Settings()
    size = 1
    print("learning curve: shards, examples, accuracy on Reuters and Wikipedia")
    while True:
        some = shards[: min(size, len(shards))]
        rng = np.random.default_rng(1)
        model, _ = prepositions.train_maxent(some, rng=rng, settings=settings)
        n_examples = sum(len(shard()) for shard in some)
        print(f"  {len(some):4} {n_examples:10} {select(model, sentences).accuracy:.4f}")
        if size >= len(shards):
            return
        size *= 2


def tuning_and_training(data: Path) -> tuple[Examples, Examples]:
    """The tenth of W&I train that is kept for tuning, and the rest."""
    sentences = annotated([data / "learner" / "wi" / f"{level}.train.m2" for level in "ABC"])
    kept = [sentence for sentence in sentences if is_tuning(sentence.id)]
    rest = [sentence for sentence in sentences if not is_tuning(sentence.id)]
    return concatenated(list(examples(kept))), concatenated(list(examples(rest)))


def show_comparison(model: PrepositionModel, data: Path) -> None:
    """Native text alone, injected errors, learner text: the same context model.

    Errors are injected into held-out text, where the context model has not learnt the answers.
    """
    tuning, learner = tuning_and_training(data)
    counts, maxent = model.confusions, model.maxent
    rng = np.random.default_rng(1)
    unseen = held_out(data / "native" / "blogs.txt.xz")
    native = native_examples.together(list(native_examples.shards(unseen, rng=rng)))
    made = prepositions.injected(native, counts, rng=rng, size=200_000)
    fine = prepositions.untouched(native, rng=rng, size=100_000)
    print("training compared on the tuning tenth of W&I: average precision, P at R .15, best F0.5")
    own = np.arange(len(tuning))
    log_p = maxent.log_probabilities(tuning.contexts)
    margin = log_p.max(axis=1) - log_p[own, tuning.written]
    show_ranking("native only", margin, tuning)
    for name, parts in (
        ("injected errors", [(made, 1.0)]),
        ("learner text", [(learner, 1.0)]),
        ("learner and injected", [(made, 0.1), (learner, 1.0)]),
        ("learner and native", [(fine, 0.3), (learner, 1.0)]),
    ):
        show_ranking(name, judged(maxent, Channel(counts), parts, tuning), tuning)


def judged(
    maxent: Maxent, channel: Channel, parts: list[tuple[Examples, float]], tuning: Examples
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The scores of a judge that learnt from these parts."""
    rng = np.random.default_rng(1)
    found = prepositions.train_judge(maxent, channel, parts, rng=rng, n_epochs=5)
    return found.scores(*prepositions.judge_inputs(maxent, channel, tuning))


def show_ranking(
    name: str, scores: np.ndarray[tuple[int], np.dtype[np.float32]], tuning: Examples
) -> None:
    """How well scores put errors first, sites that another edit hides left out."""
    known = ~tuning.is_touched
    is_error = tuning.is_error[known][np.argsort(-scores[known], kind="stable")]
    hits = np.cumsum(is_error)
    precision, recall = hits / np.arange(1, len(hits) + 1), hits / hits[-1]
    best = (1.25 * precision * recall / (0.25 * precision + recall + 1e-12)).max()
    at_15 = precision[np.searchsorted(recall, 0.15)]
    print(f"  {name:20} {precision[is_error].mean():.3f} {at_15:.3f} {best:.3f}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--model", type=Path, default=preposition_model.BUNDLED_MODEL)
    options = parser.parse_args()
    start = time.perf_counter()
    model = preposition_model.read(options.model)
    print(f"model loaded in {time.perf_counter() - start:.3f} s")
    show_selection(model, options.data)
    print("detection on W&I dev, precision/recall/F0.5:")
    show_detection(model, options.data)
    if options.compare:
        show_comparison(model, options.data)
    if options.work:
        show_curve(options.work, options.data)


if __name__ == "__main__":
    main()
