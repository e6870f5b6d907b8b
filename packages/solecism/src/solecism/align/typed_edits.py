"""From a sentence and its correction to typed edits: align, merge, classify.

After Felice, Bryant and Briscoe (2016) and Bryant, Felice and Briscoe (2017): costs, rules and
types are those of their ERRANT; tags, lemmas and roles are our own. The rules by which neighbouring
steps of an alignment are one edit (2016, section 5) are in ERRANT's order, and are tried on the
longest rows of steps first.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solecism.align.alignment import OPEN_CLASSES, alignment_steps
from solecism.align.edit_types import edit_type
from solecism.align.tagged_words import AlignmentStep, Side, Word, side, similarity
from solecism.edit import Edit
from solecism.language.tagger import tag
from solecism.sentence import Sentence

CONTENT_CLASSES = OPEN_CLASSES | {"AUX"}
VERB_CLASSES = frozenset(("AUX", "PART", "VERB"))
# More alike than this, a word is a form of the one that it replaces.
MAX_OTHER_SIMILARITY = 0.75
# A longer row is cut, because the time that the rules take grows with the cube of its length.
MAX_RUN = 40
_PUNCTUATION = frozenset(string.punctuation)
_NO_HYPHENS = str.maketrans("", "", "'-")

# Where a row of steps is cut: those before, those in the middle that are one edit, those after.
Cut = tuple[int, int]


def merge(source: Side, corrected: Side, steps: Sequence[AlignmentStep]) -> list[AlignmentStep]:
    """The steps, with those merged that are one edit."""
    merged: list[AlignmentStep] = []
    for run in runs(steps):
        merged.extend(_merged(source, corrected, run) if len(run) > 1 else run)
    return merged


def runs(steps: Sequence[AlignmentStep]) -> list[list[AlignmentStep]]:
    """The steps in rows without an unchanged word between them; transpositions stay alone."""
    rows: list[list[AlignmentStep]] = []
    for step in steps:
        if rows and _goes_on(rows[-1], step):
            rows[-1].append(step)
        else:
            rows.append([step])
    return rows


def joined(run: Sequence[AlignmentStep]) -> AlignmentStep:
    """From the start of the first step to the end of the last."""
    first, last = run[0], run[-1]
    return AlignmentStep(first.start, last.end, first.other_start, last.other_end)


def _goes_on(run: Sequence[AlignmentStep], step: AlignmentStep) -> bool:
    """Whether a step follows a run at once, and both are short enough to be one edit."""
    last = run[-1]
    return (
        (last.end, last.other_end) == (step.start, step.other_start)
        and not (_is_block(last) or _is_block(step))
        and len(run) < MAX_RUN
    )


def _is_block(step: AlignmentStep) -> bool:
    """Whether a step has several words: a transposition, or what was too long to align."""
    return step.end - step.start > 1 or step.other_end - step.other_start > 1


def _is_substitution(step: AlignmentStep) -> bool:
    return step.start < step.end and step.other_start < step.other_end


class _Part(NamedTuple):
    """The steps `first` to `last` of a run, and their words on both sides."""

    run: Sequence[AlignmentStep]
    first: int
    last: int
    before: Side
    after: Side


def _merged(source: Side, corrected: Side, run: Sequence[AlignmentStep]) -> list[AlignmentStep]:
    if len(run) < 2:
        return list(run)
    if not any(map(_is_substitution, run)) and len({step.start < step.end for step in run}) == 1:
        return [joined(run)]
    has_content = False
    for part in _parts(source, corrected, run):
        cut = _cut(part)
        if cut is not None:
            start, end = cut
            return [
                *_merged(source, corrected, run[:start]),
                *([joined(run[start:end])] if start < end else []),
                *_merged(source, corrected, run[end:]),
            ]
        has_content = has_content or not CONTENT_CLASSES.isdisjoint(_classes(part))
    return [joined(run)] if has_content else list(run)


def _parts(source: Side, corrected: Side, run: Sequence[AlignmentStep]) -> Iterator[_Part]:
    """All parts of two steps or more with a substitution in them, the longest first."""
    for length in range(len(run), 1, -1):
        for first in range(len(run) - length + 1):
            steps = run[first : first + length]
            if any(map(_is_substitution, steps)):
                whole = joined(steps)
                before = source[whole.start : whole.end]
                after = corrected[whole.other_start : whole.other_end]
                yield _Part(run, first, first + length - 1, before, after)


def _classes(part: _Part) -> set[str]:
    return {word.word_class for word in (*part.before, *part.after)}


def _cut(part: _Part) -> Cut | None:
    """Where the first rule that applies to a part cuts the run."""
    for rule in (_possessive, _other_case, _other_spaces, _one_class, _separate):
        cut = rule(part)
        if cut is not None:
            return cut
    return None


def _possessive(part: _Part) -> Cut | None:
    """A possessive ending stays alone at the start, else it goes with the word before it."""
    if part.first == 0 and "POS" in (part.before[0].tag, part.after[0].tag):
        return 0, 1
    if "POS" in (part.before[-1].tag, part.after[-1].tag):
        return part.last - 1, part.last + 1
    return None


def _other_case(part: _Part) -> Cut | None:
    """A word in another case goes with the change that caused it: *Cat* -> *The cat*."""
    before, after = part.before, part.after
    if before[-1].lower != after[-1].lower:
        return None
    if part.first == 0 and (_begins(before, after) or _begins(after, before)):
        return 0, part.last + 1
    if any(len(side) > 1 and _is_punctuation(side[-2]) for side in (before, after)):
        return part.last - 1, part.last + 1
    return None


def _begins(side: Side, other: Side) -> bool:
    return len(side) == 1 and other[0].text[:1].isupper()


def _is_punctuation(word: Word) -> bool:
    return word.word_class == "PUNCT" or word.text in _PUNCTUATION


def _other_spaces(part: _Part) -> Cut | None:
    """The same letters with other spaces, hyphens or apostrophes are one edit."""
    before, after = (
        "".join(word.lower for word in side).translate(_NO_HYPHENS)
        for side in (part.before, part.after)
    )
    return (part.first, part.last + 1) if before == after else None


def _one_class(part: _Part) -> Cut | None:
    """Another number of words of one class, or of verbs with particles, is one edit."""
    classes = _classes(part)
    is_one = len(classes) == 1 or classes <= VERB_CLASSES
    if is_one and len(part.before) != len(part.after):
        return part.first, part.last + 1
    return None


def _separate(part: _Part) -> Cut | None:
    """Two steps that are edits of their own: both of one word, alike, or with a last article."""
    if part.last - part.first > 1:
        return None
    between = part.first + 1
    if len(part.before) == len(part.after) == 2 or _has_similar_end(part):
        return between, between
    if part.last == len(part.run) - 1 and _ends_in_determiner(part):
        return part.last, part.last + 1
    return None


def _has_similar_end(part: _Part) -> bool:
    """Whether a substitution at either end changes few letters."""
    ends = ((part.first, 0), (part.last, -1))
    return any(
        _is_substitution(part.run[step])
        and similarity(part.before[place].text, part.after[place].text) > MAX_OTHER_SIMILARITY
        for step, place in ends
    )


def _ends_in_determiner(part: _Part) -> bool:
    last = part.run[-1]
    return (last.start < last.end and part.before[-1].word_class == "DET") or (
        last.other_start < last.other_end and part.after[-1].word_class == "DET"
    )


def edits(source: Sentence, corrected: Sentence) -> tuple[Edit, ...]:
    """The edits that make `corrected` of `source`: applied to its words they give exactly that.

    Sentences without tags are tagged here; for many sentences it is much faster to tag them
    all at once before.
    """
    if source.words == corrected.words:
        return ()
    before, after = (
        side(sentence if sentence.tags else next(tag([sentence])))
        for sentence in (source, corrected)
    )
    return tuple(
        _edit(before, after, step) for step in merge(before, after, alignment_steps(before, after))
    )


def _edit(before: Side, after: Side, step: AlignmentStep) -> Edit:
    return Edit(
        step.start,
        tuple(word.text for word in before[step.start : step.end]),
        tuple(word.text for word in after[step.other_start : step.other_end]),
        edit_type(before, after, step),
    )
