"""How real made errors are: those of learners beside those of `solecism corrupt`, on the same text.

`python benchmarks/language/learner_errors.py [--data ../shared/data] [--limit 800]`

W&I dev as its annotators corrected it gets errors, each of levels A, B and C by itself. A
classifier (logistic regression on the words and tags of an edit and around it, five-fold, all
versions of a sentence in the same fold) then tells made errors from true ones: edit by edit, and
sentence by sentence. The area under its ROC curve is .5 where it cannot, 1 where it always can.
Edits of both are worked out again from the two texts, so that it cannot tell annotators' habits.
Nobody learnt from this text.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from sklearn.feature_extraction import FeatureHasher
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from solecism.align.typed_edits import edits
from solecism.corruption.corrupt import AnyRecipe, corrupt
from solecism.corruption.learner_writer import LEVELS, LearnerRecipe
from solecism.corruption.recipe import PRESETS
from solecism.edit import Edit, apply
from solecism.formats.corpora import first_edits, learner_part
from solecism.language.tagger import tag
from solecism.numeric import Floats, Ints
from solecism.sentence import Sentence, from_words

N_FOLDS = 5
SEED = 7
N_SHOWN = 14
TRUE = "learners"
LIKE = "like learners"
WEAKER = {"preset learner": "learner", "preset foster-2007": "foster-2007"}


@dataclass(frozen=True)
class Version:
    """One sentence with its errors: the number of the clean sentence, and its edits."""

    number: int
    words: tuple[str, ...]
    tags: tuple[str, ...]
    edits: tuple[Edit, ...]


def main() -> None:
    """Print the rates, the kinds, and how well a classifier tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", help="writer of `solecism train writer`; default: the bundled")
    parser.add_argument("--limit", type=int, help="sentences of each level")
    options = parser.parse_args()
    systems: dict[str, list[Version]] = {}
    by_level: dict[tuple[str, str], list[Version]] = {}
    first = 0
    for level in LEVELS:
        path = str(options.data / "learner" / "wi" / f"{level}.dev.m2")
        annotated = [
            each for each in islice(learner_part(path, "all"), options.limit) if each.words
        ]
        clean = [from_words(each.id, apply(each.words, first_edits(each))) for each in annotated]
        pairs = [(a, c) for a, c in zip(annotated, clean, strict=True) if c.words]
        right = list(tag([c for _, c in pairs]))
        recipes: dict[str, AnyRecipe] = {LIKE: LearnerRecipe(level, model=options.model)}
        recipes |= {name: PRESETS[preset] for name, preset in WEAKER.items()}
        written = {TRUE: [a for a, _ in pairs]}
        written |= {
            name: [each.sentence for each in corrupt(right, recipe, seed=SEED)]
            for name, recipe in recipes.items()
        }
        for name, sentences in written.items():
            found = list(_versions(sentences, right, first))
            systems.setdefault(name, []).extend(found)
            by_level[name, level] = found
        first += len(right)
    _show_rates(by_level)
    _show_kinds(by_level)
    print("\nTold from learners' errors (area under the ROC curve): by edit, by sentence")
    for name in (LIKE, *WEAKER):
        of_edits, of_sentences = (
            _area(systems[TRUE], systems[name], whole=whole) for whole in (False, True)
        )
        print(f"  {name:<20}{of_edits:.3f}  {of_sentences:.3f}")


def _versions(
    sentences: Sequence[Sentence], right: Sequence[Sentence], first: int
) -> Iterator[Version]:
    bare = (from_words(each.id, each.words) for each in sentences)
    for number, (wrong, clean) in enumerate(zip(tag(bare), right, strict=True), first):
        yield Version(number, wrong.words, wrong.tags, edits(wrong, clean))


def _show_rates(by_level: dict[tuple[str, str], list[Version]]) -> None:
    print("Edits per 100 words, and share of sentences without any, by level")
    for name in dict.fromkeys(name for name, _ in by_level):
        cells = []
        for level in LEVELS:
            found = by_level[name, level]
            n_words = sum(len(each.words) for each in found)
            rate = 100 * sum(len(each.edits) for each in found) / n_words
            clean = float(np.mean([not each.edits for each in found]))
            cells.append(f"{level} {rate:5.2f} {clean:.2f}")
        print(f"  {name:<20}" + "   ".join(cells))


def _show_kinds(by_level: dict[tuple[str, str], list[Version]]) -> None:
    names = list(dict.fromkeys(name for name, _ in by_level))
    counts = {
        key: Counter(edit.kind[2:] for each in found for edit in each.edits)
        for key, found in by_level.items()
    }
    total = sum((counts[TRUE, level] for level in LEVELS), Counter[str]())
    print("\nErrors per 1,000 words by type; for each system at A, B, C")
    print(f"  {'':<14}" + "".join(f"{name:<24}" for name in names))
    for kind, _ in total.most_common(N_SHOWN):
        cells = []
        for name in names:
            row = []
            for level in LEVELS:
                n_words = sum(len(each.words) for each in by_level[name, level])
                row.append(f"{1000 * counts[name, level][kind] / n_words:6.1f}")
            cells.append(f"{''.join(row):<24}")
        print(f"  {kind:<14}" + "".join(cells))


def _area(true: Sequence[Version], made: Sequence[Version], *, whole: bool) -> float:
    """How well made errors are told from true ones: the area under the ROC curve."""
    rows: list[list[str]] = []
    labels: list[bool] = []
    numbers: list[int] = []
    for is_made, versions in ((False, true), (True, made)):
        for version in versions:
            of_edits = [list(_features(version, edit)) for edit in version.edits]
            if whole:
                count = f"n={len(of_edits)}"
                of_edits = [[count, *(each for row in of_edits for each in row)]]
            rows += of_edits
            labels += [is_made] * len(of_edits)
            numbers += [version.number] * len(of_edits)
    hasher = FeatureHasher(1 << 18, input_type="string", alternate_sign=False)
    x, y = hasher.transform(rows), np.array(labels)
    folds: Ints = np.array(numbers) % N_FOLDS
    p: Floats = np.zeros(len(y))
    for fold in range(N_FOLDS):
        model = LogisticRegression(C=0.1, solver="liblinear")
        model.fit(x[folds != fold], y[folds != fold])
        p[folds == fold] = model.decision_function(x[folds == fold])
    return float(roc_auc_score(y, p))


def _features(version: Version, edit: Edit) -> Iterator[str]:
    """What a reader sees of an edit: what stands there, what is right, and what is around."""
    words = ["^", *(word.lower() for word in version.words), "$"]
    tags = ["^", *version.tags, "$"]
    start, end = edit.start + 1, edit.end + 1
    before, after = (" ".join(side).lower() for side in (edit.before, edit.after))
    left, right = words[start - 1], words[end]
    yield f"kind={edit.kind}"
    yield f"sizes={len(edit.before)},{len(edit.after)}"
    yield f"before={before}"
    yield f"after={after}"
    yield f"change={before}>{after}"
    yield f"left={left}"
    yield f"right={right}"
    yield f"left+before={left}|{before}"
    yield f"before+right={before}|{right}"
    yield f"left+after={left}|{after}"
    yield f"after+right={after}|{right}"
    yield f"tags={tags[start - 1]}|{' '.join(tags[start:end])}|{tags[end]}"
    yield f"kind+tags={edit.kind}|{tags[start - 1]}|{tags[end]}"
    yield f"kind+left={edit.kind}|{left}"
    yield f"kind+right={edit.kind}|{right}"


if __name__ == "__main__":
    main()
