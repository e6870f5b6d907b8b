"""The bundle: everything that others need to repeat a study and to verify it.

It has the design as locked, deviations and amendments, and a paragraph on the study for the methods
section of a paper.
"""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import select

from solecism.errors import InputError
from solecism.formats import jsonl
from solecism.system.display_text import count
from solecism.version import __version__
from solecism_study.configuration import Configuration, Stopping, decode_configuration
from solecism_study.design import amendments_of, deviations, locked_design
from solecism_study.exchange.export import item_lines, rater_lines
from solecism_study.exchange.older_items import OutdatedItem, without_outdated
from solecism_study.exchange.recorded_judgments import (
    ADJUDICATED,
    adjudicated_judgments,
    anonymized,
    recorded_judgments,
)
from solecism_study.item import Item
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import REMOVED, all_raters
from solecism_study.planning.design_text import design_text
from solecism_study.planning.planned_study import planned_from_study
from solecism_study.status.progress import Progress, RaterProgress, progress
from solecism_study.store.tables import log
from solecism_study.study import FLAGS, KEY, Guideline, Study, all_guidelines
from solecism_study.units import format_money

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
    """What is needed to create the same study again, and items that it cannot have any more."""

    configuration: Configuration
    items: list[Item]
    guideline: Guideline
    documents: dict[str, str]
    outdated: list[OutdatedItem]


def bundle(study: Study, *, now: int, is_anonymous: bool = False) -> bytes:
    """Return a zip file of configuration, items, guidelines, judgments, log and methods.

    An anonymous one has neither pseudonyms nor times, and no log: only what its check found.
    """
    so_far = progress(study, now=now)
    with study.database.read() as connection:
        guidelines = [asdict(one) for one in all_guidelines(connection)]
        entries = connection.execute(select(log).order_by(log.c.chain, log.c.number)).all()
    verification = verify_study(study)
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
        files[JUDGMENTS] = jsonl.format(anonymized(recorded_judgments(study, with_surplus=True)))
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
            configuration = decode_configuration(
                _read(archive, CONFIGURATION), source=f"{file}:{CONFIGURATION}"
            )
            whole = [_ITEM.decode(line) for line in _read(archive, ITEMS).split(b"\n") if line]
            usable, outdated = without_outdated(whole, configuration)
            return BundleContents(
                configuration,
                usable,
                _GUIDELINES.decode(_read(archive, GUIDELINES))[-1],
                _documents(archive),
                outdated,
            )
    except _READING_ERRORS as error:
        raise InputError(f"{file}: is not the bundle of a study: {error}.") from error


def _methods(study: Study, so_far: Progress, n_problems: int) -> str:
    paragraph = methods_paragraph(study, so_far, n_problems=n_problems)
    return " ".join(filter(None, (planned_design(study), paragraph, design_sentences(study))))


def planned_design(study: Study) -> str:
    """Return the design in words: as it was locked, or else as it is now."""
    design = locked_design(study)
    locked = design.body.get("words") if design is not None else None
    if locked:
        return f"The design was stated as follows before the first answer: {locked}"
    return f"The design of the study: {design_text(planned_from_study(study))}"


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


DESIGN, DEVIATIONS, AMENDMENTS = "design.json", "deviations.json", "amendments.json"


def design_files(study: Study, *, is_anonymous: bool) -> dict[str, Any]:
    """Return the content of each file by its name; none where nothing was locked or amended."""
    files: dict[str, Any] = {}
    design = locked_design(study)
    amendments = amendments_of(study)
    different = deviations(study)
    if is_anonymous:
        design = None if design is None else replace(design, actor="")
        amendments = [replace(one, actor="") for one in amendments]
        different = [replace(one, actor="") for one in different]
    if design is not None:
        files |= {DESIGN: design, DEVIATIONS: different}
    if amendments:
        files[AMENDMENTS] = amendments
    return files


def design_sentences(study: Study) -> str:
    """Return what the methods section says of the design and of withdrawals; may be empty."""
    sentences = []
    design = locked_design(study)
    if design is not None:
        day = datetime.fromtimestamp(design.locked / 1000, UTC).strftime("%Y-%m-%d")
        n = len(deviations(study))
        sentences.append(
            f"The design and the plan of the analysis were locked on {day}, before the first "
            f"answer (SHA-256 {design.digest}); {n} deviations from it are listed with the data."
        )
    n_amendments = len(amendments_of(study))
    if n_amendments:
        sentences.append(f"The study was amended {n_amendments} times while it ran.")
    n_withdrawn = sum(rater.state == "withdrawn" for rater in all_raters(study))
    if n_withdrawn:
        sentences.append(f"{n_withdrawn} raters withdrew, and their data was erased as they chose.")
    return " ".join(sentences)


def methods_paragraph(study: Study, progress: Progress, *, n_problems: int) -> str:
    """Return how the judgments were collected, in figures that the bundle contains.

    `n_problems` is the number of problems that the verification of the log found.
    """
    return " ".join(
        [
            *_design(study, progress),
            *_raters(study, progress),
            *_pay(study.configuration, progress),
            _log(study.configuration, n_problems),
        ]
    )


def _design(study: Study, progress: Progress) -> Iterator[str]:
    configuration = study.configuration
    n_raters = len(_who_answered(progress))
    n_items = progress.stages[0].n_items if progress.stages else 0
    n_items += sum(batch.n_items for batch in progress.batches)
    n_judgments = sum(stage.n_answered for stage in progress.stages)
    n_judgments += sum(batch.n_answered for batch in progress.batches)
    n_stages = len(study.task.stages)
    stages = f" in {n_stages} stages" if n_stages > 1 else ""
    yield (
        f"{count(n_raters, 'rater')} made {count(n_judgments, 'judgment')} of "
        f"{count(n_items, 'item')}{stages} "
        f"(task: {study.task.title.rstrip('?')}; {configuration.n_judgments} per item)."
    )
    for batch in progress.batches:
        yield (
            f"{batch.n_items} of the items (batch {batch.name}) were judged by every rater: "
            f"{count(batch.n_answered, 'judgment')} by {count(batch.n_raters, 'rater')}."
        )
    if configuration.stopping is not None:
        yield _stopping(configuration, configuration.stopping, progress)


def _stopping(configuration: Configuration, rule: Stopping, progress: Progress) -> str:
    if rule.figure:
        return (
            f"Collection was to stop once the {rule.level:.0%} anytime-valid interval of "
            f"{rule.figure} was no wider than {rule.width:g}."
        )
    full = sum(stage.n_items for stage in progress.stages) * configuration.n_judgments
    n_saved = full - sum(stage.n_wanted for stage in progress.stages)
    return (
        f"Collection was to stop once the {rule.level:.0%} interval of the share of errors was no "
        f"wider than {rule.width:g}, except for a random {rule.fixed_share:.0%} of the items, "
        f"which kept the full number; this saved {count(n_saved, 'judgment')}."
    )


def _who_answered(progress: Progress) -> list[RaterProgress]:
    """The raters with answers that count."""
    return [rater for rater in progress.raters if rater.n_answered > 0]


def _raters(study: Study, progress: Progress) -> Iterator[str]:
    n_simulated = sum(rater.is_simulated for rater in _who_answered(progress))
    if n_simulated:
        were = "was" if n_simulated == 1 else "were"
        yield f"{n_simulated:,} of the raters {were} simulated by a program."
    if progress.control:
        n_removed = sum(rater.state in REMOVED for rater in progress.raters)
        n_control = len(progress.control)
        yield (
            f"{count(n_control, 'control item')} with known answers "
            f"{'was' if n_control == 1 else 'were'} mixed in; {count(n_removed, 'rater')} whose "
            f"accuracy on them was probably below {study.configuration.control.bar:.0%} "
            f"{'was' if n_removed == 1 else 'were'} removed, and their "
            f"{count(progress.n_void, 'judgment')} {'was' if progress.n_void == 1 else 'were'} "
            "made again by others. Control items are not part of the data."
        )


def _pay(configuration: Configuration, progress: Progress) -> Iterator[str]:
    pay = configuration.pay
    if pay.price:
        yield (
            f"Each judgment was paid {format_money(pay.price, pay.currency)}, including "
            f"{count(progress.n_surplus, 'judgment')} beyond the number wanted."
        )
    seconds = progress.seconds_per_judgment
    if seconds:
        yield f"A judgment took {seconds:.1f} s of active time on average."


def _log(configuration: Configuration, n_problems: int) -> str:
    state = "complete and unchanged" if not n_problems else f"damaged in {n_problems} places"
    return (
        f"The log of all answers is {state}. Configuration {configuration.digest[:12]}, "
        f"solecism {__version__}."
    )
