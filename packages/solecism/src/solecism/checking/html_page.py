"""Checked texts as one self-contained HTML page: a list of contents, and an article per text.

The style sheet is for screens of all sizes, light and dark, and for paper. `ARTICLE_STYLE` is that
of the articles alone, for pages that have them among other things; it uses the colours of
`COLOURS`. Below the articles stand the pages about the kinds of error that were found, and every
finding leads to its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, groupby

from solecism.checking import explanations
from solecism.checking.checked_files import CheckSummary
from solecism.checking.explanations import page_name
from solecism.checking.kind_pages import pages_about
from solecism.checking.reasons import reason
from solecism.finding import CheckedSentence, Finding
from solecism.system.display_text import count, safe


def format_page(
    checked: Iterable[CheckedSentence], *, title: str = "", summary: CheckSummary | None = None
) -> Iterator[str]:
    """The page in pieces: contents if there are several files, then each file with its findings.

    `summary` says what was looked for, and what there is to note, when the sentences have been
    taken. The page is held in memory, because its contents come first.
    """
    articles = list(_articles(checked))
    is_single = len(articles) == 1
    heading = escaped(title or ("Checked text" if is_single else "Checked texts"))
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
    yield about_kinds(chain.from_iterable(each.kinds for each in articles))
    yield f"</main>\n<footer>\n{_summary(articles)}"
    if summary is not None:
        yield from _remarks(summary)
    yield "</footer>\n</body>\n</html>\n"


def format_articles(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """The articles, one per file, with the pages about kinds and a line with all counts.

    They are for another page.
    """
    articles: list[Article] = []
    for each in _articles(checked):
        articles.append(each)
        yield each.html
    yield about_kinds(chain.from_iterable(each.kinds for each in articles))
    yield f"<footer>{_summary(articles)}</footer>\n"


def _articles(checked: Iterable[CheckedSentence]) -> Iterator[Article]:
    by_file = groupby(checked, key=lambda sentence: sentence.file)
    for number, (file, sentences) in enumerate(by_file, 1):
        yield format_article(file, sentences, number)


def _contents(articles: Sequence[Article]) -> str:
    items = "".join(
        f'<li><a href="#text{each.number}">{escaped(each.file)}</a>: '
        f"{count(each.n_findings, 'finding') if each.n_findings else 'no errors found'}</li>\n"
        for each in articles
    )
    return f'<nav aria-label="Contents">\n<ol>\n{items}</ol>\n</nav>\n'


def _summary(articles: Sequence[Article]) -> str:
    n_findings = sum(each.n_findings for each in articles)
    n_sentences = sum(each.n_sentences for each in articles)
    return f"<p>{explanations.summary_line(n_findings, n_sentences, len(articles))}</p>\n"


def _remarks(summary: CheckSummary) -> Iterator[str]:
    """What was looked for and what was not, and notes and problems of the files."""
    if summary.kinds:
        kinds = [kind for kind in summary.kinds if kind not in summary.unreachable]
        looked, missed = explanations.looked_for(kinds), explanations.not_looked_for(kinds)
        yield f"<p>{escaped(looked)} {escaped(missed)}</p>\n"
    lines = [*summary.notes, *summary.problems]
    if lines:
        yield "<ul>\n" + "".join(f"<li>{escaped(line)}</li>\n" for line in lines) + "</ul>\n"


# What is marked where a word is missing.
_GAP = "\N{LOGICAL AND}"


@dataclass(frozen=True, slots=True)
class Article:
    """The HTML of one file, and how many findings and sentences it has.

    `number` tells it from other articles of the same page: its id is `text1`, `text2` and so on.
    """

    file: str
    number: int
    html: str
    n_findings: int
    n_sentences: int
    kinds: tuple[str, ...] = ()


def format_article(file: str, sentences: Iterable[CheckedSentence], number: int) -> Article:
    """The article of a file, given its checked sentences in order."""
    kinds: Counter[str] = Counter()
    found: dict[str, None] = {}
    parts: list[str] = []
    n_sentences = 0
    for lines in _by_lines(sentences):
        findings = list(chain.from_iterable(sentence.findings for sentence in lines))
        parts.append(_part(lines, findings, number, n_before=kinds.total()))
        found |= dict.fromkeys(finding.kind or "" for finding in findings)
        kinds.update(explanations.kind_name(finding.kind) for finding in findings)
        n_sentences += len(lines)
    head = f'<article id="text{number}">\n<h2>{escaped(file)}</h2>\n{_counts(kinds)}'
    html = "".join((head, *parts, "</article>\n"))
    return Article(file, number, html, kinds.total(), n_sentences, tuple(found))


def about_kinds(kinds: Iterable[str]) -> str:
    """The pages about some kinds of error, each closed until somebody opens or goes to it.

    Browsers open what is closed around the target of a link, but not the target itself.
    """
    sections = "".join(
        f'<details class="about">\n<summary>{escaped(page.title)}</summary>\n'
        f'<div id="about-{page.name}">\n{page.html}</div>\n</details>\n'
        for page in pages_about(kinds)
    )
    if not sections:
        return ""
    return f'<section class="pages">\n<h2>Rules and examples</h2>\n{sections}</section>\n'


def escaped(text: str) -> str:
    """Text in one line, with nothing in it that could be markup or move other text."""
    return escape(safe(text))


def _by_lines(sentences: Iterable[CheckedSentence]) -> Iterator[list[CheckedSentence]]:
    """The sentences in groups, each up to a sentence that ends its line."""
    group: list[CheckedSentence] = []
    for sentence in sentences:
        group.append(sentence)
        if "\n" in sentence.sentence.after:
            yield group
            group = []
    if group:
        yield group


def _counts(kinds: Counter[str]) -> str:
    if not kinds:
        return '<p class="none">No errors found.</p>\n'
    items = "".join(f"<li>{escaped(kind)}: {n:,}</li>" for kind, n in kinds.most_common())
    return f'<p>{count(kinds.total(), "finding")}:</p>\n<ul class="kinds">{items}</ul>\n'


def _part(
    lines: Sequence[CheckedSentence], findings: Sequence[Finding], number: int, *, n_before: int
) -> str:
    """Some lines of the text, and their findings beside or below them."""
    pieces: list[str] = []
    n = n_before
    for sentence in lines:
        pieces.append(_marked(sentence, f"{number}-", n))
        n += len(sentence.findings)
    # One line end is the end of this part.
    text = "".join(pieces).removesuffix("\n")
    part = f'<div class="part">\n<div class="text">{text}</div>\n'
    if findings:
        ids = (f"{number}-{n}" for n in range(n_before + 1, n + 1))
        items = "".join(map(_item, findings, ids))
        part += f'<ol class="findings" start="{n_before + 1}">\n{items}</ol>\n'
    return f"{part}</div>\n"


def _marked(checked: CheckedSentence, prefix: str, n_before: int) -> str:
    text = checked.sentence.text
    pieces: list[str] = []
    done = 0
    for n, finding in enumerate(checked.findings, n_before + 1):
        pieces.append(_lines(text[done : max(done, finding.start)]))
        marked = _lines(text[max(done, finding.start) : finding.end])
        id, css_class = f"{prefix}{n}", "" if marked else ' class="gap"'
        link = f'<a href="#f{id}">{marked or _GAP}<sup>{n}</sup></a>'
        pieces.append(f'<mark id="m{id}"{css_class}>{link}</mark>')
        done = max(done, finding.end)
    pieces.append(_lines(text[done:]) + _lines(checked.sentence.after))
    whole = "".join(pieces)
    return whole if checked.is_checked else f'<span class="other">{whole}</span>'


def _item(finding: Finding, id: str) -> str:
    """What is said about a finding; the name of its kind leads back to its mark."""
    name = escaped(explanations.sentence_case(explanations.kind_name(finding.kind)))
    lines = {
        "fix": explanations.advice(finding),
        "sure": explanations.certainty(finding),
        "place": finding.where,
    }
    spans = (
        f' <span class="{css_class}">{escaped(explanations.sentence_case(line))}.</span>'
        for css_class, line in lines.items()
        if line
    )
    link = f'<a href="#m{id}">{name}</a>'
    why = f"{link}: {escaped(reason(finding))}."
    page = page_name(finding.kind)
    more = f' <a class="more" href="#about-{page}">Rules and examples</a>' if page else ""
    return f'<li id="f{id}">{why}{"".join(spans)}{more}</li>\n'


def _lines(text: str) -> str:
    """Text of the document with its line breaks."""
    return "\n".join(map(escaped, text.split("\n")))


COLOURS = """
:root { color-scheme: light dark; --ink: #1d1d1f; --quiet: #55595f; --paper: #fff; --line: #d5d8dc;
  --mark: #ffe9a8; --mark-ink: #1d1d1f; --rule: #b3261e; --link: #0b57a4; --fix: #14602f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8ea; --quiet: #b0b5bc; --paper: #17181a; --line: #43474d;
    --mark: #5c4a12; --mark-ink: #fff6d8; --rule: #ff9d94; --link: #8cc2ff; --fix: #8fdba6; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --quiet: #333; --paper: #fff; --line: #999;
    --mark: transparent; --mark-ink: #000; --rule: #000; --link: #000; --fix: #000; }
}
"""

ARTICLE_STYLE = """
article { margin-top: 2.5rem; }
article > p { margin: .4rem 0; }
.kinds { display: flex; flex-wrap: wrap; gap: .3rem .6rem; list-style: none; margin: .4rem 0 1.4rem;
  padding: 0; }
.kinds li { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .7rem; margin: 0;
  font-size: .9rem; }
.part { margin: 0 0 .9rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.other { color: var(--quiet); font-style: italic; }
mark { background: var(--mark); color: var(--mark-ink); }
mark a { color: inherit; text-decoration: none; border-bottom: 2px solid var(--rule); }
mark.gap { margin-right: .2em; }
mark sup { font-size: .7em; font-weight: 700; line-height: 0; padding-left: .1em; }
.findings { margin: .4rem 0 0; padding: 0 0 0 2.5rem; font-size: .9rem; line-height: 1.4;
  border-left: 3px solid var(--line); }
.findings li { margin: 0 0 .45rem; padding-left: .2rem; }
.findings li:last-child { margin-bottom: 0; }
.findings li::marker { font-weight: 700; }
.findings a { color: inherit; text-decoration-color: var(--rule); text-underline-offset: .15em; }
.fix { color: var(--fix); font-weight: 600; }
.sure, .place { color: var(--quiet); }
.findings .more { color: var(--quiet); text-decoration-color: var(--line); white-space: nowrap; }
.pages { margin-top: 2.5rem; }
.about { border-top: 1px solid var(--line); padding: .5rem 0; max-width: 46rem; }
.about div:target { outline: 3px solid var(--link); outline-offset: 4px; }
.about summary { cursor: pointer; font-weight: 600; }
.about h2 { display: none; }
.about h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
.about p, .about ul { margin: .4rem 0; }
.about table { border-collapse: collapse; font-size: .95em; margin: .4rem 0 .8rem; }
.about th, .about td { border-bottom: 1px solid var(--line); padding: .15rem 1.2rem .15rem 0;
  text-align: left; vertical-align: top; }
.about th { color: var(--quiet); font-weight: 600; font-size: .85em; }
li:target, mark:target { outline: 3px solid var(--link); outline-offset: 2px; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (min-width: 60rem) {
  .part { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 2rem; }
  .text { position: sticky; top: 1rem; align-self: start; }
  .findings { margin-top: 0; }
}
@media print {
  article { break-before: page; margin-top: 0; }
  .part { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 6mm; }
  .text { position: static; }
  .findings { font-size: .82em; margin-top: 0; border-left-width: 1px; }
  .findings li { break-inside: avoid; }
  .findings a { text-decoration: none; }
  .more, .pages { display: none; }
}
"""

PAGE_STYLE = """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem; max-width: 76rem; color: var(--ink);
  background: var(--paper);
  font: 1.06rem/1.65 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
a { color: var(--link); }
nav ol { padding-left: 1.8rem; margin: .3rem 0; columns: 22rem; column-gap: 3rem;
  overflow-wrap: anywhere; }
nav li { break-inside: avoid; }
.back { font-size: .9rem; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .8rem;
  color: var(--quiet); font-size: .92rem; overflow-wrap: anywhere; }
@page { size: A4; margin: 16mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  a { text-decoration: none; }
  .back { display: none; }
  .single article { break-before: auto; }
}
"""
