"""Pairs of a parse and a gold tree of its sentence: the brackets of both that count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from solecism.errors import InputError
from solecism.parse.parseval.brackets import Bracket, Bracketing, Labels, bracketing
from solecism.parse.parseval.rules import Rules
from solecism.sentence import Sentence
from solecism.tree import Tree, unescape

SCORED, FAILED, UNEQUAL = "", "failed", "words differ"
_NOTHING = Tree("", ())
_Side = tuple[Bracketing, list[bool]]


@dataclass(frozen=True, slots=True)
class Pair:
    """The brackets of a gold tree and of a parse, over the same words.

    `state` is empty, or says why there is no parse. `length` is that of the sentence as written.
    """

    gold: list[Bracket]
    parsed: list[Bracket]
    n_words: int
    n_right_tags: int
    length: int
    state: str


def pairs(
    gold: Iterable[Sentence], parsed: Iterable[Tree | None], *, rules: Rules
) -> Iterator[tuple[str, list[Pair]]]:
    """For each sentence its id and, for each of its gold trees, the pair with its parse."""
    labels = Labels(rules)
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


def _pair(id: str, gold: Bracketing, parse: Bracketing, labels: Labels, rules: Rules) -> Pair:
    length = sum(tag not in rules.deleted_for_length for tag in gold.tags)
    kept = labels.is_kept(gold.tags)
    kept_of_parse = labels.is_kept(parse.tags) if rules.is_strict else kept
    state = _state(id, (gold, kept), (parse, kept_of_parse), labels, rules)
    if state and rules.is_strict:
        return Pair([], [], 0, 0, length, state)
    brackets = labels.brackets(gold, kept)
    if state:
        return Pair(brackets, [], sum(kept), 0, length, state)
    parsed = labels.brackets(parse, kept_of_parse)
    n_right = _n_right_tags((gold, kept), (parse, kept_of_parse), labels)
    return Pair(brackets, parsed, sum(kept), n_right, length, state)


def _state(id: str, gold: _Side, parse: _Side, labels: Labels, rules: Rules) -> str:
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


def _words(side: _Side, labels: Labels, rules: Rules) -> list[str]:
    tree, is_kept = side
    words = list(map(labels.of_word, tree.words)) if rules.equal_words else tree.words
    return (
        [word for word, counts in zip(words, is_kept, strict=True) if counts]
        if rules.is_strict
        else words
    )


def _n_right_tags(gold: _Side, parse: _Side, labels: Labels) -> int:
    one, other = (
        [tag for tag, counts in zip(side.tags, is_kept, strict=True) if counts]
        for side, is_kept in (gold, parse)
    )
    if one == other:
        return len(one)
    return sum(labels.of_tag(a) == labels.of_tag(b) for a, b in zip(one, other, strict=True))
