"""Systems: their flags, scores and comparisons, and how people rank them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from solecism.api.arguments import (
    described,
    edits_of,
    flags_of,
    lines_of,
    named_files,
    panels_of,
    read_sentences,
    source_of,
)
from solecism.site import Flag
from solecism.system.caches import FolderCache, user_cache
from solecism.system.installation import explain_missing

if TYPE_CHECKING:
    from solecism.api.arguments import AnyPath, Flags, Hypotheses, Judgments, Lines
    from solecism.formats.hypotheses import Edits
    from solecism.judgment import Ranking
    from solecism.panel import Duplicates, Panel
    from solecism.ranking.system_ranking import SystemRanking
    from solecism.scoring.against_raters import Ties
    from solecism.scoring.compared_systems import CorpusComparison, SystemComparison
    from solecism.scoring.edit_comparison import EditComparison
    from solecism.scoring.edit_counts import Matching
    from solecism.scoring.edit_scores import EditScores, Grouping, Reference
    from solecism.scoring.m2 import M2Scores
    from solecism.scoring.reference_scores import ReferenceScores
    from solecism.scoring.systems import Scores
    from solecism.sentence import Sentence
    from solecism.uncertainty.two_way import PriorName

Correction = Literal["control", "dawid-skene"]
_EDGES = (0.5, 0.75, 0.9, 1.0)


def flags(
    source: Lines,
    corrected: Lines,
    *,
    system: str = "system",
    kinds: Sequence[str] = (),
    document: str | None = None,
    tokenised: bool = True,
) -> list[Flag]:
    """A corrector's output as flags: at each site, whether it changes something, and into what.

    `source` and `corrected` are paths of files with one sentence per line, or lists of sentences.
    The sites are prepositions, determiners and nouns, and the gaps that the corrector fills.

    >>> import solecism as s
    >>> for flag in s.flags(["It depends of me ."], ["It depends on me ."], system="mine"):
    ...     print(flag.site, flag.error, flag.suggestions[0].text)
    text.1:2-3:preposition True on

    With ERRANT, for edits: `errant_parallel -orig source.txt -cor corrected.txt -out system.m2`.
    """
    from solecism.formats import corrected as corrected_text
    from solecism.locate.flags_and_judgments import flags_of_corrections
    from solecism.site import KINDS

    (name, lines), (_, corrections) = lines_of(source), lines_of(corrected)
    sentences = corrected_text.parse(
        lines,
        corrections,
        document=document or name,
        file=name,
        annotators=[system],
        tokenised=tokenised,
    )
    return list(flags_of_corrections(sentences, system, kinds=tuple(kinds) or KINDS))


@explain_missing()
def score(
    flags: Flags | Lines,
    reference: Judgments | AnyPath | Iterable[Sentence] | Hypotheses,
    *,
    m2: AnyPath | Iterable[Sentence] | None = None,
    people: Mapping[str, AnyPath | Iterable[Sentence]] | None = None,
    silver: Mapping[str, AnyPath | Iterable[Sentence]] | None = None,
    kinds: Sequence[str] = (),
    as_sampled: bool = False,
    raters: Sequence[str] = (),
    each_rater: bool = False,
    bins: Sequence[float] = _EDGES,
    curve: bool = False,
    stability: bool = False,
    correct: Sequence[Correction] = (),
    ties: Ties = "half",
    rater_prior: PriorName = "studies",
    duplicates: Duplicates = "error",
    by: Grouping | None = None,
    beta: float = 0.5,
    references: Sequence[Reference] = (),
    matchings: Sequence[Matching] = (),
    cache: bool = True,
    level: float = 0.95,
    seed: int = 0,
) -> Scores | M2Scores | EditScores | ReferenceScores:
    """Precision, recall and F of systems, with intervals.

    `score(flags, judgments)`: `flags` are systems' decisions, or the path of a file of them;
    `judgments` are a path, judgments, or columns of sites, raters and answers. There are two
    scores: by the majority of raters, and graded, where a site counts as an error by the share of
    raters who call it one. `bins` are shares of raters who agree. `rater_prior` says whether the
    graded intervals use what studies found about how much raters differ. `raters` are scored
    against one by one, as all are with `each_rater`; `correct` ("control", "dawid-skene")
    estimates the truth behind the answers, and `stability` shows what one judgment turned round
    changes.

    >>> import solecism as s
    >>> [scores] = s.score("examples/flags.a.jsonl", "examples/judgments.simulated.jsonl")
    >>> majority, graded = scores.scores
    >>> print(graded.figures["precision"])
    0.910 [0.837, 0.952]

    `score(source, hypothesis, m2=reference)`: `source` is the path of a file with one sentence per
    line, or a list of sentences; `hypothesis` is a system's corrected sentences, or the path of a
    file of them, of M2 or of flags; a dictionary has several systems by name, and so has a folder
    or a pattern of files (`outputs/*.txt`). `m2` is annotated text. Edits are counted as ERRANT
    counts them; `references` can be "errant", "m2" (as the M2 scorer counts) and "all" (by the
    share of annotators who made the edit), `matchings` "correction", "span" and "token", and `by`
    "operation", "category" or "type". Edits of corrected text are kept in the user's cache folder
    for later calls, unless `cache` is false.

    >>> reference = "examples/annotations/landlord.m2"
    >>> sentences = [" ".join(sentence.words) for sentence in s.read(reference)]
    >>> corrected = [line.replace("in the Mill Street", "on Mill Street") for line in sentences]
    >>> score = s.score(sentences, {"mine": corrected}, m2=reference).score("mine")
    >>> score.tp, score.fp, score.fn, f"{score.figures['precision']:.2f}"
    (2.0, 0.0, 14.0, '1.00')

    `score(source, hypothesis, people={"official": path, "ten": path}, silver={"more": path})`:
    several references side by side, of people who all saw every sentence, or made by machines
    too. An edit is right if any annotator made it; with many annotators, precision is shown by
    how many of them count.

    >>> by_reference = s.score(sentences, {"mine": corrected}, people={"two": reference})
    >>> mine = by_reference.score("mine", "two")
    >>> [f"{each.figures['precision']:.2f}" for each in mine.by_number]
    ['0.75', '1.00']

    `score(flags, annotated)`: a flag is right if it overlaps an edit of the annotated text (the
    path of an M2 file, or sentences) of any type (lenient), of its own kind (strict), or with the
    same words (correction).

    The same for edits with ERRANT: `errant_compare -hyp system.m2 -ref reference.m2`.
    """
    from solecism.agreement.consensus import p_error
    from solecism.scoring.match import LABELS
    from solecism.scoring.systems import score_systems
    from solecism.uncertainty.two_way import PRIORS

    kept = user_cache() if cache else None
    if people or silver:
        texts = people or {}, silver or {}
        if len(matchings) > 1:
            raise TypeError("give one way of matching with people and silver.")
        options = {"beta": beta, "level": level, "matching": next(iter(matchings), "correction")}
        return _score_by_references(flags, reference, texts, seed, options, cache=kept)
    if m2 is not None:
        settings: dict[str, Any] = {"references": references, "by": by, "beta": beta}
        settings |= {"level": level, **({"matchings": matchings} if matchings else {})}
        return _score_edits(flags, reference, m2, seed, settings, cache=kept)
    annotated = _annotated(reference)
    if annotated is not None:
        return _score_annotated(flags, annotated, kinds, level, seed)
    panels = panels_of(cast("Judgments", reference), labels=LABELS, duplicates=duplicates)
    return score_systems(
        flags_of(cast("Flags", flags)),
        panels.data,
        kinds=kinds,
        as_sampled=as_sampled,
        control=panels.gold if "control" in correct else None,
        error_models={"dawid-skene": p_error} if "dawid-skene" in correct else {},
        each_rater=each_rater,
        raters=raters,
        edges=bins,
        curve=curve,
        with_stability=stability,
        ties=ties,
        prior=PRIORS[rater_prior],
        level=level,
        seed=seed,
    )


@explain_missing()
def compare(
    first: Flags | Lines,
    second: Flags | Hypotheses,
    judgments: Judgments | None = None,
    other_judgments: Judgments | None = None,
    *,
    m2: AnyPath | Iterable[Sentence] | None = None,
    systems: tuple[str | None, str | None] = (None, None),
    kinds: Sequence[str] = (),
    bins: Sequence[float] = _EDGES,
    rater_prior: PriorName = "studies",
    duplicates: Duplicates = "error",
    references: Sequence[Reference] = (),
    matching: Matching = "correction",
    measures: Sequence[str] = ("F",),
    beta: float = 0.5,
    cache: bool = True,
    level: float = 0.95,
    n_draws: int = 10_000,
    seed: int = 0,
) -> SystemComparison | CorpusComparison | EditComparison:
    """A comparison of systems, to see which is better.

    `compare(flags, other_flags, judgments)`: differences are first minus second, with intervals
    for other sentences and raters, and p-values of stratified shuffling. With `other_judgments`
    the second system is scored on those, and kappa is compared by agreement of raters.

    >>> import solecism as s
    >>> paths = [f"examples/flags.{name}.jsonl" for name in "ab"]
    >>> result = s.compare(*paths, "examples/judgments.simulated.jsonl", n_draws=200)
    >>> result.comparison.decisive.n_differ
    71

    `compare(source, {"a": corrected, "b": corrected, ...}, m2=reference)`: every pair of systems
    by their edits, with inputs, `references` and `matching` as in `score`; `measures` are
    "precision", "recall" and "F". The p-values are shown as they are and after Holm's correction.

    >>> reference = "examples/ranking/annotated.m2"
    >>> source = [" ".join(sentence.words) for sentence in s.read(reference)]
    >>> outputs = {name: f"examples/ranking/{name}.txt" for name in ("bold", "careful", "fluent")}
    >>> result = s.compare(source, outputs, m2=reference, references=["errant"], n_draws=200)
    >>> print(result.difference("bold", "fluent"))
    0.461 [0.312, 0.601]

    For corpus scores with sacreBLEU: `sacrebleu ref.txt -i a.txt b.txt --paired-bs`.
    """
    from solecism.scoring.compared_systems import compare_corpora, compare_systems
    from solecism.scoring.edit_comparison import compare_edits
    from solecism.uncertainty.two_way import PRIORS

    if m2 is not None:
        return compare_edits(
            *_systems_of(first, second, m2, user_cache() if cache else None),
            references=references,
            matching=matching,
            measures=measures,
            beta=beta,
            n_draws=n_draws,
            level=level,
            seed=seed,
        )
    if judgments is None:
        raise TypeError("give judgments of the flags, or m2 for a comparison of edits.")
    sources = tuple(
        os.fspath(one) if isinstance(one, str | os.PathLike) else name
        for one, name in ((first, "first"), (second, "second"))
    )
    both = flags_of(cast("Flags", first)), flags_of(cast("Flags", second))
    panel = _panel(judgments, duplicates)
    if other_judgments is None:
        return compare_systems(
            *both,
            panel,
            systems=systems,
            sources=(sources[0], sources[1]),
            kinds=kinds,
            n_draws=n_draws,
            prior=PRIORS[rater_prior],
            level=level,
            seed=seed,
        )
    return compare_corpora(
        *both,
        (panel, _panel(other_judgments, duplicates)),
        systems=systems,
        sources=(sources[0], sources[1]),
        kinds=kinds,
        edges=bins,
        level=level,
    )


def _panel(judgments: Any, duplicates: Duplicates) -> Panel:
    from solecism.scoring.match import LABELS

    return panels_of(judgments, labels=LABELS, duplicates=duplicates).data


def _annotated(reference: Any) -> list[Sentence] | None:
    """The sentences of annotated text; None for judgments."""
    from solecism.formats.by_path import format_name
    from solecism.sentence import Sentence

    if isinstance(reference, str | os.PathLike):
        name = format_name(os.fspath(reference))
        is_annotated = name not in (None, "jsonl", "table")
        return list(read_sentences(os.fspath(reference))) if is_annotated else None
    if isinstance(reference, Sequence) and reference and isinstance(reference[0], Sentence):
        return list(reference)
    return None


def _score_annotated(
    flags: Any, sentences: Sequence[Sentence], kinds: Sequence[str], level: float, seed: int
) -> M2Scores:
    import numpy as np

    from solecism.scoring.m2 import score_m2
    from solecism.site import KINDS

    rng = np.random.default_rng(seed)
    return score_m2(flags_of(flags), sentences, kinds=tuple(kinds) or KINDS, rng=rng, level=level)


def _score_edits(
    source: Any,
    hypotheses: Any,
    reference: Any,
    seed: int,
    options: dict[str, Any],
    *,
    cache: FolderCache | None,
) -> EditScores:
    import numpy as np

    from solecism.scoring.edit_scores import score_edits

    systems, sentences = _systems_of(source, hypotheses, reference, cache)
    return score_edits(systems, sentences, rng=np.random.default_rng(seed), **options)


def _score_by_references(
    source: Any,
    hypotheses: Any,
    texts: Sequence[Mapping[str, Any]],
    seed: int,
    options: Any,
    *,
    cache: FolderCache | None,
) -> ReferenceScores:
    from solecism.formats.corrected import realigned
    from solecism.formats.hypotheses import realigned_edits
    from solecism.scoring.reference_scores import AnnotatedReference, score_by_references

    references: list[AnnotatedReference] = []
    for data, is_silver in zip(texts, (False, True), strict=True):
        for name, annotated in data.items():
            systems, sentences = _systems_of(source, hypotheses, annotated, cache)
            corrected = realigned(sentences, is_complete=not is_silver, cache=cache)
            references.append(AnnotatedReference(name, corrected, is_silver))
    edits = {name: realigned_edits(own, corrected, cache=cache) for name, own in systems.items()}
    return score_by_references(edits, references, seed=seed, **options)


def _systems_of(
    source: Any, hypotheses: Any, reference: Any, cache: FolderCache | None
) -> tuple[dict[str, Edits], list[Sentence]]:
    """The edits of the systems, and the annotated sentences."""
    from solecism.formats.hypotheses import check_source

    sentences = _annotated(reference)
    if sentences is None:
        raise TypeError(f"m2 is annotated text or its path, not {described(reference)}.")
    name, words = source_of(source)
    check_source(words, sentences, file=name)
    return edits_of(hypotheses, sentences, cache=cache), sentences


@explain_missing()
def rank(
    rankings: AnyPath | Iterable[Ranking],
    outputs: Mapping[str, Lines] | AnyPath | None = None,
    annotated: AnyPath | Iterable[Sentence] | None = None,
    *,
    scores: Sequence[str] = (),
    other_scores: AnyPath | None = None,
    leave_out: Sequence[str] = (),
    window: int | None = None,
    by_annotators: bool = False,
    n_subsets: int = 30,
    trueskill: bool = False,
    resample: Sequence[str] = ("sentences",),
    n_draws: int = 1000,
    n_jobs: int = 1,
    cache: bool = True,
    level: float = 0.95,
    seed: int = 0,
) -> SystemRanking:
    """Systems in people's order, and how well scores agree with it.

    `rankings` is the path of a file (Appraise XML, a table of comparisons, JSON Lines) or rankings
    themselves. `outputs` has each system's corrected sentences (a path or a list of lines) by its
    name, or is the path of a folder or a pattern of files, and `annotated` the annotators' edits of
    the same sentences (the path of an M2 file, or sentences); with both, scores are compared with
    people, `by_annotators` against 1, 2, 3 ... annotators as well. `scores` are names as `solecism
    rank --score` takes them; none means all. `other_scores` is the path of a table of scores that
    were computed elsewhere, as `--scores` takes it. `resample` says what is drawn again for
    intervals: sentences, raters, systems.

    >>> import solecism as s
    >>> result = s.rank("examples/ranking/rankings.jsonl")
    >>> print(result.systems[0].name, result.systems[0].expected_wins)
    fluent 0.782 [0.655, 0.889]
    """
    from solecism.formats.files import read_lines
    from solecism.formats.rankings import read
    from solecism.ranking.evidence import evidence
    from solecism.ranking.other_scores import parse
    from solecism.ranking.scores import CURVE_SCORES, scores_by_name
    from solecism.ranking.system_ranking import rank_systems

    if (outputs is None) != (annotated is None):
        raise TypeError("give both outputs and annotated sentences, or neither.")
    known = None
    if outputs is not None and annotated is not None:
        if isinstance(annotated, str | os.PathLike):
            annotated = read_sentences(os.fspath(annotated))
        systems: Mapping[str, Lines] = named_files(outputs)
        words = {
            name: [tuple(line.split()) for line in lines_of(lines)[1]]
            for name, lines in systems.items()
        }
        kept = user_cache() if cache else None
        known = evidence(list(annotated), words, n_jobs=n_jobs, cache=kept)
    if isinstance(rankings, str | os.PathLike):
        rankings = read(os.fspath(rankings))
    path = os.fspath(other_scores) if other_scores is not None else ""
    return rank_systems(
        rankings,
        known,
        scores=scores_by_name(tuple(scores)),
        others=parse(read_lines(path), file=path) if path else (),
        leave_out=leave_out,
        window=window,
        curve=scores_by_name(CURVE_SCORES) if by_annotators else (),
        n_subsets=n_subsets,
        trueskill=trueskill,
        over=resample,
        n_draws=n_draws,
        level=level,
        seed=seed,
    )
