"""An item: a place in a text about which raters are asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from solecism.errors import InputError
from solecism.sentence import Sentence
from solecism.site import Site

_NO_SPACE_BEFORE = re.compile(r" ([.,;:!?%)\]}]|n't\b|['’](?:s|re|ve|ll|d|m)\b)")
_NO_SPACE_AFTER = re.compile(r"([(\[{]) ")

Pool = Literal["data", "gold", "practice"]

DATA: Pool = "data"
CONTROL: Pool = "gold"
PRACTICE: Pool = "practice"


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence split at the place in question, and what else a task needs.

    `offers` are words that the task offers to raters, by their role (for the choice task: the
    writer's and the system's). `gold` holds the right answers of a control item: per construction
    where there are several questions, else under the empty name. Control items (whose pool is
    stored as "gold") and practice items never count as data; `why` is the explanation in practice.
    """

    site: str
    before: str
    target: str
    after: str
    context: tuple[str, ...] = ()
    offers: Mapping[str, str] = field(default_factory=dict)
    pool: Pool = DATA
    gold: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    why: str = ""


def item_of_site(site: Site) -> Item:
    """Return the item of a site that has a context, with its words separated by spaces.

    >>> item_of_site(Site("a.1", 2, 3, "preposition", "of", "It depends of you .")).before
    'It depends '
    """
    if site.context is None:
        raise InputError(
            f"{site.id}: has no context. Locate the sites together with their sentences."
        )
    words = site.context.split(" ")
    if site.end > len(words) or " ".join(words[site.start : site.end]) != site.text:
        raise InputError(f"{site.id}: {site.text!r} is not at this place of its context.")
    before = as_written(words[: site.start])
    start = as_written(words[: site.end]) if site.text else before
    space = " " if before and start.startswith(f"{before} ") else ""
    whole = as_written(words)
    return Item(site.id, before + space, site.text, whole[len(before + space + site.text) :])


def as_written(words: Sequence[str]) -> str:
    """Return words as people write them, without spaces before punctuation and clitics.

    >>> as_written(["It", "is", "n't", "(", "yet", ")", "ours", ",", "is", "it", "?"])
    "It isn't (yet) ours, is it?"
    """
    text = " ".join(words)
    text = _NO_SPACE_BEFORE.sub(r"\1", text)
    return _NO_SPACE_AFTER.sub(r"\1", text)


def item_of_sentence(site: Site, sentence: Sentence, previous: Sequence[Sentence] = ()) -> Item:
    """Return the item of a site in its sentence as written, with the sentences before it."""
    if site.end > len(sentence):
        raise InputError(f"{site.id}: ends after the last word of its sentence.")
    start = sentence.starts[site.start] if site.start < len(sentence) else len(sentence.text)
    end = sentence.ends[site.end - 1] if site.end > site.start else start
    text = sentence.text
    return Item(
        site.id,
        text[:start],
        text[start:end],
        text[end:],
        context=tuple(one.text for one in previous),
    )
