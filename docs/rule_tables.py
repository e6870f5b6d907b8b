"""What is made from the bundled rules: the words that trigger them, and tables in docs/rules.md.

python docs/rule_tables.py       writes both
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from solecism.rulebook.book import bundled_figures, bundled_rules
from solecism.rulebook.bundled import TRIGGERS, format_triggers, unmeasured_rules
from solecism.rulebook.figures import BookFigures, RuleFigures
from solecism.rulebook.rule import Rule

PAGE = Path(__file__).parent / "rules.md"
START, END = "<!-- rules -->\n", "<!-- end of rules -->"
COLUMNS = ("rule", "wrong", "hits", "right", "same words", "native per million", "told")


def tables() -> str:
    """A table per subject, below what the figures were measured on."""
    figures = bundled_figures()
    parts = [_texts(figures)]
    for subject, rules in groupby(bundled_rules().rules, key=lambda rule: rule.subject):
        rows = [_row(rule, figures) for rule in rules]
        head = ["| " + " | ".join(COLUMNS) + " |", "|---|---|" + "---:|" * (len(COLUMNS) - 2)]
        title = f"### {subject.replace('_', ' ').capitalize()}"
        parts.append("\n".join([title, "", *head, *rows]))
    return "\n\n".join(parts)


def _texts(figures: BookFigures) -> str:
    n_rules = f"{len(bundled_rules())} rules"
    if not figures.learner_words:
        return f"There are {n_rules}, which were not measured yet."
    learner, native = (", ".join(each) for each in (figures.learner_texts, figures.native_texts))
    return (
        f"There are {n_rules}. They were measured on {figures.learner_words:,} words of learners "
        f"({learner}) and {figures.native_words:,} words of native text ({native})."
    )


def _row(rule: Rule, figures: BookFigures) -> str:
    counts = figures.of(rule.id)
    example = rule.wrong[0].wrong if rule.wrong else ""
    words = figures.native_words
    per_million = f"{counts.n_native * 1e6 / words:.2f}" if words else ""
    cells = [f"`{rule.id}`", example, *_shares(counts), per_million, f"{rule.p:.2f}"]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _shares(counts: RuleFigures) -> Iterator[str]:
    yield str(counts.n_hits)
    if counts.n_hits:
        yield f"{counts.precision:.2f} {counts.precision.interval:.2f}"
        yield f"{counts.same:.2f}"
    else:
        yield from ("", "")


def updated(page: str) -> str:
    """The page with the tables as they are now."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    return f"{before}{start}\n{tables()}\n\n{end}{after}"


if __name__ == "__main__":
    TRIGGERS.write_text(format_triggers(unmeasured_rules()), encoding="utf-8")
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
