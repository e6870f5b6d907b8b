"""The style sheet of pages of checked texts: for screens of all sizes, light and dark, and paper.

`ARTICLE_STYLE` is that of the articles alone, for pages that have them among other things; it uses
the colours of `COLOURS`.
"""

from __future__ import annotations

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
