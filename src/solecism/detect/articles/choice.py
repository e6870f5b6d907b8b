"""The choices in a noun phrase: the group of its determiner, and the number of its noun.

The five constructions of Lee, Tetreault and Chodorow (2009) are the first three groups, each with
a singular or plural. The other groups are included because learners make errors in the number of
nouns after them, and insert or omit them too.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.locate.construction import CONSTRUCTION_OF, NO_CONSTRUCTION
from solecism.locate.noun_roles import Role
from solecism.numeric.arrays import Floats32
from solecism.numeric.link_functions import log_softmax

NONE, A, THE, THIS, MY, SOME, EACH, WHICH = range(8)
N_DETERMINERS = 8
ARTICLES = (NONE, A, THE)
N_CHOICES = 2 * N_DETERMINERS
# A word of each group.
WORD_OF_GROUP = ("", "a", "the", "this", "my", "some", "every", "which")
# The two decisions, which are the halves of a choice.
DETERMINER, NUMBER = 0, 1

Choices = npt.NDArray[np.uint8]

# The group of each role; quantifiers and numerals belong to the context, as adjectives do.
GROUP_OF = np.full(1 + max(Role), NONE, dtype=np.uint8)
for _role, _group in {
    Role.A: A,
    Role.THE: THE,
    Role.THIS: THIS,
    Role.THESE: THIS,
    Role.POSSESSIVE: MY,
    Role.SOME: SOME,
    Role.EACH: EACH,
    Role.WHICH: WHICH,
}.items():
    GROUP_OF[_role] = _group
# Words with one of these roles that take an article besides: *the other day, such a day*.
NO_DETERMINERS = ("more", "most", "enough", "other", "such")
_GROUP_OF_WORD = {
    **dict.fromkeys(("a", "an"), A),
    "the": THE,
    **dict.fromkeys("this that these those".split(), THIS),
    **dict.fromkeys("my your his her its our their whose 's ’s".split(), MY),
    **dict.fromkeys("some any no".split(), SOME),
    **dict.fromkeys("each every another either neither".split(), EACH),
    **dict.fromkeys("which what whatever whichever".split(), WHICH),
}
# The choice of each construction, by its number.
CHOICE_OF_CONSTRUCTION = tuple(
    2 * determiner + is_plural
    for _, determiner, is_plural in sorted(
        (construction, determiner, is_plural)
        for is_plural, row in enumerate(CONSTRUCTION_OF)
        for determiner, construction in zip(ARTICLES, row, strict=True)
        if construction != NO_CONSTRUCTION
    )
)


def choices(determiners: Choices, is_plural: npt.NDArray[np.bool_]) -> Choices:
    """The combined choice of determiner and number: even numbers are singular, odd ones plural."""
    return (2 * determiners + is_plural).astype(np.uint8)


def group_of(word: str) -> int | None:
    """The group of a determiner, None if the word is in no group.

    >>> group_of("An") == A, group_of("those") == THIS, group_of("house")
    (True, True, None)
    """
    return _GROUP_OF_WORD.get(word.lower())


def divided(log_p: Floats32, written: Choices, decision: int) -> tuple[Choices, Floats32]:
    """The written half of a choice, and the log probability of each option given the other half."""
    each = np.arange(len(written))
    grid = log_p.reshape(len(written), N_DETERMINERS, 2)
    determiners, numbers = written // 2, written % 2
    if decision == DETERMINER:
        return determiners, log_softmax(grid[each, :, numbers])
    return numbers, log_softmax(grid[each, determiners])


def choice_with(written: Choices, best: Choices, decision: int) -> Choices:
    """The written choice with one half replaced by the best candidate."""
    if decision == DETERMINER:
        return (2 * best + written % 2).astype(np.uint8)
    return (written // 2 * 2 + best).astype(np.uint8)
