"""`solecism study serve`: the pages of a study, for raters and administrators."""

from __future__ import annotations

import click

from solecism.cli.terminal.once import OnceCommand


@click.command(name="serve", cls=OnceCommand)
@click.argument("study")
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
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of server processes to start.",
)
@click.option("--dry-run", is_flag=True, help="Report what would be served, and stop.")
def command(
    study: str,
    host: str,
    port: int,
    address: str | None,
    proxies: tuple[str, ...],
    platform_keys: str | None,
    workers: int,
    dry_run: bool,
) -> None:
    """Serve the web pages of a study to raters and administrators, and its API.

    Raters come by the links of `solecism study raters --invite`, or from a platform to
    ADDRESS/enter with their id; administrators log in at ADDRESS/admin. If people reach the server
    from other machines, put a proxy with HTTPS in front of it, give its URL as --address, and the
    address from which it connects as --proxy.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study serve demo --port 0 --dry-run
    """
    from solecism.collect.store.database import check_writable
    from solecism.collect.study import open_study
    from solecism.serve.platform_keys import PROLIFIC
    from solecism.serve.server import Front, check_front, check_workers, serve, serve_by_many
    from solecism.serve.sole_server import sole_server
    from solecism.web.listen import bind

    front = Front(address, proxies, platform_keys or PROLIFIC)
    check_writable(study)
    opened = open_study(study)
    check_workers(opened, workers)
    check_front(opened, front)
    with sole_server(opened), bind(host, port) as at:
        shown = address or f"http://{host}:{at.getsockname()[1]}"
        click.echo(f"{opened.configuration.shown_title} ({opened.task.title}) at {shown}", err=True)
        click.echo(f"administrators at {shown}/admin. Ctrl+C stops.", err=True)
        if workers > 1 and not dry_run:
            serve_by_many(study, at, n_workers=workers, front=front)
        elif not dry_run:
            serve(opened, at, front=front)
    opened.close()
