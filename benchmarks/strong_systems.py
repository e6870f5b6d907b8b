"""The systems that the strong path is measured beside, and what each says of a set of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.conll14 import flags_of_output
from benchmarks.harper_outputs import corrected_lines

from solecism.detect import registry
from solecism.detect.strong.cascade import CascadeDetector
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.model import StrongModel
from solecism.errors import InputError
from solecism.flag import Flag
from solecism.formats import corrected
from solecism.kind import KINDS
from solecism.locate.flags import flags_of_corrections
from solecism.sentence import Sentence

OUTPUTS = ("GECToR-2024", "T5-11B")


def own_flags(
    model: StrongModel, sentences: Sequence[Sentence], precisions: Sequence[float | None]
) -> Iterator[tuple[str, list[Flag]]]:
    """By name, all flags of the network at each point, of the cascade and of the light path."""
    light = registry.light()
    for precision in precisions:
        point = "default" if precision is None else f"`--precision {precision:g}`"
        try:
            detector = StrongDetector(model, precision=precision)
        except InputError as error:
            print(f"(strong, {point}: {error})")
            continue
        yield f"strong, {point}", list(detector.flags(sentences))
    yield "cascade, default", list(CascadeDetector(model).flags(sentences))
    yield "light, default", list(light.flags(sentences))


def peers_flags(
    data: Path, name: str, sentences: Sequence[Sentence]
) -> Iterator[tuple[str, list[Flag]]]:
    """By name, the flags of Harper, run here, and of correctors whose output for a set we have."""
    words = [sentence.words for sentence in sentences]
    lines = [" ".join(each) + "\n" for each in words]
    harpers = corrected.parse(lines, corrected_lines(words), document=name, file="SOURCE")
    yield "Harper", list(flags_of_corrections(harpers, "Harper"))
    for system in OUTPUTS:
        yield system, flags_of_output(data, name, system)


def decisions(name: str, flags: Sequence[Flag]) -> list[Flag]:
    """The decisions at sites that there are judgments of, one a site, under this name."""
    found: dict[str, Flag] = {}
    for flag in flags:
        known = found.get(flag.site)
        if flag.site.rsplit(":", 1)[1] in KINDS and (known is None or flag.error > known.error):
            found[flag.site] = replace(flag, system=name)
    return list(found.values())
