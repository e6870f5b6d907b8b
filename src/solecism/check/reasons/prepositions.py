"""Why a preposition is wrong, missing or not needed: the word that asks for another one."""

from __future__ import annotations

from solecism.check.reasons.around import Around, quoted
from solecism.check.reasons.others import other
from solecism.detect.prepositions.usage import Usage, bundled_usage
from solecism.locate.governors import COMPLEMENT, NONE, OBJECT, Governor, context

# These verbs go with everything.
_SAYING_NOTHING = frozenset(("be", "have", "do"))
# A word goes with a preposition if it has this share of its uses, and many times that of the other.
_LEAST_SHARE, _USUAL_SHARE, _TIMES = 0.25, 0.5, 3.0


def preposition(around: Around) -> str:
    """The word that asks for the preposition to write, with examples, if it is known."""
    if around.new is None:
        return other(around)
    old, new = around.old.lower() or NONE, around.new.lower() or NONE
    if found := _governor(around, old, new):
        return _governed(*found, new)
    if new == NONE:
        return f"{quoted(around.old)} is usually left out here"
    if old == NONE:
        return f"{quoted(around.new)} is usual before {quoted(around.behind)} here"
    return f"{quoted(new)} is more usual here than {quoted(old)}"


def _governor(around: Around, old: str, new: str) -> tuple[Governor, Usage] | None:
    """The word that has the new preposition much more often than the old one."""
    table = bundled_usage()
    candidates: list[tuple[float, Governor, Usage]] = []
    for governor in context(around.sentence, around.start, around.end).governors:
        usages = table.get(governor, {})
        usage, other = usages.get(new), usages.get(old)
        other_share = other.share if other else 0.0
        if governor.text in _SAYING_NOTHING or usage is None:
            continue
        if usage.share >= max(_LEAST_SHARE, _TIMES * other_share):
            candidates.append((usage.share, governor, usage))
    if not candidates:
        return None
    _, governor, usage = max(candidates, key=lambda each: each[0])
    return governor, usage


def _governed(governor: Governor, usage: Usage, new: str) -> str:
    examples = ", ".join(map(quoted, usage.phrases))
    how = "usually" if usage.share >= _USUAL_SHARE else "often"
    text = quoted(governor.text)
    if new == NONE:
        what = f"{text} {how} has no preposition after it"
    elif governor.role == COMPLEMENT:
        what = f"{quoted(new)} {how} comes before {text}"
    elif governor.role == OBJECT:
        what = f"{quoted(f'{governor.text} somebody or something')} {how} goes with {quoted(new)}"
    else:
        what = f"{text} {how} goes with {quoted(new)}"
    return f"{what} ({examples})" if examples else what
