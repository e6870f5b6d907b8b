"""API operations that return files: the judgments in several formats, and the whole study."""

from __future__ import annotations

from msgspec import Struct

from solecism.collect.exchange.bundle import bundle
from solecism.collect.people.administrators import EXPORT
from solecism.serve.api.operation import Call, File, Operation
from solecism.serve.study.exports import (
    BUNDLE_FILE,
    BUNDLE_MEDIA,
    FORMATS,
    TABLES,
    export_format,
    export_judgments,
)


class ExportQuery(Struct, frozen=True):
    """Whether judgments of control items and surplus judgments are exported, and personal data."""

    control: bool = True
    surplus: bool = False
    anonymous: bool = False


class BundleQuery(Struct, frozen=True):
    """Whether personal data is left out."""

    anonymous: bool = False


def _export_judgments(call: Call[None]) -> File:
    name, query = call.text("format"), call.query
    chosen = export_format(name)
    body = export_judgments(
        call.study,
        name,
        with_control=query.control,
        with_surplus=query.surplus,
        is_anonymous=query.anonymous,
    )
    return File(chosen.media, chosen.file, body)


def _export_bundle(call: Call[None]) -> File:
    body = bundle(call.study, now=call.now, is_anonymous=call.query.anonymous)
    return File(BUNDLE_MEDIA, BUNDLE_FILE, body)


OPERATIONS = [
    Operation(
        "export",
        "GET",
        "/exports/{format}",
        f"The judgments under pseudonyms, in one of the formats {', '.join([*FORMATS, *TABLES])}.",
        EXPORT,
        _export_judgments,
        query=ExportQuery,
        media=tuple(dict.fromkeys(one.media for one in {**FORMATS, **TABLES}.values())),
    ),
    Operation(
        "bundle",
        "GET",
        "/bundle",
        "The whole study as a zip file, to check it or to run it again.",
        EXPORT,
        _export_bundle,
        query=BundleQuery,
        media=(BUNDLE_MEDIA,),
    ),
]
