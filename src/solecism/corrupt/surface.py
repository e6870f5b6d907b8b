"""The text of a sentence with errors in it: the writer's white space stays where it was."""

from __future__ import annotations

from solecism.corrupt.word_class import is_clitic
from solecism.edit import Edit

Starts = tuple[int, ...]
_OPENING = frozenset("([{<“‘«`")
_STRAIGHT = frozenset("\"'")
_CLOSING = frozenset(")]}>”’»,.;:!?%…'\"")


def spliced(text: str, words: tuple[str, ...], starts: Starts, edit: Edit) -> tuple[str, Starts]:
    """The text and where its words begin after an edit of the words."""
    if not edit.after:
        return _without(text, words, starts, edit)
    if not edit.before:
        return _with_more(text, words, starts, edit)
    begin = starts[edit.start]
    end = starts[edit.end - 1] + len(edit.before[-1])
    before = " " if _would_join(text[:begin], edit.after[0]) else ""
    new_starts = _starts_of(edit.after, begin + len(before))
    text = text[:begin] + before + " ".join(edit.after) + text[end:]
    shift = new_starts[-1] + len(edit.after[-1]) - end
    return text, starts[: edit.start] + new_starts + _moved(starts[edit.end :], shift)


def _without(text: str, words: tuple[str, ...], starts: Starts, edit: Edit) -> tuple[str, Starts]:
    begin, end = starts[edit.start], starts[edit.end - 1] + len(edit.before[-1])
    left, right = starts[: edit.start], starts[edit.end :]
    if not right:
        cut = left[-1] + len(words[edit.start - 1]) if left else begin
        return text[:cut] + text[end:], left
    if not left:
        return text[:begin] + text[right[0] :], _moved(right, begin - right[0])
    following = words[edit.end]
    cut = left[-1] + len(words[edit.start - 1])
    gap = _gap(text[:cut], text[cut:begin], text[end : right[0]], following)
    text = text[:cut] + gap + text[right[0] :]
    return text, left + _moved(right, cut + len(gap) - right[0])


def _gap(before: str, first: str, second: str, following: str) -> str:
    """What stands between a text and a word when a word between has gone with its two gaps."""
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
    left, right = starts[: edit.start], starts[edit.start :]
    place = left[-1] + len(words[edit.start - 1]) if left else 0
    if left and not (right and _ends_with_opening(text[:place])):
        piece, begin = " " + new, place + 1
        if right and right[0] == place and _would_join(new, words[edit.start]):
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
