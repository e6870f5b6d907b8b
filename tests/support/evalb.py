"""EVALB's procedure, step by step and slow, to compare our counts with.

Written from its documentation: characters one by one, brackets compared all with all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

COLLINS = frozenset({"TOP", "-NONE-", ",", ":", "``", "''", "."})


@dataclass
class Line:
    """What EVALB keeps of a line: terminals and brackets, [label, start, end]."""

    words: list[tuple[str, str]] = field(default_factory=list)
    brackets: list[list[str | int]] = field(default_factory=list)
    length: int = 0


def read_line(text: str, deleted: frozenset[str]) -> Line:
    line = Line()
    stack: list[int] = []
    place = 0
    while place < len(text):
        if text[place] == "(":
            label, place = _token(text, place + 1)
            after = len(text) - len(text[place:].lstrip())
            word, end = _token(text, after)
            if after > place and text[end] == ")":
                line.length += label != "-NONE-"
                if label not in deleted:
                    line.words.append((word, label))
                place = end + 1
                continue
            stack.append(len(line.brackets))
            line.brackets.append([label, len(line.words), -1])
        elif text[place] == ")":
            line.brackets[stack.pop()][2] = len(line.words)
            place += 1
        else:
            place += 1
    return line


def _token(text: str, place: int) -> tuple[str, int]:
    end = place
    while end < len(text) and text[end] not in "() \n\t":
        end += 1
    return text[place:end], end


def _plain(label: str | int) -> str:
    for place, character in enumerate(str(label)):
        if character in "-=":
            return str(label)[:place]
    return str(label)


def _equal(one: str, other: str) -> bool:
    return one == other or {one, other} == {"ADVP", "PRT"}


def _counted(line: Line, deleted: frozenset[str]) -> list[tuple[str, int, int]]:
    brackets = []
    for label, start, end in line.brackets:
        if start != end and _plain(label) not in deleted:
            brackets.append((_plain(label), int(start), int(end)))
    return brackets


def scored(gold_text: str, test_text: str, deleted: frozenset[str] = COLLINS) -> list[int]:
    """Status, then matched, gold, tested, crossing, words, right tags, length."""
    gold, test = read_line(gold_text, deleted), read_line(test_text, deleted)
    if not test.words:
        return [2, 0, 0, 0, 0, 0, 0, gold.length]
    if [word for word, _ in gold.words] != [word for word, _ in test.words]:
        return [1, 0, 0, 0, 0, 0, 0, gold.length]
    ones, others = _counted(gold, deleted), _counted(test, deleted)
    is_free = [True] * len(others)
    matched = 0
    for label, start, end in ones:
        for place, (label_2, start_2, end_2) in enumerate(others):
            same = is_free[place] and (start, end) == (start_2, end_2) and _equal(label, label_2)
            if same:
                is_free[place] = False
                matched += 1
                break
    crossing = 0
    for _, start_2, end_2 in others:
        for _, start, end in ones:
            if start < start_2 < end < end_2 or start_2 < start < end_2 < end:
                crossing += 1
                break
    tags = [_equal(a, b) for (_, a), (_, b) in zip(gold.words, test.words, strict=True)]
    return [0, matched, len(ones), len(others), crossing, len(gold.words), sum(tags), gold.length]
