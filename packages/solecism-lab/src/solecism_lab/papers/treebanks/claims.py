"""The paper's findings as claims, checked against the figures of another parser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solecism.corruption.foster_errors import RANDOM_WORD, REPEATED_TAG, REPEATED_WORD
from solecism_lab.papers.treebanks.error_sets import (
    BOTH,
    ERROR_TYPES,
    GRAMMATICAL,
    ONE_ERROR,
    TEN_COPIES,
    TWO_ERRORS,
    UNGRAMMATICAL,
)
from solecism_lab.papers.treebanks.score_lines import ScoreLine

_MISSING, _EXTRA, _REAL_WORD, _AGREEMENT, _ = ERROR_TYPES
# What two groups of some hundred sentences differ in by chance, in points of F.
_SMALL = 0.5


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the paper, whether our figures support it, and the figures."""

    text: str
    holds: bool
    figures: str


def robustness_claims(lines: Sequence[ScoreLine]) -> list[Claim]:
    """The claims of section 5.1 about a parser trained on grammatical text."""
    by_name = {line.name: line for line in lines}
    types = [by_name[name] for name in ERROR_TYPES]
    missing, extra = by_name[_MISSING].score, by_name[_EXTRA].score
    one, two = by_name[ONE_ERROR], by_name[TWO_ERRORS]
    least = max(types, key=lambda line: line.change)
    return [
        Claim(
            "every error lowers F",
            all(line.change < 0 for line in lines),
            _changes(lines),
        ),
        Claim("two errors lower F more than one", two.change < one.change, _changes([one, two])),
        Claim(
            "missing words: precision above recall",
            missing.precision > missing.recall,
            f"P {missing.precision:.1f}, R {missing.recall:.1f}",
        ),
        Claim(
            "extra words: recall above precision",
            extra.recall > extra.precision,
            f"P {extra.precision:.1f}, R {extra.recall:.1f}",
        ),
        Claim(
            "agreement errors harm least",
            least.name == _AGREEMENT,
            _changes(sorted(types, key=lambda line: -line.change)),
        ),
    ]


def subtype_claims(subtypes: Mapping[str, Sequence[ScoreLine]]) -> list[Claim]:
    """The claims of section 5.1.3 about kinds of errors within a type.

    The paper has no figures for them, only words. Groups are small, so "harm less" is of the mean
    of all seeds; with one seed it can be the other way round.
    """
    missing = {line.name: line.change for line in subtypes.get(_MISSING, ())}
    extra = {line.name: line.change for line in subtypes.get(_EXTRA, ())}
    agreeing = list(subtypes.get(_AGREEMENT, ()))
    claims = []
    light = [name for name in ("determiner", "noun") if name in missing]
    heavy = [name for name in ("verb", "preposition", "conjunction") if name in missing]
    if light and heavy:
        claims.append(
            Claim(
                "missing determiners and nouns harm less than verbs, prepositions and conjunctions",
                min(missing[name] for name in light) > max(missing[name] for name in heavy),
                ", ".join(f"{name} {missing[name]:+.1f}" for name in (*light, *heavy)),
            )
        )
    doubled = [name for name in (REPEATED_WORD, REPEATED_TAG) if name in extra]
    if RANDOM_WORD in extra and doubled:
        claims.append(
            Claim(
                "random extra words harm more than repeated words and tags",
                extra[RANDOM_WORD] < min(extra[name] for name in doubled),
                ", ".join(f"{name} {change:+.1f}" for name, change in extra.items()),
            )
        )
    if len(agreeing) == 2:
        one, other = agreeing
        error = max(one.change_spread, other.change_spread, _SMALL)
        claims.append(
            Claim(
                "agreement: no difference between subject-verb and determiner-noun",
                abs(one.change - other.change) <= 2 * error,
                _changes(agreeing),
            )
        )
    return claims


def retraining_claims(lines: Sequence[ScoreLine]) -> list[Claim]:
    """The claims of section 5.2 about retraining, for all trainings but the grammatical one."""
    change = {(line.training, line.name): line.change for line in lines}
    f = {(line.training, line.name): line.score.f for line in lines}
    trainings = list(dict.fromkeys(line.training for line in lines))
    claims = [
        Claim(
            f"trained on {training}: better on one error, and more so on two",
            0 < change[training, ONE_ERROR] < change[training, TWO_ERRORS],
            f"{change[training, ONE_ERROR]:+.1f}, {change[training, TWO_ERRORS]:+.1f}",
        )
        for training in trainings
    ]
    if UNGRAMMATICAL in trainings:
        loss = change[UNGRAMMATICAL, GRAMMATICAL]
        claims.append(
            Claim("trained on errors only: worse on grammatical text", loss < 0, f"{loss:+.1f}")
        )
    if BOTH in trainings:
        gains = {name: change[BOTH, name] for name in ERROR_TYPES}
        claims.append(
            Claim(
                "trained on both: real-word errors gain most",
                max(gains, key=lambda name: gains[name]) == _REAL_WORD,
                ", ".join(f"{name} {gain:+.1f}" for name, gain in gains.items()),
            )
        )
    if BOTH in trainings and TEN_COPIES in trainings:
        both, ten = f[BOTH, ONE_ERROR], f[TEN_COPIES, ONE_ERROR]
        claims.append(
            Claim("ten copies are no better on one error", ten <= both, f"{both:.1f}, {ten:.1f}")
        )
    return claims


def _changes(lines: Sequence[ScoreLine]) -> str:
    return ", ".join(f"{line.name} {line.change:+.1f}" for line in lines)
