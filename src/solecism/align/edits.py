"""From a sentence and its correction to typed edits: align, merge, classify.

After Felice, Bryant and Briscoe (2016) and Bryant, Felice and Briscoe (2017): costs, rules and
types are those of their ERRANT; tags, lemmas and roles are our own.
"""

from __future__ import annotations

from solecism.align.classify import kind
from solecism.align.edit_distance import steps
from solecism.align.merge import merge
from solecism.align.side import Side, Step, side
from solecism.edit import Edit
from solecism.language.tagging.tag import tag
from solecism.sentence import Sentence


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
    return tuple(_edit(before, after, step) for step in merge(before, after, steps(before, after)))


def _edit(before: Side, after: Side, step: Step) -> Edit:
    return Edit(
        step.start,
        tuple(word.text for word in before[step.start : step.end]),
        tuple(word.text for word in after[step.other_start : step.other_end]),
        kind(before, after, step),
    )
