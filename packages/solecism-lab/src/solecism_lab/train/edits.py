"""Training of the judge of edits: which of the changes that `check` suggests do annotators make?

The texts are those that the network has not learnt from. In each the detector works out its
suggestions, tries them in their sentences, and what is known of each is recorded. A change is right
where the annotator wrote the same words.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.checking.suggested_edits import completed_edits, edit_of, text_of
from solecism.checking.texts import check_sentences
from solecism.detect.detector import CAPITALS, EditEvidence
from solecism.detect.network.edit_judge import EditJudge, features, told_by_curve
from solecism.detect.network.repairs import paired
from solecism.detect.registry import loader
from solecism.edit import Edit
from solecism.formats.corpora import first_edits
from solecism.numeric import Bools, Floats, Ints
from solecism.sentence import Sentence, from_words
from solecism.site import Flag

# Sentences of a text are divided in so many folds, in stretches of so many.
N_FOLDS, _NEIGHBOURS = 5, 40
_N_TREES, _RATE, _DEPTH, _LEAST_IN_LEAF, _SHARE_OF_ROWS = 150, 0.05, 3, 30, 0.5
_NO_SPACE_BEFORE = re.compile(r"[,.;:!?%)\]}]|n['’]t|['’](?:s|re|ve|ll|d|m)?")
_LEAST_P = 1e-6
# Fewer changes teach nothing.
FEWEST = 500
# What an annotator does at the place of a change.
SAME, OTHER, NOTHING, UNSAID = "same", "other", "nothing", "unsaid"


def natural(sentence: Sentence) -> Sentence:
    """The sentence with the spaces of ordinary text, if there is one after every word."""
    if sentence.text != " ".join(sentence.words):
        return sentence
    pieces = [
        word if not number or _NO_SPACE_BEFORE.fullmatch(word) else f" {word}"
        for number, word in enumerate(sentence.words)
    ]
    return from_words(sentence.id, sentence.words, text="".join(pieces))


@dataclass(frozen=True, slots=True)
class _Step:
    """Words to put in place of the words `start` to `end`; None if it is not said which."""

    start: int
    end: int
    after: tuple[str, ...] | None

    def meets(self, start: int, end: int, *, beside: bool) -> bool:
        """Whether it shares words with a span; an insertion is inside, or at least `beside` it."""
        if start == end and self.start == self.end:
            return start == self.start
        if start == end or self.start == self.end:
            n_beside = int(beside)
            return self.start < end + n_beside and start < self.end + n_beside
        return self.start < end and start < self.end


def annotators_answer(sentence: Sentence, flag: Flag, edits: Sequence[Edit]) -> str:
    """What an annotator, who made these edits, did where the first suggestion changes something.

    They made the SAME change, an OTHER one, NOTHING, or left UNSAID what is right.

    >>> sentence = from_words("a.1", ["We", "depend", "of", "informations"])
    >>> edits = [Edit(2, ("of",), ("on",)), Edit(3, ("informations",), ("the", "information"))]
    >>> from solecism.site import Suggestion
    >>> of = Flag("a.1:2-3:preposition", "me", True, suggestions=(Suggestion("on"),))
    >>> noun = Flag("a.1:3-4:number", "me", True, suggestions=(Suggestion("info"),))
    >>> annotators_answer(sentence, of, edits), annotators_answer(sentence, noun, edits)
    ('same', 'other')
    """
    whole = completed_edits(sentence, [edit_of(flag, sentence.words, flag.suggestions[0])])
    own = [step for step in _steps(whole) if step.after is not None]
    if not own:
        return NOTHING
    start, end = min(step.start for step in own), max(step.end for step in own)
    theirs = list(_steps(edits))
    answer = NOTHING
    for beside in (False, True):
        near = [step for step in theirs if step.meets(start, end, beside=beside)]
        if not near:
            continue
        if any(step.after is None for step in near):
            return UNSAID
        first = min(start, *(step.start for step in near))
        last = max(end, *(step.end for step in near))
        texts = [_text(sentence, first, last, steps) for steps in (own, near)]
        if flag.kind != CAPITALS:
            texts = [text.lower() for text in texts]
        if texts[0] == texts[1]:
            return SAME
        answer = OTHER
    return answer


def _steps(edits: Iterable[Edit]) -> Iterator[_Step]:
    """The edits in their smallest parts."""
    for edit in edits:
        if edit.before == edit.after:
            yield _Step(edit.start, edit.end, None)
            continue
        for part in paired(edit.before, edit.after):
            new = edit.after[part.new_start : part.new_end]
            if edit.before[part.start : part.end] != new:
                yield _Step(edit.start + part.start, edit.start + part.end, tuple(new))


def _text(sentence: Sentence, start: int, end: int, steps: Iterable[_Step]) -> str:
    words: list[str] = []
    place = start
    for step in sorted(steps, key=lambda step: (step.start, step.end)):
        words += sentence.words[place : step.start]
        words += step.after or ()
        place = step.end
    return text_of([*words, *sentence.words[place:end]]).replace("’", "'")


@dataclass(frozen=True, slots=True, eq=False)
class EditExamples:
    """Suggested changes (rows): their features, whether the annotator made them, and their folds.

    `p_told` is how probable each would be by the curve alone, without a judge.
    """

    rows: Floats
    is_right: Bools
    p_told: Floats
    folds: Ints


class _Recorder:
    """Stands in for the judge, and keeps the evidence that it is given."""

    def __init__(self) -> None:
        self.seen: list[EditEvidence] = []

    def told(self, evidence: EditEvidence) -> Flag:
        self.seen.append(evidence)
        return told_by_curve(evidence.flag)


def examples(texts: Iterable[Sequence[Sentence]], detector: str = "cascade") -> EditExamples:
    """The changes that a detector suggests in some texts, each of which is a document.

    Changes of which the annotator does not say what is right are left out.
    """
    recorder = _Recorder()
    load = loader(detector, judge=recorder)()
    rows: list[tuple[EditEvidence, bool, int]] = []
    for number, text in enumerate(texts):
        # Files of several folders have the same names.
        given = {f"{number}.{place}": each for place, each in enumerate(filter(len, text), 1)}
        places = {id: place for place, id in enumerate(given)}
        recorder.seen.clear()
        named = [natural(replace(each, id=id)) for id, each in given.items()]
        for _ in check_sentences(named, load, file=f"text {number}"):
            pass
        for evidence in recorder.seen:
            edits = first_edits(given[evidence.sentence.id])
            answer = annotators_answer(evidence.sentence, evidence.flag, edits)
            if answer != UNSAID:
                fold = _fold(number, places[evidence.sentence.id])
                rows.append((evidence, answer == SAME, fold))
    return _examples(rows)


def _fold(text: int, place: int) -> int:
    """The fold of a sentence of a text; its neighbours, of the same writer, have the same."""
    return zlib.crc32(f"{text}.{place // _NEIGHBOURS}".encode()) % N_FOLDS


def _examples(rows: Sequence[tuple[EditEvidence, bool, int]]) -> EditExamples:
    told = [told_by_curve(evidence.flag).suggestions[0].p for evidence, _, _ in rows]
    return EditExamples(
        np.array([features(evidence) for evidence, _, _ in rows], np.float64),
        np.array([is_right for _, is_right, _ in rows], np.bool_),
        np.array([1.0 if p is None else p for p in told], np.float64),
        np.array([fold for _, _, fold in rows], np.int64),
    )


def learn(given: EditExamples, *, seed: int) -> EditJudge:
    """The judge of what annotators do, as a sum of small trees."""
    from sklearn.ensemble import GradientBoostingClassifier

    model = GradientBoostingClassifier(
        n_estimators=_N_TREES,
        learning_rate=_RATE,
        max_depth=_DEPTH,
        min_samples_leaf=_LEAST_IN_LEAF,
        subsample=_SHARE_OF_ROWS,
        random_state=seed,
    )
    model.fit(given.rows.astype(np.float32), given.is_right)
    trees = [row[0].tree_ for row in model.estimators_]
    n_nodes = max(tree.node_count for tree in trees)
    nodes = np.arange(n_nodes)
    share = given.is_right.mean()
    # A leaf has no feature and no children: it leads to itself.
    left, right = (
        np.stack([_filled(np.where(each < 0, nodes[: len(each)], each), nodes) for each in side])
        for side in (
            [tree.children_left for tree in trees],
            [tree.children_right for tree in trees],
        )
    )
    none = np.zeros(n_nodes)
    return EditJudge(
        float(np.log(share / (1 - share))),
        np.stack([_filled(np.maximum(tree.feature, 0), none) for tree in trees]).astype(np.int16),
        np.stack([_filled(tree.threshold, none) for tree in trees]).astype(np.float32),
        left.astype(np.int16),
        right.astype(np.int16),
        np.stack([_filled(_RATE * tree.value[:, 0, 0], none) for tree in trees]).astype(np.float32),
    )


def _filled(column: Floats, rest: Floats) -> Floats:
    """A column of a tree, and the rest of a longer one after it."""
    return np.concatenate([column, rest[len(column) :]])


def cross_fitted(given: EditExamples, *, seed: int) -> Floats:
    """The probability of each change by a judge that has learnt from the other folds."""
    p = np.zeros(len(given.rows))
    for fold in range(N_FOLDS):
        is_left_out = given.folds == fold
        rest = EditExamples(
            *(
                column[~is_left_out]
                for column in (given.rows, given.is_right, given.p_told, given.folds)
            )
        )
        p[is_left_out] = learn(rest, seed=seed).probabilities(given.rows[is_left_out].tolist())
    return p


def log_loss(p: Floats, is_right: Bools) -> float:
    """The mean negative logarithm of the probability of what annotators did.

    >>> round(log_loss(np.array([0.5, 0.75]), np.array([True, False])), 4)
    1.0397
    """
    of_answers = np.where(is_right, p, 1 - p)
    return float(-np.log(np.maximum(of_answers, _LEAST_P)).mean())


@dataclass(frozen=True, slots=True)
class Bin:
    """Changes told with probabilities in one tenth: how many, their mean, and the share made."""

    least: float
    n: int
    told: float
    right: float


def bins(p: Floats, is_right: Bools) -> list[Bin]:
    """The changes by tenths of the probability told."""
    tenths = np.minimum((p * 10).astype(np.int64), 9)
    return [
        Bin(tenth / 10, int(rows.sum()), float(p[rows].mean()), float(is_right[rows].mean()))
        for tenth in range(10)
        if (rows := tenths == tenth).any()
    ]
