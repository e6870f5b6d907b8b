"""`solecism study serve`: the pages of a study, for raters and administrators."""

from __future__ import annotations

import click

from solecism.cli.terminal.options import UniqueOptionsCommand


@click.command(name="serve", cls=UniqueOptionsCommand)
@click.argument("studies", nargs=-1, required=True, metavar="STUDY...")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="Network address to listen on.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 takes any free port.",
)
@click.option(
    "--address",
    metavar="URL",
    help="Base URL under which raters reach the server, if it is behind a proxy.",
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
    "--platform-keys",
    metavar="FILE",
    help="File or HTTPS address of the platform's public keys (JSON Web Key Set); by default "
    "Prolific's.",
)
@click.option("--dry-run", is_flag=True, help="Report what would be served, and stop.")
def serve_command(
    studies: tuple[str, ...],
    host: str,
    port: int,
    address: str | None,
    proxies: tuple[str, ...],
    platform_keys: str | None,
    dry_run: bool,
) -> None:
    """Serve the web pages of a study to raters and administrators, and its API.

    Raters come by the links of `solecism study raters --invite`, or from a platform to
    ADDRESS/enter with their id; administrators log in at ADDRESS/admin. If people reach the server
    from other machines, put a proxy with HTTPS in front of it, give its URL as --address, and the
    address from which it connects as --proxy.

    Several studies are served under ADDRESS/NAME each. Administrators log in once at ADDRESS/admin,
    to all studies that have a login of this name and password (`solecism study admin --also`), with
    the role that they have in each.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study serve demo --port 0 --dry-run
    """
    from contextlib import ExitStack
    from dataclasses import replace

    from solecism.web import bind
    from solecism_study.serve.multi_study_app import study_paths
    from solecism_study.serve.server import (
        PublicAddress,
        check_public_address,
        lock_against_other_servers,
        serve,
        serve_multiple,
    )
    from solecism_study.serve.service import PROLIFIC
    from solecism_study.store.database import check_writable
    from solecism_study.study import open_study

    front = PublicAddress(address, proxies, platform_keys or PROLIFIC)
    for study in studies:
        check_writable(study)
    with ExitStack() as stack:
        opened = [open_study(study) for study in studies]
        for one in opened:
            stack.callback(one.close)
            check_public_address(one, front)
        names = study_paths(opened) if len(opened) > 1 else [""]
        for one in opened:
            stack.enter_context(lock_against_other_servers(one))
        at = stack.enter_context(bind(host, port))
        shown = address or f"http://{host}:{at.getsockname()[1]}"
        for one, name in zip(opened, names, strict=True):
            place = f"{shown.rstrip('/')}/{name}" if name else shown
            click.echo(f"{one.configuration.shown_title} ({one.task.title}) at {place}", err=True)
        click.echo(f"administrators at {shown}/admin. Ctrl+C stops.", err=True)
        if dry_run:
            return
        if len(opened) > 1:
            serve_multiple(opened, at, front=replace(front, address=shown))
        else:
            serve(opened[0], at, front=front)
