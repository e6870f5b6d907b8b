"""`solecism sample`: what to have judged. Its subcommands are what there is to draw from."""

from __future__ import annotations

import click

from solecism.cli import sample_choice, sample_cloze, sample_covert, sample_flags, sample_nouns


class _GroupWithDefault(click.Group):
    """`sample FLAGS ...` is short for `sample flags FLAGS ...`."""

    default = "flags"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)


@click.group(name="sample", cls=_GroupWithDefault)
def command() -> None:
    """Draw what raters shall judge.

    `solecism sample FLAGS ...` is short for `solecism sample flags FLAGS ...`.

    \b
    Example:
      solecism sample examples/flags.a.jsonl items.jsonl --key key.json -n 60
    """


command.add_command(sample_flags.command)
command.add_command(sample_covert.command)
command.add_command(sample_cloze.command)
command.add_command(sample_choice.command)
command.add_command(sample_nouns.command)
