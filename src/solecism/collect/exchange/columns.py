"""The columns of a study's tables for statistics programs: what each holds, and its codebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER
from solecism.formats.crowd import long

LONG, WIDE = "long", "wide"
SHAPES = (LONG, WIDE)
ANSWER_PREFIX = "answer_"
"""Before a rater's pseudonym in the columns of a wide table; R has no names with a hyphen."""

CODEBOOK = ("column", "shape", "type", "description", "values")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, in which shapes it is, its type, and what it holds."""

    name: str
    shapes: tuple[str, ...]
    kind: str
    about: str
    values: str = ""


_BOTH = (LONG, WIDE)
_YES_NO = "TRUE or FALSE"
_ITEM = (
    Column("item", _BOTH, "text", "Id of the item: the site in its sentence."),
    Column("document", _BOTH, "text", "Id of the document that the item is from."),
    Column("sentence", _BOTH, "text", "Id of the sentence; items of one are not independent."),
    Column("kind", _BOTH, "text", "Kind of the site, such as preposition."),
    Column("stage", _BOTH, "text", "Stage of the task, empty where there is one only."),
    Column("construction", _BOTH, "text", "What of the item is judged, where a task asks several."),
    Column("batch", _BOTH, "text", "Batch that every rater judges, if the item is in one."),
    Column("before", _BOTH, "text", "Text of the sentence before the place in question."),
    Column("target", _BOTH, "text", "Words at the place in question; empty for a gap."),
    Column("after", _BOTH, "text", "Text of the sentence after the place in question."),
    Column("context", _BOTH, "text", "Sentences before it that raters could see."),
    Column("is_control", _BOTH, "logical", "Whether it is a control item, not data.", _YES_NO),
    Column("gold", _BOTH, "text", "Right answer of a control item."),
)
_JUDGMENT = (
    Column("rater", (LONG,), "text", "Pseudonym of the rater."),
    Column("is_simulated", (LONG,), "logical", "Whether a program played the rater.", _YES_NO),
    Column("answer", (LONG,), "text", "What the rater's answer means."),
    Column("is_right", (LONG,), "logical", "Whether the answer is right, if known.", _YES_NO),
    Column("rating", (LONG,), "text", "The option chosen, where it says more than the answer."),
    Column("confidence", (LONG,), "number", "How sure the rater was, from 0 to 1."),
    Column("alternatives", (LONG,), "text", "Words that the rater gave, separated by ;"),
    Column("seconds", (LONG,), "number", "Active seconds that the answer took."),
    Column("guideline", (LONG,), "number", "Version of the instructions that the rater had read."),
    Column("shown", (LONG,), "text", "Order in which options were shown, as JSON."),
    Column("is_surplus", (LONG,), "logical", "Whether enough others had answered.", _YES_NO),
    Column("notes", (LONG,), "text", "All that is recorded about the answer, as JSON."),
)
_COUNTS = (
    Column("n_judgments", (WIDE,), "number", "Number of judgments of the item."),
    Column("n_error", (WIDE,), "number", "Number of judgments that say error."),
    Column("n_ok", (WIDE,), "number", "Number of judgments that say ok."),
    Column("n_unknown", (WIDE,), "number", "Number of judgments that say it cannot be told."),
    Column("majority", (WIDE,), "text", "The most frequent answer; empty where two are."),
    Column("share_majority", (WIDE,), "number", "Share of the judgments that give the majority."),
)
COLUMNS = (*_ITEM, *_JUDGMENT, *_COUNTS)


def names(shape: str) -> list[str]:
    """Return the columns of a shape in order; a wide table has one more per rater."""
    return [column.name for column in COLUMNS if shape in column.shapes]


def codebook(study: Study) -> list[dict[str, str]]:
    """Return one row per column of the tables, with the answers that the task can give."""
    values = _answers(study)
    rows = [
        {
            "column": column.name,
            "shape": " ".join(column.shapes),
            "type": column.kind,
            "description": column.about,
            "values": values if column.name in ("answer", "gold", "majority") else column.values,
        }
        for column in COLUMNS
    ]
    wide = {
        "column": f"{ANSWER_PREFIX}*",
        "shape": WIDE,
        "type": "text",
        "description": "Answer of the rater with this pseudonym, whose - is written as _.",
        "values": values,
    }
    return [*rows, wide]


def format_codebook(study: Study) -> Iterator[str]:
    """Yield the codebook as CSV."""
    yield long.line(CODEBOOK)
    for row in codebook(study):
        yield long.line([row[name] for name in CODEBOOK])


def rater_column(pseudonym: str) -> str:
    """Return the name of a rater's column in a wide table.

    >>> rater_column("r-0a1b")
    'answer_r_0a1b'
    """
    return ANSWER_PREFIX + pseudonym.replace("-", "_")


def _answers(study: Study) -> str:
    """The answers that the options of the first field mean, with their labels."""
    item, stage = study.all_items()[0], study.task.stages[-1]
    fields = study.task.fields(item, stage, study.configuration.task_settings)
    rest: Answer = {field.name: (field.options[0].value,) for field in fields if field.options}
    main = next((field for field in fields if field.name == ANSWER), fields[0])
    labels: dict[str, list[str]] = {}
    for option in main.options:
        meant = study.task.interpret(item, stage, {**rest, main.name: (option.value,)})
        about = next((one for one in meant if one.about in ("", main.name)), meant[0])
        labels.setdefault(about.answer, []).append(option.label)
    return "; ".join(f"{answer} = {' or '.join(words)}" for answer, words in labels.items())
