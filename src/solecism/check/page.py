"""Checked texts as one self-contained HTML page: an article per writer, and a list of contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from solecism.check import explain
from solecism.check.article import Article, article, shown
from solecism.check.files import CheckSummary
from solecism.check.page_style import ARTICLE_STYLE, COLOURS, PAGE_STYLE
from solecism.counted import count
from solecism.finding import CheckedSentence


def format_page(
    checked: Iterable[CheckedSentence], *, title: str = "", summary: CheckSummary | None = None
) -> Iterator[str]:
    """The page in pieces: contents if there are several files, then each file with its findings.

    `summary` says what was looked for, and what there is to note, when the sentences have been
    taken. The page is held in memory, because its contents come first.
    """
    articles = list(_articles(checked))
    is_single = len(articles) == 1
    heading = shown(title or ("Checked text" if is_single else "Checked texts"))
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>{COLOURS}{PAGE_STYLE}{ARTICLE_STYLE}</style>\n"
        f"</head>\n<body{' class=single' if is_single else ''}>\n"
        f'<header>\n<h1 id="top">{heading}</h1>\n'
    )
    if not is_single:
        yield _contents(articles)
    yield "</header>\n<main>\n"
    for each in articles:
        yield each.html
        if not is_single:
            yield '<p class="back"><a href="#top">Back to the contents</a></p>\n'
    yield f"</main>\n<footer>\n{_summary(articles)}"
    if summary is not None:
        yield from _remarks(summary)
    yield "</footer>\n</body>\n</html>\n"


def format_articles(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """The articles alone, one per file, then a line with all counts, for another page."""
    articles: list[Article] = []
    for each in _articles(checked):
        articles.append(each)
        yield each.html
    yield f"<footer>{_summary(articles)}</footer>\n"


def _articles(checked: Iterable[CheckedSentence]) -> Iterator[Article]:
    by_file = groupby(checked, key=lambda sentence: sentence.file)
    for number, (file, sentences) in enumerate(by_file, 1):
        yield article(file, sentences, number)


def _contents(articles: Sequence[Article]) -> str:
    items = "".join(
        f'<li><a href="#text{each.number}">{shown(each.file)}</a>: '
        f"{count(each.n_findings, 'finding') if each.n_findings else 'no errors found'}</li>\n"
        for each in articles
    )
    return f'<nav aria-label="Contents">\n<ol>\n{items}</ol>\n</nav>\n'


def _summary(articles: Sequence[Article]) -> str:
    n_findings = sum(each.n_findings for each in articles)
    n_sentences = sum(each.n_sentences for each in articles)
    return f"<p>{explain.summary(n_findings, n_sentences, len(articles))}</p>\n"


def _remarks(summary: CheckSummary) -> Iterator[str]:
    """What was looked for and what was not, and notes and problems of the files."""
    if summary.kinds:
        kinds = [kind for kind in summary.kinds if kind not in summary.unreachable]
        looked, missed = explain.looked_for(kinds), explain.not_looked_for(kinds)
        yield f"<p>{shown(looked)} {shown(missed)}</p>\n"
    lines = [*summary.notes, *summary.problems]
    if lines:
        yield "<ul>\n" + "".join(f"<li>{shown(line)}</li>\n" for line in lines) + "</ul>\n"
