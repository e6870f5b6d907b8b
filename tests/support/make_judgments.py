"""Write sites, simulated judgments and made-up flags for the prepositions of the examples.

Nobody judged anything here. How many of the two imagined annotators correct a site decides how
likely a simulated rater is to call it an error; the rest is seeded chance.

    python tests/support/make_judgments.py [FOLDER]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random

from solecism.edit import Edit
from solecism.formats import jsonl, m2
from solecism.formats.files import read_lines, write_text
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.sentence import Sentence
from solecism.site import Flag, Site, Suggestion
from solecism.system.installation import EXAMPLES

SEED = 2008
PREPOSITIONS = frozenset(
    "about after along around at before behind by during for from in into near of on over since "
    "through till until under upto with".split()
)
# "to" before any other word may belong to a verb.
AFTER_TO = frozenset("a an the my your his her its our their me you him us them".split())
# How strict each rater is, on the scale of log odds; the last one often does not look.
RATERS = {f"rater{number}": 0.4 * (number - 4) for number in range(1, 9)}
CARELESS = "rater8"
# Log odds that a rater of average strictness calls a site an error that 0, 1 or 2 annotators
# correct.
LOG_ODDS = (-3.2, 0.3, 3.2)
SYSTEMS = {"invented-a": -2.5, "invented-b": 0.5}


def chance(log_odds: float) -> float:
    """The probability with these log odds."""
    return 1 / (1 + math.exp(-log_odds))


def corrections(sentence: Sentence) -> list[Edit]:
    """Both annotators' preposition edits that fit one site: at most one word is replaced."""
    return [
        edit
        for annotation in sentence.annotations
        for edit in annotation.edits
        if edit.kind.endswith("PREP") and len(edit.before) <= 1
    ]


def sites(sentence: Sentence) -> Iterator[tuple[Site, list[Edit]]]:
    """The prepositions of a sentence, and the gaps where one is missed, with their edits."""
    edits = corrections(sentence)
    spans = {(edit.start, edit.end) for edit in edits}
    words = [word.lower() for word in sentence.words]
    for position, word in enumerate(words):
        before_noun_phrase = word == "to" and words[position + 1 : position + 2]
        if word in PREPOSITIONS or (before_noun_phrase and words[position + 1] in AFTER_TO):
            spans.add((position, position + 1))
    for start, end in sorted(spans):
        site = Site(
            sentence.id,
            start,
            end,
            "preposition",
            " ".join(sentence.words[start:end]),
            context=sentence.text,
        )
        yield site, [edit for edit in edits if (edit.start, edit.end) == (start, end)]


def known_answer(edits: list[Edit], *, rng: Random) -> str | None:
    """The answer to a control item, for a few of the sites on which both annotators agree."""
    if len(edits) == 1 or rng.random() >= 0.06:
        return None
    return ERROR if edits else OK


def judgments(
    site: Site, edits: list[Edit], *, gold: str | None, batch: str, rng: Random
) -> Iterator[Judgment]:
    """What the raters say of a site."""
    log_odds = rng.gauss(LOG_ODDS[len(edits)], 0.7)
    for rater, strictness in RATERS.items():
        p_error = 0.5 if rater == CARELESS and rng.random() < 0.5 else chance(log_odds + strictness)
        answer = ERROR if rng.random() < p_error else OK
        if rng.random() < 0.02:
            answer = UNKNOWN
        seconds = round(math.exp(rng.gauss(1.9, 0.4)), 1)
        is_missing = rng.random() < 0.06
        if not is_missing:
            yield Judgment(
                site.id,
                rater,
                answer,
                task="preposition",
                batch=batch,
                seconds=seconds,
                gold=gold,
                notes={"source": "simulated"},
            )


def known_answers(gold: Mapping[Site, str | None]) -> Iterator[Judgment]:
    """The right answers of control items, as those who make a study write them down."""
    for site, answer in gold.items():
        if answer is not None:
            yield Judgment(site.id, "key", answer, gold=answer)


def flag(site: Site, edits: list[Edit], system: str, *, rng: Random) -> Flag:
    """The decision of a made-up system, which is more often right than wrong."""
    confidence = round(chance(rng.gauss(LOG_ODDS[len(edits)] + SYSTEMS[system], 2.0)), 3)
    suggestions = tuple(
        Suggestion(text) for text in dict.fromkeys(" ".join(edit.after) for edit in edits)
    )
    is_error = confidence > 0.5
    return Flag(
        site.id,
        system,
        is_error,
        kind="preposition" if is_error else None,
        confidence=confidence,
        suggestions=suggestions if is_error else (),
    )


def annotated_sites() -> Iterator[tuple[Site, list[Edit]]]:
    """The sites of all examples, document by document."""
    for path in sorted((EXAMPLES / "annotations").glob("*.m2")):
        lines = read_lines(str(path))
        for sentence in m2.parse(lines, document=path.stem, file=path.name):
            yield from sites(sentence)


def write(
    folder: Path, name: str, nouns: Iterable[Site] | Iterable[Flag] | Iterable[Judgment]
) -> None:
    """Write one JSON Lines file."""
    write_text(str(folder / name), jsonl.format(nouns))


def main(folder: Path) -> None:
    """Write all the files into a folder; systems are not asked about control items."""
    rng = Random(SEED)
    located = list(annotated_sites())
    gold = {site: known_answer(edits, rng=rng) for site, edits in located}
    answers = [
        judgment
        for number, (site, edits) in enumerate(located)
        for judgment in judgments(
            site, edits, gold=gold[site], batch=str(1 + number * 3 // len(located)), rng=rng
        )
    ]
    write(folder, "sites.jsonl", (site for site, _ in located))
    write(folder, "judgments.simulated.jsonl", answers)
    write(folder, "control.sites.jsonl", (site for site, _ in located if gold[site]))
    write(folder, "control.answers.jsonl", known_answers(gold))
    for system in SYSTEMS:
        flags = [flag(*item, system, rng=rng) for item in located if gold[item[0]] is None]
        write(folder, f"flags.{system[-1]}.jsonl", flags)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES)
