"""How good and how fast the parser is, trained on the Wall Street Journal sample.

`python benchmarks/parsing/parse.py [--data ../shared/data] [--craft N]`
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import record, timed

from solecism.bracketing.counts import bracket_counts
from solecism.figure import f_score
from solecism.formats import files, penn
from solecism.sentence import Sentence
from solecism_lab.parse.parser import Parser
from solecism_lab.train.parser.grammar import GrammarSettings, train_grammar

N_TRAIN, N_CHOOSE = 3396, 105
N_RUNS = 3


def main(data: Path, n_craft: int) -> None:
    """Print figures of a grammar of wsj_0001-0159 on 0160-0169 and 0170-0199, and on CRAFT."""
    sentences = [each for part in ("wsj00", "wsj01") for each in read(data, f"{part}.mrg")]
    trees = [each.trees[0] for each in sentences]
    for n_splits in (1, 3):
        start = time.process_time()
        grammar = train_grammar(trees[:N_TRAIN], settings=GrammarSettings(n_splits=n_splits))
        seconds = time.process_time() - start
        print(f"trained on {N_TRAIN:,} trees in {seconds:.1f} s, {n_splits} splits")
        parser = Parser(grammar)
        show(f"choose, {n_splits} splits", parser, sentences[N_TRAIN : N_TRAIN + N_CHOOSE])
        show(f"test, {n_splits} splits", parser, sentences[N_TRAIN + N_CHOOSE :])
    show("test, no numba", Parser(grammar, is_compiled=False), sentences[-40:], n_runs=1)
    if n_craft:
        show("CRAFT", parser, list(islice(read(data, "craft.mrg.xz"), n_craft)), n_runs=1)
    words = [word for each in sentences[-413:] for word in each.words]
    for n_words in (100, 200, 1000):
        start = time.process_time()
        parsed = parser.parse(words[:n_words])
        seconds = time.process_time() - start
        print(f"{n_words} words as one sentence: {seconds:.2f} s, {parsed.n_pieces} pieces")


def read(data: Path, name: str) -> list[Sentence]:
    """The sentences of a treebank."""
    path = str(data / "treebank" / name)
    return list(penn.parse(files.read_lines(path), document=name, file=path))


def show(name: str, parser: Parser, sentences: Sequence[Sentence], *, n_runs: int = N_RUNS) -> None:
    """Print precision, recall and F1, tags, and sentences per second of processor time."""
    parser.parse(sentences[0].words)
    took = timed(lambda: list(parser.parses(sentences)), n_runs)
    parsed = list(parser.parses(sentences))
    counts = bracket_counts(sentences, [each.tree for each in parsed])
    matched, gold, tested, right, words = (
        int(counts.column(column).sum())
        for column in ("matched", "gold", "tested", "right_tags", "words")
    )
    p, r, f1 = matched / tested, matched / gold, f_score(matched, tested, gold)
    n_in_pieces = sum(each.n_pieces != 1 for each in parsed)
    print(
        f"{name}: {len(sentences):,} sentences, P {p:.2%} R {r:.2%} "
        f"F1 {f1:.2%}, tags {right / words:.2%}, "
        f"{n_in_pieces} in pieces, {len(sentences) / took.best:.0f} sentences/s"
    )
    record(f"F1, {name}", "share", [f1], is_exact=True)
    rates = took.rates(len(sentences))
    record(f"speed, {name}", "sentences/s", rates, machine=took.machine)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=Path("../shared/data"))
    options.add_argument("--craft", type=int, default=0, help="so many trees of CRAFT")
    arguments = options.parse_args()
    main(arguments.data, arguments.craft)
