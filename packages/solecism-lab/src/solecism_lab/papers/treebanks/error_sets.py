"""Sets of sentences to parse: as they are, with synthetic errors, and with errors of learners.

Real errors are the paper's "immediate aim": sentences of learners as written and as corrected. The
gold tree of a corrected sentence is the parse that a gold parser gives it; that of the sentence as
written follows from the annotator's edits, as for synthetic errors. What a parser is measured by is
how much worse it does on the sentences as written than on the same sentences as corrected. What the
paper does not count as ungrammatical (words that do not exist, capitals, punctuation) is put right
in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from solecism.align.typed_edits import edits as aligned
from solecism.corruption import foster_errors
from solecism.corruption.corrupt import corrupt
from solecism.corruption.corrupted import Corrupted
from solecism.corruption.gold_trees import Sites, gold_trees, training_tree
from solecism.corruption.recipe import PRESETS, Recipe
from solecism.corruption.synthetic_error import SyntheticError
from solecism.edit import Edit, apply, invert
from solecism.errors import InputError
from solecism.language.annotate import annotate_sentences
from solecism.language.dictionary import listed_counts, one_letter_apart, plain_form
from solecism.sentence import Sentence, from_words
from solecism.tree import Tree
from solecism_lab.parse.parser import SentenceParser

GRAMMATICAL, ONE_ERROR, TWO_ERRORS = "grammatical", "one-error", "two-errors"
UNGRAMMATICAL, BOTH, TEN_COPIES = "ungrammatical", "both", "ten-copies"
TRAININGS = (GRAMMATICAL, UNGRAMMATICAL, BOTH, TEN_COPIES)
TWICE, TOGETHER = "grammatical-twice", "both-and-grammatical"
# Two grammars that decide together, by what each is trained on.
PAIRS = {TWICE: (GRAMMATICAL, GRAMMATICAL), TOGETHER: (BOTH, GRAMMATICAL)}
PRESET = "foster-2007"
ERROR_TYPES = tuple(PRESETS[PRESET].weights)
# The paper puts two errors into four of twenty sections, and counts the grammatical ten times.
TWO_ERROR_SHARE = 0.2
N_COPIES = 10.0


@dataclass(frozen=True, slots=True)
class TreebankParts:
    """A treebank in three parts: for training, for choosing thresholds, and for testing."""

    train: list[Sentence]
    dev: list[Sentence]
    test: list[Sentence]


@dataclass(frozen=True, slots=True)
class ErrorSet:
    """Sentences with their gold trees, and the places they have in the grammatical set.

    `groups` are the places, in this set, of sentences of which something in particular is wrong.
    Sets that are not made from the treebank are `is_other`.
    """

    name: str
    sentences: list[Sentence]
    places: list[int]
    groups: Mapping[str, list[int]]
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Trees to learn from, the weight of each, and the number of their sentences.

    `name` says what is trained on; sets of one experiment have the same name if they are equal.
    """

    trees: list[Tree]
    weights: list[float]
    n_sentences: int
    name: str = ""

    @property
    def n_copies(self) -> float:
        """How often each sentence is there, with and without errors."""
        return sum(self.weights) / self.n_sentences


def treebank_parts(
    sentences: Sequence[Sentence], *, n_dev: int, n_test: int, n_train: int | None = None
) -> TreebankParts:
    """The last `n_test` sentences, the `n_dev` before them, and all or `n_train` before these."""
    whole = [sentence for sentence in sentences if sentence.words]
    n_others = len(whole) - n_dev - n_test
    if n_others < 1:
        raise InputError(
            f"{len(whole)} trees are too few to choose on {n_dev} and test on {n_test}. "
            "Give more trees, or smaller parts."
        )
    return TreebankParts(whole[:n_others][:n_train], whole[n_others:-n_test], whole[-n_test:])


def as_they_are(sentences: Sequence[Sentence], *, name: str = GRAMMATICAL) -> ErrorSet:
    """The error set of the sentences without errors."""
    return ErrorSet(name, list(sentences), list(range(len(sentences))), {})


def with_errors(
    sentences: Sequence[Sentence],
    *,
    n_errors: int,
    seed: int,
    sites: Sites = "all",
    name: str | None = None,
) -> ErrorSet:
    """All sentences, with errors of all types; where there is no place for one, as they are."""
    recipe = replace(PRESETS[PRESET], rounds=n_errors, sites=sites)
    corrupted = [each.sentence for each in corrupt(sentences, recipe, seed=seed)]
    names = {1: ONE_ERROR, 2: TWO_ERRORS}
    return ErrorSet(name or names[n_errors], corrupted, list(range(len(corrupted))), {})


def of_type(
    sentences: Sequence[Sentence], error_type: str, *, seed: int, sites: Sites = "all"
) -> ErrorSet:
    """The sentences that have a place for one type of error, with that error, by its subtypes."""
    corrupted = list(corrupt(sentences, Recipe({error_type: 1.0}, sites=sites), seed=seed))
    places = [place for place, each in enumerate(corrupted) if each.errors]
    groups: dict[str, list[int]] = {}
    for number, place in enumerate(places):
        if corrupted[place].errors[0].subtype:
            groups.setdefault(corrupted[place].errors[0].subtype, []).append(number)
    return ErrorSet(error_type, [corrupted[place].sentence for place in places], places, groups)


def training_set(
    sentences: Sequence[Sentence], training: str, *, seed: int, sites: Sites = "all"
) -> TrainingSet:
    """The training set of one of the TRAININGS."""
    n_good = {UNGRAMMATICAL: 0.0, TEN_COPIES: N_COPIES}.get(training, 1.0)
    trees = [sentence.trees[0] for sentence in sentences] if n_good else []
    weights = [n_good] * len(trees)
    if training != GRAMMATICAL:
        trees += _ungrammatical_trees(sentences, seed=seed, sites=sites)
        weights += [1.0] * len(sentences)
    return TrainingSet(trees, weights, len(sentences), training)


def _ungrammatical_trees(
    sentences: Sequence[Sentence], *, seed: int, sites: Sites
) -> Iterator[Tree]:
    """One tree per sentence, the first fifth with two errors; extra words at one of their sites."""
    rng = np.random.default_rng(seed)
    n_two = round(TWO_ERROR_SHARE * len(sentences))
    for n_errors, chosen in ((2, sentences[:n_two]), (1, sentences[n_two:])):
        recipe = replace(PRESETS[PRESET], rounds=n_errors)
        corrupted: Iterable[Corrupted] = corrupt(chosen, recipe, seed=seed)
        for sentence, each in zip(chosen, corrupted, strict=True):
            yield training_tree(sentence.trees[0], each.errors, rng=rng, sites=sites)


WITH_ONE_ERROR, WITH_TWO_ERRORS, WITH_MORE_ERRORS = (
    "one error",
    "two errors",
    "three errors or more",
)
NOUN_NUMBER, TENSE, PREPOSITION, OTHER = "noun number", "tense", "preposition", "other"
# In the order of tables: how many errors, the paper's five types, and what learners do besides.
GROUPS = (
    WITH_ONE_ERROR,
    WITH_TWO_ERRORS,
    WITH_MORE_ERRORS,
    foster_errors.MISSING_WORD,
    foster_errors.EXTRA_WORD,
    foster_errors.REAL_WORD,
    foster_errors.AGREEMENT,
    foster_errors.VERB_FORM,
    NOUN_NUMBER,
    TENSE,
    PREPOSITION,
    OTHER,
)
MAX_WORDS = 60
_KINDS = {
    "VERB:SVA": foster_errors.AGREEMENT,
    "VERB:FORM": foster_errors.VERB_FORM,
    "NOUN:NUM": NOUN_NUMBER,
    "VERB:TENSE": TENSE,
    "PREP": PREPOSITION,
}
# Not of the five types even where the two words differ in one letter.
_INFLECTED = ("VERB", "NOUN:NUM", "NOUN:INFL", "NOUN:POSS", "ADJ:FORM", "MORPH")
_DEMONSTRATIVES = frozenset(("this", "these", "that", "those"))
_NEUTRAL = ("PUNCT", "ORTH")


@dataclass(frozen=True, slots=True)
class LearnerSentence:
    """A sentence as corrected and as written, and the edits from the first to the second."""

    corrected: Sentence
    written: Sentence
    edits: tuple[Edit, ...]
    type: str


def learner_sets(
    sentences: Iterable[Sentence],
    gold_parser: SentenceParser,
    *,
    name: str,
    n: int,
    seed: int,
    sites: Sites = "all",
) -> list[ErrorSet]:
    """Two sets of up to `n` sentences, as corrected and as written, the second by type of error."""
    changed = [one for one in sentences if one.annotations and one.annotations[0].edits]
    order = np.random.default_rng(seed).permutation(len(changed)).tolist()
    pairs = list(islice(_pairs(changed[place] for place in order), n))
    trees = gold_parser.trees([pair.corrected for pair in pairs])
    corrected = [
        replace(pair.corrected, trees=(tree,)) for pair, tree in zip(pairs, trees, strict=True)
    ]
    written = [_with_golds(pair, one, sites) for pair, one in zip(pairs, corrected, strict=True)]
    places = list(range(len(pairs)))
    return [
        ErrorSet(corrected_name(name), corrected, places, {}, is_other=True),
        ErrorSet(written_name(name), written, places, _groups(pairs), is_other=True),
    ]


def corrected_name(corpus: str) -> str:
    """The name of the set of a corpus's sentences as corrected."""
    return f"{corpus} as corrected"


def written_name(corpus: str) -> str:
    """The name of the set of a corpus's sentences as written."""
    return f"{corpus} as written"


def error_type(edit: Edit) -> str:
    """The type of error that an edit, from written to corrected, puts right.

    >>> error_type(Edit(2, ("of",), ("on",), "R:PREP")), error_type(Edit(1, (), ("the",), "M:DET"))
    ('preposition', 'missing-word')
    """
    if len(edit.before) + len(edit.after) == 1:
        return foster_errors.MISSING_WORD if edit.after else foster_errors.EXTRA_WORD
    if len(edit.before) != 1 or len(edit.after) != 1:
        return OTHER
    kind = edit.kind.partition(":")[2]
    (before,), (after,) = edit.before, edit.after
    if {before.lower(), after.lower()} <= _DEMONSTRATIVES:
        return foster_errors.AGREEMENT
    if kind in _KINDS:
        return _KINDS[kind]
    if not kind.startswith(_INFLECTED) and after.lower() in one_letter_apart(
        before.lower(), swaps=False
    ):
        return foster_errors.REAL_WORD
    return OTHER


def _pairs(sentences: Iterable[Sentence]) -> Iterator[LearnerSentence]:
    for sentence in sentences:
        if not 1 < len(sentence.words) <= MAX_WORDS:
            continue
        edits = _typed(sentence)
        errors = [edit for edit in edits if not _is_neutral(edit)]
        if not errors:
            continue
        words = apply(sentence.words, edits)
        back = [
            undo for undo, edit in zip(invert(edits), edits, strict=True) if not _is_neutral(edit)
        ]
        written = apply(words, back)
        if words and written:
            yield LearnerSentence(
                from_words(sentence.id, words),
                from_words(sentence.id, written),
                tuple(back),
                error_type(errors[0]) if len(errors) == 1 else "",
            )


def _typed(sentence: Sentence) -> list[Edit]:
    """The first annotator's edits with ERRANT's types; other types are worked out anew."""
    edits = [edit for edit in sentence.annotations[0].edits if edit.before != edit.after]
    if any(edit.kind[:2] not in ("M:", "R:", "U:") for edit in edits):
        corrected = from_words(sentence.id, apply(sentence.words, edits))
        edits = list(aligned(sentence, corrected))
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def _is_neutral(edit: Edit) -> bool:
    """Whether an edit changes nothing that the paper calls grammar."""
    if edit.kind[2:] in _NEUTRAL or not any(map(str.isalnum, "".join(edit.before + edit.after))):
        return True
    return len(edit.before) == len(edit.after) == 1 and _is_misspelt(edit.before[0])


def _is_misspelt(word: str) -> bool:
    return len(word) > 1 and word.isalpha() and plain_form(word) not in listed_counts()


def _with_golds(pair: LearnerSentence, corrected: Sentence, sites: Sites) -> Sentence:
    (tagged,) = annotate_sentences([pair.written], lemmas=False, chunks=False)
    errors = []
    shift = sum(len(edit.after) - len(edit.before) for edit in pair.edits)
    # From right to left, so that an edit's words stand where they stood in the corrected sentence.
    for edit in reversed(pair.edits):
        shift -= len(edit.after) - len(edit.before)
        start = edit.start + shift
        tags = tagged.tags[start : start + len(edit.after)]
        errors.append(SyntheticError(edit.kind, edit, tags))
    golds = gold_trees(corrected.trees[0], errors, sites=sites)
    return replace(pair.written, trees=golds)


def _groups(pairs: Sequence[LearnerSentence]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {name: [] for name in GROUPS}
    for place, pair in enumerate(pairs):
        n = len(pair.edits)
        groups[(WITH_ONE_ERROR, WITH_TWO_ERRORS, WITH_MORE_ERRORS)[min(n, 3) - 1]].append(place)
        if pair.type:
            groups[pair.type].append(place)
    return {name: places for name, places in groups.items() if places}
