"""What a line of JSON Lines may hold: names, types and ranges of the fields of each type.

The records mirror sentences, sites, flags, judgments and rankings field by field, in the same
order; msgspec checks them while it reads. A field that has its default value is left out of the
file.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field
from msgspec.structs import fields

from solecism import sentence as sentences
from solecism.edit import Annotation
from solecism.errors import InputError
from solecism.formats import json_trees
from solecism.judgment import Judgment, Ranking, checked_ranking
from solecism.sentence import Chunk, Sentence
from solecism.site import Flag, Site

Name = Annotated[str, Meta(min_length=1)]
Position = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Seconds = Annotated[float, Meta(ge=0)]
Words = tuple[str, ...]
Rank = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Item = Sentence | Site | Flag | Judgment | Ranking


class Record(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A JSON object with known fields only."""


class SiteRecord(Record):
    """A site, with the id that follows from its other fields."""

    sentence: Name
    start: Position
    end: Position
    kind: Name
    text: str = ""
    context: str | None = None
    id: str | UnsetType = UNSET


class SuggestionRecord(Record):
    """Words that a system would put at a site."""

    text: str
    p: Share | None = None


class FlagRecord(Record):
    """A system's decision at a site."""

    site: Name
    system: Name
    error: bool
    kind: str | None = None
    confidence: Share | None = None
    suggestions: tuple[SuggestionRecord, ...] = ()
    readers: Share | None = None
    rule: str = ""


class JudgmentRecord(Record):
    """A rater's answer about a site."""

    site: Name
    rater: Name
    answer: Name
    task: str | None = None
    stage: str | None = None
    batch: str | None = None
    confidence: Share | None = None
    alternatives: Words = ()
    seconds: Seconds | None = None
    gold: str | None = None
    notes: dict[str, str] = field(default_factory=dict)


class PlainAnswerRecord(Record):
    """A judgment with few fields, as most have: it is read in less time than with all of them."""

    site: Name
    rater: Name
    answer: Name
    seconds: Seconds | None = None
    gold: str | None = None
    task: ClassVar[None] = None
    stage: ClassVar[None] = None
    batch: ClassVar[None] = None
    notes: ClassVar[Mapping[str, str]] = MappingProxyType({})


class RankingRecord(Record):
    """The ranks that a rater gives to systems' outputs for a sentence."""

    sentence: Name
    rater: Name
    ranks: dict[Name, Rank]
    same: tuple[Words, ...] = ()


class ChunkRecord(Record):
    """A base phrase."""

    label: str
    start: Position
    end: Position
    head: Position


class EditRecord(Record):
    """An edit."""

    start: Position
    before: Words
    after: Words
    kind: str = ""
    alternatives: tuple[Words, ...] = ()
    is_required: bool = True
    comment: str = ""


class AnnotationRecord(Record):
    """An annotator's edits."""

    annotator: str
    edits: tuple[EditRecord, ...] = ()


class SentenceRecord(Record):
    """A sentence; its trees are lists: `["NP", ["DT", "the"], ["NN", "car"]]`."""

    id: Name
    text: str
    words: Words
    starts: tuple[Position, ...] | UnsetType = UNSET
    tags: Words = ()
    lemmas: Words = ()
    chunks: tuple[ChunkRecord, ...] = ()
    annotations: tuple[AnnotationRecord, ...] = ()
    trees: tuple[list[Any], ...] = ()
    after: str = "\n"
    columns: dict[str, Words] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


RECORDS: dict[type[Item], type[Record]] = {
    Sentence: SentenceRecord,
    Site: SiteRecord,
    Flag: FlagRecord,
    Judgment: JudgmentRecord,
    Ranking: RankingRecord,
}
REQUIRED_FIELDS = {
    item_type: frozenset(field.name for field in fields(record) if field.required)
    for item_type, record in RECORDS.items()
}


def record_of(item: Item) -> Record:
    """The record that describes an object, checked as on reading."""
    if isinstance(item, Sentence):
        return _record_of_sentence(item)
    return convert(item, RECORDS[type(item)], from_attributes=True)


def site_of(record: SiteRecord) -> Site:
    """The site that a record describes; InputError where its fields contradict each other."""
    site = Site(record.sentence, record.start, record.end, record.kind, record.text, record.context)
    if site.end < site.start:
        raise InputError(f"the site ends at {site.end}, before it starts at {site.start}.")
    if record.id is not UNSET and record.id != site.id:
        raise InputError(f"id is {record.id!r}, but the other fields make it {site.id!r}.")
    return site


def ranking_of(record: RankingRecord) -> Ranking:
    """The ranking that a record describes; InputError where its fields contradict each other."""
    return checked_ranking(Ranking(record.sentence, record.rater, record.ranks, record.same))


def sentence_of(record: SentenceRecord) -> Sentence:
    """The sentence that a record describes; InputError where its parts do not fit."""
    words, starts = record.words, record.starts
    if isinstance(starts, UnsetType):
        starts = sentences.from_words(record.id, words, text=record.text).starts
    for chunk in record.chunks:
        _check_chunk(chunk, len(words))
    for annotation in record.annotations:
        for edit in annotation.edits:
            _check_edit(edit, words)
    return Sentence(
        record.id,
        record.text,
        words,
        starts,
        record.tags,
        record.lemmas,
        convert(record.chunks, tuple[Chunk, ...], from_attributes=True),
        convert(record.annotations, tuple[Annotation, ...], from_attributes=True),
        tuple(map(json_trees.tree_of, record.trees)),
        record.after,
        record.columns,
        record.notes,
    )


def _record_of_sentence(sentence: Sentence) -> SentenceRecord:
    return SentenceRecord(
        sentence.id,
        sentence.text,
        sentence.words,
        sentence.starts,
        sentence.tags,
        sentence.lemmas,
        convert(sentence.chunks, tuple[ChunkRecord, ...], from_attributes=True),
        convert(sentence.annotations, tuple[AnnotationRecord, ...], from_attributes=True),
        tuple(map(json_trees.lists_of, sentence.trees)),
        sentence.after,
        dict(sentence.columns),
        dict(sentence.notes),
    )


def _check_chunk(chunk: ChunkRecord, n_words: int) -> None:
    if not chunk.start <= chunk.head < chunk.end <= n_words:
        raise InputError(
            f"the chunk {chunk.label} {chunk.start}-{chunk.end} with head {chunk.head} "
            f"does not fit a sentence of {n_words} words."
        )


def _check_edit(edit: EditRecord, words: Words) -> None:
    before = words[edit.start : edit.start + len(edit.before)]
    if before != edit.before:
        raise InputError(
            f"an edit at word {edit.start} expects {' '.join(edit.before)!r} "
            f"but finds {' '.join(before)!r}."
        )
