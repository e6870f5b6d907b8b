"""The languages of documents: which of their characters are prose to check."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import PurePath

from solecism.language.code.comments import comments_only
from solecism.language.code.commit import commit_prose
from solecism.language.code.syntax import FAMILIES
from solecism.language.text.latex import unmarked_latex
from solecism.language.text.markup import Unmarked
from solecism.language.text.rst import unmarked_rst

# A text to a text of the same length, in which all that is not prose is blank.
Mask = Callable[[str], str]

PLAIN, MARKDOWN = "plaintext", "markdown"
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
# What editors call a language, where it differs from the names of the protocol.
_ALIASES = {
    **dict.fromkeys(("text", "txt", "mail", "org", "help", "asciidoc", "typst"), PLAIN),
    **dict.fromkeys(("quarto", "rmd", "mdx", "pandoc", "vimwiki", "gfm"), MARKDOWN),
    **dict.fromkeys(("xhtml", "htmldjango", "django-html", "jinja-html", "vue", "svelte"), "html"),
    **dict.fromkeys(("tex", "plaintex", "bibtex-style", "doctex", "rnoweb"), "latex"),
    **dict.fromkeys(("rst",), "restructuredtext"),
    **dict.fromkeys(("gitcommit", "git-rebase", "jj-commit"), "git-commit"),
    **dict.fromkeys(("c++",), "cpp"),
    **dict.fromkeys(("c#", "cs"), "csharp"),
    **dict.fromkeys(("js", "jsx"), "javascript"),
    **dict.fromkeys(("ts", "tsx"), "typescript"),
}
_ENDINGS = {
    ".txt": PLAIN,
    ".md": MARKDOWN,
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
    ".rst": "restructuredtext",
    ".py": "python",
}


def language_of(identifier: str, path: str) -> str | None:
    """The language of a document by its identifier or else by its file's ending; None if unknown.

    >>> language_of("tex", ""), language_of("", "notes.md"), language_of("json", "a.json")
    ('latex', 'markdown', None)
    """
    name = identifier.lower()
    name = _ALIASES.get(name, name)
    if name in _MASKS or name in FAMILIES:
        return name
    return _ENDINGS.get(PurePath(path).suffix.lower()) if not name else None


def mask_of(language: str) -> Mask:
    """The function that leaves the prose of a text in this language."""
    return _MASKS.get(language) or partial(comments_only, language=language)


def _unmarked(text: str) -> str:
    return "".join(Unmarked(_LINES.findall(text)))


def _plain(text: str) -> str:
    return text


_MASKS: dict[str, Mask] = {
    PLAIN: _plain,
    MARKDOWN: _unmarked,
    "html": _unmarked,
    "latex": unmarked_latex,
    "restructuredtext": unmarked_rst,
    "git-commit": commit_prose,
}
LANGUAGES = (*_MASKS, *FAMILIES)
