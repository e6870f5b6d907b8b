"""Rules are measured: what they find in corrected text and in native text, with examples.

A hit counts as changed where the annotator's words differ from the writer's at its place: in a word
of its span, or, if words are missing, in the gap or a word beside it. Edits are divided into their
smallest changes first, so that a long rewriting that keeps the words of a hit does not count.
Changes of capitals and punctuation count for rules about these only. An error that an annotator
marked without correction counts as changed.
"""

from __future__ import annotations

import heapq
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from solecism.edit import Annotation, Edit
from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.rulebook.book import RuleBook, RuleHit, without_overlaps
from solecism.rulebook.figures import RuleFigures
from solecism.rulebook.rule import CAPITALS
from solecism.rulebook.suggestion import joined
from solecism.sentence import Sentence

Side = Literal["same", "other", "left", "native"]
SIDES: Mapping[Side, str] = {
    "same": "changed to the same words",
    "other": "changed to other words",
    "left": "left as it is",
    "native": "in native text",
}
_MARKS = frozenset(". , ; : ! ? ' \" ` `` '' ( ) [ ] - -- – — … ... / “ ” ‘ ’".split())
# Of a long sentence, so many characters on either side of a hit are shown.
_WIDTH = 70
_PUNCTUATION = "punctuation"


class ShownHit(NamedTuple):
    """A hit as an example: those with the smallest `number`, which is drawn by hash, are shown."""

    number: int
    text: str


@dataclass(slots=True)
class Measured:
    """What was counted of each rule in some text, with a few examples of each side."""

    n_words: int = 0
    rules: dict[str, RuleFigures] = field(default_factory=dict)
    examples: dict[tuple[str, Side], list[ShownHit]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, other: Measured, n_examples: int) -> None:
        """Add what was counted in other text."""
        self.n_words += other.n_words
        for id, counts in other.rules.items():
            self.rules[id] = self.rules.get(id, RuleFigures()) + counts
        for key, shown in other.examples.items():
            self.examples[key] = heapq.nsmallest(n_examples, {*self.examples[key], *shown})

    def examples_of(self, id: str) -> Iterator[tuple[Side, str]]:
        """The examples of a rule, side by side in the order of SIDES."""
        for side in SIDES:
            yield from ((side, shown.text) for shown in self.examples.get((id, side), ()))


def measure_annotated(book: RuleBook, n_examples: int, sentences: Sequence[Sentence]) -> Measured:
    """What rules find in sentences with annotations; others are left out.

    Precision goes by the first annotator of a sentence. Where there are several, each of them
    decides about every hit, and what they decide are votes.
    """
    annotated = [sentence for sentence in sentences if sentence.annotations]
    result = Measured(n_words=_n_words(annotated))
    for sentence, hit in _hits(book, annotated):
        decisions = [_decision(hit, sentence, each) for each in sentence.annotations]
        first = decisions[0]
        has_readers = len(decisions) > 1
        counts = RuleFigures(
            1,
            int(first.is_changed),
            int(first.is_same),
            len(decisions) * has_readers,
            sum(each.is_changed for each in decisions) * has_readers,
        )
        result.rules[hit.rule.id] = result.rules.get(hit.rule.id, RuleFigures()) + counts
        side: Side = "left"
        if first.is_changed:
            side = "same" if first.is_same else "other"
        theirs = first.text if side == "other" else ""
        result.examples[hit.rule.id, side].append(_shown(hit, sentence, theirs))
    return _with_fewer_examples(result, n_examples)


def measure_native(book: RuleBook, n_examples: int, sentences: Sequence[Sentence]) -> Measured:
    """What rules find in sentences that are taken to be free of errors."""
    result = Measured(n_words=_n_words(sentences))
    for sentence, hit in _hits(book, sentences):
        counts = result.rules.get(hit.rule.id, RuleFigures())
        result.rules[hit.rule.id] = counts + RuleFigures(n_native=1)
        result.examples[hit.rule.id, "native"].append(_shown(hit, sentence))
    return _with_fewer_examples(result, n_examples)


def measure_native_texts(
    book: RuleBook, n_examples: int, texts: Sequence[tuple[str, str]]
) -> Measured:
    """The same for texts, given with the names that ids of their sentences begin with."""
    divided = (sentence_splitter.sentences(text, id) for id, text in texts)
    return measure_native(book, n_examples, [each for several in divided for each in several])


def _with_fewer_examples(measured: Measured, n_examples: int) -> Measured:
    for key, shown in measured.examples.items():
        measured.examples[key] = heapq.nsmallest(n_examples, set(shown))
    return measured


def _n_words(sentences: Iterable[Sentence]) -> int:
    return sum(word not in _MARKS for sentence in sentences for word in sentence.words)


def _hits(book: RuleBook, sentences: Sequence[Sentence]) -> Iterator[tuple[Sentence, RuleHit]]:
    """All hits of all rules, each as if it were alone; the tags of few sentences are needed."""
    for sentence in annotate_sentences(filter(book.may_find, sentences), lemmas=False):
        by_rule: dict[str, list[RuleHit]] = defaultdict(list)
        for hit in book.all_hits(sentence):
            by_rule[hit.rule.id].append(hit)
        for hits in by_rule.values():
            yield from ((sentence, hit) for hit in without_overlaps(hits))


class _Change(NamedTuple):
    """Words `start` to `end` become other words; None where the annotator gives none."""

    start: int
    end: int
    words: tuple[str, ...] | None

    def touches(self, hit: RuleHit) -> bool:
        """Whether the change is at the place of a hit."""
        if hit.start == hit.end:
            return self.start <= hit.start <= self.end
        if self.start == self.end:
            return hit.start < self.start < hit.end
        return self.start < hit.end and hit.start < self.end


class _Decision(NamedTuple):
    """What an annotator did at the place of a hit, and the words that are there afterwards."""

    is_changed: bool
    is_same: bool
    text: str = ""


def _decision(hit: RuleHit, sentence: Sentence, annotation: Annotation) -> _Decision:
    edits = [each for each in annotation.edits if each.start <= hit.end and hit.start <= each.end]
    ways = [
        [each for edit in way for each in _changes(edit, hit.rule.kind) if each.touches(hit)]
        for way in _ways(edits)
    ]
    if not ways[0]:
        return _Decision(False, False)
    is_same = hit.words is not None and any(_is_same(hit, way, sentence.words) for way in ways)
    return _Decision(True, is_same, _text_at(hit, ways[0], sentence.words))


def _ways(edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    """The edits, and the edits with each of the words that an annotator would take as well."""
    yield list(edits)
    for number, edit in enumerate(edits):
        for words in edit.alternatives:
            yield [*edits[:number], replace(edit, after=words), *edits[number + 1 :]]


def _changes(edit: Edit, kind: str) -> Iterator[_Change]:
    """The smallest changes of an edit that matter to rules of a kind."""
    if edit.before == edit.after:
        yield _Change(edit.start, edit.end, None)
        return
    old, new = (
        [_folded(word, kind) for word in side if _counts(word, kind)]
        for side in (edit.before, edit.after)
    )
    if old == new:
        return
    old, new = ([_folded(word, kind) for word in side] for side in (edit.before, edit.after))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for step, first, last, first_new, last_new in steps:
        words = edit.before[first:last] + edit.after[first_new:last_new]
        if step != "equal" and any(_counts(word, kind) for word in words):
            yield _Change(edit.start + first, edit.start + last, edit.after[first_new:last_new])


def _folded(word: str, kind: str) -> str:
    return word if kind == CAPITALS else word.lower().replace("’", "'")


def _counts(word: str, kind: str) -> bool:
    return kind == _PUNCTUATION or word not in _MARKS


def _is_same(hit: RuleHit, changes: Sequence[_Change], old: Sequence[str]) -> bool:
    """Whether the words are the same after the changes of an annotator and after those of a hit."""
    start = min(hit.start, *(each.start for each in changes))
    end = max(hit.end, *(each.end for each in changes))
    mine = [_Change(hit.start, hit.end, hit.words)]
    sides = (_after(each, start, end, old) for each in (mine, changes))
    one, other = ([_folded(word, hit.rule.kind) for word in side] for side in sides)
    return one == other


def _text_at(hit: RuleHit, changes: Sequence[_Change], old: Sequence[str]) -> str:
    if any(each.words is None for each in changes):
        return "marked without correction"
    start = min(hit.start, *(each.start for each in changes))
    end = max(hit.end, *(each.end for each in changes))
    before, after = joined(old[start:end]), joined(_after(changes, start, end, old))
    return f"{before} -> {after}"


def _after(changes: Sequence[_Change], start: int, end: int, old: Sequence[str]) -> list[str]:
    """The words from `start` to `end` after the changes."""
    words: list[str] = []
    for change in sorted(changes):
        words += [*old[start : change.start], *(change.words or ())]
        start = max(start, change.end)
    return [*words, *old[start:end]]


def _shown(hit: RuleHit, sentence: Sentence, theirs: str = "") -> ShownHit:
    """The sentence with the hit as in examples of rules: `It depends {of -> on} it.`"""
    text, starts, ends = sentence.text, sentence.starts, sentence.ends
    is_gap = hit.start == hit.end
    first = starts[hit.start] if hit.start < len(starts) else len(text)
    last = first if is_gap else ends[hit.end - 1]
    new = "?" if hit.text is None else hit.text
    change = f"{{{text[first:last]} -> {new}}}" + " " * is_gap
    shown = f"{_end_of(text[:first])}{change}{_beginning_of(text[last:])}"
    shown = " ".join(shown.split())
    number = zlib.crc32(f"{sentence.id} {hit.start}".encode())
    return ShownHit(number, f"{shown} ({theirs})" if theirs else shown)


def _end_of(text: str) -> str:
    return text if len(text) <= _WIDTH else "... " + text[-_WIDTH:].partition(" ")[2]


def _beginning_of(text: str) -> str:
    return text if len(text) <= _WIDTH else text[:_WIDTH].rpartition(" ")[0] + " ..."
