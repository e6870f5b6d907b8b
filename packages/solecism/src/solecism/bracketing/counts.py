"""Parseval: how many phrases of a parse have the span and label of gold ones (Black et al. 1991).

Counts are kept for each sentence and add up, so that tables by group, intervals and shuffling
follow from them. Where a sentence has several gold trees, the one with the highest F counts (Foster
2007, section 5.1). What counts is said by rules, as in EVALB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from solecism.bracketing.brackets import Bracket, Bracketing, LabelRules, Rules, bracketing
from solecism.errors import InputError
from solecism.figure import f_score
from solecism.numeric import Bools, Ints
from solecism.sentence import Sentence
from solecism.tree import Tree, unescape

SCORED, FAILED, UNEQUAL = "", "failed", "words differ"
_NOTHING = Tree("", ())
_Side = tuple[Bracketing, list[bool]]


@dataclass(frozen=True, slots=True)
class BracketPair:
    """The brackets of a gold tree and of a parse, over the same words.

    `state` is empty, or says why there is no parse. `length` is that of the sentence as written.
    """

    gold: list[Bracket]
    parsed: list[Bracket]
    n_words: int
    n_right_tags: int
    length: int
    state: str


def bracket_pairs(
    gold: Iterable[Sentence], parsed: Iterable[Tree | None], *, rules: Rules
) -> Iterator[tuple[str, list[BracketPair]]]:
    """For each sentence its id and, for each of its gold trees, the pair with its parse."""
    labels = LabelRules(rules)
    for sentence, tree in _in_step(gold, parsed):
        parse = bracketing(tree or _NOTHING)
        yield (
            sentence.id,
            [_pair(sentence.id, bracketing(one), parse, labels, rules) for one in sentence.trees],
        )


def _in_step(
    gold: Iterable[Sentence], parsed: Iterable[Tree | None]
) -> Iterator[tuple[Sentence, Tree | None]]:
    trees = iter(parsed)
    missing = Tree("missing", ())
    n_both = 0
    for sentence in gold:
        tree = next(trees, missing)
        if tree is missing:
            raise InputError(f"there is no parse of {sentence.id}. Is the file of parses complete?")
        if not sentence.trees:
            raise InputError(f"{sentence.id}: has no gold tree. Give trees to score against.")
        n_both += 1
        yield sentence, tree
    if next(trees, missing) is not missing:
        raise InputError(f"there are {n_both} gold sentences but more parses. Are they the same?")


def _pair(
    id: str, gold: Bracketing, parse: Bracketing, labels: LabelRules, rules: Rules
) -> BracketPair:
    length = sum(tag not in rules.deleted_for_length for tag in gold.tags)
    kept = labels.is_kept(gold.tags)
    kept_of_parse = labels.is_kept(parse.tags) if rules.is_strict else kept
    state = _state(id, (gold, kept), (parse, kept_of_parse), labels, rules)
    if state and rules.is_strict:
        return BracketPair([], [], 0, 0, length, state)
    brackets = labels.brackets(gold, kept)
    if state:
        return BracketPair(brackets, [], sum(kept), 0, length, state)
    parsed = labels.brackets(parse, kept_of_parse)
    n_right = _n_right_tags((gold, kept), (parse, kept_of_parse), labels)
    return BracketPair(brackets, parsed, sum(kept), n_right, length, state)


def _state(id: str, gold: _Side, parse: _Side, labels: LabelRules, rules: Rules) -> str:
    if not (any(parse[1]) if rules.is_strict else parse[0].words):
        return FAILED if gold[0].words else SCORED
    words = [_words(side, labels, rules) for side in (gold, parse)]
    if words[0] == words[1]:
        return SCORED
    if rules.is_strict:
        return UNEQUAL
    words = [list(map(unescape, side)) for side in words]
    if words[0] == words[1]:
        return SCORED
    one, other = next(pair for pair in zip_longest(*words, fillvalue="") if pair[0] != pair[1])
    raise InputError(
        f"{id}: the gold tree has {one!r} where the parse has {other!r}. "
        "Are these the same sentences?"
    )


def _words(side: _Side, labels: LabelRules, rules: Rules) -> list[str]:
    tree, is_kept = side
    words = list(map(labels.of_word, tree.words)) if rules.equal_words else tree.words
    return (
        [word for word, counts in zip(words, is_kept, strict=True) if counts]
        if rules.is_strict
        else words
    )


def _n_right_tags(gold: _Side, parse: _Side, labels: LabelRules) -> int:
    one, other = (
        [tag for tag, counts in zip(side.tags, is_kept, strict=True) if counts]
        for side, is_kept in (gold, parse)
    )
    if one == other:
        return len(one)
    return sum(labels.of_tag(a) == labels.of_tag(b) for a, b in zip(one, other, strict=True))


COLUMNS = ("matched", "gold", "tested", "crossing", "words", "right_tags", "length")


@dataclass(frozen=True, slots=True, eq=False)
class BracketCounts:
    """Counts of each sentence: `table` is sentences x COLUMNS.

    `states` says how a sentence went; one that is not `is_counted` has no part in any figure.
    """

    ids: tuple[str, ...]
    table: Ints
    states: tuple[str, ...]
    is_counted: Bools

    def __len__(self) -> int:
        return len(self.ids)

    def column(self, name: str) -> Ints:
        """One of COLUMNS."""
        return self.table[:, COLUMNS.index(name)]

    def select(self, places: Iterable[int]) -> BracketCounts:
        """The counts of some sentences, by their places."""
        chosen = np.array(list(places), dtype=np.int64)
        return BracketCounts(
            tuple(self.ids[place] for place in chosen),
            self.table[chosen],
            tuple(self.states[place] for place in chosen),
            self.is_counted[chosen],
        )


def bracket_counts(
    gold: Iterable[Sentence], parsed: Iterable[Tree | None], *, rules: Rules | None = None
) -> BracketCounts:
    """The counts of each sentence's parse against its gold trees; None is a failed parse."""
    rules = rules or Rules()
    ids, rows, states = [], [], []
    for id, of_golds in bracket_pairs(gold, parsed, rules=rules):
        row, pair = max(
            ((_counts(pair), pair) for pair in of_golds), key=lambda each: _f(*each[0][:3])
        )
        ids.append(id)
        rows.append(row)
        states.append(pair.state)
    is_counted = [state == SCORED or not rules.is_strict for state in states]
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(COLUMNS))
    return BracketCounts(tuple(ids), table, tuple(states), np.array(is_counted, dtype=np.bool_))


def n_matched(gold: Iterable[Bracket], parsed: Iterable[Bracket]) -> int:
    """How many gold brackets the parse has; one that occurs twice must be there twice.

    >>> n_matched([("NP", 0, 2), ("NP", 0, 2), ("VP", 2, 3)], [("NP", 0, 2), ("S", 0, 3)])
    1
    """
    remaining: dict[Bracket, int] = {}
    for bracket in parsed:
        remaining[bracket] = remaining.get(bracket, 0) + 1
    matched = 0
    for bracket in gold:
        count = remaining.get(bracket, 0)
        if count:
            remaining[bracket] = count - 1
            matched += 1
    return matched


def n_crossing(gold: Iterable[Bracket], parsed: Iterable[Bracket]) -> int:
    """How many brackets of the parse overlap a gold one without one being inside the other.

    >>> n_crossing([("NP", 0, 2), ("VP", 2, 4)], [("NP", 1, 3), ("VP", 2, 4)])
    1
    """
    spans = {(start, end) for _, start, end in gold}
    # A span that the gold tree has too crosses none of its phrases.
    others = [(start, end) for _, start, end in parsed if (start, end) not in spans]
    return sum(
        any(a < start < b < end or start < a < end < b for a, b in spans) for start, end in others
    )


def _counts(pair: BracketPair) -> tuple[int, ...]:
    return (
        n_matched(pair.gold, pair.parsed),
        len(pair.gold),
        len(pair.parsed),
        n_crossing(pair.gold, pair.parsed),
        pair.n_words,
        pair.n_right_tags,
        pair.length,
    )


def _f(matched: int, gold: int, tested: int) -> float:
    return f_score(matched, tested, gold) if gold + tested else 1.0
