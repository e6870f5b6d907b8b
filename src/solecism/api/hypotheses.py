"""Systems' corrections of annotated text in whatever form people have them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from solecism.api.inputs import described, lines_of
from solecism.flag import Flag
from solecism.sentence import Sentence

if TYPE_CHECKING:
    from solecism.api.inputs import AnyPath, Lines
    from solecism.formats.hypotheses import Edits

    Hypothesis: TypeAlias = AnyPath | Iterable[str] | Iterable[Flag] | Iterable[Sentence]
    Hypotheses: TypeAlias = Hypothesis | Mapping[str, Hypothesis]

SYSTEM = "system"


def source_of(data: Lines) -> tuple[str, Iterator[tuple[str, ...]]]:
    """A name, and the words of each sentence of a file or of a list of sentences."""
    from solecism.formats import hypotheses

    if isinstance(data, str | os.PathLike):
        return os.fspath(data), hypotheses.read_source(os.fspath(data))
    name, lines = lines_of(data)
    return name, hypotheses.words_of_lines(lines)


def edits_of(data: Hypotheses, sentences: Sequence[Sentence]) -> dict[str, Edits]:
    """The edits of one system or several, by name."""
    if not isinstance(data, Mapping):
        return _edits_of_one(data, sentences, name=None)
    systems: dict[str, Edits] = {}
    for name, each in data.items():
        systems |= _edits_of_one(each, sentences, name=name)
    return systems


def _edits_of_one(
    data: Any, sentences: Sequence[Sentence], *, name: str | None
) -> dict[str, Edits]:
    """The edits of one input, under `name` if it is one system's."""
    from solecism.formats import hypotheses

    if isinstance(data, str | os.PathLike):
        systems = hypotheses.read(os.fspath(data), sentences)
    else:
        systems = _edits_of_items(list(data), sentences, name=name or SYSTEM)
    if name is not None and len(systems) == 1:
        [edits] = systems.values()
        return {name: edits}
    return systems


def _edits_of_items(
    items: list[Any], sentences: Sequence[Sentence], *, name: str
) -> dict[str, Edits]:
    """The edits of flags, of annotated sentences or of corrected lines."""
    from solecism.formats import hypotheses

    first = items[0] if items else ""
    if isinstance(first, Flag):
        return hypotheses.edits_of_flags(items, sentences, file=name)
    if isinstance(first, Sentence):
        return {name: hypotheses.edits_of_annotated(items, sentences, file=name)}
    if not isinstance(first, str):
        raise TypeError(f"a hypothesis is lines, flags or sentences, not {described(first)}.")
    lines = (f"{line.rstrip()}\n" for line in items)
    return {name: hypotheses.edits_of_lines(lines, sentences, file=name)}
