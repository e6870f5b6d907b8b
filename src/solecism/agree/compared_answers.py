"""Judgments made ready for comparison: which answer counts, which are joined, which left out.

Paper 000, section 5.2: contexts in which a rater notes other errors are left out, and the ratings
"correct" and "equally good" are joined, before kappa is computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from solecism.errors import InputError
from solecism.judgment import Judgment


def compared_answers(
    judgments: Iterable[Judgment],
    *,
    answer: str | None = None,
    joined: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
) -> list[Judgment]:
    """The judgments with the answers to compare.

    `answer` is a key of the notes that has the answer ("rating"); judgments without it keep their
    own. `joined` has the new name of each answer that is joined with others. Sites are left out
    where any rater's notes have a key of `without`, or a KEY=VALUE of it.
    """
    everything = list(judgments)
    messy = {each.site for each in everything if any(_has(each, name) for name in without)}
    kept = [each for each in everything if each.site not in messy]
    if everything and not kept:
        raise InputError(f"every site has a note of {', '.join(without)}: nothing is left.")
    if answer is not None and not any(answer in each.notes for each in kept):
        known = sorted({name for each in kept for name in each.notes})
        there = f"There are {', '.join(known)}." if known else "There are no notes."
        raise InputError(f"no judgment has a note {answer!r}. {there}")
    return [_with_answer(each, answer, joined or {}) for each in kept]


def joined_answers(texts: Iterable[str]) -> dict[str, str]:
    """The new name of each joined answer, from texts such as "correct,equal=ok".

    >>> joined_answers(["correct,equal=ok"])
    {'correct': 'ok', 'equal': 'ok'}
    """
    names: dict[str, str] = {}
    for text in texts:
        members, _, new = text.partition("=")
        if not new.strip() or not members.strip():
            raise InputError(f"{text!r} joins nothing. Write ANSWER,ANSWER=NEW.")
        names |= {name.strip(): new.strip() for name in members.split(",")}
    return names


def _has(judgment: Judgment, name: str) -> bool:
    key, is_valued, value = name.partition("=")
    noted = judgment.notes.get(key)
    return noted is not None and (not is_valued or value in noted.split("+"))


def _with_answer(judgment: Judgment, answer: str | None, joined: Mapping[str, str]) -> Judgment:
    given = judgment.answer if answer is None else judgment.notes.get(answer, judgment.answer)
    new = joined.get(given, given)
    gold = judgment.gold if judgment.gold is None else joined.get(judgment.gold, judgment.gold)
    if (new, gold) == (judgment.answer, judgment.gold):
        return judgment
    return replace(judgment, answer=new, gold=gold)
