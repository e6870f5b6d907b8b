"""The text of a sentence after errors, with the writer's white space preserved."""

from __future__ import annotations

from solecism.corrupt.types.word_class import is_clitic
from solecism.edit import Edit

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
