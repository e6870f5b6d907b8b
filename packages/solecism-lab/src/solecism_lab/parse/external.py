"""External parsers: any command that reads one sentence and writes one tree per line, and BLLIP.

The BLLIP parser (Charniak and Johnson 2005) is called through its Python package, where installed.
"""

from __future__ import annotations

import importlib
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from solecism.errors import InputError, SolecismError
from solecism.sentence import Sentence
from solecism.tree import Tree
from solecism_lab.parse.treebank_style import ROOT, treebank_spelling

TreeReader = Callable[[Iterable[str]], Iterator[Tree]]
_Waiting = queue.SimpleQueue[Sentence | SolecismError | None]
_EMPTY = frozenset(("", "()", "(())"))
# Seconds for a thread to see that the command is gone; one may wait for a slow source.
_PATIENCE = 1.0


@dataclass(frozen=True, slots=True)
class CommandParser:
    """A command, a reader of the brackets that it writes, and how long to wait for a line.

    The command gets words separated by spaces, brackets as -LRB- and -RRB-, and answers in
    order; it may read ahead. An empty line or an empty bracket is a parse that failed, and
    becomes a tree without words.
    """

    command: str
    read_trees: TreeReader
    seconds: float = 300.0

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, over its words, in order; InputError where that fails."""
        process = self._started()
        asked: _Waiting = queue.SimpleQueue()
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=_send, args=(process, sentences, asked), daemon=True),
            threading.Thread(target=_receive, args=(process, lines), daemon=True),
        ]
        for thread in threads:
            thread.start()
        try:
            while (sentence := asked.get()) is not None:
                if isinstance(sentence, SolecismError):
                    raise sentence
                yield self._tree(sentence, self._line(lines, sentence))
            if (line := self._line(lines, None)) is not None:
                raise self._problem(f"wrote a line too many, {line.strip()[:60]!r}")
        finally:
            process.kill()
            process.wait()
            for thread in threads:
                thread.join(_PATIENCE)

    def _started(self) -> subprocess.Popen[str]:
        try:
            return subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            raise self._problem(f"cannot be run: {error}") from error

    def _line(self, lines: queue.SimpleQueue[str | None], sentence: Sentence | None) -> str | None:
        """The next line of output; InputError if there is none for a sentence."""
        place = "the end" if sentence is None else sentence.id
        try:
            line = lines.get(timeout=self.seconds)
        except queue.Empty:
            raise self._problem(f"gave nothing for {self.seconds:g} s before {place}") from None
        if line is None and sentence is not None:
            raise self._problem(f"ended without a tree for {place}")
        return line

    def _tree(self, sentence: Sentence, line: str | None) -> Tree:
        if "".join((line or "").split()) in _EMPTY:
            return Tree(ROOT, ())
        trees = list(self.read_trees([line or ""]))
        if len(trees) != 1:
            raise self._problem(f"wrote {len(trees)} trees on one line for {sentence.id}")
        words = treebank_spelling(trees[0].words())
        if words != treebank_spelling(sentence.words):
            raise self._problem(f"wrote other words for {sentence.id}, {' '.join(words)[:60]!r}")
        return trees[0]

    def _problem(self, what: str) -> InputError:
        return InputError(
            f"{self.command!r} {what}. It must write one tree per line for one sentence per line."
        )


def _send(process: subprocess.Popen[str], sentences: Iterable[Sentence], asked: _Waiting) -> None:
    """Write the sentences to the command; if it has ended, its missing output shows that."""
    try:
        with process.stdin or nullcontext() as stream:
            for sentence in sentences:
                asked.put(sentence)
                if stream is not None:
                    stream.write(" ".join(treebank_spelling(sentence.words)) + "\n")
    except SolecismError as error:
        asked.put(error)
    except OSError:
        pass
    asked.put(None)


def _receive(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    with process.stdout or nullcontext() as stream:
        for line in stream or ():
            lines.put(line)
    lines.put(None)


@dataclass(frozen=True, slots=True)
class BllipParser:
    """A loaded reranking parser, and a reader of brackets."""

    model: Any
    read_trees: TreeReader

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, in order; a tree without words where the parser fails."""
        for sentence in sentences:
            brackets = self.model.simple_parse(treebank_spelling(sentence.words))
            yield next(self.read_trees([brackets or ""]), Tree(ROOT, ()))


def bllip(folder: str, *, read_trees: TreeReader) -> BllipParser:
    """The parser of a unified model's folder; InputError without `bllipparser` or the model."""
    try:
        package = importlib.import_module("bllipparser")
    except ImportError as error:
        raise InputError(
            "the BLLIP parser is not installed. Run `pip install bllipparser`."
        ) from error
    try:
        return BllipParser(package.RerankingParser.from_unified_model_dir(folder), read_trees)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{folder}: not a model of the BLLIP parser: {error}.") from error
