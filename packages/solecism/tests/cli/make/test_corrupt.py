"""`solecism corrupt`, `confusions`, `sample covert` and the lists they come with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from learner_writers import write
from places import EXAMPLES
from solecism.cli.main import cli
from solecism.errors import InputError, SolecismError
from solecism.formats import registry
from solecism.sentence import Sentence

TEXT, TREES = str(EXAMPLES / "texts" / "library.txt"), str(EXAMPLES / "treebank.mrg")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, list(arguments))
    if isinstance(result.exception, SolecismError):
        raise result.exception
    return result


def read(path: Path) -> list[Sentence]:
    format = registry.format_of(str(path))
    assert format is not None
    return list(registry.read([str(path)], format))


def test_m2_takes_back_what_was_made(tmp_path: Path) -> None:
    from solecism.edit import apply

    out = tmp_path / "library.m2"
    assert run("corrupt", TEXT, str(out), "--rounds", "2").exit_code == 0
    before = list(registry.read([TEXT], registry.FORMATS["text"]))
    for old, new in zip(before, read(out), strict=True):
        assert new.id == old.id
        assert apply(new.words, new.annotations[0].edits) == old.words
        assert {edit.comment for edit in new.annotations[0].edits} != {""}


def test_a_pipe_gets_text_and_the_tally_goes_to_standard_error() -> None:
    result = run("corrupt", TEXT, "-", "--kinds", "missing-word")
    assert result.stdout.count("\n") == Path(TEXT).read_text().count("\n")
    assert "missing-word" in result.stderr
    assert "10 sentences: 9 with 1 error, 1 without." in result.stderr
    assert "missing-word" not in result.stdout
    assert run("corrupt", TEXT, "-", "--quiet").stderr == ""


def test_trees_stay_the_trees_of_their_words(tmp_path: Path) -> None:
    out = tmp_path / "bad.mrg"
    assert run("corrupt", TREES, str(out), "--rounds", "2").exit_code == 0
    for sentence in read(out):
        for tree in sentence.trees:
            assert tree.words() == sentence.trees[0].words()


@pytest.mark.parametrize("name", ["bad.jsonl", "bad.conllu", "bad.m2", "bad.txt"])
def test_one_seed_gives_one_file_by_any_number_of_processes(name: str, tmp_path: Path) -> None:
    outs = [tmp_path / folder / name for folder in ("one", "two")]
    for jobs, out in enumerate(outs, 1):
        out.parent.mkdir()
        run("corrupt", TREES, str(out), "--seed", "3", "--jobs", str(jobs), "--quiet")
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_conllu_goes_through_without_the_heads_of_other_words(tmp_path: Path) -> None:
    first, second = tmp_path / "tagged.conllu", tmp_path / "bad.conllu"
    first.write_text(
        "# sent_id = a.1\n# text = She sees him.\n"
        "1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
        "2\tsees\tsee\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
        "3\thim\the\tPRON\tPRP\t_\t2\tobj\t_\tSpaceAfter=No\n"
        "4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
    )
    run("corrupt", str(first), str(second), "--kinds", "verb-form", "--quiet")
    [sentence] = read(second)
    assert sentence.text == "She seeing him."
    assert sentence.lemmas == ("she", "see", "he", ".")
    assert not sentence.columns


def test_universal_tags_alone_are_refused_by_name(tmp_path: Path) -> None:
    source = tmp_path / "tagged.conllu"
    source.write_text("1\tShe\tshe\tX\tPRON\t_\t_\t_\t_\t_\n2\tis\tbe\tX\tAUX\t_\t_\t_\t_\t_\n\n")
    with pytest.raises(InputError, match="AUX, PRON"):
        run("corrupt", str(source), "-", "--to", "m2")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--kinds", "speling"], "no type of error 'speling'"),
        (["--kinds", "agreement=many"], "not a type and weight"),
        (["--rounds", "0"], "0 rounds"),
        (["--per-sentence", "-1"], "-1 errors per sentence"),
        (["--confusions", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(options: list[str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        run("corrupt", TEXT, "-", *options)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--level", "A"], "--level needs --like learners"),
        (["--writer", "writer.npz"], "--writer needs --like learners"),
        (["--like", "learners", "--per-sentence", "2"], "--per-sentence does not go with --like"),
        (["--like", "learners", "--level", "D"], "'D' is not one of 'A', 'B', 'C'"),
    ],
)
def test_options_of_learners_and_of_recipes_do_not_mix(options: list[str], problem: str) -> None:
    result = CliRunner().invoke(cli, ["corrupt", TEXT, "-", *options])
    assert result.exit_code == 2
    assert problem in result.stderr


def test_errors_like_learners_are_named_by_their_types(tmp_path: Path) -> None:
    options = ["--like", "learners", "--level", "A", "--writer", write(tmp_path)]
    outs = [tmp_path / name / "bad.m2" for name in ("one", "two")]
    for jobs, out in enumerate(outs, 1):
        out.parent.mkdir()
        shown = run("corrupt", TREES, str(out), *options, "--jobs", str(jobs))
        assert "DET" in shown.stderr
        assert "75 sentences" in shown.stderr
    assert outs[0].read_bytes() == outs[1].read_bytes()
    for sentence in read(outs[0]):
        for edit in sentence.annotations[0].edits:
            types = {part[2:] for part in edit.kind.split("+")}
            assert types == set(edit.comment.split("+"))
    with pytest.raises(InputError, match="a rate of 0"):
        run("corrupt", TREES, "-", *options, "--rate", "0")
    with pytest.raises(SolecismError, match="nowhere"):
        run("corrupt", TREES, "-", "--like", "learners", "--writer", "nowhere.npz")


def test_confusions_are_shown_and_written_and_used(tmp_path: Path) -> None:
    table = tmp_path / "confusions.json"
    annotated = [str(path) for path in sorted((EXAMPLES / "annotations").glob("*.m2"))]
    shown = run("confusions", *annotated, "--out", str(table), "--about", "examples")
    assert "# Preposition" in shown.stdout
    assert json.loads(table.read_text())["about"] == "examples"
    result = run("corrupt", TEXT, "-", "--preset", "learner", "--confusions", str(table))
    assert result.exit_code == 0
    assert run("confusions", *annotated, "--out", "-").stdout.startswith("{")


def test_the_learner_preset_keeps_its_rates_with_kinds_and_processes(tmp_path: Path) -> None:
    outs = [tmp_path / folder / "bad.m2" for folder in ("one", "two")]
    for jobs, out in enumerate(outs, 1):
        out.parent.mkdir()
        options = ["--preset", "learner", "--kinds", "article", "--jobs", str(jobs)]
        shown = run("corrupt", TREES, str(out), *options)
        assert "without" in shown.stderr
        assert "preposition" not in shown.stderr
    assert outs[0].read_bytes() == outs[1].read_bytes()
    with pytest.raises(InputError, match="agreement has no rate"):
        run("corrupt", TREES, "-", "--preset", "learner", "--kinds", "agreement")


def test_covert_errors_from_sample_to_share(tmp_path: Path) -> None:
    made, items, key = (tmp_path / name for name in ("made.m2", "items.jsonl", "key.json"))
    judgments = tmp_path / "judgments.jsonl"
    run("corrupt", TREES, str(made), "--quiet")
    drawn = run(
        "sample", "covert", str(made), str(items), "--key", str(key), "-n", "4", "--untouched", "8"
    )
    assert "8 untouched" in drawn.stderr
    lines = [
        json.dumps({"site": json.loads(line)["id"], "rater": "ann", "answer": "error"})
        for line in items.read_text().splitlines()
    ]
    judgments.write_text("\n".join(lines) + "\n")
    shown = run("estimate", str(key), str(judgments))
    assert "untouched\t8\t0.000\t" in shown.stdout
    found = json.loads(run("estimate", str(key), str(judgments), "--json").stdout)
    assert {each["kind"] for each in found["covert"]} >= {"missing-word", "untouched"}


def test_items_and_key_are_two_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two files"):
        run("sample", "covert", TREES, "x", "--key", "x")


def test_lists_of_words_are_learned_from_text(tmp_path: Path) -> None:
    texts = [str(path) for path in sorted((EXAMPLES / "texts").glob("*.txt"))]
    pairs, words = tmp_path / "spellings.tsv", tmp_path / "insertions.tsv"
    run("train", "spellings", *texts, "--least", "2000", "--out", str(pairs))
    assert "in\tIN\tit\tPRP\n" in pairs.read_text()
    run("train", "insertions", *texts, "-n", "50", "--out", str(words))
    assert sum(int(line.split("\t")[2]) for line in words.read_text().splitlines()[1:]) == 50


def test_sentences_without_a_place_are_named(tmp_path: Path) -> None:
    path = tmp_path / "short.mrg"
    path.write_text("( (S (NP (NNS Cats)) (VP (VBP sleep)) (. .)) )\n( (FRAG (CD 12)) )\n")
    result = run("corrupt", str(path), "-", "--kinds", "agreement")
    assert "1 had no place for an error and stayed as they were: short.2." in result.stderr
    assert "(CD 12)" in result.stdout


def test_a_sample_of_covert_errors_tells_what_it_lacks(tmp_path: Path) -> None:
    made, items, key = (tmp_path / name for name in ("made.m2", "items.jsonl", "key.json"))
    run("corrupt", TREES, str(made), "--rounds", "2", "--quiet")
    result = run("sample", "covert", str(made), str(items), "--key", str(key), "-n", "3")
    assert "of 75 sentences have no made error, or several types: passed over." in result.stderr
    assert "of 100 untouched sentences: the others were drawn" in result.stderr
