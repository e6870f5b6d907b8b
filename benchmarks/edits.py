"""Edits from corrected text against those of the annotators of W&I+LOCNESS.

`python benchmarks/edits.py [--data ../shared/data]`

The correction of each sentence is rebuilt from its M2 edits, and our edits of the pair are
compared with them. Annotated errors without a correction (UNK) leave no trace in the corrected
text and are not counted. The model was developed and trained on train; these figures are of dev.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from solecism.align.edit_distance import steps
from solecism.align.edits import edits
from solecism.align.merge import joined, runs
from solecism.align.side import Step, side
from solecism.edit import apply
from solecism.figure import f_score
from solecism.formats import fce, m2
from solecism.formats.files import read_lines
from solecism.language.tagging.tag import tag
from solecism.sentence import from_words
from solecism.train.merging import Correction, corrections, edit_spans

LEVELS = ("A", "B", "C", "N")
Spans = list[Step]


def main(data: Path) -> None:
    """Print agreement on spans by file, on types, and sentences a second."""
    by_level = {level: read(data, f"{level}.dev") for level in LEVELS}
    everything = [correction for part in by_level.values() for correction in part]
    print(f"{'':22}{'span P':>8}{'R':>8}{'F1':>8}{'+words F1':>11}")
    for name, part in (*by_level.items(), ("all", everything)):
        print_spans(f"W&I {name} dev", part, our_spans)
    for name, method in (("every step", all_steps), ("every run", all_runs)):
        print_spans(f"all, {name} an edit", everything, method)
    print_spans("all, best of our steps", everything, reachable)
    print_types(everything)
    print_speed(everything)
    print_fce(data)


def read(data: Path, part: str) -> list[Correction]:
    """The corrections of a file of W&I."""
    path = str(data / "learner" / "wi" / f"{part}.m2")
    sentences = m2.parse(read_lines(path), document=part, file=path)
    return list(corrections(sentences))


def our_spans(correction: Correction) -> Spans:
    """What our edits cover on both sides."""
    return edit_spans(edits(correction.source, correction.corrected))


def _steps(correction: Correction) -> Spans:
    if correction.source.words == correction.corrected.words:
        return []
    return steps(side(correction.source), side(correction.corrected))


def all_steps(correction: Correction) -> Spans:
    """Every step of the alignment as an edit."""
    return _steps(correction)


def all_runs(correction: Correction) -> Spans:
    """Every row of steps without an unchanged word between them as an edit."""
    return [joined(run[0], run[-1]) for run in runs(_steps(correction))]


def reachable(correction: Correction) -> Spans:
    """The steps joined as the annotator would, if only our alignment allowed it."""
    gold = set(edit_spans(correction.edits))
    found: Spans = []
    for run in runs(_steps(correction)):
        first = 0
        while first < len(run):
            last = next(
                (k for k in range(len(run) - 1, first, -1) if joined(run[first], run[k]) in gold),
                first,
            )
            found.append(joined(run[first], run[last]))
            first = last + 1
    return found


def print_spans(
    name: str, corrections: Iterable[Correction], method: Callable[[Correction], Spans]
) -> None:
    """A line of precision, recall and F1 of spans, and F1 of spans with their words."""
    n_ours = n_gold = n_same = n_same_words = 0
    for correction in corrections:
        ours, gold = set(method(correction)), set(edit_spans(correction.edits))
        n_ours, n_gold = n_ours + len(ours), n_gold + len(gold)
        n_same_words += len(ours & gold)
        n_same += len({(s.start, s.end) for s in ours} & {(s.start, s.end) for s in gold})
    precision, recall = n_same / n_ours, n_same / n_gold
    f1, words_f1 = f_score(n_same, n_ours, n_gold), f_score(n_same_words, n_ours, n_gold)
    print(f"{name:22}{precision:8.4f}{recall:8.4f}{f1:8.4f}{words_f1:11.4f}")


def print_types(corrections: Iterable[Correction]) -> None:
    """Precision and recall of types on edits with equal spans, most frequent types first."""
    pairs: list[tuple[str, str]] = []
    for correction in corrections:
        gold = {(edit.start, edit.end): edit.kind for edit in correction.edits}
        for edit in edits(correction.source, correction.corrected):
            if (edit.start, edit.end) in gold:
                pairs.append((edit.kind, gold[edit.start, edit.end]))
    agreement = sum(ours == gold for ours, gold in pairs) / len(pairs)
    print(f"\ntypes agree on {agreement:.4f} of {len(pairs):,} edits with equal spans")
    print(f"{'':14}{'edits':>7}{'P':>8}{'R':>8}")
    for category in ("PREP", "DET", "NOUN:NUM"):
        _print_type(category, [p for p in pairs if category in (p[0][2:], p[1][2:])], category)
    for kind, _ in Counter(gold for _, gold in pairs).most_common():
        _print_type(kind, pairs, kind)


def _print_type(name: str, pairs: Sequence[tuple[str, str]], ending: str) -> None:
    """A line for the types with an ending, where the operation has to agree too."""
    n_ours = sum(ours.endswith(ending) for ours, _ in pairs)
    n_gold = sum(gold.endswith(ending) for _, gold in pairs)
    n_same = sum(ours == gold and gold.endswith(ending) for ours, gold in pairs)
    print(f"{name:14}{n_gold:7}{n_same / max(n_ours, 1):8.3f}{n_same / max(n_gold, 1):8.3f}")


def print_speed(corrections: Sequence[Correction]) -> None:
    """Sentences a second of one process, with tags given and with tagging."""
    bare = [
        (from_words(c.source.id, c.source.words), from_words(c.source.id, c.corrected.words))
        for c in corrections
    ]
    start = time.process_time()
    for correction in corrections:
        edits(correction.source, correction.corrected)
    aligned = time.process_time() - start
    start = time.process_time()
    for _ in tag(sentence for pair in bare for sentence in pair if pair[0].words != pair[1].words):
        pass
    tagged = time.process_time() - start
    n = len(corrections)
    print(f"\n{n / aligned:,.0f} sentences/s, {n / (aligned + tagged):,.0f} with tagging")


def print_fce(data: Path) -> None:
    """What CLC-FCE holds, as we read it."""
    codes: Counter[str] = Counter()
    n_sentences = n_edits = n_uncorrected = 0
    paths = sorted((data / "learner" / "fce").glob("*/*.xml"))
    for path in paths:
        for sentence in fce.parse(read_lines(str(path)), document=path.stem, file=str(path)):
            mine = sentence.annotations[0].edits
            apply(sentence.words, mine)
            n_sentences, n_edits = n_sentences + 1, n_edits + len(mine)
            n_uncorrected += sum(edit.before == edit.after for edit in mine)
            codes.update(code for edit in mine for code in edit.kind.split("+"))
    print(
        f"\nCLC-FCE: {len(paths):,} scripts, {n_sentences:,} sentences, {n_edits:,} edits,", end=" "
    )
    print(f"{n_uncorrected:,} without correction")
    print(", ".join(f"{code} {codes[code]:,}" for code in "RT MT UT RD MD UD FN AGN".split()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
