"""Answers to files: which file each is written to, and the writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from solecism.check.answers.remarks import answer
from solecism.check.answers.word import AnswerOptions, answer_in_document, answer_to_text
from solecism.check.files import CheckSummary
from solecism.counted import count
from solecism.documents import Document, kinds, parse
from solecism.errors import InputError
from solecism.finding import CheckedSentence
from solecism.formats import files, folders, text
from solecism.sentence import Sentence


def answer_targets(paths: Sequence[str], output: str, *, is_folder: bool) -> dict[str, Path]:
    """The file for the answer to each path: `output` itself, or files in that folder.

    In a folder the answers have the names of the texts, and are in the same folders as these.
    InputError if an answer would replace a text.
    """
    if output == files.STANDARD_STREAM:
        raise InputError("--format docx writes Word files: name a file or a folder with --output.")
    target = Path(output)
    if is_folder or target.is_dir():
        targets = _in_folder(paths, target)
    else:
        for path in paths:
            if target.suffix.lower() != _suffix(path):
                ending = f"Give it a name that ends in {_suffix(path)}."
                raise InputError(f"{output}: the answer is a Word file. {ending}")
        targets = dict.fromkeys(paths, target)
    folders.keep_inputs(targets.values(), paths)
    return targets


def write_answers(
    checked: Iterable[tuple[str, Iterable[CheckedSentence]]],
    targets: Mapping[str, Path],
    options: AnswerOptions,
    summary: CheckSummary,
    *,
    markup: bool = True,
) -> None:
    """Write the answer to each file, given its path and its checked sentences.

    There is no answer to a file that cannot be read to its end, which `summary` records.
    """
    n_answers = 0
    for path, sentences in checked:
        n_problems = len(summary.problems)
        every = list(sentences)
        if len(summary.problems) > n_problems:
            continue
        try:
            data = answer_to(path, every, options, markup=markup)
        except InputError as error:
            summary.problems.append(str(error))
            continue
        folders.make_folder(targets[path].parent)
        files.write_bytes(str(targets[path]), data)
        n_answers += 1
    if n_answers:
        findings = count(summary.n_findings, "finding")
        summary.notes.append(f"{count(n_answers, 'answer')} with {findings} written.")


def answer_to(
    path: str,
    checked: Sequence[CheckedSentence],
    options: AnswerOptions,
    *,
    markup: bool = True,
) -> bytes:
    """The Word file that answers a text: the text's own file if it is one, else a new one.

    With `markup`, the text of HTML and LaTeX was checked without it, and is answered so.
    """
    file = files.shown_name(path)
    data = b""
    if path != files.STANDARD_STREAM and Path(path).is_file():
        data = files.read_unpacked(path, most=kinds.MAX_BYTES)
    if kinds.by_content(data, file=file) is kinds.DOCX:
        return answer_in_document(data, _text(checked), answer(checked), options, file=file)
    if markup and data and kinds.by_name(path):
        checked = _without_markup(checked, parse(data, name=path))
    title = Path(files.document_name(path)).name
    return answer_to_text(_text(checked), answer(checked), options, file=title)


def _text(checked: Iterable[CheckedSentence]) -> str:
    return "".join(each.sentence.text + each.sentence.after for each in checked)


def _without_markup(
    checked: Sequence[CheckedSentence], document: Document
) -> Sequence[CheckedSentence]:
    """The sentences as a reader sees them, where they are those of a file with markup."""
    if document.source is None or not checked:
        return checked
    lines = document.text.splitlines(keepends=True)
    plain = list(text.parse(lines, document="", file=""))
    if len(plain) != len(checked):
        raise InputError(f"{checked[0].file}: has changed while it was checked. Check it again.")
    return [
        replace(each, sentence=_as_seen(each.sentence, seen))
        for each, seen in zip(checked, plain, strict=True)
    ]


def _as_seen(written: Sentence, seen: Sentence) -> Sentence:
    """A sentence with all that is known about it, and the text of the same one without markup."""
    return replace(written, text=seen.text, words=seen.words, starts=seen.starts, after=seen.after)


def _in_folder(paths: Sequence[str], folder: Path) -> dict[str, Path]:
    is_file = folder.exists() and not folder.is_dir()
    if is_file or (folder.suffix.lower() in kinds.DOCX.suffixes and not folder.exists()):
        raise InputError(f"{folder}: is one file. For several texts, name a folder.")
    return folders.targets_in(folder, paths, _suffix)


def _suffix(path: str) -> str:
    """The ending of the answer to a text: that of a Word file stays, because of its macros."""
    suffix = files.unpacked(path).suffix.lower()
    return suffix if suffix in kinds.DOCX.suffixes else ".docx"
