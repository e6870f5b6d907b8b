"""The bundled parser as the experiments train it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism_lab.papers.treebanks import parsers
from solecism_lab.papers.treebanks.error_sets import GRAMMATICAL, TrainingSet
from solecism_lab.papers.treebanks.parsers import CommandTrainer, GrammarTrainer
from solecism_lab.parse.grammar.grammar import Grammar
from solecism_lab.parse.parser import Parser
from toy_parser import bundled_sentences

SENTENCES = bundled_sentences()[:20]
TREES = [sentence.trees[0] for sentence in SENTENCES]


def all_in(n_copies: float) -> TrainingSet:
    return TrainingSet(TREES, [n_copies] * len(TREES), len(TREES))


def test_copies_of_all_sentences_change_next_to_nothing() -> None:
    one, two = (
        list(GrammarTrainer()([all_in(n)], seed=1).parses(SENTENCES[:5])) for n in (1.0, 2.0)
    )
    for first, second in zip(one, two, strict=True):
        assert first.tree == second.tree
        assert first.log_likelihood == pytest.approx(second.log_likelihood, rel=0.05)


def test_one_grammar_is_trained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    trained = []

    def counted(training_set: TrainingSet, *, seed: int) -> Grammar:
        trained.append((training_set.name, seed))
        return grammar

    bundled = Parser().grammar
    grammar = replace(bundled, splits=bundled.splits[:1])
    monkeypatch.setattr(parsers, "_grammar", counted)
    one = TrainingSet(TREES, [1.0] * len(TREES), len(TREES), "one")
    trainer = GrammarTrainer()
    trainer([one], seed=1)
    trainer([one, one], seed=1)
    assert trained == [("one", 1), ("one", 1001)]


def test_a_command_is_a_parser_trained_on_grammatical_text(tmp_path: Path) -> None:
    program = program_at(tmp_path / "flat.py")
    trainer = CommandTrainer(program)
    good = TrainingSet(TREES, [1.0] * len(TREES), len(TREES), GRAMMATICAL)
    parsed = list(trainer([good], seed=1).parses(SENTENCES[:3]))
    assert [each.tree.words() for each in parsed] == [each.words for each in SENTENCES[:3]]
    assert {each.log_likelihood for each in parsed} == {None}
    assert str(parsed[0].tree.children[0]).startswith("(S (XX ")
    with pytest.raises(InputError, match=r"cannot be trained on both text\. Give --train-command"):
        trainer([replace(good, name="both")], seed=1)


def test_a_command_is_trained_by_a_command(tmp_path: Path) -> None:
    program = program_at(tmp_path / "flat.py")
    script = tmp_path / "train.py"
    script.write_text(
        "import sys; n = sum(1 for _ in open(sys.argv[1])); open(sys.argv[2], 'w').write(f'N{n}')"
    )
    trainer = CommandTrainer(
        f"{program} {{model}}", f"{sys.executable} {script} {{trees}} {{model}}"
    )
    thrice = TrainingSet(TREES, [3.0] * len(TREES), len(TREES), "both")
    [parsed] = trainer([thrice], seed=1).parses(SENTENCES[:1])
    assert str(parsed.tree.children[0]).startswith(f"(N{3 * len(TREES)} (XX ")
    broken = CommandTrainer(program, f"{sys.executable} -c 'exit(3)'")
    with pytest.raises(InputError, match=r"failed: .*exit status 3"):
        list(broken([thrice], seed=1).parses(SENTENCES[:1]))


def program_at(path: Path) -> str:
    """A program that writes flat trees, labelled by its model if it has one."""
    path.write_text(
        "import sys\n"
        "label = open(sys.argv[1]).read() if sys.argv[1:] else 'S'\n"
        "for line in sys.stdin:\n"
        "    print(f'( ({label} ' + ' '.join(f'(XX {word})' for word in line.split()) + '))')\n"
    )
    return f"{sys.executable} {path}"
