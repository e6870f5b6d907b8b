"""The bundle: everything that others need to repeat a study and to verify it."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import select

from solecism.collect.configuration import Configuration, decode
from solecism.collect.exchange.adjudicated import ADJUDICATED, adjudicated_judgments
from solecism.collect.exchange.anonymous import anonymous
from solecism.collect.exchange.design_files import design_files, design_sentences
from solecism.collect.exchange.export import item_lines
from solecism.collect.exchange.methods import methods_paragraph
from solecism.collect.exchange.rater_lines import rater_lines
from solecism.collect.exchange.recorded import recorded_judgments
from solecism.collect.guidelines import Guideline, all_guidelines
from solecism.collect.item import Item
from solecism.collect.log.verify import verify
from solecism.collect.status.progress import Progress, progress
from solecism.collect.store.tables import log
from solecism.collect.study import FLAGS, KEY, Study
from solecism.errors import InputError
from solecism.formats import jsonl

CONFIGURATION, ITEMS, JUDGMENTS = "configuration.json", "items.jsonl", "judgments.jsonl"
LOG, GUIDELINES, METHODS = "log.jsonl", "guidelines.json", "methods.txt"
RATERS, VERIFICATION = "raters.jsonl", "verification.json"
ADJUDICATED_SET = "adjudicated.jsonl"
DOCUMENTS = {KEY: "key.json", FLAGS: "flags.jsonl"}
"""The files of the documents that raters never see, where the study has them."""

_PERSONAL = (LOG, RATERS, ADJUDICATED_SET)
# A fixed date, so that equal studies give equal bytes.
_DATE = (1980, 1, 1, 0, 0, 0)
# Of each file that is read, unpacked: a small archive may say that it holds very much.
_MAX_BYTES = 256_000_000
_ITEM = msgspec.json.Decoder(Item)
_GUIDELINES = msgspec.json.Decoder(list[Guideline])
_READING_ERRORS = (
    *(LookupError, ValueError, OSError, EOFError, RuntimeError, ArithmeticError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, msgspec.DecodeError),
)


@dataclass(frozen=True, slots=True)
class BundleContents:
    """What is needed to create the same study again."""

    configuration: Configuration
    items: list[Item]
    guideline: Guideline
    documents: dict[str, str]


def bundle(study: Study, *, now: int, is_anonymous: bool = False) -> bytes:
    """Return a zip file of configuration, items, guidelines, judgments, log and methods.

    An anonymous one has neither pseudonyms nor times, and no log: only what its check found.
    """
    so_far = progress(study, now=now)
    with study.database.read() as connection:
        guidelines = [asdict(one) for one in all_guidelines(connection)]
        entries = connection.execute(select(log).order_by(log.c.chain, log.c.number)).all()
    verification = verify(study)
    problems = verification.problems
    files: dict[str, Iterable[str]] = {
        CONFIGURATION: [_indented(study.configuration)],
        ITEMS: item_lines(study),
        GUIDELINES: [_indented(guidelines)],
        JUDGMENTS: jsonl.format(recorded_judgments(study, with_surplus=True)),
        LOG: (msgspec.json.encode(dict(row._mapping)).decode() + "\n" for row in entries),
        METHODS: [_methods(study, so_far, len(problems)), "\n"],
    }
    about_design = design_files(study, is_anonymous=is_anonymous)
    files |= {name: [_indented(content)] for name, content in about_design.items()}
    if study.configuration.screening:
        files[RATERS] = rater_lines(study)
    agreed, _ = adjudicated_judgments(study)
    if any(one.notes["how"] == ADJUDICATED for one in agreed):
        files[ADJUDICATED_SET] = jsonl.format(agreed)
    if is_anonymous:
        files = {name: lines for name, lines in files.items() if name not in _PERSONAL}
        files[JUDGMENTS] = jsonl.format(anonymous(recorded_judgments(study, with_surplus=True)))
        files[VERIFICATION] = [_indented(verification)]
    documents = {file: study.document(name) for name, file in DOCUMENTS.items()}
    files |= {file: [body] for file, body in documents.items() if body is not None}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in files.items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, "".join(pieces))
    return packed.getvalue()


def read_bundle(data: bytes, *, file: str) -> BundleContents:
    """Return what a bundle contains for a new study of the same design, with the last guideline."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            configuration = decode(_read(archive, CONFIGURATION), source=f"{file}:{CONFIGURATION}")
            return BundleContents(
                configuration,
                [_ITEM.decode(line) for line in _read(archive, ITEMS).split(b"\n") if line],
                _GUIDELINES.decode(_read(archive, GUIDELINES))[-1],
                _documents(archive),
            )
    except _READING_ERRORS as error:
        raise InputError(f"{file}: is not the bundle of a study: {error}.") from error


def _methods(study: Study, so_far: Progress, n_problems: int) -> str:
    paragraph = methods_paragraph(study, so_far, n_problems=n_problems)
    return " ".join(filter(None, (paragraph, design_sentences(study))))


def _documents(archive: zipfile.ZipFile) -> dict[str, str]:
    there = set(archive.namelist())
    return {
        name: _read(archive, file).decode() for name, file in DOCUMENTS.items() if file in there
    }


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of a file in the archive; never more are unpacked than it may have."""
    with archive.open(name) as stream:
        data = stream.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ValueError(f"{name} has more than {_MAX_BYTES:,} bytes when unpacked")
    return data


def _indented(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"
