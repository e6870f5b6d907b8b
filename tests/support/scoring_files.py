"""Small files of flags and judgments, and a way to call commands on them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from solecism.cli.main import cli
from solecism.errors import SolecismError
from solecism.formats import jsonl
from solecism.judgment import Judgment
from solecism.site import Flag

SITES = [f"d.{n}:0-1:{kind}" for n in range(1, 9) for kind in ("determiner", "preposition")]


def call(*arguments: str | Path) -> Result:
    """A command with its output; unexpected exceptions are raised."""
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    if result.exception and not isinstance(result.exception, SystemExit | SolecismError):
        raise result.exception
    return result


def call_json(*arguments: str | Path) -> Any:
    """What a command gives with --json."""
    result = call(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def write(path: Path, nouns: Iterable[Flag] | Iterable[Judgment]) -> Path:
    """A file of JSON Lines."""
    path.write_text("".join(jsonl.format(nouns)), encoding="utf-8")
    return path


def write_flags(path: Path, *, every: int = 2, system: str = "me") -> Path:
    """Flags at every second (or third ...) site."""
    return write(path, [Flag(site, system, n % every == 0) for n, site in enumerate(SITES)])


def write_judgments(path: Path, *, raters: str = "abc", n_errors: int = 6) -> Path:
    """Judgments of which the first are errors, but for the last rater."""
    return write(
        path,
        [
            Judgment(site, rater, "error" if n < n_errors and rater != "c" else "ok")
            for n, site in enumerate(SITES)
            for rater in raters
        ],
    )
