"""The edits of many sentences at once, which may be kept between runs.

The edits follow from the words alone, so they are kept under a hash of the words and of everything
that makes edits of them: the sources and models of the aligner and of the tagger.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache as remembered
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from solecism.edit import Edit
from solecism.sentence import from_words
from solecism.system.caches import FolderCache
from solecism.system.installation import model_digest, model_path
from solecism.version import __version__

Words = tuple[str, ...]
Row = tuple[Words, Sequence[Words]]
"""A sentence and its versions."""
Edits = tuple[Edit, ...]

_MODULES = ("tagger", "word_types", "lemmas", "irregular_forms")
MODELS = (model_path("tagger.npz"), model_path("inflection.txt"))
"""The files of the models that make edits."""


def edits_of_rows(rows: Sequence[Row], *, cache: FolderCache | None = None) -> list[list[Edits]]:
    """For each row the edits that make each version of the sentence; equal versions share them."""
    if cache is None:
        return _aligned(rows)
    key = _key(rows)
    kept = cache.read(key)
    if kept is not None:
        return _parse(kept, rows)
    found = _aligned(rows)
    cache.write(key, _format(found))
    return found


def _aligned(rows: Sequence[Row]) -> list[list[Edits]]:
    # Whoever finds everything in the cache does without the aligner and its models.
    from solecism.align.typed_edits import edits
    from solecism.language.tagger import tag

    texts = [dict.fromkeys([source, *versions]) for source, versions in rows]
    tagged = tag(from_words("", words) for each in texts if len(each) > 1 for words in each)
    found = []
    for (source, versions), each in zip(rows, texts, strict=True):
        by_text: dict[Words, Edits] = {source: ()}
        if len(each) > 1:
            before = next(tagged)
            by_text |= {words: edits(before, next(tagged)) for words in list(each)[1:]}
        found.append([by_text[words] for words in versions])
    return found


def _key(rows: Sequence[Row]) -> str:
    digest = blake2b(_aligner(), digest_size=20)
    digest.update(_json(rows))
    return digest.hexdigest()


def _json(rows: Sequence[Row]) -> bytes:
    # Ten times as fast as the module of Python, but it has no words with half a character.
    try:
        return msgspec.json.encode(rows)
    except UnicodeEncodeError:
        return json.dumps(rows).encode()


@remembered
def _aligner() -> bytes:
    """A hash of what makes the edits."""
    folder = Path(__file__).parent
    language = folder.parent / "language"
    files = [*sorted(folder.glob("*.py")), *(language / f"{name}.py" for name in _MODULES)]
    digest = blake2b(__version__.encode())
    for path in files:
        digest.update(blake2b(path.read_bytes() if path.is_file() else b"").digest())
    for path in MODELS:
        digest.update(model_digest(path).encode())
    return digest.digest()


def _format(found: Sequence[Sequence[Edits]]) -> bytes:
    rows = [
        [[(edit.start, edit.end, edit.after, edit.kind) for edit in edits] for edits in versions]
        for versions in found
    ]
    return json.dumps(rows, separators=(",", ":")).encode()


def _parse(data: bytes, rows: Sequence[Row]) -> list[list[Edits]]:
    kept: list[list[list[Any]]]
    try:
        kept = msgspec.json.decode(data)
    except msgspec.DecodeError:
        kept = json.loads(data)
    return [
        [
            tuple(
                Edit(start, source[start:end], tuple(after), kind)
                for start, end, after, kind in edits
            )
            for edits in versions
        ]
        for (source, _), versions in zip(rows, kept, strict=True)
    ]
