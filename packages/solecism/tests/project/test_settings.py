"""The settings of a project: which hold for a file, what they say, and what they hide."""

from __future__ import annotations

from pathlib import Path

import pytest

from found import finding
from solecism.checking.checked_files import DetectorOptions
from solecism.errors import InputError
from solecism.project import settings
from solecism.project.baseline import identity

WHOLE = """
for = "learner"
min-share = 0.5
detector = "light"
kinds = ["wrong-preposition", "spelling"]
turned-off = ["spelling"]
dictionary = ["Kubernetes"]
ignore = ["drafts/", "*.log"]
ignored-findings = ["wrong-preposition: I depend [of] you"]
baseline = "known.jsonl"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The root of a repository, above which no settings are looked for."""
    (tmp_path / ".git").mkdir()
    return tmp_path


def written(folder: Path, text: str, name: str = ".solecism.toml") -> settings.Settings:
    (folder / name).write_text(text)
    found = settings.find(folder / "essay.txt")
    assert found is not None
    return found


def test_every_key_is_read(folder: Path) -> None:
    found = written(folder, WHOLE)
    assert found.file == folder / ".solecism.toml"
    assert found.options == DetectorOptions(
        name="light",
        audience="learner",
        kinds=("wrong-preposition", "spelling"),
        min_share=0.5,
        without=("spelling",),
    )
    assert found.baseline == folder / "known.jsonl"
    assert [found.ignores(folder / name) for name in ("drafts/a/b.md", "x/y.log", "a.md")] == [
        True,
        True,
        False,
    ]


def test_a_folder_without_settings_has_none(folder: Path) -> None:
    assert settings.find(folder) is None
    (folder / "pyproject.toml").write_text("[tool.other]\nname = 'solecism'\n")
    assert settings.find(folder) is None


def test_the_nearest_file_holds_and_its_own_file_goes_before_pyproject(folder: Path) -> None:
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.solecism]\nfor = 'learner'\n")
    found = settings.find(inner / "essay.txt")
    assert found is not None
    assert (found.file.name, found.options.audience) == ("pyproject.toml", "learner")
    (folder / ".solecism.toml").write_text("for = 'author'\n")
    (folder / "a" / ".solecism.toml").write_text("for = 'teacher'\n")
    for place, audience in ((inner / "essay.txt", "teacher"), (folder / "essay.txt", "author")):
        found = settings.find(place)
        assert found is not None
        assert found.options.audience == audience


@pytest.mark.parametrize("is_home", [True, False])
def test_the_search_ends_at_the_repository_and_at_home(
    is_home: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".solecism.toml").write_text("for = 'teacher'\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    if is_home:
        monkeypatch.setenv("HOME", str(inner))
    else:
        (inner / ".git").write_text("gitdir: elsewhere\n")
    assert settings.find(inner / "essay.txt") is None
    assert settings.find(tmp_path / "essay.txt") is not None


def test_a_changed_file_is_read_again(folder: Path) -> None:
    assert written(folder, "for = 'author'").options.audience == "author"
    assert written(folder, "for = 'learner'").options.audience == "learner"


def test_what_is_turned_off_is_not_shown(folder: Path) -> None:
    found = written(folder, WHOLE)
    text = "I depend of you"
    assert not found.shows(finding(text, "of", "wrong-preposition"))
    assert found.shows(finding("We depend of you", "of", "wrong-preposition"))
    assert not found.shows(finding(text, "you", "spelling"))
    assert not found.shows(finding(text, "you", "wrong-article"))


@pytest.mark.parametrize(
    ("word", "kind", "is_shown"),
    [
        ("Kubernetes", "spelling", False),
        ("kubernetes", "spelling", False),
        ("KUBERNETES’s", "spelling", False),
        ("Kubernetes", "agreement", True),
        ("Kubernete", "spelling", True),
        ("cafe", "wrong-word", False),
        ("naif", "spelling", True),
    ],
)
def test_words_of_the_dictionary_are_not_misspelt(
    word: str, kind: str, is_shown: bool, folder: Path
) -> None:
    (folder / "words.txt").write_text("# Names\ncafé\n\n")
    found = written(folder, "dictionary = ['Kubernetes']\ndictionary-file = 'words.txt'\n")
    assert found.shows(finding(f"We like {word} .", word, kind)) is is_shown


def test_a_dictionary_may_have_a_hundred_thousand_words(folder: Path) -> None:
    words = [f"wo{'x' * (n % 7)}{n}" for n in range(100_000)]
    (folder / "words.txt").write_text("\n".join(words))
    found = written(folder, "dictionary-file = 'words.txt'")
    assert len(found.words) == 100_000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("for = 'learner", r"\.solecism\.toml:1: is not valid TOML: "),
        ("\n\nfor =\n", r"\.solecism\.toml:3: is not valid TOML: Invalid value\."),
        ("precison = 0.8", r"no setting 'precison'\. Did you mean 'precision'\?"),
        ("register = 'web'", r"no setting 'register'\. Allowed: for, precision, "),
        ("colour = 1", r"no setting 'colour'\. Allowed: for, precision, "),
        ("for = 'learners'", r"for: 'learners' is not known\. Did you mean 'learner'\?"),
        ("for = 1", r"for: 1 is not known\. Allowed: author, learner, teacher\."),
        ("precision = 80", r"precision: 80 is not a number from 0 to 1\."),
        ("precision = nan", r"precision: nan is not a number from 0 to 1\."),
        ("threshold = true", r"threshold: True is not a number from 0 to 1\."),
        ("kinds = 'spelling'", r"kinds: 'spelling' is not a list\. Write \["),
        ("kinds = [1]", r"kinds: 1 is not a text in quotation marks\."),
        ("kinds = ['speling']", r"kinds: 'speling' is not known\. Did you mean 'spelling'\?"),
        ("dictionary = [['a']]", r"dictionary: \['a'\] is not a text"),
        ("detector = 'cascad'", r"Did you mean 'cascade'\?"),
        ("for = 'author'\nprecision = 0.8", r"give one of for, precision and threshold\."),
        ("ignore = ['!']", r"ignore: Invalid git pattern: '!'\."),
        ("ignore = ['*a*a*a*b']", r"ignore: .* has more than 3 wildcards in one part"),
        ("ignore = ['**/a/**/a/**/a/**/b']", r"ignore: .* has more than 3 wildcards"),
        ("dictionary-file = '../words.txt'", r"dictionary-file: .* is not inside"),
        ("dictionary-file = '/etc/passwd'", r"dictionary-file: .* is not inside"),
        ("dictionary-file = 'none.txt'", r"none\.txt: cannot be read: No such file"),
        ("dictionary-file = '.git'", r"\.git: is not a file"),
        ("baseline = ''", r"baseline: '' is not a text"),
        ("a = " + "[" * 5000, r"nested too deeply|not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_with_the_file_and_key(text: str, problem: str, folder: Path) -> None:
    with pytest.raises(InputError, match=problem) as error:
        written(folder, text)
    assert str(folder) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_link_out_of_the_project_is_not_followed(folder: Path) -> None:
    (folder / "words.txt").symlink_to("/etc/passwd")
    with pytest.raises(InputError, match="is not inside"):
        written(folder, "dictionary-file = 'words.txt'")


def test_settings_that_cannot_be_read_are_told(folder: Path) -> None:
    file = folder / ".solecism.toml"
    file.symlink_to(file)
    with pytest.raises(InputError, match=r"cannot be read: Too many levels of symbolic links\."):
        settings.find(folder)
    file.unlink()
    file.mkdir()
    with pytest.raises(InputError, match="is not a file"):
        settings.find(folder)
    file.rmdir()
    file.write_bytes(b"for = '\xff'")
    with pytest.raises(InputError, match="is not UTF-8"):
        settings.find(folder)
    with file.open("wb") as stream:
        stream.truncate(20_000_000)
    with pytest.raises(InputError, match=r"has 20,000,000 bytes"):
        settings.find(folder)


def test_a_file_of_words_with_whole_paragraphs_is_told(folder: Path) -> None:
    (folder / "words.txt").write_text("one\n" + "word " * 50)
    with pytest.raises(InputError, match=r"words\.txt:2: is too long for a word"):
        written(folder, "dictionary-file = 'words.txt'")


def test_a_broken_pyproject_of_others_is_not_our_business(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.other\n")
    assert settings.find(folder) is None
    (folder / "pyproject.toml").write_text("[tool]\nsolecism = 1\n")
    with pytest.raises(InputError, match=r"tool\.solecism is not a table"):
        settings.find(folder)


def test_the_identity_of_a_finding_has_three_words_on_either_side() -> None:
    found = finding("Since then we all depend of it very much .", "of", "wrong-preposition")
    assert identity(found) == "wrong-preposition: we all depend [of] it very much"
