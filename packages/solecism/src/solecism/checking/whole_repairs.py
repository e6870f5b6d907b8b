"""Repairs are made whole: what belongs together is one finding, with one suggestion of all words.

An auxiliary and its verb, *to* and the form of a verb, a verb and its preposition, an article and
its noun, and a word that moves belong together: each half alone would leave the sentence as bad as
it was. The finding of a whole repair is as probable as the surest of its parts, and its suggestion
as the least sure one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Protocol

from solecism import site as sites
from solecism.checking.suggested_edits import (
    TextChange,
    apply_changes,
    edit_of,
    tags_of,
    text_changes,
    text_of,
)
from solecism.detect.detector import DISAGREEMENT, TENSE, VERB_FORM
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence
from solecism.site import DETERMINER, NUMBER, PREPOSITION, Flag, Suggestion, id_of

Flags = tuple[Flag, ...]
_VERBAL = frozenset(("agreement", "tense", "verb", "verb-form"))
_BESIDE_VERBS = _VERBAL | {PREPOSITION, "other", "word-form"}
_KINDS_OF_VERBS = (VERB_FORM, TENSE, DISAGREEMENT)
_MARKS = frozenset(("spelling", "capitals", "punctuation"))
# Parts that are this sure belong together by their places alone; others if the one needs the other.
_SURE = 0.6
# A suggestion that is less probable does not become a part of a repair.
_LEAST_P_JOINED = 0.2
# A noun is so many words behind its article, and a word moves so far, at most.
_REACH, _FARTHEST = 2, 6


class ChangedSentence(Protocol):
    """A sentence after changes of the original."""

    @property
    def sentence(self) -> Sentence:
        """The sentence as it is now."""

    @property
    def changes(self) -> Sequence[TextChange]:
        """What has been changed."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original that stand for some of the sentence."""


def joined_repairs(sentence: Sentence, flags: Iterable[Flag]) -> Flags:
    """The flags of a sentence, in which sure errors that are one repair are one error.

    >>> from solecism.language.annotate import annotate
    >>> [sentence] = annotate("She have went home.", "a")
    >>> flags = [
    ...     Flag("a.1:1-2:agreement", "me", True, "agreement", 0.9, (Suggestion("has", 0.9),)),
    ...     Flag("a.1:2-3:verb-form", "me", True, "verb-form", 0.8, (Suggestion("gone", 0.7),)),
    ... ]
    >>> [(flag.site, flag.suggestions[0]) for flag in joined_repairs(sentence, flags)]
    [('a.1:1-3:agreement', Suggestion(text='has gone', p=0.7))]
    """
    return repairs_and_parts(sentence, flags)[0]


def repairs_and_parts(sentence: Sentence, flags: Iterable[Flag]) -> tuple[Flags, dict[str, Flags]]:
    """The same flags, and those that each whole repair was joined from, by its site."""
    result: list[Flag] = []
    last: int | None = None
    parts: dict[str, Flags] = {}
    for flag in flags:
        if not _is_sure(flag):
            result.append(flag)
            continue
        whole = None if last is None else _whole(sentence, result[last], flag)
        if whole is None or last is None:
            last = len(result)
            result.append(flag)
        else:
            before = parts.pop(result[last].site, (result[last],))
            result[last], parts[whole.site] = whole, (*before, flag)
    return tuple(result), parts


def surest_alone(parts: Sequence[Flag]) -> Flags:
    """The parts of a whole repair, of which only the surest has suggestions.

    >>> left = Flag("a.1:1-2:verb", "me", True, "verb-form", 0.7, (Suggestion("has", 0.6),))
    >>> right = Flag("a.1:2-3:verb", "me", True, "verb-form", 0.9, (Suggestion("gone", 0.8),))
    >>> [each.suggestions for each in surest_alone([left, right])]
    [(), (Suggestion(text='gone', p=0.8),)]
    """
    surest = max(parts, key=lambda flag: 1.0 if flag.confidence is None else flag.confidence)
    return tuple(each if each is surest else replace(each, suggestions=()) for each in parts)


def _is_sure(flag: Flag) -> bool:
    """Whether an error is sure, and what is suggested for it probable enough to go with another."""
    is_sure = flag.confidence is None or flag.confidence >= _SURE
    p = flag.suggestions[0].p if flag.suggestions else 0.0
    return flag.error and is_sure and (p is None or p >= _LEAST_P_JOINED)


def _whole(sentence: Sentence, left: Flag, right: Flag) -> Flag | None:
    """Two errors as one, if they are one repair."""
    if not _belong_together(sentence, left, right):
        return None
    edits = [edit_of(flag, sentence.words, flag.suggestions[0]) for flag in (left, right)]
    if edits[1].start < edits[0].end:
        return None
    changes = text_changes(sentence, edits)
    start, end = changes[0].start, changes[-1].end
    growth = sum(len(each.text) - (each.end - each.start) for each in changes)
    text = apply_changes(sentence.text, changes)[start : end + growth]
    return _flag_of(sentence, start, end, text, (left, right))


def _belong_together(sentence: Sentence, left: Flag, right: Flag) -> bool:
    first, second = sites.parse(left.site), sites.parse(right.site)
    between = second.start - first.end
    if between < 0 or between > _FARTHEST:
        return False
    if between == 0 and {first.kind, second.kind} <= _BESIDE_VERBS:
        return may_be_one_repair(left, right)
    if (first.kind, second.kind) == (DETERMINER, NUMBER) and between <= _REACH:
        tags = tags_of(sentence)[first.end : second.start]
        return all(tag.startswith(("JJ", "NN", "CD", "VBN", "VBG")) for tag in tags)
    return _is_move(sentence, left, right)


def may_be_one_repair(one: Flag, other: Flag) -> bool:
    """Whether two errors side by side may be one, by their kinds."""
    kinds = {sites.parse(flag.site).kind for flag in (one, other)}
    if kinds & _MARKS:
        return False
    if kinds <= {DETERMINER, NUMBER} or (kinds <= _BESIDE_VERBS and kinds & _VERBAL):
        return True
    return len(kinds) == 1 and kinds <= _BESIDE_VERBS


def _is_move(sentence: Sentence, left: Flag, right: Flag) -> bool:
    """Whether the words that one error leaves out are those that the other inserts."""
    first, second = (
        (
            [word.lower() for word in sentence.words[place.start : place.end]],
            flag.suggestions[0].text.lower().split(),
        )
        for flag in (left, right)
        for place in (sites.parse(flag.site),)
    )
    return (bool(first[0]) and not first[1] and not second[0] and second[1] == first[0]) or (
        bool(second[0]) and not second[1] and not first[0] and first[1] == second[0]
    )


def composed(
    sentence: Sentence,
    flag: Flag,
    changes: Sequence[TextChange],
    error: Flag,
    changed: ChangedSentence,
) -> Flag | None:
    """The flag with a larger change, after which an error of the changed sentence is mended, too.

    `changes` are those that follow from the flag's suggestion. None where the error has no
    suggestion, where other changes lie in the way, or where nothing would be changed at all.
    """
    if not error.suggestions or not changes:
        return None
    now = changed.sentence
    further = text_changes(now, [edit_of(error, now.words, error.suggestions[0])])
    start, end = _span_now(changes, changed)
    start, end = min(start, further[0].start), max(end, further[-1].end)
    own = set(changes)
    others = [each for each in changed.changes if each not in own]
    first, last = changed.original(start, end)
    if any(each.start <= last and first <= each.end for each in others):
        return None
    growth = sum(len(each.text) - (each.end - each.start) for each in further)
    text = apply_changes(now.text, further)[start : end + growth]
    return _flag_of(sentence, first, last, text, (flag, error), kind_of=flag)


def _span_now(changes: Iterable[TextChange], changed: ChangedSentence) -> tuple[int, int]:
    """Where the new characters of some changes begin and end in the changed sentence."""
    own = set(changes)
    starts, ends, shift = [], [], 0
    for each in changed.changes:
        if each in own:
            starts.append(each.start + shift)
            ends.append(each.start + shift + len(each.text))
        shift += len(each.text) - (each.end - each.start)
    return min(starts), max(ends)


def _flag_of(
    sentence: Sentence,
    start: int,
    end: int,
    text: str,
    parts: Sequence[Flag],
    *,
    kind_of: Flag | None = None,
) -> Flag | None:
    """The flag of an error at characters `start` to `end`, for which `text` is to be written."""
    first, last = _words_in(sentence, start, end)
    before = sentence.text[sentence.starts[first] : start] if first < last else ""
    behind = sentence.text[end : _end_of(sentence, last - 1)] if first < last else ""
    new = tokenise(f"{before}{text}{behind}")[0]
    old = sentence.words[first:last]
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    rest = zip(reversed(old[head:]), reversed(new[head:]), strict=False)
    tail = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], rest))
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    if old == new or not (old or new):
        return None
    surest = kind_of or max(parts, key=lambda flag: flag.confidence or 1.0)
    site = sites.parse(surest.site)
    told = [each.suggestions[0].p for each in parts]
    p = min((each for each in told if each is not None), default=None)
    return replace(
        surest,
        kind=_kind_of(surest, parts),
        site=id_of(site.sentence, first + head, first + head + len(old), site.kind),
        suggestions=(Suggestion(text_of(new), p),),
    )


def _kind_of(surest: Flag, parts: Sequence[Flag]) -> str | None:
    """The kind of a whole repair: of changes of verbs the same, whichever of them is surer."""
    kinds = [flag.kind for flag in parts]
    if surest.rule or not set(kinds) <= set(_KINDS_OF_VERBS):
        return surest.kind
    return next(kind for kind in _KINDS_OF_VERBS if kind in kinds)


def _words_in(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """The words that have characters from `start` to `end`: the first, and that after the last."""
    n = len(sentence.words)
    first = next((k for k in range(n) if _end_of(sentence, k) > start), n)
    last = next((k for k in range(n - 1, -1, -1) if sentence.starts[k] < end), -1) + 1
    return first, max(first, last)


def _end_of(sentence: Sentence, place: int) -> int:
    return sentence.starts[place] + len(sentence.words[place]) if place >= 0 else 0
