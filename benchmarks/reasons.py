"""Are the explanations of `solecism check` true? Findings drawn at random, for a person to read.

`python benchmarks/reasons.py --data FOLDER [-n 200] [--seed 1]` draws findings for a teacher from
learners' text that is for tuning (a tenth of the FCE's scripts, and of the sentences of W&I train),
half from each, and prints for each the sentence, what is suggested and the explanation. The same
seed draws the same findings as long as the detector finds the same; explanations draw nothing.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from solecism.checking import explanations
from solecism.checking.checked_files import DetectorOptions
from solecism.checking.reasons import reason
from solecism.checking.texts import check_sentences
from solecism.detect.detector import Detector
from solecism.finding import Finding
from solecism.formats import registry
from solecism.formats.corpora import is_tuning_text, learner_sentences
from solecism.sentence import Sentence
from solecism_lab.train.edits import natural

N_SCRIPTS = 60


def scripts(folder: Path) -> Iterator[list[Sentence]]:
    """The scripts of the FCE that are for tuning, each a text of its own."""
    paths = sorted(folder.glob("fce/*/*.xml"))
    for path in [each for each in paths if is_tuning_text(each.stem)][:N_SCRIPTS]:
        yield list(registry.read_any([str(path)]))


def sentences_of_essays(folder: Path) -> Iterator[list[Sentence]]:
    """The sentences of W&I train that are for tuning, a list for each level."""
    for level in "ABC":
        path = str(folder / "wi" / f"{level}.train.m2")
        yield list(learner_sentences([path], is_tuning=True))[:600]


def findings(texts: Iterable[list[Sentence]], detector: Detector) -> list[Finding]:
    """All findings in some texts."""
    found: list[Finding] = []
    for number, sentences in enumerate(texts, 1):
        given = [
            natural(replace(each, id=f"t{number}.{n}"))
            for n, each in enumerate(filter(len, sentences), 1)
        ]
        for checked in check_sentences(given, detector, file=f"text {number}"):
            found += checked.findings
    return found


def drawn(found: list[Finding], size: int, rng: np.random.Generator) -> list[Finding]:
    """Some of the findings, in their order."""
    places = rng.choice(len(found), min(size, len(found)), replace=False)
    return [found[place] for place in sorted(places.tolist())]


def shown(finding: Finding) -> str:
    """The lines that a reader judges."""
    text = finding.sentence.text
    marked = f"{text[: finding.start]}[{finding.text}]{text[finding.end :]}"
    kind = explanations.kind_name(finding.kind)
    return f"{marked}\n  {kind}: {explanations.advice(finding)}\n  {reason(finding)}"


def main() -> None:
    """Print the findings that are drawn, and how many there are of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), metavar="FOLDER")
    parser.add_argument("--detector", help="The detector; by default that of `solecism check`.")
    parser.add_argument("-n", type=int, default=200, help="Number of findings to draw.")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    detector = DetectorOptions(name=options.detector, audience="teacher").load()
    folder = options.data / "learner"
    parts = (scripts(folder), sentences_of_essays(folder))
    found = [
        each for part in parts for each in drawn(findings(part, detector), options.n // 2, rng)
    ]
    for number, finding in enumerate(found, 1):
        print(f"{number}. {shown(finding)}")
    kinds = Counter(explanations.kind_name(each.kind) for each in found)
    print(", ".join(f"{kind} {n}" for kind, n in kinds.most_common()))


if __name__ == "__main__":
    main()
