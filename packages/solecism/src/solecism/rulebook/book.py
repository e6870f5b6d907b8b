"""A book of rules: which of them find something in a sentence, and what they would write.

Rules are looked up by their trigger words, the rarest words without which a rule cannot match, so
that most sentences are read once and no more. The bundled rules, one file per subject, come with
the probabilities that were measured for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from solecism.rulebook.bundled import UnreadRule, bundled
from solecism.rulebook.figures import BookFigures, Probability, probabilities, read_figures
from solecism.rulebook.pattern import Span, Words
from solecism.rulebook.rule import CAPITALS, SITE_KINDS, Case, Rule
from solecism.rulebook.suggestion import CLITICS, Change, joined
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, id_of


@dataclass(frozen=True, slots=True)
class RuleHit:
    """What a rule found: words `start` to `end` of a sentence, and those to write there.

    `words` are None where the rule suggests nothing. The span holds everything that changes.
    """

    rule: Rule
    sentence: str
    start: int
    end: int
    words: tuple[str, ...] | None

    @property
    def text(self) -> str | None:
        """The words to write, as they are written."""
        return None if self.words is None else joined(self.words)

    def flag(self, system: str) -> Flag:
        """The flag of an error, with the probability that was measured for the rule."""
        p = self.rule.p
        kind = SITE_KINDS[self.rule.kind]
        site = id_of(self.sentence, self.start, self.end, kind)
        text = self.text
        told = () if text is None else (Suggestion(text, self.rule.p_suggestion),)
        return Flag(site, system, True, self.rule.kind, p, told, rule=self.rule.id)


class _Entry(NamedTuple):
    """A pattern that a word triggers, and how many words may stand before that word."""

    rule: Rule
    case: Case
    offsets: range


class RuleBook:
    """Rules, with an index of the words that trigger them.

    Rules that were not read yet are read when one of their words is met.
    """

    def __init__(self, rules: Iterable[Rule | UnreadRule]) -> None:
        self._rules = tuple(rules)
        self._by_id = {rule.id: rule for rule in self._rules}
        self._triggered: dict[str, list[Rule | UnreadRule]] = defaultdict(list)
        self._index: dict[str, list[_Entry]] = {}
        for rule in self._rules:
            for word in rule.triggers:
                self._triggered[word].append(rule)

    def __len__(self) -> int:
        return len(self._rules)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in order."""
        return tuple(map(self._read, self._rules))

    @cached_property
    def kinds_of_changes(self) -> dict[Change, str]:
        """The kinds of changes of words that all examples of the rules call the same."""
        kinds: dict[Change, set[str]] = defaultdict(set)
        for rule in self._rules:
            for change in rule.changes:
                kinds[change].add(rule.kind)
        return {change: next(iter(each)) for change, each in kinds.items() if len(each) == 1}

    def rule(self, id: str) -> Rule | None:
        """The rule with this id."""
        rule = self._by_id.get(id)
        return None if rule is None else self._read(rule)

    def hits(self, sentence: Sentence) -> list[RuleHit]:
        """What the rules find in a tagged sentence, from left to right.

        Of hits that overlap, the one of the most probable rule is given, and then the longest.
        """
        return without_overlaps(self.all_hits(sentence))

    def all_hits(self, sentence: Sentence) -> list[RuleHit]:
        """The same with all that overlap."""
        words = Words(sentence)
        found: dict[tuple[str, int, int], RuleHit] = {}
        for place, word in enumerate(words.lower):
            for entry in self._entries(word):
                for hit in _hits(entry, sentence, words, place):
                    found.setdefault((hit.rule.id, hit.start, hit.end), hit)
        return list(found.values())

    def may_find(self, sentence: Sentence) -> bool:
        """Whether there may be a hit in a sentence, whatever the tags of its words are."""
        words = Words(sentence)
        return any(
            entry.case.pattern.match(words, place - offset) is not None
            for place, word in enumerate(words.lower)
            for entry in self._entries(word)
            for offset in entry.offsets
            if offset <= place
        )

    def with_rules(self, rules: Iterable[Rule]) -> RuleBook:
        """A book with further rules; one with the id of another replaces it."""
        return RuleBook({**self._by_id, **{rule.id: rule for rule in rules}}.values())

    def without_rules(self, ids: Collection[str]) -> RuleBook:
        """A book without the rules that have these ids."""
        return RuleBook(rule for rule in self._rules if rule.id not in ids)

    def _entries(self, word: str) -> Sequence[_Entry]:
        """The patterns that a word triggers, in the order of their rules."""
        entries = self._index.get(word)
        if entries is not None or word not in self._triggered:
            return entries or ()
        entries = [
            _Entry(rule, case, case.pattern.offsets(case.pattern.trigger))
            for rule in map(self._read, self._triggered[word])
            for case in rule.cases
            if word in case.pattern.triggers
        ]
        self._index[word] = entries
        return entries

    def _read(self, rule: Rule | UnreadRule) -> Rule:
        if isinstance(rule, UnreadRule):
            rule = self._by_id[rule.id] = rule.read()
        return rule


def _hits(entry: _Entry, sentence: Sentence, words: Words, place: int) -> Iterator[RuleHit]:
    pattern = entry.case.pattern
    for offset in entry.offsets:
        start = place - offset
        if start < 0:
            break
        words.is_tagged = False
        spans = pattern.match(words, start)
        if spans is not None and pattern.needs_tags:
            # Only now, since to work out the tags of a sentence takes longer than all the rest.
            words.is_tagged = True
            spans = pattern.match(words, start)
        if spans is not None and (hit := _hit(entry, sentence, spans)) is not None:
            yield hit


def _hit(entry: _Entry, sentence: Sentence, spans: Sequence[Span]) -> RuleHit | None:
    pattern, template = entry.case.pattern, entry.case.template
    start, end = pattern.changed(spans)
    if template is None:
        return RuleHit(entry.rule, sentence.id, start, end, None)
    pieces = [
        (_in_sentence(sentence, first, last), sentence.tags[first:last])
        for first, last in (spans[number] for number in pattern.counted)
    ]
    new = template.fill(pieces)
    if new is None:
        return None
    if start == _beginning(sentence) and sentence.words[start][:1].isupper():
        new = _capitalised(new)
    start, end, new = _trimmed(sentence, start, end, new)
    if _is_unchanged(sentence.words[start:end], new, entry.rule.kind):
        return None
    return RuleHit(entry.rule, sentence.id, start, end, new)


def _is_unchanged(old: Sequence[str], new: Sequence[str], kind: str) -> bool:
    """Whether nothing would change, but perhaps capitals, which rules about these change only."""
    if kind == CAPITALS:
        return old == new
    return [word.lower() for word in old] == [word.lower() for word in new]


def _in_sentence(sentence: Sentence, start: int, end: int) -> tuple[str, ...]:
    """Some words without the capital of the sentence's beginning; names and *I* keep theirs."""
    words = sentence.words[start:end]
    is_other = start > _beginning(sentence) or not words or words[0] == "I"
    if is_other or not words[0].istitle() or sentence.tags[start] in ("NNP", "NNPS"):
        return words
    return (words[0][:1].lower() + words[0][1:], *words[1:])


def _beginning(sentence: Sentence) -> int:
    """The first word that is no quotation mark or the like."""
    return next((n for n, word in enumerate(sentence.words) if any(map(str.isalnum, word))), 0)


def _capitalised(words: tuple[str, ...]) -> tuple[str, ...]:
    return (words[0][:1].upper() + words[0][1:], *words[1:]) if words else words


def _trimmed(
    sentence: Sentence, start: int, end: int, new: tuple[str, ...]
) -> tuple[int, int, tuple[str, ...]]:
    """The change without words that stay as they are at its ends.

    One word stays beside what would leave the sentence without its capital or a contraction
    without its first half.
    """
    old = sentence.words
    while end > start and new and old[end - 1] == new[-1]:
        if len(new) == 1 and start == 0 and end > 1:
            break
        end, new = end - 1, new[:-1]
    while start < end and new and old[start] == new[0]:
        start, new = start + 1, new[1:]
    if not new and start == 0 and end < len(old) and old[0][:1].isupper():
        new, end = (old[end][:1].upper() + old[end][1:],), end + 1
    if start < end < len(old) and _is_clitic(old[end]):
        new, end = (*new, old[end]), end + 1
    if start and new and _is_clitic(new[0]):
        start, new = start - 1, (old[start - 1], *new)
    return start, end, new


def _is_clitic(word: str) -> bool:
    return word.lower().replace("’", "'") in CLITICS


def without_overlaps(hits: Iterable[RuleHit]) -> list[RuleHit]:
    """Of hits that overlap, the one of the most probable rule, and then the longest."""
    kept: list[RuleHit] = []
    for hit in sorted(hits, key=lambda hit: (-hit.rule.p, hit.start - hit.end, hit.start)):
        if not any(_overlap(hit, other) for other in kept):
            kept.append(hit)
    return sorted(kept, key=lambda hit: (hit.start, hit.end))


def _overlap(one: RuleHit, other: RuleHit) -> bool:
    if one.start == one.end or other.start == other.end:
        return one.start <= other.end and other.start <= one.end
    return one.start < other.end and other.start < one.end


def corrected(sentence: Sentence, hits: Iterable[RuleHit]) -> str:
    """The text of a sentence after what the hits suggest, without the space after it."""
    text, starts, ends = sentence.text, sentence.starts, sentence.ends
    for hit in sorted(hits, key=lambda hit: -hit.start):
        new = hit.text
        if new is None:
            continue
        if hit.start == hit.end:
            place = ends[hit.start - 1] if hit.start else 0
            text = f"{text[:place]} {new}{text[place:]}" if hit.start else f"{new} {text}"
            continue
        first, last = starts[hit.start], ends[hit.end - 1]
        if not new:
            first = ends[hit.start - 1] if hit.start else first
            last = last if hit.start or hit.end == len(starts) else starts[hit.end]
        text = text[:first] + new + text[last:]
    return text


FIGURES = Path(__file__).parent / "measured.json"


@cache
def bundled_rules() -> RuleBook:
    """The book of the bundled rules, each with the probability that was measured for it."""
    rules = tuple(bundled())
    known = probabilities(bundled_figures(), {rule.id: rule.subject for rule in rules})
    return RuleBook(_measured(rule, known[rule.id]) for rule in rules)


def _measured(rule: Rule | UnreadRule, known: Probability) -> Rule | UnreadRule:
    if isinstance(rule, Rule):
        return replace(rule, p=known.error, p_suggestion=known.suggestion)
    # Copies of a thousand rules would be the larger part of reading the book.
    rule.p, rule.p_suggestion = known
    return rule


def book_for(*, own: Iterable[Rule] = (), without: Collection[str] = ()) -> RuleBook:
    """The bundled rules without some, by id, and with a project's own.

    A rule of its own takes the place of the bundled one with the same id.
    """
    rules = tuple(own)
    if not rules and not without:
        return bundled_rules()
    return _book(rules, frozenset(without))


@lru_cache(maxsize=16)
def _book(own: tuple[Rule, ...], without: frozenset[str]) -> RuleBook:
    return bundled_rules().with_rules(own).without_rules(without)


@cache
def bundled_figures() -> BookFigures:
    """What was measured of the bundled rules."""
    return read_figures(FIGURES)
