"""Expected wins: how likely a system's output is preferred to that of a random other system.

Bojar et al. (2013), "Findings of the 2013 workshop on statistical machine translation", section
3.3. With w(i, j) the number of times that i is ranked above j,

    expected wins of i = mean over j != i of w(i, j) / (w(i, j) + w(j, i))

Ties count for neither; an opponent with whom there are only ties is left out of the mean.
"""

from __future__ import annotations

import numpy as np

from solecism.numeric.arrays import Floats


def expected_wins(wins: Floats) -> Floats:
    """The expected wins of each system, from tables of wins (... x systems x systems).

    >>> expected_wins(np.array([[0.0, 3.0], [1.0, 0.0]])).tolist()
    [0.75, 0.25]
    """
    decided = wins + np.swapaxes(wins, -1, -2)
    is_known = decided > 0
    shares = np.divide(wins, decided, out=np.zeros_like(wins), where=is_known)
    n_opponents = is_known.sum(axis=-1)
    total = shares.sum(axis=-1)
    mean: Floats = np.full_like(total, np.nan)
    np.divide(total, n_opponents, out=mean, where=n_opponents > 0)
    return mean
