"""Lines that have changed since a revision, in real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from repositories import Repository
from solecism.errors import InputError
from solecism.project.changed_lines import ChangedLines

TEN = "".join(f"line {n}\n" for n in range(1, 11))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "texts")
    repository.write("docs/a.md", TEN)
    repository.write("docs/b.md", TEN)
    repository.commit()
    return repository


def lines(path: Path, revision: str = "HEAD") -> list[int] | None:
    changed = ChangedLines(revision).of(str(path))
    return None if changed is None else [line for each in changed for line in each]


def test_changes_count_whether_they_are_committed_staged_or_neither(
    repository: Repository,
) -> None:
    path = repository.write("docs/a.md", TEN.replace("line 2\n", "line two\n"))
    assert lines(path) == [2]
    repository.git("add", "docs/a.md")
    assert lines(path) == [2]
    repository.commit()
    assert lines(path) == []
    assert lines(path, "HEAD~1") == [2]
    repository.write(
        "docs/a.md", TEN.replace("line 2\n", "line two\n").replace("line 9\n", "9\nx\n")
    )
    assert lines(path, "HEAD~1") == [2, 9, 10]


def test_lines_that_are_gone_are_no_changed_lines(repository: Repository) -> None:
    assert lines(repository.write("docs/a.md", TEN.replace("line 5\n", ""))) == []


def test_a_file_that_git_does_not_know_is_all_new(repository: Repository) -> None:
    assert lines(repository.write("docs/new.md", TEN)) is None
    repository.write(".gitignore", "*.log\n")
    assert lines(repository.write("x.log", TEN)) is None
    repository.git("add", "docs/new.md")
    assert lines(repository.folder / "docs/new.md") == [*range(1, 11)]


def test_a_file_that_is_binary_for_git_is_all_new(repository: Repository) -> None:
    path = repository.write("docs/a.md", TEN)
    path.write_bytes(TEN.encode("utf-16"))
    assert lines(path) is None


@pytest.mark.parametrize("name", ['ä \t"x".md', "-x.md", "[a]*.md", ":(top)x.md"])
def test_names_may_be_odd(name: str, repository: Repository) -> None:
    path = repository.write(name, TEN)
    repository.commit()
    repository.write(name, TEN + "more\n")
    assert lines(path) == [11]


def test_a_branch_is_compared_with_where_it_began(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "essay")
    path = repository.write("docs/a.md", TEN + "mine\n")
    repository.commit()
    repository.git("switch", "--quiet", "main")
    repository.write("docs/a.md", "theirs\n" + TEN)
    repository.commit()
    repository.git("switch", "--quiet", "essay")
    assert lines(path, "main") == [11]


def test_a_link_to_the_repository_is_followed(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repository.folder)
    repository.write("docs/a.md", "new\n" + TEN)
    assert lines(tmp_path / "link" / "docs" / "a.md") == [1]


def test_variables_of_a_hook_of_git_do_not_matter(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("docs/a.md", "new\n" + TEN)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", "elsewhere")
    assert lines(repository.folder / "docs" / "a.md") == [1]


@pytest.mark.parametrize("revision", ["none", "", "--help", "-c", "a\nb", "HEAD:docs/a.md"])
def test_what_is_no_revision_is_told(revision: str, repository: Repository) -> None:
    with pytest.raises(InputError, match="there is no revision"):
        lines(repository.folder / "docs/a.md", revision)


def test_a_repository_without_commits_has_no_revision(tmp_path: Path) -> None:
    path = Repository(tmp_path).write("a.md", TEN)
    with pytest.raises(InputError, match="there is no revision 'HEAD'"):
        lines(path)


def test_a_file_outside_any_repository_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(InputError, match=r"a\.md: --changed-since needs a git repository\. Git"):
        lines(tmp_path / "a.md")
    with pytest.raises(InputError, match="standard input has no revisions"):
        ChangedLines("HEAD").of("-")


def test_a_computer_without_git_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="git is not installed"):
        lines(tmp_path / "a.md")
