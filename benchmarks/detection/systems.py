"""The systems that the strong detector is compared with, and their flags of a set of sentences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.detection.conll14 import flags_of_output
from benchmarks.detection.harper_outputs import corrected_lines

from solecism.detect import registry
from solecism.detect.detector import Detector
from solecism.detect.network.model import StrongModel
from solecism.detect.network.strong_detector import StrongDetector
from solecism.errors import InputError, ModelError
from solecism.formats import corrected
from solecism.locate.flags_and_judgments import flags_of_corrections
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag, split_id

OUTPUTS = ("GECToR-2024", "T5-11B")
CASCADE_PRECISIONS = (None, 0.6, 0.7)
Point = tuple[str, Callable[..., Detector], float | None]


def own_flags(
    model: StrongModel, sentences: Sequence[Sentence], precisions: Sequence[float | None]
) -> Iterator[tuple[str, list[Flag]]]:
    """By name, all flags of the network at each point, of the cascade and of the light detector.

    A point that a model does not have is reported on standard error.
    """
    points: list[Point] = [("strong", StrongDetector, precision) for precision in precisions]
    cascade = partial(StrongDetector, second=registry.light(), name="cascade")
    points += [("cascade", cascade, precision) for precision in CASCADE_PRECISIONS]
    for system, detector, precision in points:
        name = f"{system}, " + (f"`--precision {precision:g}`" if precision else "default")
        try:
            found = list(detector(model, precision=precision).flags(sentences))
        except (InputError, ModelError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        yield name, found
    yield "light, default", list(registry.light().flags(sentences))


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
    """The flags at sites that have judgments, one per site, under this name."""
    best: dict[str, Flag] = {}
    for flag in flags:
        known = best.get(flag.site)
        if split_id(flag.site)[-1] in KINDS and (known is None or flag.error > known.error):
            best[flag.site] = replace(flag, system=name)
    return list(best.values())
