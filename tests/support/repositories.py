"""Git repositories for tests, with a branch and an author of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class Repository:
    """A new repository in a folder, independent of the configuration of whoever runs the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        """What git prints; an error if it fails."""
        author = {"NAME": "Kim", "EMAIL": "kim@example.org"}
        people = {f"GIT_{who}_{k}": v for who in ("AUTHOR", "COMMITTER") for k, v in author.items()}
        settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        return subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env={**os.environ, **people, **settings},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def write(self, name: str, text: str) -> Path:
        """Write a file, which is not yet committed."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def commit(self) -> None:
        """Commit everything."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Texts")
