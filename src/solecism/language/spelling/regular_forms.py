"""Words that were inflected by the wrong rule: *buyed* for *bought*, *childs* for *children*.

Letters tell little of what was meant there: *buyed* is nearer to *buried*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solecism.language.forms.adverb import adverb_of
from solecism.language.forms.inflect import inflect

# An ending by rule, and the tags of the forms that it may stand for.
_TAGS = {
    "ed": ("VBD", "VBN"),
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
    found: dict[str, None] = {}
    for ending, tags in _TAGS.items():
        if not word.endswith(ending):
            continue
        for base in _bases(word, ending):
            if len(base) >= _SHORTEST and base in counts:
                forms = [form for tag in tags for form in _forms(base, tag)]
                if word not in forms:
                    found |= dict.fromkeys(form for form in forms if form in counts)
    return tuple(found)


def _forms(base: str, tag: str) -> tuple[str, ...]:
    """The forms of a word; an adjective without an adverb of its own is one itself: *fast*."""
    return (adverb_of(base) or base,) if tag == "RB" else inflect(base, tag)


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
