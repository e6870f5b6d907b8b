"""Texts and files: find errors, tag words, make errors, parse sentences, read and write."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.api.arguments import named_texts, sentences_of, trees_of
from solecism.errors import InputError
from solecism.system.installation import explain_missing

if TYPE_CHECKING:
    from solecism.api.arguments import AnyPath, Texts, Trees
    from solecism.bracketing.evaluation import Evaluation
    from solecism.checking.checked_text import CheckedText
    from solecism.checking.checker import TextChecker
    from solecism.corruption.corrupted import Corrupted
    from solecism.detect.light.selection_test import Selection
    from solecism.finding import CheckedSentence
    from solecism.formats.json_records import Item
    from solecism.sentence import Sentence
    from solecism.tree import Tree


class Checker:
    """Checks texts with one detector, which is loaded once; several threads may share it.

    The options are those of `solecism.check`. A checker that `remembers` reads only the new
    sentences of a text that it has checked before, which is quick while a text is being written.
    `model` is the file of a network of your own.

    >>> import solecism as s
    >>> checker = s.Checker(audience="learner")
    >>> [finding.text for finding in checker.check("I depend of you.")]
    ['of']
    >>> checker.fix("I depend of you.")
    'I depend on you.'
    >>> [len(checked) for checked in checker.check_many(["I depend of you.", "I like it."])]
    [1, 0]
    """

    def __init__(
        self,
        *,
        detector: str | None = None,
        model: AnyPath | None = None,
        audience: str | None = None,
        precision: float | None = None,
        threshold: float | None = None,
        kinds: Sequence[str] = (),
        min_share: float = 0.0,
        variety: str = "auto",
        writer: str = "auto",
        markup: bool = True,
        remembers: bool = False,
    ) -> None:
        from solecism.checking.checked_files import DetectorOptions
        from solecism.checking.checker import TextChecker

        options = DetectorOptions(
            name=detector,
            model=None if model is None else os.fspath(model),
            variety=variety,
            writer=writer,
            audience=audience,
            precision=precision,
            threshold=threshold,
            kinds=tuple(kinds),
            min_share=min_share,
        )
        self._checker = TextChecker(options, remembers=remembers)
        self._markup = markup

    def check(self, text: AnyPath | Iterable[str]) -> CheckedText:
        """The findings in a text, a file (given as a Path) or a list of texts."""
        notes: list[str] = []
        sentences = tuple(_checked(text, self._checker, markup=self._markup, notes=notes))
        return self._checker.checked(sentences, notes)

    def check_many(self, texts: Iterable[AnyPath]) -> list[CheckedText]:
        """The findings in each of several texts, which are read together, or files (Paths)."""
        if isinstance(texts, str | os.PathLike):
            raise TypeError("check_many takes a list of texts. Give check a single one.")
        given = list(texts)
        strings = [text for each in given if isinstance(each, str) for _, text in named_texts(each)]
        checked = iter(self._checker.check_all(strings, markup=self._markup))
        return [next(checked) if isinstance(each, str) else self.check(each) for each in given]

    def fix(self, text: AnyPath) -> str:
        """The text with the first suggestion of every finding."""
        return self.check(text).fixed

    async def check_async(self, text: AnyPath | Iterable[str]) -> CheckedText:
        """What `check` gives, while the event loop goes on with other tasks."""
        import asyncio

        return await asyncio.to_thread(self.check, text)


def check(
    text: AnyPath | Iterable[str],
    *,
    detector: str | None = None,
    audience: str | None = None,
    precision: float | None = None,
    threshold: float | None = None,
    kinds: Sequence[str] = (),
    min_share: float = 0.0,
    variety: str = "auto",
    writer: str = "auto",
    markup: bool = True,
) -> CheckedText:
    """The usage errors in a text, a file (given as a Path) or a list of texts.

    The result is a sequence of findings; each has `text`, `kind`, `suggestions`, `confidence`,
    `explanation` and its place: `offset` and `end_offset` in the text, or `where` (such as
    "paragraph 3") in documents like .docx and .pdf. The result's `fixed` is the text with the first
    suggestion of every finding. `audience` is author (the default: few findings, nine of ten
    right), learner (more, eight of ten right) or teacher (most, six of ten right). With
    `precision`, only findings that reach it on tuning data are returned; with `threshold`, those
    with at least this probability; with `min_share`, those to which at least this share of readers
    would object. `detector` is a name as for `solecism check`. `variety` is british, american, any,
    or auto, to tell from the text; `writer` is learner, native, or auto.

    >>> import solecism as s
    >>> text = "I depend of you."
    >>> [finding] = s.check(text)
    >>> finding.text, finding.kind, finding.suggestions
    ('of', 'wrong-preposition', ('on',))
    >>> text[finding.offset : finding.end_offset], finding.explanation
    ('of', 'We depend on somebody or something, and it depends on something')
    >>> s.check(text).fixed
    'I depend on you.'

    With language_tool_python, which needs Java: `LanguageTool("en-US").check(text)`.
    """
    checker = Checker(
        detector=detector,
        audience=audience,
        precision=precision,
        threshold=threshold,
        kinds=kinds,
        min_share=min_share,
        variety=variety,
        writer=writer,
        markup=markup,
    )
    return checker.check(text)


def tag(text: Texts) -> list[Sentence]:
    """The sentences of a text, a file (given as a Path) or a list of texts, with tagged words.

    Every sentence has `words`, `tags` (Penn Treebank), `lemmas` and `chunks`.

    >>> import solecism as s
    >>> [sentence] = s.tag("She left.")
    >>> print(sentence)
    She/PRP left/VBD ./.
    >>> sentence.lemmas
    ('she', 'leave', '.')

    With spaCy, which needs a model: `spacy.load("en_core_web_sm")(text)`.
    """
    from solecism.language.annotate import annotate_sentences

    return list(annotate_sentences(sentences_of(text)))


def corrupt(
    text: Texts,
    *,
    preset: str = "foster-2007",
    kinds: Mapping[str, float] | Sequence[str] | None = None,
    per_sentence: float | None = None,
    rounds: int = 1,
    level: str | None = None,
    rate: float = 1.0,
    seed: int = 7,
) -> list[Corrupted]:
    """The sentences of a text, a file (given as a Path) or a list of texts, with made errors.

    Each result has the new `sentence`, whose annotation undoes the errors, and the `errors`.
    `kinds` are types of errors, with weights in a dictionary: missing-word, extra-word,
    real-word, agreement, verb-form, preposition, article, number. With a `level`, A, B or C, errors
    are those of learners of that level instead, `rate` times as many. The same seed gives the same
    errors.

    >>> import solecism as s
    >>> [letter] = s.corrupt("I have two cats.", kinds=["verb-form"])
    >>> letter.sentence.text, letter.errors[0].kind
    ('I having two cats.', 'verb-form')

    With nlpaug, whose errors are random words: `RandomWordAug().augment(text)`.
    """
    from solecism.corruption.corrupt import corrupt as corrupted
    from solecism.corruption.learner_writer import LearnerRecipe
    from solecism.corruption.recipe import recipe
    from solecism.errors import InputError

    if level is not None:
        if kinds is not None or per_sentence is not None or rounds != 1:
            problem = "errors of learners go without kinds, per_sentence and rounds."
            raise InputError(f"level: {problem}")
        return list(corrupted(sentences_of(text), LearnerRecipe(level, rate), seed=seed))
    weights = kinds if isinstance(kinds, Mapping | None) else dict.fromkeys(kinds, 1.0)
    chosen = recipe(preset, weights=weights, per_sentence=per_sentence, rounds=rounds)
    return list(corrupted(sentences_of(text), chosen, seed=seed))


def _checked(
    text: AnyPath | Iterable[str], checker: TextChecker, *, markup: bool, notes: list[str]
) -> Iterable[CheckedSentence]:
    from solecism.checking.checked_files import check_file
    from solecism.formats import files

    if isinstance(text, os.PathLike):
        path = os.fspath(text)
        name = files.document_name(path)
        yield from check_file(
            path,
            name,
            checker.detector,
            markup=markup,
            notes=notes,
            variety=checker.options.variety,
        )
        return
    for name, each in named_texts(text):
        yield from checker.sentences(each, markup=markup, document=name)


def parseval(
    gold: Trees,
    parsed: Trees,
    other: Trees | None = None,
    *,
    strict: bool = False,
    leaf_ancestor: bool = True,
    level: float = 0.95,
    n_draws: int = 10_000,
    seed: int = 0,
) -> Evaluation:
    """Scores of a parser's trees: labelled recall, precision and F, as EVALB computes them.

    Trees are paths of files, strings in Penn brackets, trees or sentences with trees. With
    `other`, two parses of the same sentences are compared. `strict` gives EVALB's own figures.

    >>> import solecism as s
    >>> gold = "(TOP (S (NP (PRP She)) (VP (VBD left) (NP (NN home)))))"
    >>> flat = "(TOP (S (NP (PRP She)) (VP (VBD left)) (NP (NN home))))"
    >>> result = s.parseval(gold, flat)
    >>> print(f"{result.parses[0].groups['all'].figures['F1']:.3f}")
    0.750

    The same with PYEVALB: `scorer.Scorer().evalb(gold_path, parsed_path, results_path)`.
    """
    from solecism.bracketing.brackets import Rules
    from solecism.bracketing.evaluation import evaluate

    parses = [trees_of(each) for each in (parsed, other) if each is not None]
    return evaluate(
        trees_of(gold),
        [[each.trees[0] if each.trees else None for each in sentences] for sentences in parses],
        rules=Rules(is_strict=strict),
        with_lineages=leaf_ancestor,
        level=level,
        n_draws=n_draws,
        seed=seed,
    )


def read(path: AnyPath, *, format: str | None = None, document: str | None = None) -> list[Item]:
    """All sentences, sites, flags or judgments of a file.

    The format follows from the ending of the name (.txt, .m2, .conllu, .mrg, .xml of the FCE,
    .jsonl, .csv, also compressed as .gz or .xz), otherwise from the first line; `format`
    overrides both. Sentences of a format without ids get ids that begin with `document`.

    >>> import solecism as s
    >>> s.write("essay.jsonl", s.tag("It depends on you."))
    >>> [sentence] = s.read("essay.jsonl")
    >>> sentence.tags
    ('PRP', 'VBZ', 'IN', 'PRP', '.')
    """
    from solecism.formats import by_path

    return list(by_path.read(path, format=format, document=document))


def write(path: AnyPath, items: Iterable[Item | Tree], *, format: str | None = None) -> None:
    """Write sentences, trees, sites, flags or judgments to a file, which appears whole or not.

    The format follows from the ending of the name, unless `format` names another.

    >>> import solecism as s
    >>> s.write("flags.jsonl", s.flags(["It depends of me ."], ["It depends on me ."]))
    >>> len(s.read("flags.jsonl"))
    1
    """
    from solecism.formats import by_path

    by_path.write(path, items, format=format)


def convert(
    inputs: AnyPath | Sequence[AnyPath],
    output: AnyPath,
    *,
    source: str | None = None,
    target: str | None = None,
    document: str | None = None,
    n_jobs: int = 1,
) -> list[str]:
    """Convert annotated text from one format to another; what the new format cannot hold.

    Formats follow from the names of files, unless `source` and `target` name them. With the
    source "corrected", the first input is the text and each other one a corrected version.

    >>> import solecism as s
    >>> s.convert("examples/annotations/landlord.m2", "landlord.jsonl")
    []
    >>> s.convert("landlord.jsonl", "landlord.txt")
    ['annotations']
    """
    from solecism.formats import registry

    paths = [inputs] if isinstance(inputs, str | os.PathLike) else inputs
    names = [os.fspath(path) for path in paths]
    if not names:
        raise TypeError("give a file to convert.")
    read_format, write_format = (
        registry.FORMATS.get(name) if name is not None else registry.format_of(path)
        for name, path in ((source, names[0]), (target, os.fspath(output)))
    )
    if read_format is None or write_format is None or not write_format.is_writable:
        path = names[0] if read_format is None else os.fspath(output)
        raise InputError(f"{path}: the format is not known, or cannot be written. Name it.")
    lost: set[str] = set()
    sentences = registry.read(names, read_format, document=document, n_jobs=n_jobs)
    registry.write(os.fspath(output), registry.watch(sentences, write_format, lost), write_format)
    return sorted(lost)


@explain_missing()
def select(
    text: Texts, *, detector: str = "light", model: AnyPath | None = None, n_jobs: int = 1
) -> Selection:
    """How often the prepositions of native text are guessed as they were written.

    `text` is as for `tag`; `detector` as for `solecism select`.

    >>> import solecism as s
    >>> result = s.select("She is afraid of the dark. It depends on the weather.")
    >>> result.n, result.accuracy
    (2, 1.0)
    """
    from solecism.detect.light.selection_test import counted
    from solecism.detect.selection import guesses

    path = None if model is None else Path(model)
    return counted(guesses(detector, sentences_of(text), model=path, n_jobs=n_jobs))
