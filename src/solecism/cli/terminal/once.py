"""A command that refuses an option given twice, where the first value would be forgotten."""

from __future__ import annotations

from collections import Counter

import click


class OnceCommand(click.Command):
    """A command whose options can be given once, except those that may be repeated."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Check and read the arguments."""
        if not ctx.resilient_parsing and "--help" not in args:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            for parameter, n in Counter(order).items():
                is_once = isinstance(parameter, click.Option) and not parameter.multiple
                if n > 1 and is_once:
                    raise click.UsageError(
                        f"{parameter.opts[-1]} is given {n} times. Give it once."
                    )
        return super().parse_args(ctx, args)
