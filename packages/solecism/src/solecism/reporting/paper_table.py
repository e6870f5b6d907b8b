"""Tables for a paper, in LaTeX: one row per system, as wide as a column, the best values in bold.

Values that the corrected tests do not tell from the best one of their column have a dagger. The
tables need the packages booktabs and tabularx.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solecism.figure import PRECISION, RECALL, Figure, Interval, f_name
from solecism.ranking.score_agreement import PAIRWISE, PEARSON, SENTENCE_ACCURACY, SPEARMAN
from solecism.ranking.system_ranking import SystemRanking
from solecism.scoring.edit_comparison import EditComparison
from solecism.scoring.edit_scores import WHOLE, EditScore, EditScores
from solecism.table import latex_text

_DAGGER, _STAR = r"\dagger", "*"
_HEADINGS = {PRECISION: "P", RECALL: "R"}


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A cell: text in LaTeX, perhaps in bold, with a mark that takes no room."""

    text: str
    is_best: bool = False
    mark: str = ""

    def latex(self) -> str:
        """The cell as it stands in a row."""
        text = rf"\textbf{{{self.text}}}" if self.is_best else self.text
        return rf"{text}\rlap{{$^{{{self.mark}}}$}}" if self.mark else text


def score_table(scores: EditScores, comparison: EditComparison | None) -> str:
    """Precision, recall and F of each system in per cent, by the first reference and matching.

    The `comparison` is of the same systems by all three measures; without one nothing is marked.
    """
    first = next(each for each in scores.scores if each.type == WHOLE)
    way = first.reference, first.matching
    rows = [
        each
        for each in scores.scores
        if (each.reference, each.matching) == way and each.type == WHOLE
    ]
    names = (PRECISION, RECALL, f_name(scores.beta))
    columns = [
        _marked([each.figures[name] for each in rows], _not_worse(name, rows, comparison))
        for name in names
    ]
    intervals = [_interval_in_per_cent(each.figures[names[-1]].interval) for each in rows]
    n_annotators = len(scores.annotators)
    marks = ""
    if comparison is not None:
        n_pairs = len(comparison.differences) // len(names)
        marks = (
            rf" $^{{{_DAGGER}}}$: no significant difference from the best (stratified shuffling "
            rf"by sentence, $p \geq {1 - comparison.level:.2g}$ after Holm's correction for "
            f"{_counted(n_pairs, 'pair')} of systems)."
        )
    caption = (
        f"{first.matching.capitalize()} of {_counted(scores.n_sentences, 'sentence')} against "
        f"{_counted(n_annotators, 'annotator')} (reference {first.reference}), in per cent, with "
        rf"the {scores.level * 100:.0f}\,\% interval of {_heading(names[-1])}. Best in bold.{marks}"
    )
    return _table(
        ("System", *map(_heading, names), _heading(names[-1]) + rf" {scores.level * 100:.0f}\,\%"),
        [
            [_name(each.system), *(column[place].latex() for column in columns), interval]
            for place, (each, interval) in enumerate(zip(rows, intervals, strict=True))
        ],
        caption=caption,
        label="tab:scores",
    )


def ranking_tables(result: SystemRanking) -> list[str]:
    """People's ranking of the systems; then, per set of systems, which scores agree with it."""
    return [_people_table(result), *_agreement_tables(result)]


def _people_table(result: SystemRanking) -> str:
    level = rf"{result.level * 100:.0f}\,\%"
    wins = [one.expected_wins for one in result.systems]
    cells = _marked(wins, [False] * len(wins), scale=1, digits=3)
    rows = [
        [_name(one.name), cell.latex(), _interval(one.expected_wins.interval), _ranks(one.ranks)]
        for one, cell in zip(result.systems, cells, strict=True)
    ]
    last = [
        one.cluster != following.cluster
        for one, following in zip(result.systems, result.systems[1:], strict=False)
    ]
    return _table(
        ("System", "Wins", level, "Ranks"),
        rows,
        caption=(
            f"{_counted(result.n_rankings, 'ranking')} of systems by "
            f"{_counted(result.n_raters, 'rater')} on {_counted(result.n_sentences, 'sentence')}: "
            f"expected wins and ranks, with their {level} intervals. Lines divide systems that "
            "the rankings tell apart."
        ),
        label="tab:ranking",
        ends={place for place, is_last in enumerate(last) if is_last},
    )


def _agreement_tables(result: SystemRanking) -> list[str]:
    measures = (PEARSON, SPEARMAN, PAIRWISE, SENTENCE_ACCURACY)
    tables = []
    for number, systems in enumerate(dict.fromkeys(one.systems for one in result.correlations)):
        rows = [one for one in result.correlations if one.systems == systems]
        differ = {
            (one.other, one.difference.name)
            for one in result.differences
            if one.systems == systems and one.p_corrected < 1 - result.level
        }
        columns = [
            _marked(
                [each.figures[name] for each in rows],
                [(each.score, name) in differ for each in rows],
                mark=_STAR,
                scale=1,
                digits=3,
            )
            for name in measures
        ]
        marks = ""
        if len(rows) > 1 and result.differences:
            marks = (
                rf" $^{{{_STAR}}}$: differs from {_name(rows[0].score)} "
                f"($p < {1 - result.level:.2g}$ after Holm's correction; Williams' test for "
                "Pearson, bootstrap for the others)."
            )
        tables.append(
            _table(
                ("Score", "$r$", r"$\rho$", "Pairs", "Sent."),
                [
                    [_name(each.score), *(column[place].latex() for column in columns)]
                    for place, each in enumerate(rows)
                ],
                caption=(
                    f"Agreement of scores with people about {_counted(len(systems), 'system')}: "
                    "Pearson's and Spearman's correlation with expected wins, and the share of "
                    "pairs of systems, and of choices in sentences, on which a score agrees with "
                    f"people. Best in bold.{marks}"
                ),
                label=f"tab:score-agreement{f'-{number + 1}' if number else ''}",
            )
        )
    return tables


def _not_worse(
    name: str, rows: Sequence[EditScore], comparison: EditComparison | None
) -> list[bool]:
    """Whether each system is no better or worse than the best one, as far as the tests can tell."""
    values = [_counted_value(each.figures[name]) for each in rows]
    if comparison is None or all(map(math.isnan, values)):
        return [False] * len(rows)
    best = rows[values.index(max(value for value in values if not math.isnan(value)))].system
    reference = rows[0].reference
    p_values = {
        frozenset((one.first_system, one.second_system)): one.p_holm
        for one in comparison.differences
        if (one.name, one.reference) == (name, reference)
    }
    return [
        each.system != best
        and not math.isnan(value)
        and not p_values[frozenset((each.system, best))] < 1 - comparison.level
        for each, value in zip(rows, values, strict=True)
    ]


def _marked(
    figures: Sequence[Figure],
    are_marked: Sequence[bool],
    *,
    mark: str = _DAGGER,
    scale: float = 100,
    digits: int = 2,
) -> list[PaperCell]:
    """A column of numbers; the best of them are bold, and have no dagger."""
    values = [_counted_value(figure) for figure in figures]
    best = max((value for value in values if not math.isnan(value)), default=math.nan)
    return [
        PaperCell(
            _number(math.nan if math.isnan(value) else scale * figure, digits),
            is_best=value == best,
            mark=mark if is_marked and not (value == best and mark == _DAGGER) else "",
        )
        for figure, value, is_marked in zip(figures, values, are_marked, strict=True)
    ]


def _counted_value(figure: Figure) -> float:
    """The number, or NaN where it is 1 by convention only and so cannot be the best."""
    return math.nan if figure.note else figure.value


def _table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    caption: str,
    label: str,
    ends: Iterable[int] = (),
) -> str:
    """A floating table as wide as a column, with a line after each of the rows in `ends`."""
    columns = r"@{}>{\raggedright\arraybackslash}X" + "r" * (len(head) - 1) + "@{}"
    lines = [
        r"% Needs \usepackage{booktabs,tabularx}.",
        r"\begin{table}[t]",
        r"\centering\small",
        r"\setlength{\tabcolsep}{4pt}",
        rf"\begin{{tabularx}}{{\columnwidth}}{{{columns}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
    ]
    divided = set(ends)
    for place, row in enumerate(rows):
        lines.append(" & ".join(row) + r" \\")
        if place in divided:
            lines.append(r"\midrule")
    lines += [r"\bottomrule", r"\end{tabularx}"]
    lines += [rf"\caption{{{caption}}}", rf"\label{{{label}}}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def _heading(name: str) -> str:
    """P, R, and F with beta as an index."""
    return _HEADINGS.get(name) or f"F$_{{{name.removeprefix('F')}}}$"


def _name(name: str) -> str:
    """A name, which may be broken after an underscore or a hyphen."""
    return latex_text(name).replace(r"\_", r"\_\allowbreak{}").replace(" - ", " $-$ ")


def _number(value: float, digits: int) -> str:
    if math.isnan(value):
        return "--"
    text = f"{value:.{digits}f}"
    return f"$-${text[1:]}" if text.startswith("-") else text


def _interval(interval: Interval, *, scale: float = 1, digits: int = 3) -> str:
    if not interval.is_defined:
        return "--"
    ends = (_number(scale * end, digits) for end in (interval.low, interval.high))
    return f"[{', '.join(ends)}]"


def _interval_in_per_cent(interval: Interval) -> str:
    return _interval(interval, scale=100, digits=1)


def _ranks(ranks: tuple[int, int]) -> str:
    first, last = ranks
    return str(first) if first == last else f"{first}--{last}"


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
