"""Words of closed classes that have one tag wherever they stand, so that no network is asked.

They are the commonest words and signs for which the network of the bundled tagger has the same
answer in at least 9,995 of 10,000 places of native text (see models/tagger.md). *To*, *in*, *that*
and *have* are not among them. Words are as they are written: *May* and *may* are two.
"""

from __future__ import annotations

_WORDS = {
    ",": ", ;",
    ".": ". ? !",
    ":": ":",
    "-LRB-": "(",
    "-RRB-": ")",
    "CC": "and or And But",
    "DT": "the The a an this This these These those some Some each another",
    "IN": "of for For with at At from into if If because between during against without until "
    "within whether After",
    "MD": "would could should might 'll",
    "PRP": "I it It he He she She they They we We You me him them himself myself",
    "PRP$": "my My your its our their",
    "RB": "not n't",
    "VBD": "was were did",
    "VBN": "been",
    "VBP": "are 'm 're",
    "VBZ": "is has does",
    "WDT": "which",
    "WP": "who",
    "WRB": "when When how why",
}
CLOSED_CLASS = {word: tag for tag, words in _WORDS.items() for word in words.split()}
