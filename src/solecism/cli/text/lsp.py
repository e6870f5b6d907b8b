"""`solecism lsp`: check texts in an editor."""

from __future__ import annotations

import os
import sys

import click


@click.command(name="lsp")
@click.option(
    "--tcp",
    "port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Wait for the editor on this port of this computer, instead of standard input and output.",
)
def command(port: int | None) -> None:
    """Check texts in an editor, as they are written.

    This is a server of the Language Server Protocol, which editors start by themselves: see
    docs/editors.md for VS Code, Neovim, Emacs, Helix, Zed and Sublime Text. It underlines errors in
    Markdown, LaTeX, HTML, reStructuredText, plain text, commit messages and the comments of
    programs, explains them, and offers fixes. Words of your own, findings to ignore and kinds of
    error that are turned off are kept in .solecism.toml.

    Nothing leaves this computer. Without --tcp, the server talks over standard input and output,
    and ends when its input does. The exit code is 1 if the editor left without goodbye.

    \b
    Example:
      solecism lsp
    """
    from solecism.errors import InputError
    from solecism.lsp.run import run
    from solecism.system.extras import need

    need("pygls")
    try:
        code = run(port)
    except OSError as error:
        raise InputError(f"port {port} cannot be used: {error.strerror or error}.") from error
    sys.stderr.flush()
    # A check that still runs would hold up the end, and nobody waits for its result.
    os._exit(code)
