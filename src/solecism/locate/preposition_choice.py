"""The 34 prepositions that detectors choose among, as in Tetreault and Chodorow (2008).

The paper does not print its list. Ours is made of the eleven of its Table 1 and of the words that
are prepositions (tag IN) most often in 1.2 million words of news, encyclopedia and blogs, less
those that only join clauses or compare (*that, if, because, than, while, although, whether*), and
those that hardly ever can be mistaken for another (*per, despite, except*) or come as the first
half of one (*out of*). Variants count as one preposition.
"""

from __future__ import annotations

NO_PREPOSITION = 0
CHOICES = (
    "",
    *"of in to for on with as by at from about after into like since over before through during "
    "between under until against without around among within along off across behind near "
    "throughout towards".split(),
)
VARIANTS = {"toward": "towards", "amongst": "among", "till": "until", "'til": "until"}
CHOICE_OF = {word: number for number, word in enumerate(CHOICES) if word}
CHOICE_OF.update({variant: CHOICE_OF[word] for variant, word in VARIANTS.items()})

# Prepositions that open clauses, too: *after he left*.
SUBORDINATORS = frozenset(
    CHOICE_OF[word] for word in ("after", "as", "before", "for", "like", "since", "until")
)
# One preposition in two words is one choice, that of its last word.
TWO_WORDS = frozenset(
    (CHOICE_OF[first], CHOICE_OF[second])
    for first, second in (
        pair.split()
        for pair in (
            "across from|along with|as for|as from|as of|as to|near to|off of|over to|from among"
            "|from behind|from between|from under|from within|since before|until after"
        ).split("|")
    )
)


def choice_of(word: str) -> int:
    """The number of a preposition among the 34, 0 if it is none of them.

    >>> CHOICES[choice_of("Toward")], choice_of("house")
    ('towards', 0)
    """
    return CHOICE_OF.get(word.lower(), NO_PREPOSITION)
