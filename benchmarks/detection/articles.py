"""Articles and noun number: constructions of held-out native text, errors in learner text.

    python benchmarks/detection/articles.py --data ../shared/data  prediction, detection, bins
    python benchmarks/detection/articles.py --work FOLDER  what the wider context is worth as well

FOLDER is the work folder of `solecism train articles`, with its shards of native text.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism import site as sites
from solecism.detect.light import noun_model as article_model
from solecism.detect.light.noun_choices import (
    ARTICLES,
    CHOICE_OF_CONSTRUCTION,
    INDEX,
    N_FORMS,
    NOUN_LAYOUT,
)
from solecism.detect.light.noun_detector import ArticleDetector
from solecism.detect.light.noun_model import ArticleModel, NounContextEnsemble
from solecism.figure import F05, PRECISION, RECALL
from solecism.formats import files
from solecism.formats.corpora import held_out_documents
from solecism.formats.registry import FORMATS, read
from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.locate.flags_and_judgments import judgments_of_annotations
from solecism.locate.noun_table import NounTable, bundled_nouns
from solecism.numeric import Floats, Ints
from solecism.panel import from_judgments
from solecism.scoring.against_raters import against_majority, weighted
from solecism.scoring.bins import agreement_bins
from solecism.scoring.m2 import score_m2
from solecism.scoring.match import LABELS, match
from solecism.sentence import Sentence
from solecism.site import DETERMINER, NUMBER, Flag, kinds_of
from solecism.system.installation import read_model
from solecism.uncertainty.bootstrap import bootstrap
from solecism_lab.train.articles import (
    ArticleSettings,
    concatenated_nouns,
    noun_examples,
    whole_shard,
)
from solecism_lab.train.choice.context_models import (
    best_weights,
    held_back_split,
    train_context_models,
)
from solecism_lab.train.choice.native_shards import Shard, parse_shard

NATIVE = {"Reuters": ("reuters21578", "reuters_c50"), "Wikipedia": ("enwiki",), "blogs": ("blogs",)}
PRECISIONS = (0.5, 0.6, 0.7, 0.8, 0.9)
KINDS = (DETERMINER, NUMBER)
# Sentences of another document are at least so far away.
FAR = 20
# What the learning curve and the comparison of contexts learn from: one of so many examples.
CURVE_STEPS = (256, 64)
CONTEXT_STEP = 16


def held_out(data: Path, names: Sequence[str]) -> Iterator[Sentence]:
    """The annotated sentences of native files that no model has seen."""
    for name in names:
        lines = files.read_lines(str(data / "native" / f"{name}.txt.xz"))
        plain = (
            sentence
            for number, document in enumerate(held_out_documents(lines))
            for paragraph in document
            for sentence in sentence_splitter.sentences(paragraph, f"{name}.{number}")
        )
        yield from annotate_sentences(plain)


def annotated(paths: Sequence[Path]) -> list[Sentence]:
    """The sentences of annotated learner files."""
    return list(annotate_sentences(read([str(path) for path in paths], FORMATS["m2"])))


def five(shard: Shard) -> tuple[Shard, Ints, Ints]:
    """The common nouns in one of the five constructions, their constructions and documents."""
    construction = np.full(256, -1)
    construction[list(CHOICE_OF_CONSTRUCTION)] = np.arange(len(CHOICE_OF_CONSTRUCTION))
    steps = np.diff(shard.contexts[:, INDEX["S"]].astype(np.int64), prepend=0)
    documents = np.cumsum((steps < 0) | (steps >= FAR), dtype=np.int64)
    found = construction[shard.choices]
    mine = (found >= 0) & (shard.contexts[:, INDEX["C"]] > 0)
    some = Shard(shard.contexts[mine], shard.choices[mine], shard.n_words)
    return some, found[mine], documents[mine]


def guesses(model: NounContextEnsemble, shard: Shard) -> Ints:
    """The most probable of the five constructions."""
    log_p = model.log_probabilities(shard.contexts)
    return np.asarray(log_p[:, list(CHOICE_OF_CONSTRUCTION)].argmax(axis=1))


def by_document(is_right: npt.NDArray[np.bool_], documents: Ints) -> Floats:
    """Right guesses and guesses of each document."""
    numbers = np.unique(documents, return_inverse=True)[1]
    return np.stack([np.bincount(numbers, is_right), np.bincount(numbers)], axis=1)


def show_prediction(model: ArticleModel, nouns: NounTable, data: Path) -> None:
    """Accuracy beside the majority and each noun's own most frequent construction."""
    print("prediction of the construction: held-out text, nouns, model, noun's own, majority")
    for name, parts in NATIVE.items():
        shard, found, _ = five(whole_shard(held_out(data, parts)))
        own = nouns.log_shares[nouns.rows(shard.contexts[:, INDEX["H"]])].argmax(axis=1)
        accuracies = [
            (guesses(model.context, shard) == found).mean(),
            (own == found).mean(),
            np.bincount(found).max() / len(found),
        ]
        print(f"  {name:10} {len(found):7} " + " ".join(f"{each:.4f}" for each in accuracies))


def show_detection(model: ArticleModel, data: Path) -> None:
    """Lenient, strict and correction figures on W&I dev, and flags on native essays."""
    learner = annotated([data / "learner" / "wi" / f"{level}.dev.m2" for level in "ABC"])
    native = annotated([data / "learner" / "wi" / "N.dev.m2"])
    n_words = sum(map(len, learner))
    print("detection on W&I dev, precision/recall/F0.5; flags per 1,000 words of native essays")
    for precision in (None, *PRECISIONS):
        detector = ArticleDetector(model, precision=precision)
        start = time.process_time()
        flags = list(detector.flags(learner))
        seconds = time.process_time() - start
        alarms = [flag for flag in detector.flags(native) if flag.error]
        n_native = sum(map(len, native))
        for kind in KINDS:
            rate = 1000 * sum(flag.site.endswith(kind) for flag in alarms) / n_native
            figures, point = scored(flags, learner, kind), str(precision or "default")
            print(f"  {point:8} {kind:10} {figures} native {rate:.2f}")
        rate = 1000 * len(alarms) / n_native
        print(f"  {'':8} both native {rate:.2f}, {1e6 * seconds / n_words:.2f} us/word")


def scored(flags: list[Flag], sentences: list[Sentence], kind: str) -> str:
    """Precision, recall and F0.5 by each way of counting."""
    rng = np.random.default_rng(0)
    found = score_m2(flags, sentences, kinds=[kind], rng=rng, n_draws=10).scores
    parts = []
    for one in found:
        value = [f"{one.figures[name]:.3f}" for name in (PRECISION, RECALL, F05)]
        parts.append(f"{one.mode} {'/'.join(value)}")
    return " ".join(parts)


def show_coverage(data: Path) -> None:
    """The share of edits that the detector's places have, of W&I train.

    First with articles alone as choices, then with all groups of determiners, then number.
    """
    sentences = annotated([data / "learner" / "wi" / f"{level}.train.m2" for level in "ABC"])
    examples = concatenated_nouns(list(noun_examples(sentences)))
    groups = np.stack([examples.written // 2, examples.correct // 2])
    of_articles = examples.is_wrong[:, 0] & np.isin(groups, ARTICLES).all(axis=0)
    found = (int(of_articles.sum()), *examples.is_wrong.sum(axis=0).tolist())
    for kind, n_found in zip((DETERMINER, *KINDS), found, strict=True):
        n_edits = sum(
            kind in kinds_of(edit.kind)
            for sentence in sentences
            for note in sentence.annotations[:1]
            for edit in note.edits
        )
        print(f"coverage, W&I train: {kind} {n_found} of {n_edits} edits, {n_found / n_edits:.3f}")


def show_bins(model: ArticleModel, data: Path) -> None:
    """CoNLL-2014 against ten annotators: by majority, graded, and by agreement."""
    path = data / "learner" / "conll14" / "BN.m2"
    sentences = annotated([path])
    flags = list(ArticleDetector(model).flags(sentences))
    flagged = sorted({flag.site for flag in flags if flag.error})
    judgments = judgments_of_annotations(
        sentences, presence="everywhere", further=map(sites.parse, flagged)
    )
    [everything] = match(flags, from_judgments(judgments, labels=LABELS))
    print("CoNLL-2014, ten annotators: precision/recall/F0.5, then precision by agreement")
    for kind in KINDS:
        one = everything.of_kinds([kind])
        parts = [f"  {kind:10} {int(one.is_flagged.sum())} flags"]
        for name, score in (("majority", against_majority(one)), ("graded", weighted(one))):
            value = [f"{score.figures[each]:.3f}" for each in (PRECISION, RECALL, F05)]
            parts.append(f"{name} {'/'.join(value)}")
        for each in agreement_bins(one):
            parts.append(f"{each.name} P {each.score.figures[PRECISION]:.2f}")
        print("; ".join(parts))
        print(f"  {kind:10} {scored(flags, sentences, kind)}")


def learnt(work: Path, step: int, *, context: bool) -> NounContextEnsemble:
    """A model of one of so many examples, with or without the sentences before."""
    paths = sorted(path for path in work.glob("*.articles.*") if path.suffix[1:].isdigit())
    shards = []
    for path in paths:
        whole = parse_shard(read_model(path), file=path.name)
        some = Shard(whole.contexts[::step].copy(), whole.choices[::step], whole.n_words // step)
        shards.append(some if context else without_context(some))
    native, kept = held_back_split(shards, NOUN_LAYOUT)
    settings = ArticleSettings()
    maxent, network = train_context_models(
        native,
        NOUN_LAYOUT,
        seed=1,
        maxent=settings.maxent,
        network=replace(settings.network, n_epochs=2),
    )
    print(f"  learnt from {len(native)} examples, context {context}", flush=True)
    return NounContextEnsemble(maxent, network, best_weights(maxent, network, kept))


def without_context(shard: Shard) -> Shard:
    """The same nouns as if none had been mentioned before."""
    contexts = shard.contexts.copy()
    contexts[:, INDEX["K"]] %= N_FORMS
    contexts[:, INDEX["MC"]] = 0
    return Shard(contexts, shard.choices, shard.n_words)


def show_context(work: Path, data: Path) -> None:
    """What the five sentences before are worth, with an interval over documents."""
    both = [learnt(work, CONTEXT_STEP, context=context) for context in (True, False)]
    for name, parts in NATIVE.items():
        shard, found, documents = five(whole_shard(held_out(data, parts)))
        tables = [
            by_document(guesses(model, text) == found, documents)
            for model, text in zip(both, (shard, without_context(shard)), strict=True)
        ]
        sums = np.concatenate([tables[0], tables[1][:, :1]], axis=1)
        draws = bootstrap(sums, _gain, rng=np.random.default_rng(0), n_draws=2000)
        [interval] = draws.intervals()
        shares = tables[0][:, 0].sum() / len(found), tables[1][:, 0].sum() / len(found)
        print(
            f"  {name:10} with context {shares[0]:.4f}, without {shares[1]:.4f}, "
            f"gain {shares[0] - shares[1]:+.4f} ({interval.low:+.4f} to {interval.high:+.4f})"
        )


def _gain(sums: Floats) -> Floats:
    return np.asarray(((sums[:, 0] - sums[:, 2]) / sums[:, 1])[:, None])


def show_curve(work: Path, data: Path) -> None:
    """Accuracy by the number of native examples learnt from."""
    texts = {name: five(whole_shard(held_out(data, parts))) for name, parts in NATIVE.items()}
    for step in CURVE_STEPS:
        model = learnt(work, step, context=True)
        for name, (shard, found, _) in texts.items():
            print(f"  1/{step} {name:10} {(guesses(model, shard) == found).mean():.4f}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--model", type=Path, default=article_model.BUNDLED_MODEL)
    options = parser.parse_args()
    start = time.process_time()
    model = article_model.read(options.model)
    print(f"model loaded in {time.process_time() - start:.3f} s, weights {model.weights}")
    show_detection(model, options.data)
    show_bins(model, options.data)
    show_coverage(options.data)
    show_prediction(model, bundled_nouns(), options.data)
    if options.work:
        show_context(options.work, options.data)
        show_curve(options.work, options.data)


if __name__ == "__main__":
    main()
