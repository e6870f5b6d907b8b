"""The 25 features of a preposition's context (Tetreault and Chodorow 2008).

Words and tags beside the preposition, heads of the phrases around it, their combinations, and
tags alone as back-off for words that were never seen.
"""

from __future__ import annotations

from solecism.detect.choice.layout import Layout
from solecism.detect.prepositions.contexts import HEADS, NAMES, WORDS
from solecism.locate.preposition_choice import CHOICES

FEATURES = tuple(
    tuple(feature.split())
    for feature in (
        # Beside the preposition: words, then tags.
        "L1|R1|L1 L2|R1 R2|L1 L2 L3|R1 R2 R3|L1 R1|L1 L2 R1|L1 R1 R2"
        "|tL1 tL2 tL3|tR1 tR2 tR3|tL1 tR1"
        # Heads and phrases: words, mixed with tags, tags alone.
        "|PV|PN|FH|FP|PV FH|PN FH|PV PN|PV PN FH|PV tPN tFH|tPV PN tFH|tPV tPN FH|tPV tPN tFH"
        # A preposition before this one: *from Monday to Friday*.
        "|PP L1 FH"
    ).split("|")
)
PREPOSITIONS = Layout(
    names=NAMES,
    seen=(*WORDS, *HEADS),
    category="PP",
    n_categories=len(CHOICES),
    features=FEATURES,
    n_classes=len(CHOICES),
)
