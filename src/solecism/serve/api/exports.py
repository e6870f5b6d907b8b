"""Operations that give out files: judgments in several formats, and the whole study."""

from __future__ import annotations

from msgspec import Struct

from solecism.collect.people.administrators import EXPORT
from solecism.errors import MissingError
from solecism.serve.api.operation import Call, File, Operation
from solecism.serve.study.exports import FORMATS, bundled, exported


class Which(Struct, frozen=True):
    """Whether control items, and answers beyond the number wanted, are exported as well."""

    control: bool = True
    surplus: bool = False


def _export(call: Call[None]) -> File:
    wanted = call.text("format")
    if wanted not in FORMATS:
        known = ", ".join(FORMATS)
        raise MissingError(f"there is no format {wanted!r}. There are {known}.")
    query = call.query
    return File(
        FORMATS[wanted].media,
        FORMATS[wanted].file,
        exported(call.study, wanted, with_control=query.control, with_surplus=query.surplus),
    )


def _bundle(call: Call[None]) -> File:
    return File("application/zip", "study.zip", bundled(call.study, now=call.now))


OPERATIONS = [
    Operation(
        "export",
        "GET",
        "/exports/{format}",
        f"The judgments under pseudonyms: {', '.join(FORMATS)}.",
        EXPORT,
        _export,
        query=Which,
        media=tuple(one.media for one in FORMATS.values()),
    ),
    Operation(
        "bundle",
        "GET",
        "/bundle",
        "All that it takes to check the study, and to run it again.",
        EXPORT,
        _bundle,
        media=("application/zip",),
    ),
]
