"""Systems' corrections of annotated text: corrected lines, M2, or JSON Lines of flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from solecism.edit import Annotation, Edit, apply
from solecism.errors import EditError, FormatError, InputError
from solecism.formats import corrected, files, overlaps, registry
from solecism.locate.flags_and_judgments import edit_of_flag
from solecism.sentence import Sentence
from solecism.site import Flag, sentence_of
from solecism.system.caches import FolderCache

if TYPE_CHECKING:
    from solecism.formats.json_records import Item

Edits = list[tuple[Edit, ...]]
"""A system's edits of each sentence."""


def read(
    path: str,
    sentences: Sequence[Sentence],
    *,
    are_realigned: bool = False,
    cache: FolderCache | None = None,
) -> dict[str, Edits]:
    """The edits of the systems in a file, by name; flags may be by several systems.

    A file of M2 or of JSON Lines has that ending; any other file has one corrected sentence per
    line. Systems are called after their file, or as their flags say. If they `are_realigned`, the
    edits of M2 and of flags are made again, from the words that they give. Edits that are in the
    `cache` are taken from there.
    """
    system, file = files.document_name(path), files.shown_name(path)
    if registry.name_of(path) not in ("m2", "jsonl"):
        lines = files.read_lines(path)
        return {system: edits_of_lines(lines, sentences, file=file, cache=cache)}
    items = list(_items(path))
    flags = [item for item in items if isinstance(item, Flag)]
    annotated = [item for item in items if isinstance(item, Sentence)]
    if len(flags) == len(items):
        systems = edits_of_flags(flags, sentences, file=file)
    elif len(annotated) == len(items):
        systems = {system: edits_of_annotated(annotated, sentences, file=file)}
    else:
        raise InputError(f"{file}: holds neither flags nor sentences. Give a system's edits.")
    if are_realigned:
        return {
            name: realigned_edits(edits, sentences, cache=cache) for name, edits in systems.items()
        }
    return systems


def read_systems(
    source: str,
    paths: Iterable[str],
    sentences: Sequence[Sentence],
    *,
    are_applied: bool = False,
    are_realigned: bool = False,
    cache: FolderCache | None = None,
) -> dict[str, Edits]:
    """The edits of the systems in several files, all of the sentences in `source`.

    With `are_applied`, edits that overlap are an error: together they give no corrected sentence.
    If they `are_realigned`, all edits are made from the words that a system writes.
    """
    check_source(read_source(source), sentences, file=files.shown_name(source))
    systems: dict[str, Edits] = {}
    for path in paths:
        for system, edits in read(
            path, sentences, are_realigned=are_realigned, cache=cache
        ).items():
            if system in systems:
                raise InputError(
                    f"{files.shown_name(path)}: is not the only system called {system!r}. "
                    "Rename it."
                )
            if are_applied:
                check_applied(edits, sentences, path=path)
            systems[system] = edits
    return systems


def realigned_edits(
    edits: Edits, sentences: Sequence[Sentence], *, cache: FolderCache | None = None
) -> Edits:
    """The edits that our alignment makes of the words that a system wrote."""
    annotated = [
        sentence.with_annotations((Annotation("0", own),))
        for sentence, own in zip(sentences, edits, strict=True)
    ]
    return [each.annotations[0].edits for each in corrected.realigned(annotated, cache=cache)]


def check_applied(edits: Edits, sentences: Sequence[Sentence], *, path: str) -> None:
    """FormatError with the line of the first sentence whose edits cannot all be applied."""
    for index, (own, sentence) in enumerate(zip(edits, sentences, strict=True)):
        try:
            apply(sentence.words, own)
        except EditError as error:
            file = files.shown_name(path)
            if registry.name_of(path) != "m2":
                raise InputError(f"{file}: {sentence.id}: {error}.") from error
            line = next(islice(overlaps.lines_of_sentences(path), index, None))
            raise FormatError(file, line, f"{error}.") from error


def read_source(path: str) -> Iterator[tuple[str, ...]]:
    """The words of each sentence of a file of M2 or of lines."""
    if registry.name_of(path) in ("m2", "jsonl"):
        return (item.words for item in _items(path) if isinstance(item, Sentence))
    return words_of_lines(files.read_lines(path))


def _items(path: str) -> Iterator[Item]:
    if registry.name_of(path) == "m2":
        return registry.read([path], registry.FORMATS["m2"])
    # Imported here: it is the reader of JSON, which other files do without.
    from solecism.formats import by_path

    return by_path.read(path)


def words_of_lines(lines: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The words of each line, which any white space separates."""
    return (tuple(line.split()) for line in lines)


def check_source(
    source: Iterable[tuple[str, ...]], sentences: Sequence[Sentence], *, file: str
) -> None:
    """InputError with the number of the first sentence that is not that of the reference."""
    expected = (sentence.words for sentence in sentences)
    for number, (own, other) in enumerate(zip_longest(source, expected), 1):
        if own != other and _in_parts(own) != _in_parts(other):
            raise InputError(
                f"{file}: sentence {number} is {_shown(own)}, but in the reference it is "
                f"{_shown(other)}. Give the same sentences in the same order."
            )


def edits_of_lines(
    lines: Iterable[str],
    sentences: Sequence[Sentence],
    *,
    file: str,
    cache: FolderCache | None = None,
) -> Edits:
    """The edits that turn each sentence into its corrected line."""
    return list(corrected.parse_edits(sentences, lines, name=file, cache=cache))


def edits_of_annotated(
    annotated: Sequence[Sentence], sentences: Sequence[Sentence], *, file: str
) -> Edits:
    """The edits of annotated sentences, which have one annotator: the system."""
    check_source((each.words for each in annotated), sentences, file=file)
    names = sorted({note.annotator for each in annotated for note in each.annotations})
    if len(names) > 1:
        raise InputError(
            f"{file}: has edits by {len(names)} annotators ({', '.join(names)}), but a system is "
            "one. Give a file for each."
        )
    return [each.annotations[0].edits if each.annotations else () for each in annotated]


def edits_of_flags(
    flags: Iterable[Flag], sentences: Sequence[Sentence], *, file: str
) -> dict[str, Edits]:
    """The edits that flags ask for, by system."""
    known = {sentence.id: place for place, sentence in enumerate(sentences)}
    edits: dict[str, list[list[Edit]]] = {}
    seen = set()
    for number, flag in enumerate(flags, 1):
        if flag.id in seen:
            raise FormatError(file, number, f"{flag.system} flags {flag.site} twice.")
        seen.add(flag.id)
        own = edits.setdefault(flag.system, [[] for _ in sentences])
        place = known.get(sentence_of(flag.site))
        if place is None:
            raise FormatError(
                file,
                number,
                f"the flag {flag.site!r} is in no sentence of the reference, whose ids look like "
                f"{sentences[0].id if sentences else 'nothing'}. Give --document the same name.",
            )
        if flag.error:
            own[place].append(edit_of_flag(flag, sentences[place]))
    return {system: [tuple(each) for each in own] for system, own in edits.items()}


def _in_parts(words: tuple[str, ...] | None) -> list[str] | None:
    """The words, cut at white space inside them, which some M2 files have."""
    return None if words is None else " ".join(words).split()


def _shown(words: tuple[str, ...] | None) -> str:
    return "nothing" if words is None else repr(" ".join(words)[:60])
