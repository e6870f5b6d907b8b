"""Universal parts of speech for Penn tags, as far as the tag alone determines them."""

from __future__ import annotations

UNKNOWN = "_"
_BY_PENN_TAG = {
    tag: universal
    for universal, tags in {
        "ADJ": "JJ JJR JJS",
        "ADP": "IN RP",
        "ADV": "RB RBR RBS WRB",
        "AUX": "MD",
        "CCONJ": "CC",
        "DET": "DT PDT",
        "INTJ": "UH",
        "NOUN": "NN NNS",
        "NUM": "CD",
        "PART": "POS TO",
        "PRON": "EX PRP PRP$ WDT WP WP$",
        "PROPN": "NNP NNPS",
        "PUNCT": ". , : `` '' -LRB- -RRB- HYPH NFP",
        "SYM": "$ # SYM",
        "VERB": "VB VBD VBG VBN VBP VBZ",
        "X": "ADD AFX FW GW LS XX",
    }.items()
    for tag in tags.split()
}


def universal_tag(penn_tag: str) -> str:
    """The universal tag that most words with a Penn tag have, `_` for an unknown one.

    >>> universal_tag("NNS"), universal_tag("?")
    ('NOUN', '_')
    """
    return _BY_PENN_TAG.get(penn_tag, UNKNOWN)
