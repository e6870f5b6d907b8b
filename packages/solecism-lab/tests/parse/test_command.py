"""Outside parsers: what a command writes is checked against what it was given."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator

import pytest

from solecism.errors import InputError
from solecism.formats import penn
from solecism.sentence import Sentence, from_words
from solecism.tree import Tree
from solecism_lab.parse.external import CommandParser

FLAT = "print('(S ' + ' '.join(f'(X {word})' for word in line.split()) + ')', flush=True)"


def read_trees(lines: Iterable[str]) -> Iterator[Tree]:
    return penn.parse_trees(lines, file="the parser's output")


def parser(body: str, *, before: str = "", seconds: float = 20.0) -> CommandParser:
    program = f"import sys, time\n{before}\nfor line in sys.stdin:\n    {body}\n"
    return CommandParser(shlex.join([sys.executable, "-c", program]), read_trees, seconds)


def sentences(*texts: str) -> list[Sentence]:
    return [from_words(f"a.{n}", text.split()) for n, text in enumerate(texts, 1)]


def test_a_command_gives_one_tree_a_sentence_in_order() -> None:
    trees = list(parser(FLAT).trees(sentences("We go .", 'He ( she ) said " no "')))
    assert [tree.words() for tree in trees] == [
        ("We", "go", "."),
        ("He", "-LRB-", "she", "-RRB-", "said", "``", "no", "''"),
    ]


def test_a_command_that_answers_only_at_the_end_is_waited_for() -> None:
    last = CommandParser(
        shlex.join(
            [
                sys.executable,
                "-c",
                "import sys\nfor line in sys.stdin.readlines(): print(f'(X {line.strip()})')",
            ]
        ),
        lambda lines: (Tree("", tuple(tree.children)) for tree in read_trees(_wrapped(lines))),
    )
    assert [tree.words() for tree in last.trees(sentences("one", "two"))] == [("one",), ("two",)]


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    return (f"( {line.strip()})" for line in lines)


def test_an_empty_line_is_a_parse_that_failed() -> None:
    (tree,) = parser("print('(())', flush=True)").trees(sentences("We go"))
    assert tree == Tree("", ())


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("print('(S (X other))', flush=True)", "other words for a.1"),
        ("print('(S (X We)) (S (X go))', flush=True)", "2 trees on one line for a.1"),
        ("sys.exit(1)", "ended without a tree for a.1"),
        (f"{FLAT}; {FLAT}", "other words for a.2"),
        ("print('(S', flush=True)", "never closed"),
    ],
)
def test_what_is_no_tree_of_the_sentence_is_told(body: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        list(parser(body).trees(sentences("We go", "She goes")))


def test_a_line_too_many_is_told() -> None:
    chatty = parser(f"{FLAT}; print('bye', flush=True)")
    with pytest.raises(InputError, match="a line too many, 'bye'"):
        list(chatty.trees(sentences("We go")))


def test_a_command_that_hangs_is_given_up() -> None:
    with pytest.raises(InputError, match=r"nothing for 0\.2 s before a\.1"):
        list(parser("time.sleep(60)", seconds=0.2).trees(sentences("We go")))


def test_a_command_that_is_not_there_is_told() -> None:
    for command in ("no-such-parser --fast", "", "'"):
        with pytest.raises(InputError, match="cannot be run"):
            list(CommandParser(command, read_trees).trees(sentences("We go")))


def test_a_problem_of_the_sentences_is_that_problem() -> None:
    def broken() -> Iterator[Sentence]:
        yield from sentences("We go")
        raise InputError("essay.txt:3: is broken.")

    with pytest.raises(InputError, match=r"essay\.txt:3"):
        list(parser(FLAT).trees(broken()))
