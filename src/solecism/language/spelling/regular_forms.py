"""Words that were inflected by the wrong rule: *buyed* for *bought*, *childs* for *children*.

Letters tell little of what was meant there: *buyed* is nearer to *buried*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solecism.language.forms.adverb import adverb_of
from solecism.language.forms.inflect import inflect
from solecism.language.forms.lemma import verb_lemma

_PAST = ("VBD", "VBN")
# An ending by rule, and the tags of the forms that it may stand for.
_TAGS = {
    "ed": _PAST,
    "s": ("NNS",),
    "er": ("JJR",),
    "est": ("JJS",),
    "ly": ("RB",),
}
_SHORTEST = 2


def right_forms(word: str, counts: Mapping[str, float]) -> tuple[str, ...]:
    """The forms of known words that a wrong one stands for; `counts` are those of known words.

    >>> known = dict.fromkeys("buy bought write wrote written fast looked".split(), 1.0)
    >>> [right_forms(each, known) for each in ("buyed", "writed", "fastly", "looked", "red")]
    [('bought',), ('wrote', 'written'), ('fast',), (), ()]
    """
    if word in counts:
        return ()
    found: dict[str, None] = {}
    for ending, tags in _TAGS.items():
        if not word.endswith(ending):
            continue
        for base in _bases(word, ending):
            if len(base) >= _SHORTEST and base in counts:
                forms = [form for tag in tags for form in _forms(base, tag)]
                if tags == _PAST and _is_past(base):
                    forms = [base, *(form for form in forms if form != word)]
                if word not in forms:
                    found |= dict.fromkeys(form for form in forms if form in counts)
    return tuple(found)


def _forms(base: str, tag: str) -> tuple[str, ...]:
    """The forms of a word; an adjective without an adverb of its own is one itself: *fast*."""
    return (adverb_of(base) or base,) if tag == "RB" else inflect(base, tag)


def _is_past(word: str) -> bool:
    """Whether a word is a past form without an ending: *took*, *born*."""
    base = verb_lemma(word)
    return base != word and any(word in inflect(base, tag) for tag in _PAST)


def _bases(word: str, ending: str) -> Iterator[str]:
    """What an ending may have been put to: *go*, *writ(e)*, *run(n)*, *fli(y)*."""
    stem = word.removesuffix(ending)
    yield stem
    if ending == "s":
        yield stem.removesuffix("e")
        return
    yield f"{stem}e"
    if stem[-1:] == stem[-2:-1]:
        yield stem[:-1]
    if stem.endswith("i"):
        yield f"{stem[:-1]}y"
