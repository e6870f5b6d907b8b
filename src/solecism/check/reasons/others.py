"""Why other words are wrong, missing, not needed, misspelt or out of order."""

from __future__ import annotations

from solecism.check.reasons.around import Around, quoted
from solecism.language.spelling.candidates import bundled_speller
from solecism.language.spelling.regular_forms import right_forms


def other(around: Around) -> str:
    """What to write, with the words around it; for kinds of which no rule is known."""
    if around.is_gap:
        return _missing(around)
    if around.new is None:
        return f"{quoted(around.old)} is unusual here"
    if not around.new:
        return f"{quoted(around.old)} is usually left out here"
    if around.new.lower() == around.old.lower():
        return capitals(around)
    if around.new.lower() == f"{around.old.lower()}ly":
        old, new = quoted(around.old), quoted(around.new)
        return f"{new} says how something is done, {old} what something is like"
    if sorted(around.new.lower().split()) == sorted(around.old.lower().split()):
        return f"the usual order is {quoted(around.new)}"
    return f"{quoted(around.new)} is more usual here than {quoted(around.old)}"


def spelling(around: Around) -> str:
    """That a word seems to be misspelt."""
    new, old = ((text or "").lower() for text in (around.new, around.old))
    if "'" in new and new.replace("'", "") == old.replace(" ", ""):
        return f"{quoted(around.old)} needs an apostrophe"
    if new in right_forms(old, bundled_speller().dictionary.counts):
        return f"the right form is {quoted(around.new or '')}"
    return f"{quoted(around.old)} seems to be misspelt"


def capitals(around: Around) -> str:
    """That a word has a capital letter, or none."""
    if around.new is None:
        return f"the capitals of {quoted(around.old)} are unusual"
    if around.new[:1].isupper():
        return f"{quoted(around.new)} has a capital letter"
    return f"{quoted(around.new)} has no capital letter here"


def _missing(around: Around) -> str:
    before, behind = around.before, around.behind
    if before and behind:
        place = f"between {quoted(before)} and {quoted(behind)}"
    else:
        place = f"after {quoted(before)}" if before else f"before {quoted(behind)}"
    if around.new:
        return f"{quoted(around.new)} seems to be missing {place}"
    return f"a word seems to be missing {place}"
