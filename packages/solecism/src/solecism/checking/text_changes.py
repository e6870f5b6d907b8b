"""Edits of words as changes of characters, so that everything else in the text stays as it is.

Texts are fixed with them: every first suggestion that is probable enough is applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solecism import site as sites
from solecism.checking.suggested_edits import (
    CLITICS,
    ORTHOGRAPHY,
    completed_edits,
    edit_of,
    first_edits,
)
from solecism.edit import Edit, in_order
from solecism.finding import CheckedSentence, Finding
from solecism.language.tag_model import normal_form
from solecism.sentence import Sentence
from solecism.site import Suggestion

_NO_SPACE_BEFORE = frozenset(",.;:!?%)]}…") | CLITICS | {"'"}
_OPENING = frozenset("([{\"'“‘«-/")


@dataclass(frozen=True, slots=True)
class TextChange:
    """Characters `start` to `end` of a sentence's text, and the text to put there."""

    start: int
    end: int
    text: str


def apply_changes(text: str, changes: Iterable[TextChange]) -> str:
    """The text after changes, which are given from left to right and do not overlap.

    >>> apply_changes("I depend of you.", [TextChange(9, 11, "on")])
    'I depend on you.'
    """
    pieces: list[str] = []
    done = 0
    for change in changes:
        pieces += (text[done : change.start], change.text)
        done = change.end
    return "".join((*pieces, text[done:]))


def text_changes(sentence: Sentence, edits: Iterable[Edit]) -> list[TextChange]:
    """The changes of characters for some edits of words and all that follows from them.

    Spaces come and go with words; line ends, markup and all other characters stay.
    """
    result: list[TextChange] = []
    whole = _joined_deletions(completed_edits(sentence, edits))
    new_at = {edit.start: edit.after for edit in whole if edit.before}
    for edit in whole:
        is_cannot = edit.after == ("not",) and new_at.get(edit.start - 1) == ("can",)
        change = _change(sentence, edit, is_cannot=is_cannot)
        done = result[-1].end if result else 0
        if change.start < done:
            change = TextChange(done, max(done, change.end), change.text)
        if result and change.start == done and result[-1].text.endswith(" "):
            change = TextChange(done, change.end, change.text.removeprefix(" "))
        result.append(change)
    return result


def change_of(finding: Finding, suggestion: Suggestion) -> TextChange:
    """The one change, of as few characters as possible, that follows a suggestion.

    >>> from solecism.finding import CheckedSentence, Place
    >>> from solecism.site import Flag
    >>> from solecism.sentence import from_words
    >>> flag = Flag("a.1:2-3:number", "me", True)
    >>> sentence = from_words("a.1", ["It", "is", "book"])
    >>> [finding] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    >>> change_of(finding, Suggestion("books"))
    TextChange(start=6, end=10, text='books')
    """
    sentence = finding.sentence
    edit = edit_of(finding.flag, sentence.words, suggestion)
    parts = text_changes(sentence, [edit])
    start, end = parts[0].start, parts[-1].end
    shifted = [TextChange(each.start - start, each.end - start, each.text) for each in parts]
    return TextChange(start, end, apply_changes(sentence.text[start:end], shifted))


def new_words(finding: Finding, suggestion: Suggestion) -> str:
    """The words to write by a suggestion, with words beside them that change as well, for people.

    They are empty if words are to be left out, whatever follows from that.
    """
    sentence = finding.sentence
    own, *others = sorted(
        completed_edits(sentence, [edit_of(finding.flag, sentence.words, suggestion)]),
        key=lambda edit: edit.start != sites.parse(finding.flag.site).start,
    )
    if own.after and any(each.kind != ORTHOGRAPHY for each in others):
        return change_of(finding, suggestion).text.strip()
    return _text(own.after)


def _joined_deletions(edits: Sequence[Edit]) -> list[Edit]:
    """The edits, with deletions of neighbouring words joined, which share the spaces between."""
    result: list[Edit] = []
    for edit in in_order(edits):
        last = result[-1] if result else None
        if last and last.end == edit.start and edit.before and not (last.after or edit.after):
            result[-1] = Edit(last.start, last.before + edit.before, ())
        else:
            result.append(edit)
    return result


def _change(sentence: Sentence, edit: Edit, *, is_cannot: bool) -> TextChange:
    """The change of characters for an edit; *can't* becomes *cannot*, in one word."""
    if not edit.before:
        return _insertion(sentence, edit)
    start = sentence.starts[edit.start]
    end = sentence.starts[edit.end - 1] + len(edit.before[-1])
    if not edit.after:
        return _deletion(sentence.text, start, end)
    return _replacement(sentence, edit, start, end, is_joined=is_cannot)


def _insertion(sentence: Sentence, edit: Edit) -> TextChange:
    text, words = sentence.text, _text(edit.after)
    previous = _end_of_word(sentence, edit.start - 1)
    if _needs_no_space(edit.after[0]):
        return TextChange(previous, previous, words)
    if edit.start == len(sentence.words):
        return TextChange(previous, previous, f" {words}" if previous else words)
    place = sentence.starts[edit.start]
    is_joined = place == previous > 0 and text[previous - 1] not in _OPENING
    return (
        TextChange(previous, previous, f" {words}")
        if is_joined
        else TextChange(place, place, f"{words} ")
    )


def _deletion(text: str, start: int, end: int) -> TextChange:
    """Delete the space behind as well, or that before the words at the end of a line or phrase."""
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if behind in (" ", "\t") and (not before or before.isspace() or before in _OPENING):
        end += 1
    elif before in (" ", "\t") and (not behind or behind.isspace() or not behind.isalnum()):
        start -= 1
    return TextChange(start, end, "")


def _replacement(
    sentence: Sentence, edit: Edit, start: int, end: int, *, is_joined: bool
) -> TextChange:
    text, words = sentence.text, _text(edit.after)
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if _needs_no_space(edit.after[0]) and before == " ":
        start -= 1
    elif before.isalnum() and words[0].isalnum() and not is_joined:
        words = f" {words}"
    follows_clitic = normal_form(_word(sentence, edit.end)) in CLITICS
    if behind.isalnum() and words[-1].isalnum() and not follows_clitic:
        words = f"{words} "
    return TextChange(start, end, words)


def _needs_no_space(word: str) -> bool:
    return normal_form(word) in _NO_SPACE_BEFORE


def _text(words: Sequence[str]) -> str:
    """The words with a space between two of them, but before signs and contractions."""
    return "".join(
        word if not number or _needs_no_space(word) else f" {word}"
        for number, word in enumerate(words)
    )


def _word(sentence: Sentence, place: int) -> str:
    return sentence.words[place] if 0 <= place < len(sentence.words) else ""


def _end_of_word(sentence: Sentence, place: int) -> int:
    return sentence.starts[place] + len(sentence.words[place]) if place >= 0 else 0


def fixed_text(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """The text of checked sentences, piece by piece, with all first suggestions applied.

    Findings without a suggestion, and all characters outside the changed words, stay as they are.
    """
    for each in checked:
        sentence = each.sentence
        yield (
            apply_changes(sentence.text, text_changes(sentence, first_edits(each))) + sentence.after
        )
