"""The bundle: everything that another group needs to run the study again, and to check it."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import select

from solecism import __version__
from solecism.collect.configuration import UNIT, Configuration, Stopping, decode
from solecism.collect.exchange.export import item_lines
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
DOCUMENTS = {KEY: "key.json", FLAGS: "flags.jsonl"}
"""The files of what a study keeps from its raters, where it has that."""

# Equal studies give equal bytes: a zip file would else hold the time of day.
_DATE = (1980, 1, 1, 0, 0, 0)
_MOST_BYTES = 1 << 30
_ITEM = msgspec.json.Decoder(Item)
_GUIDELINES = msgspec.json.Decoder(list[Guideline])
_BROKEN = (
    *(KeyError, IndexError, UnicodeError, zipfile.BadZipFile, zlib.error, EOFError),
    *(msgspec.DecodeError, NotImplementedError, RuntimeError),
)


@dataclass(frozen=True, slots=True)
class BundleContents:
    """What makes the same study again: also what raters are told, agree to, and never see."""

    configuration: Configuration
    items: list[Item]
    guideline: Guideline
    documents: dict[str, str]


def bundle(study: Study, *, now: int) -> bytes:
    """A zip file of configuration, items, guidelines, judgments, log and a methods paragraph."""
    found = progress(study, now=now)
    with study.database.read() as connection:
        guidelines = [asdict(one) for one in all_guidelines(connection)]
        entries = connection.execute(select(log).order_by(log.c.chain, log.c.number)).all()
    problems = verify(study).problems
    files: dict[str, Iterable[str]] = {
        CONFIGURATION: [_indented(study.configuration)],
        ITEMS: item_lines(study),
        GUIDELINES: [_indented(guidelines)],
        JUDGMENTS: jsonl.format(recorded_judgments(study, with_surplus=True)),
        LOG: (msgspec.json.encode(dict(row._mapping)).decode() + "\n" for row in entries),
        METHODS: [methods(study, found, n_problems=len(problems)), "\n"],
    }
    kept = {file: study.document(name) for name, file in DOCUMENTS.items()}
    files |= {file: [body] for file, body in kept.items() if body is not None}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in files.items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, "".join(pieces))
    return packed.getvalue()


def read_bundle(data: bytes, *, file: str) -> BundleContents:
    """What is in a bundle to run the same study with other raters, by the last guideline."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
                raise InputError(f"{file}: unpacks to more than {_MOST_BYTES} bytes.")
            configuration = decode(archive.read(CONFIGURATION), source=f"{file}:{CONFIGURATION}")
            return BundleContents(
                configuration,
                [_ITEM.decode(line) for line in archive.read(ITEMS).splitlines()],
                _GUIDELINES.decode(archive.read(GUIDELINES))[-1],
                _documents(archive),
            )
    except _BROKEN as error:
        raise InputError(f"{file}: is not the bundle of a study: {error}.") from error


def _documents(archive: zipfile.ZipFile) -> dict[str, str]:
    there = set(archive.namelist())
    return {name: archive.read(file).decode() for name, file in DOCUMENTS.items() if file in there}


def methods(study: Study, found: Progress, *, n_problems: int) -> str:
    """The paragraph for a paper's methods section, in figures that the bundle bears out."""
    configuration, pay = study.configuration, study.configuration.pay
    n_raters = sum(rater.n_answered > 0 for rater in found.raters)
    n_items = found.stages[0].n_items if found.stages else 0
    n_judgments = sum(stage.n_answered for stage in found.stages)
    n_items += sum(batch.n_items for batch in found.batches)
    n_judgments += sum(batch.n_answered for batch in found.batches)
    gone = sum(rater.state in ("removed", "dismissed") for rater in found.raters)
    stages = f" in {len(study.task.stages)} stages" if len(study.task.stages) > 1 else ""
    parts = [
        f"{n_raters} raters made {n_judgments} judgments of {n_items} items{stages} "
        f"(task: {study.task.title.rstrip('?')}; {configuration.n_judgments} per item).",
        "Raters worked blind: they saw neither one another's answers nor any system's. Items came "
        f"in an order of each rater's own (seed {configuration.seed}).",
    ]
    for batch in found.batches:
        parts.append(
            f"{batch.n_items} of the items (batch {batch.name}) were judged by every rater: "
            f"{batch.n_answered} judgments by {batch.n_raters} raters."
        )
    if configuration.stopping is not None:
        parts.append(_stopped(configuration, configuration.stopping, found))
    n_simulated = sum(rater.is_simulated for rater in found.raters)
    if n_simulated:
        parts.append(f"{n_simulated} of the raters were simulated by a program.")
    if found.control:
        parts.append(
            f"{len(found.control)} control items with known answers were mixed in; {gone} raters "
            f"whose accuracy on them was probably below {configuration.control.bar:.0%} were "
            f"removed and their {found.n_void} judgments made again by others. Control items are "
            "not part of the data."
        )
    if pay.price:
        parts.append(
            f"Each judgment was paid {pay.price / UNIT:.2f} {pay.currency}, judgments beyond the "
            f"number wanted ({found.n_surplus}) as well."
        )
    if found.seconds_per_judgment:
        parts.append(
            f"A judgment took {found.seconds_per_judgment:.1f} s of active time on average."
        )
    state = "complete and unchanged" if not n_problems else f"broken in {n_problems} places"
    parts.append(
        f"The log of all answers is {state}. Configuration {configuration.digest[:12]}, "
        f"solecism {__version__}."
    )
    return " ".join(parts)


def _stopped(configuration: Configuration, rule: Stopping, found: Progress) -> str:
    full = sum(stage.n_items for stage in found.stages) * configuration.n_judgments
    n_spared = full - sum(stage.n_wanted for stage in found.stages)
    return (
        f"Asking was to stop once the {rule.level:.0%} interval of the share of errors was no "
        f"wider than {rule.width:g}, for all items but a random {rule.fixed_share:.0%} that kept "
        f"the full number; {n_spared} judgments were not asked for because of it."
    )


def _indented(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"
