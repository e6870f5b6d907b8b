"""A corrupted sentence: its text after the errors, the errors themselves, and a tally of them.

The writer's white space is preserved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from solecism.corruption.gold_trees import Sites, gold_trees
from solecism.corruption.synthetic_error import Corruption, SyntheticError
from solecism.corruption.word_classes import PENN_TAGS, is_clitic
from solecism.edit import Annotation, Edit, apply, compose, invert
from solecism.language.lemmas import lemmas
from solecism.sentence import Sentence, rewritten
from solecism.tree import Tree

Starts = tuple[int, ...]
_OPENING = frozenset("([{<“‘«`")
_STRAIGHT = frozenset("\"'")
_CLOSING = frozenset(")]}>”’»,.;:!?%…'\"")


def spliced(text: str, words: tuple[str, ...], starts: Starts, edit: Edit) -> tuple[str, Starts]:
    """The text and the starts of its words after an edit of the words."""
    before, after = edit.before, edit.after
    if not after:
        return _without(text, words, starts, edit)
    if not before:
        return _with_more(text, words, starts, edit)
    first = edit.start
    last = first + len(before)
    begin, end = starts[first], starts[last - 1] + len(before[-1])
    gap = " " if _would_join(text[begin - 1 : begin], after[0]) else ""
    new_starts = _starts_of(after, begin + len(gap))
    text = text[:begin] + gap + " ".join(after) + text[end:]
    shift = new_starts[-1] + len(after[-1]) - end
    return text, starts[:first] + new_starts + _moved(starts[last:], shift)


def _without(text: str, words: tuple[str, ...], starts: Starts, edit: Edit) -> tuple[str, Starts]:
    first, last = edit.start, edit.end
    begin, end = starts[first], starts[last - 1] + len(edit.before[-1])
    left, right = starts[:first], starts[last:]
    if not right:
        cut = left[-1] + len(words[first - 1]) if left else begin
        return text[:cut] + text[end:], left
    if not left:
        return text[:begin] + text[right[0] :], _moved(right, begin - right[0])
    following = words[last]
    cut = left[-1] + len(words[first - 1])
    gap = _gap(text[:cut], text[cut:begin], text[end : right[0]], following)
    text = text[:cut] + gap + text[right[0] :]
    return text, left + _moved(right, cut + len(gap) - right[0])


def _gap(before: str, first: str, second: str, following: str) -> str:
    """The white space between a text and a word after the word between them was deleted."""
    if first == second:
        gap = first
    elif not first:
        gap = "" if _ends_with_opening(before) else second
    elif not second:
        gap = "" if following[:1] in _CLOSING or is_clitic(following) else first
    else:
        gap = first if "\n" in first else second
    return gap or (" " if _would_join(before, following) else "")


def _with_more(text: str, words: tuple[str, ...], starts: Starts, edit: Edit) -> tuple[str, Starts]:
    new = " ".join(edit.after)
    first = edit.start
    left, right = starts[:first], starts[first:]
    place = left[-1] + len(words[first - 1]) if left else 0
    if left and not (right and _ends_with_opening(text[:place])):
        piece, begin = " " + new, place + 1
        if right and right[0] == place and _would_join(new, words[first]):
            piece += " "
    else:
        place = right[0] if right else len(text)
        piece, begin = new + " " if right else new, place
    text = text[:place] + piece + text[place:]
    return text, left + _starts_of(edit.after, begin) + _moved(right, len(piece))


def _ends_with_opening(text: str) -> bool:
    """Whether a bracket or quotation mark at the end of the text belongs to what follows."""
    return text[-1:] in _OPENING or (text[-1:] in _STRAIGHT and not text[-2:-1].strip())


def _starts_of(words: tuple[str, ...], begin: int) -> Starts:
    if len(words) == 1:
        return (begin,)
    starts = []
    for word in words:
        starts.append(begin)
        begin += len(word) + 1
    return tuple(starts)


def _moved(starts: Starts, shift: int) -> Starts:
    return tuple([start + shift for start in starts]) if shift else starts


def _would_join(before: str, following: str) -> bool:
    """Whether two words without white space between them would read as one."""
    return before[-1:].isalnum() and following[:1].isalnum()


ANNOTATOR = "0"
_GOOD = Annotation(ANNOTATOR)


@dataclass(frozen=True, slots=True)
class Corrupted:
    """A sentence with errors, whose annotation corrects them.

    `errors` are the errors in the order in which they were made. `failed` names the types of
    error that were drawn but had no place; if none had, the sentence is unchanged.
    """

    sentence: Sentence
    errors: tuple[SyntheticError, ...] = ()
    failed: tuple[str, ...] = ()


def with_errors(sentence: Sentence, corruption: Corruption, *, sites: Sites = "all") -> Sentence:
    """The sentence with the errors that were made in it.

    Its edits correct them, followed by the edits that annotators had made before. Its gold trees
    have extra words at the `sites`.
    """
    text, words, starts = sentence.text, sentence.words, sentence.starts
    for number, error in enumerate(corruption.errors, 1):
        edit = error.edit
        text, starts = spliced(text, words, starts, edit)
        if number < len(corruption.errors):
            words = words[: edit.start] + edit.after + words[edit.end :]
    draft = corruption.draft
    return rewritten(
        sentence,
        text,
        draft.words,
        starts,
        tags=draft.tags,
        lemmas=lemmas(draft.words, draft.tags) if sentence.lemmas else (),
        annotations=_annotations_after(sentence, corruption.edits),
        trees=_trees(sentence, corruption.errors, sites) if sentence.trees else (),
        notes=_notes(sentence),
    )


def accepted(sentence: Sentence) -> Sentence:
    """A sentence without a new error, with its annotations or annotated as correct."""
    return sentence if sentence.annotations else sentence.with_annotations((_GOOD,))


def _annotations_after(sentence: Sentence, edits: Sequence[Edit]) -> tuple[Annotation, ...]:
    """The annotations of the sentence after the edits, which undo them as well."""
    undo = invert(edits)
    if not sentence.annotations:
        return (Annotation(ANNOTATOR, undo),)
    for annotation in sentence.annotations:
        apply(sentence.words, annotation.edits)
    return tuple(
        Annotation(each.annotator, compose(undo, each.edits)) for each in sentence.annotations
    )


def _notes(sentence: Sentence) -> Mapping[str, str]:
    """The notes of a sentence, without the one on a text that no longer exists."""
    if "text" not in sentence.notes:
        return sentence.notes
    return {name: note for name, note in sentence.notes.items() if name != "text"}


def _trees(sentence: Sentence, errors: Sequence[SyntheticError], sites: Sites) -> tuple[Tree, ...]:
    golds = [gold for tree in sentence.trees for gold in gold_trees(tree, errors, sites=sites)]
    return tuple(dict.fromkeys(golds))


MOST_NAMED = 5


@dataclass(slots=True)
class Tally:
    """Counts that grow as sentences pass.

    `n_errors` counts the errors made per type, `failed` how often a type was drawn but had no
    place in the sentence; `n_without` counts the sentences in which no type had a place, of
    which `without` names the first; `unknown_tags` counts sentences with tags that are not of
    the Penn Treebank.
    """

    n_sentences: int = 0
    n_without: int = 0
    without: list[str] = field(default_factory=list)
    n_errors: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    by_number: Counter[int] = field(default_factory=Counter)
    unknown_tags: Counter[str] = field(default_factory=Counter)

    def counted(self, results: Iterable[Corrupted]) -> Iterator[Corrupted]:
        """The same results, counted."""
        for result in results:
            self.n_sentences += 1
            self.by_number[len(result.errors)] += 1
            if result.failed and not result.errors:
                self.n_without += 1
                if len(self.without) < MOST_NAMED:
                    self.without.append(result.sentence.id)
            for error in result.errors:
                self.n_errors[error.kind] += 1
            if result.failed:
                self.failed.update(result.failed)
            if not PENN_TAGS.issuperset(result.sentence.tags):
                self.unknown_tags.update(set(result.sentence.tags) - PENN_TAGS)
            yield result
