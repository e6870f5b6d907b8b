"""Commands for people who write: `solecism write`, a page, and `solecism lsp`, for editors."""

from __future__ import annotations

import os
import sys

import click


@click.command(name="write", context_settings={"auto_envvar_prefix": "SOLECISM_WRITE"})
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="Network address to listen on; other machines need a token then.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8081,
    show_default=True,
    help="Port to listen on; 0 takes any free port.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--cors",
    multiple=True,
    metavar="ORIGIN",
    help="Allow pages of this origin to use the server, such as https://example.org; * allows "
    "every page. May be given several times.",
)
@click.option(
    "--dictionary",
    metavar="FILE",
    help="Keep the words of the dictionary in this file, one per line; without it they are "
    "forgotten when the server stops.",
)
@click.option(
    "--token",
    metavar="TOKEN",
    help="Let in only those who know this token; with another --host one is made if none is given.",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="URL under which people reach the server, if it is behind a proxy, such as "
    "https://school.example/write.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="IP address or network of a proxy that is believed when it says from where a request "
    "comes (X-Forwarded-For); may be repeated.",
)
@click.option(
    "--log",
    "logs",
    is_flag=True,
    help="Write a line about each request to standard error; never any text, and no token.",
)
@click.option("--detector", metavar="NAME", help="Detector to use, as for `solecism check`.")
@click.option("--dry-run", is_flag=True, help="Report what would be served, and stop.")
def write_command(
    file: str | None,
    host: str,
    port: int,
    no_browser: bool,
    cors: tuple[str, ...],
    dictionary: str | None,
    token: str | None,
    address: str,
    proxies: tuple[str, ...],
    logs: bool,
    detector: str | None,
    dry_run: bool,
) -> None:
    """Open a page to write in, which checks the text as you write.

    The page is served by this machine, for this machine only: the text does not leave it, and
    nothing is stored unless you save it. FILE is opened in the page. Editors and programs that
    speak LanguageTool's HTTP API can use the same server: give them its address. Rules of your own
    in the `.solecism.toml` of the current folder, or of a folder above, are used.

    With --host other machines on the network can use the server. Everybody needs the link with the
    token then, which is printed, and the texts travel over the network as they are: put a proxy
    with HTTPS in front of the server, give its URL as --address, and the address from which it
    connects as --proxy. Every option can be set by an environment variable: SOLECISM_WRITE_TOKEN
    is --token.

    \b
    Example:
      solecism write --dry-run --port 0 --no-browser
      solecism write --dry-run --port 0 --dictionary words.txt examples/texts/landlord.txt
    """
    from secrets import token_urlsafe

    from solecism.checking.checked_files import DetectorOptions
    from solecism.project.settings import with_own_rules
    from solecism.web import bind, open_in_browser
    from solecism_write.app import make_app, serve
    from solecism_write.settings import (
        PREFIX,
        Dictionary,
        OpenedText,
        Settings,
        is_local,
        opened_file,
    )

    if token is None and (address or not is_local(host)):
        token = token_urlsafe(16)
    opened, original = opened_file(file) if file else (OpenedText(), b"")
    settings = Settings(
        token=token,
        cors=cors,
        address=address,
        proxies=proxies,
        logs=logs,
        dictionary=Dictionary(dictionary),
        opened=opened,
        original=original,
        options=with_own_rules(DetectorOptions(name=detector), "."),
    )
    with bind(host, port) as at:
        name = f"[{host}]" if ":" in host else host
        base = address.rstrip("/") or f"http://{name}:{at.getsockname()[1]}"
        page = f"{base}{PREFIX}{token}/" if token else f"{base}/"
        click.echo(f"The page to write in: {page}", err=True)
        click.echo(f"LanguageTool's API: {page}v2/check. Ctrl+C stops.", err=True)
        if not is_local(host) and not settings.is_secure:
            click.echo(
                "Texts travel over the network unencrypted, and are not stored. Give the link only "
                "to people who may use this server.",
                err=True,
            )
        if dry_run:
            return
        if not no_browser:
            open_in_browser(page)
        serve(make_app(settings), at)


@click.command(name="lsp")
@click.option(
    "--tcp",
    "port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Wait for the editor on this port of this computer, instead of standard input and output.",
)
def lsp_command(port: int | None) -> None:
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
    from solecism_write.lsp.run import run

    try:
        code = run(port)
    except OSError as error:
        raise InputError(f"port {port} cannot be used: {error.strerror or error}.") from error
    sys.stderr.flush()
    # A check that still runs would hold up the end, and nobody waits for its result.
    os._exit(code)
