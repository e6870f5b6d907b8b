"""Misspelt words and the right ones, from sentences that an annotator has corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.detect.network.repairs import INSERT, OTHER, SPELLING, Repair, group
from solecism.edit import Edit, trimmed
from solecism.language.spelling.candidates import Speller
from solecism.language.spelling.dictionary import Dictionary, plain_form
from solecism.sentence import Sentence


def misspellings(
    sentences: Iterable[Sentence], dictionary: Dictionary
) -> Iterator[tuple[str, str]]:
    """Pairs of an unknown word and what the first annotator writes for it, in lower case.

    That is a known word, or known words that were written as one.
    """
    for sentence in sentences:
        for annotation in sentence.annotations[:1]:
            for edit in map(trimmed, annotation.edits):
                if len(edit.before) == 1 and is_misspelling(edit, dictionary):
                    yield plain_form(edit.before[0]), plain_form(" ".join(edit.after))


def is_misspelling(edit: Edit, dictionary: Dictionary) -> bool:
    """Whether an edit writes one known word, or the same letters as several, for an unknown one."""
    written = plain_form(edit.before[0])
    intended = [plain_form(word) for word in edit.after]
    if dictionary.is_known(edit.before[0]) or any(
        each not in dictionary.counts for each in intended
    ):
        return False
    if len(intended) == 1:
        return group(edit.kind) == SPELLING
    return "".join(intended) == written


def error_groups(repair: Repair, word: str, speller: Speller) -> tuple[str, ...]:
    """The groups of an annotator's repair of a word, by the dictionary.

    An unknown word that is corrected is misspelt, whatever else is wrong with it; a known word that
    is spelt otherwise is the wrong word.
    """
    if repair.operation == INSERT:
        return (repair.group,)
    if not speller.is_known(word):
        return tuple(dict.fromkeys((SPELLING, repair.group)))
    return (OTHER if repair.group == SPELLING else repair.group,)
