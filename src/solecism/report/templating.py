"""The environment of templates for pages that are files: every string is escaped."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from solecism.report.words import printable


def template_environment(package: str) -> Environment:
    """An environment with the templates of a package; what cannot be printed is replaced."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
