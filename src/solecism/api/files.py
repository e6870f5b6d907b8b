"""Reading and writing of files in every format of this package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solecism.api.inputs import AnyPath
    from solecism.formats.jsonl.records import Item
    from solecism.tree import Tree


def read(path: AnyPath, *, format: str | None = None, document: str | None = None) -> list[Item]:
    """All sentences, sites, flags or judgments of a file.

    The format follows from the ending of the name (.txt, .m2, .conllu, .mrg, .xml of the FCE,
    .jsonl, .csv, also compressed as .gz or .xz), otherwise from the first line; `format`
    overrides both. Sentences of a format without ids get ids that begin with `document`.

    >>> import solecism as s
    >>> s.write("essay.jsonl", s.tag("It depends on you."))
    >>> [sentence] = s.read("essay.jsonl")
    >>> sentence.tags
    ('PRP', 'VBZ', 'IN', 'PRP', '.')
    """
    from solecism.formats import by_path

    return list(by_path.read(path, format=format, document=document))


def write(path: AnyPath, items: Iterable[Item | Tree], *, format: str | None = None) -> None:
    """Write sentences, trees, sites, flags or judgments to a file, which appears whole or not.

    The format follows from the ending of the name, unless `format` names another.

    >>> import solecism as s
    >>> s.write("flags.jsonl", s.flags(["It depends of me ."], ["It depends on me ."]))
    >>> len(s.read("flags.jsonl"))
    1
    """
    from solecism.formats import by_path

    by_path.write(path, items, format=format)
