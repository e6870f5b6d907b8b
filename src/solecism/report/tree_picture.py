"""Trees as an SVG drawing, with the errors in them marked, before and after.

Marks differ in shape and in words, not in colour alone; on a dark screen the drawing is dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from solecism.corrupt.gold.trees import undo
from solecism.report.svg import described
from solecism.report.tree_layout import LETTER, Box, boxes, text_width
from solecism.report.tree_outline import shown_word
from solecism.report.words import count, listed, printable, short
from solecism.tree import NOTHING, Tree, unescape

_ROW = 46.0
_LINE = 18.0
_MARGIN = 16.0
_CAPTION = 30.0
_WIDEST_ROW = 1100.0
_STYLE = """
text { font: 14px 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif;
  text-anchor: middle; fill: #1a1a1a }
.caption { font-weight: bold; text-anchor: start }
.tag { fill: #555555 } .trace { fill: #6b6b6b; font-style: italic } .note { font-size: 11px }
.paper { fill: #ffffff } .edge { stroke: #767676; stroke-width: 1; fill: none }
.mark { fill: #fde7e4; stroke: #b3261e; stroke-width: 1.5 }
.missing { stroke-dasharray: 4 3 } .touched { fill: none } .extra { stroke-width: 3 }
.error { fill: #8c1d18 } .gone { text-decoration: line-through }
@media (prefers-color-scheme: dark) {
text { fill: #ececf1 } .tag { fill: #b8b8c2 } .trace { fill: #a0a0aa }
.paper { fill: #17181c } .edge { stroke: #9a9aa3 }
.mark { fill: #4a1512; stroke: #ffb4ab } .touched { fill: none } .error { fill: #ffdad6 } }
"""


@dataclass(frozen=True, slots=True)
class Panel:
    """One tree of a drawing; `touched` are leaves, traces counted, where errors will be made."""

    caption: str
    tree: Tree
    touched: frozenset[int] = frozenset()


def before_and_after(golds: Sequence[Tree]) -> list[Panel]:
    """The original tree and the gold trees after the errors; only the tree if it has no errors."""
    first = golds[0]
    marks = [leaf.original for leaf in first.leaves(traces=True) if leaf.original != NOTHING]
    touched = frozenset(place for place, original in enumerate(marks) if original is not None)
    if not errors(first):
        return [Panel("", gold) for gold in golds]
    names = ["After"] if len(golds) == 1 else [f"After, gold {n}" for n in range(1, len(golds) + 1)]
    after = [Panel(name, gold) for name, gold in zip(names, golds, strict=True)]
    return [Panel("Before", undo(first), touched), *after]


def errors(tree: Tree) -> list[str]:
    """The changes in a tree from left to right, as `[is→in]`."""
    return [shown_word(leaf) for leaf in tree.leaves(traces=True) if leaf.original is not None]


def picture(panels: Sequence[Panel], *, name: str = "tree", traces: bool = False) -> str:
    """The drawing: panels side by side where they fit on a page, else one under another.

    `name` begins the ids in it, so that a page can hold several drawings.
    """
    drawn = [(panel, boxes(panel.tree, traces=traces, touched=panel.touched)) for panel in panels]
    widths = [_width(panel, laid) for panel, laid in drawn]
    heights = [_height(panel, laid) for panel, laid in drawn]
    is_row = sum(widths) + _MARGIN * (len(widths) + 1) <= _WIDEST_ROW
    x = y = _MARGIN
    parts: list[str] = []
    for (panel, laid), width, height in zip(drawn, widths, heights, strict=True):
        parts.append(_drawn(panel, laid, x, y))
        x, y = (x + width + _MARGIN, y) if is_row else (x, y + height + _MARGIN)
    full_width = x if is_row else max(widths) + 2 * _MARGIN
    full_height = max(heights) + 2 * _MARGIN if is_row else y
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="drawing" width="{full_width:.0f}" '
        f'height="{full_height:.0f}" viewBox="0 0 {full_width:.0f} {full_height:.0f}">'
        f"<style>{_scoped(name)}</style>"
        f'<rect class="paper" width="100%" height="100%"/>\n{"".join(parts)}</svg>'
    )
    return described(svg, name, *_description(panels))


def _description(panels: Sequence[Panel]) -> tuple[str, str]:
    """The title and description, for people who cannot see the drawing."""
    last = panels[-1].tree
    text = " ".join(map(unescape, last.words())) or "no words"
    n_phrases = sum(1 for _ in last.phrases())
    error_list = errors(last)
    description = f" Errors, before → after: {listed(error_list)}." if error_list else ""
    drawings = count(len(panels), "tree")
    return (
        f"Tree of: {text}",
        f"{drawings}; the last has {count(n_phrases, 'phrase')}.{description}",
    )


def _scoped(name: str) -> str:
    """The style, for this drawing only."""
    lines = _STYLE.strip().replace("\n  ", " ").replace("} .", "}\n.").split("\n")
    return "\n".join(
        line if line.startswith(("@", "}")) else f"#{name}-drawing {line}" for line in lines
    )


def _width(panel: Panel, laid: Sequence[Box]) -> float:
    return max(laid[0].width, text_width(short(panel.caption)) + _MARGIN)


def _height(panel: Panel, laid: Sequence[Box]) -> float:
    n_notes = max(len(box.notes) for box in laid)
    return _words_at(panel, laid) + (1 + n_notes) * _LINE + 4


def _words_at(panel: Panel, laid: Sequence[Box]) -> float:
    """The distance of the words' tags from the top of a panel."""
    return LETTER + (_CAPTION if panel.caption else 0) + laid[0].height * _ROW


def _drawn(panel: Panel, laid: Sequence[Box], x: float, y: float) -> str:
    parts = [_text(short(panel.caption), x, y + LETTER, "caption")] if panel.caption else []
    words_at = y + _words_at(panel, laid)
    for box in laid:
        middle, at = x + box.middle, words_at - box.height * _ROW
        if box.parent >= 0:
            parent = laid[box.parent]
            start = words_at - parent.height * _ROW + 5
            # Along, then down: slanting lines would cross words that hang lower.
            way = f"M{x + parent.middle:.1f} {start:.1f} v7 H{middle:.1f} V{at - LETTER:.1f}"
            parts.append(f'<path class="edge" d="{way}"/>')
        parts.append(_leaf(box, middle, at) if box.is_leaf else _text(box.label, middle, at))
    return "\n".join(parts) + "\n"


def _leaf(box: Box, middle: float, at: float) -> str:
    kind = " trace" if box.is_trace else ""
    error = " error" if box.mark else ""
    gone = " gone" if box.mark == "missing" else ""
    parts = []
    if box.mark:
        width, height = box.width - 6, 2 * _LINE + 4
        parts.append(
            f'<rect class="mark {box.mark}" x="{middle - width / 2:.1f}" y="{at - LETTER - 1:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}" rx="4"/>'
        )
    parts.append(_text(box.label, middle, at, f"tag{kind}{error}"))
    parts.append(_text(box.word, middle, at + _LINE, f"word{kind}{error}{gone}"))
    for line, note in enumerate(box.notes, 2):
        parts.append(_text(note, middle, at + line * _LINE + 2, f"note{error}"))
    return "".join(parts)


def _text(text: str, x: float, y: float, kind: str = "phrase") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(printable(text))}</text>'
