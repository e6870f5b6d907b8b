"""What ships trained: each model has a card that says how it was made."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from places import ROOT
from solecism.cli import corrupt
from solecism.system.installation import MODELS
from solecism_lab.cli.train_group import train_command

RESEARCH_MODELS = ROOT / "models" / "src" / "solecism_models"
TRAINED = sorted(
    path
    for folder in (MODELS, RESEARCH_MODELS)
    for path in folder.iterdir()
    if path.is_file() and path.suffix not in (".md", ".py", ".typed")
)
COMMAND = re.compile(r"solecism (?:train )?(?!train)(\w+)((?:\s+\S+)*?)\s+--out (\S+)")


def maker(name: str) -> click.Command:
    found = train_command.get_command(click.Context(train_command), name)
    return corrupt.confusions_command if found is None else found


@pytest.mark.parametrize("model", TRAINED, ids=lambda path: path.name)
def test_every_model_has_a_card_with_the_command_that_made_it(model: Path) -> None:
    card = model.with_suffix(".md").read_text(encoding="utf-8")
    assert card.startswith(f"# {model.name}\n")
    made = [found for found in COMMAND.finditer(card) if found[3] == model.name]
    assert made, f"{model.stem}.md does not say `solecism train ... --out {model.name}`"
    for found in made:
        trainer = maker(found[1])
        names = {name for parameter in trainer.params for name in parameter.opts}
        assert set(re.findall(r"--[\w-]+", found[2])) <= names
    assert "icence" in card or "CC BY" in card or "free for" in card
