"""Words that are the whole subject of a verb, by the number that the verb then has."""

from __future__ import annotations

SINGULAR_SUBJECTS = frozenset(
    "he she it this that everyone everybody someone somebody nobody".split()
)
# *I* has the forms of a plural, except of *be*.
PLURAL_SUBJECTS = frozenset("we you they these those".split())
