"""The error codes of the Cambridge Learner Corpus, and the ERRANT-like types nearest to them.

Nicholls (2003), "The Cambridge Learner Corpus: error coding and analysis". Most codes are an
operation (F wrong form, M missing, R replace, U unnecessary, D wrongly derived, I wrongly
inflected, AG agreement, C countability) and a part of speech.
"""

from __future__ import annotations

JOINT = "+"
_OPERATIONS = {"M": "M:", "U": "U:", "R": "R:"}
_CATEGORIES = {
    "A": "PRON",
    "C": "CONJ",
    "D": "DET",
    "J": "ADJ",
    "N": "NOUN",
    "P": "PUNCT",
    "Q": "DET",
    "T": "PREP",
    "V": "VERB",
    "Y": "ADV",
}
_TYPES = {
    "M": "M:OTHER",
    "U": "U:OTHER",
    "FN": "R:NOUN:NUM",
    "AGN": "R:NOUN:NUM",
    "CN": "R:NOUN:NUM",
    "IN": "R:NOUN:INFL",
    "FV": "R:VERB:FORM",
    "IV": "R:VERB:INFL",
    "TV": "R:VERB:TENSE",
    "AGV": "R:VERB:SVA",
    "FJ": "R:ADJ:FORM",
    "IJ": "R:ADJ:FORM",
    "S": "R:SPELL",
    "SA": "R:SPELL",
    "SX": "R:SPELL",
    "W": "R:WO",
}


def errant_type(code: str) -> str:
    """The ERRANT-like type of a code; of codes joined by + the last one, which is the outermost.

    >>> errant_type("RT"), errant_type("MD"), errant_type("AGN"), errant_type("RT+UV")
    ('R:PREP', 'M:DET', 'R:NOUN:NUM', 'U:VERB')
    """
    code = code.rsplit(JOINT, 1)[-1]
    if code in _TYPES:
        return _TYPES[code]
    operation, category = _OPERATIONS.get(code[:-1]), _CATEGORIES.get(code[-1:])
    if category is None:
        return "R:OTHER"
    if operation is not None:
        return operation + category
    if code[:-1] == "D":
        return "R:MORPH"
    if code[:-1] in ("F", "I", "AG", "C"):
        return "R:" + category
    return "R:OTHER"
