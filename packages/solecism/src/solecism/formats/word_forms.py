"""Word forms: one line per lemma, its class and its forms, with commas; / separates variants.

    city,noun,cities
    burn,verb,burned/burnt,,burning,burns
    funny,adj,funnier,funniest

A noun has its plural; a verb its past, its participle (empty: like the past), its form in -ing
and that in -s; an adjective or adverb its comparative and superlative. Other kinds are left out.
These are the columns of the lexicon of lemminflect (Brad Jascob, MIT licence).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.errors import FormatError
from solecism.language.lemmas import WordForms

TAGS_OF_KIND = {
    "noun": ("NNS",),
    "verb": ("VBD", "VBN", "VBG", "VBZ"),
    "adj": ("JJR", "JJS"),
    "adv": ("JJR", "JJS"),
}
_PAST, _PARTICIPLE = 0, 1


def parse(lines: Iterable[str], *, file: str) -> Iterator[WordForms]:
    """The forms of each lemma, as far as its line has them."""
    for number, line in enumerate(lines, 1):
        lemma, *rest = line.strip().split(",")
        if not lemma and not rest:
            continue
        if len(rest) < 2:
            problem = f"{line.strip()[:60]!r} is not a lemma, its kind and its forms. Put commas."
            raise FormatError(file, number, problem)
        kind, *columns = rest
        for tag, column in zip(
            TAGS_OF_KIND.get(kind, ()), _with_participle(kind, columns), strict=False
        ):
            if spellings := tuple(filter(None, column.split("/"))):
                yield WordForms(lemma, tag, spellings)


def _with_participle(kind: str, columns: Sequence[str]) -> Sequence[str]:
    """The columns with the past in the place of a verb's empty participle."""
    if kind != "verb" or "".join(columns[_PARTICIPLE : _PARTICIPLE + 1]):
        return columns
    return [columns[_PAST], columns[_PAST], *columns[_PARTICIPLE + 1 :]]
