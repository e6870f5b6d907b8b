"""The templates of the pages of a class, and their scripts."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from solecism.check.page_style import ARTICLE_STYLE, COLOURS
from solecism.counted import count
from solecism.report.templating import template_environment


def render(template: str, **values: Any) -> str:
    """A page of these values."""
    return _environment().get_template(template).render(values)


@cache
def script(name: str) -> tuple[str, str]:
    """A script among the templates, and the hash by which a page may allow it."""
    text = files("solecism.classroom").joinpath("templates", name).read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode()).digest()
    return text, base64.b64encode(digest).decode()


@cache
def _environment() -> Environment:
    environment = template_environment("solecism.classroom")
    environment.globals |= {"count": count, "text_style": Markup(COLOURS + ARTICLE_STYLE)}
    return environment
