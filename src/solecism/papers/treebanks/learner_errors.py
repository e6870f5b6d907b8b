"""Real errors, the paper's "immediate aim": sentences of learners as written and as corrected.

The gold tree of a corrected sentence is the parse that a gold parser gives it; that of the sentence
as written follows from the annotator's edits, as for made errors. What a parser is measured by is
how much worse it does on the sentences as written than on the same sentences as corrected. What the
paper does not count as ungrammatical (words that do not exist, capitals, punctuation) is put right
in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from solecism.align.edits import edits as aligned
from solecism.corrupt.gold.sites import Sites
from solecism.corrupt.gold.trees import gold_trees
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types import agreement, extra_word, missing_word, real_word, verb_form
from solecism.edit import Edit, apply, invert
from solecism.language.annotate import annotate_sentences
from solecism.language.spelling.dictionary import listed_counts, plain_form
from solecism.language.spelling.letters import one_letter_apart
from solecism.papers.treebanks.error_sets import ErrorSet
from solecism.parse.parsed import SentenceParser
from solecism.sentence import Sentence, from_words

ONE_ERROR, TWO_ERRORS, MORE_ERRORS = "one error", "two errors", "three errors or more"
NOUN_NUMBER, TENSE, PREPOSITION, OTHER = "noun number", "tense", "preposition", "other"
# In the order of tables: how many errors, the paper's five types, and what learners do besides.
GROUPS = (
    ONE_ERROR,
    TWO_ERRORS,
    MORE_ERRORS,
    missing_word.NAME,
    extra_word.NAME,
    real_word.NAME,
    agreement.NAME,
    verb_form.NAME,
    NOUN_NUMBER,
    TENSE,
    PREPOSITION,
    OTHER,
)
MAX_WORDS = 60
_KINDS = {
    "VERB:SVA": agreement.NAME,
    "VERB:FORM": verb_form.NAME,
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
        return missing_word.NAME if edit.after else extra_word.NAME
    if len(edit.before) != 1 or len(edit.after) != 1:
        return OTHER
    kind = edit.kind.partition(":")[2]
    (before,), (after,) = edit.before, edit.after
    if {before.lower(), after.lower()} <= _DEMONSTRATIVES:
        return agreement.NAME
    if kind in _KINDS:
        return _KINDS[kind]
    if not kind.startswith(_INFLECTED) and after.lower() in one_letter_apart(
        before.lower(), swaps=False
    ):
        return real_word.NAME
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
        groups[(ONE_ERROR, TWO_ERRORS, MORE_ERRORS)[min(n, 3) - 1]].append(place)
        if pair.type:
            groups[pair.type].append(place)
    return {name: places for name, places in groups.items() if places}
