"""A question as HTML: the default form, or the form of a task that has its own template."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup

from solecism.collect.study import Study
from solecism.collect.tasks.labels import labelled_answer
from solecism.collect.tasks.question import Question
from solecism.collect.work.control_items import Verdict
from solecism.collect.work.lease import Lease
from solecism.serve.http.pages import fragment, has_template

_N_KEY_BYTES = 12


@dataclass(frozen=True, slots=True)
class RejectedAnswer:
    """What a rater filled in for the question of a token, and why it was not accepted."""

    token: str = ""
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    problem: str = ""


def question_html(
    study: Study, lease: Lease, csrf: str, rejected: RejectedAnswer | None = None
) -> Markup:
    """The form of a question, which holds only the item's own text and an opaque token."""
    own = rejected if rejected and rejected.token == lease.token else RejectedAnswer()
    return fragment(
        _template_for(study.task.name),
        lease=lease,
        question=lease.question,
        csrf=csrf,
        key=secrets.token_urlsafe(_N_KEY_BYTES),
        rejected=own,
        is_one_choice=_is_one_choice(lease),
    )


def verdict_html(
    verdict: Verdict, question: Question, values: Mapping[str, Sequence[str]]
) -> Markup:
    """The feedback on a practice answer, beside the sentence that it is about."""
    given = labelled_answer(question, values)
    return fragment("verdict.html", verdict=verdict, question=question, given=given)


def _is_one_choice(lease: Lease) -> bool:
    """Whether the question is one choice, so that each option can be a button."""
    fields = lease.question.fields
    return len(fields) == 1 and fields[0].kind == "choice"


@lru_cache
def _template_for(task: str) -> str:
    own = f"tasks/{task}.html"
    return own if has_template(own) else "tasks/any.html"
