"""The adjudicated set: one answer per item, with the history that led to it."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.collect.adjudication.disagreements import JudgedItem, judged_items
from solecism.collect.configuration import encode
from solecism.collect.study import Study
from solecism.collect.tasks.task import Interpretation
from solecism.judgment import Judgment

ADJUDICATED = "adjudicated"
"""The rater of all judgments of the adjudicated set."""

_BATCH_PREFIX = "batch:"


def adjudicated_judgments(study: Study) -> tuple[list[Judgment], int]:
    """Return the judgments of the set, and how many disagreements are not decided yet.

    An item on which raters agree keeps their answer, and one on which they do not has that of its
    last decision; it is left out before there is one. The notes say which it was, and hold all
    answers and decisions in their order.
    """
    items = judged_items(study)
    open_items = [one for one in items if one.is_disputed and not one.decisions]
    made = [
        judgment for one in items if one not in open_items for judgment in _judgments(study, one)
    ]
    return made, len(open_items)


def _judgments(study: Study, one: JudgedItem) -> Iterator[Judgment]:
    batch = one.pool.removeprefix(_BATCH_PREFIX) if one.pool.startswith(_BATCH_PREFIX) else None
    last = one.decisions[-1] if one.decisions else None
    interpretations = (last or one.answers[0]).interpretations
    for interpretation in interpretations:
        # What one of several raters noted beside their answer is not the set's.
        noted = dict(interpretation.notes or {})
        own = noted if last else {key: noted[key] for key in ("construction",) if key in noted}
        notes = {**own, "how": ADJUDICATED if last else "agreed"}
        if last:
            notes |= {"by": last.actor, "blind": "yes" if last.is_blind else "no"}
        yield Judgment(
            one.site,
            ADJUDICATED,
            interpretation.answer,
            task=study.task.name,
            stage=study.task.stages[one.stage] or None,
            batch=batch,
            confidence=interpretation.confidence if last else None,
            alternatives=interpretation.alternatives if last else (),
            notes={**notes, "history": _history(one, interpretation)},
        )


def _history(one: JudgedItem, about: Interpretation) -> str:
    """All answers and decisions about the same construction, as JSON."""

    def said(interpretations: tuple[Interpretation, ...]) -> str | None:
        return {each.about: each.answer for each in interpretations}.get(about.about)

    answers = [
        {"rater": given.rater, "answer": said(given.interpretations)} for given in one.answers
    ]
    decisions = [
        {
            "adjudicator": made.actor,
            "answer": said(made.interpretations),
            "reason": made.reason,
            "blind": made.is_blind,
            "at": made.at,
        }
        for made in one.decisions
    ]
    return encode([*answers, *decisions]).decode()
