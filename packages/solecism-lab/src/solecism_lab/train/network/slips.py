"""Learners' slips of every kind: what they write for a word, leave out and put in, and how often.

They are counted in corrected text: how often the right word is right, and how often something else
stands for it. Prepositions, articles and noun number are not among them; for these there are
tables that know more than the word (`corrupt`). Other determiners are: *this* for *these*,
*the* for *my*.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from solecism.corruption.random_stream import RandomStream
from solecism.detect.network.repairs import SPELLING, group_of_edit, paired
from solecism.edit import Annotation, Edit, apply, trimmed
from solecism.sentence import Sentence
from solecism.site import DETERMINER, NUMBER, PREPOSITION

# Something else for a word, and its group.
Slip = tuple[str, str]
_ELSEWHERE = (PREPOSITION, NUMBER)
_ARTICLES = ("", "a", "an", "the")
# Slips that were seen less often are taken for chance, except misspellings.
_LEAST = 2
# The rate of a slip is its count divided by that of the right word plus this.
_CAUTION = 10
_HIGHEST = 0.25
_MAX_WORDS = 2
_NONE: tuple[tuple[float, str, str], ...] = ()
_Rates = Mapping[str, tuple[tuple[float, str, str], ...]]


@dataclass(frozen=True)
class Slips:
    """Counts of slips by the right word, or two right words; and of extra words by the next word.

    A slip may have no word (it is left out) or two (it is split).
    """

    words: Mapping[str, int]
    instead: Mapping[str, Mapping[Slip, int]]
    extra: Mapping[str, Mapping[Slip, int]]

    @cached_property
    def instead_rates(self) -> _Rates:
        """The rate of each slip where a word is right."""
        return _rates(self.instead, self.words)

    @cached_property
    def extra_rates(self) -> _Rates:
        """The rate of each extra word before a word."""
        return _rates(self.extra, self.words)

    def drawn(self, word: str, times: float, stream: RandomStream) -> Slip | None:
        """A slip for the word or words, or None, at a multiple of learners' rates."""
        return _drawn(self.instead_rates.get(word, _NONE), times, stream)

    def drawn_extra(self, word: str, times: float, stream: RandomStream) -> Slip | None:
        """An extra word before the word, or None."""
        return _drawn(self.extra_rates.get(word, _NONE), times, stream)


def no_slips() -> Slips:
    """No slips at all."""
    return Slips({}, {}, {})


def counted_slips(sentences: Iterable[Sentence]) -> Slips:
    """The slips in annotated sentences, by the first annotation of each."""
    words: Counter[str] = Counter()
    instead: dict[str, Counter[Slip]] = {}
    extra: dict[str, Counter[Slip]] = {}
    for sentence in sentences:
        annotation = sentence.annotations[0] if sentence.annotations else Annotation("")
        right = [word.lower() for word in apply(sentence.words, annotation.edits)]
        words.update(right)
        words.update(f"{one} {two}" for one, two in pairwise(right))
        for edit in map(trimmed, annotation.edits):
            if group_of_edit(edit.kind) in _ELSEWHERE:
                continue
            following = sentence.words[edit.end].lower() if edit.end < len(sentence.words) else ""
            for new, slip in _slips(edit):
                if _is_article(new, slip):
                    continue
                if new:
                    instead.setdefault(new, Counter())[slip] += 1
                elif following:
                    extra.setdefault(following, Counter())[slip] += 1
    known = {*instead, *extra}
    return Slips({word: n for word, n in words.items() if word in known}, instead, extra)


def _is_article(new: str, slip: Slip) -> bool:
    """Whether an article was taken for another one or for none."""
    written, its_group = slip
    return its_group == DETERMINER and new in _ARTICLES and written in _ARTICLES


def _slips(edit: Edit) -> Iterator[tuple[str, Slip]]:
    """What is right, and what was written for it."""
    before = [word.lower() for word in edit.before]
    after = [word.lower() for word in edit.after]
    is_joined = "".join(before) == "".join(after)
    if is_joined and max(len(before), len(after)) <= _MAX_WORDS and before != after:
        yield " ".join(after), (" ".join(before), group_of_edit(edit.kind))
        return
    for start, end, new_start, new_end in paired(before, after):
        old, new = before[start:end], after[new_start:new_end]
        is_last = end == len(before)
        if old != new and len(new) <= 1 and (new or is_last):
            yield " ".join(new), (" ".join(old), group_of_edit(edit.kind))


def _rates(counts: Mapping[str, Mapping[Slip, int]], words: Mapping[str, int]) -> _Rates:
    rates = {}
    for right, slips in counts.items():
        n_right = words.get(right, 0) + _CAUTION
        often = [
            (min(n / n_right, _HIGHEST), written, its_group)
            for (written, its_group), n in sorted(slips.items())
            if n >= _LEAST or its_group == SPELLING
        ]
        if often:
            rates[right] = tuple(often)
    return rates


def _drawn(
    rates: tuple[tuple[float, str, str], ...], times: float, stream: RandomStream
) -> Slip | None:
    if not rates:
        return None
    share = stream.share() / times
    for rate, written, its_group in rates:
        share -= rate
        if share < 0:
            return written, its_group
    return None


def format(slips: Slips) -> bytes:
    """The bytes of a file of slips; `parse` gives them back."""
    tables = [
        {right: [[*slip, n] for slip, n in sorted(of.items())] for right, of in table.items()}
        for table in (slips.instead, slips.extra)
    ]
    return json.dumps([dict(slips.words), *tables], ensure_ascii=False).encode()


def parse(data: bytes) -> Slips:
    """The slips in the bytes of their file."""
    words, *tables = json.loads(data)
    instead, extra = (
        {
            right: {(written, its_group): n for written, its_group, n in of}
            for right, of in t.items()
        }
        for t in tables
    )
    return Slips(words, instead, extra)
