"""Pronouns, determiners, conjunctions and adverbs that learners of English confuse.

Each line has words any of which may stand for any other, or, after a colon, what is written for the
words before it; `-` stands for nothing at all.
"""

from __future__ import annotations

PRONOUNS = """
he she it they
him her them it
he: him
she: her
they: them
I: me
me: I
we: us
us: we
my: mine me
your: yours you
our: ours us
their: there them
who: which whom that
which: who what that
that: what which
whose: who which
what: that which
himself: himselves him
themselves: themself them
myself: me
it they I he we: -
one: ones
others: other
someone: anyone
something: anything
anything: something nothing
anyone: someone
nobody: anybody
everyone: everybody all
there: it
it: this there
this: it
"""

DETERMINERS = """
much many
much many: lot
a few: few
few little
fewer less
some any
no: any not
this these
that those
this: that
these: those
another other
other: others another
every: all each
each: every
all: every whole
whole: all
both: two
either: any
most: almost
enough: many
such: so
his her its their
my: the
their: his
your: the
"""

CONJUNCTIONS = """
because: so as
so: because
but: and although
and: but or
or: and nor
although: but though despite
if: when whether
when: if while
while: when during
whether: if
than: then that as
as: than like
that: -
because: -
and: -
"""

ADVERBS = """
very too so much
too: very
already: yet still
yet: already still
still: already yet
ago: before
before: ago
also: too either
either: neither too
well: good
hard: hardly
late: lately
here: there
there: here
always: ever
ever: never always
never: ever
really: very
just: only
even: also
almost: most
maybe: may
sometimes: sometime some
especially: specially
soon: early
more: most much
most: more
as: so
together: altogether
then: than
away: far
abroad: aboard
not: no don't
"""

# Verbs that are left out, and words that are put in before others.
LEFT_OUT = {"verb": "is are was were be been am", "verb-form": "to", "other": "up out down"}
PUT_IN = {
    "verb": {"is": "can will must should have not very", "are": "can have will not"},
    "verb-form": {"to": "be go do make get see have take use"},
    "other": {"of": "them", "much": "more", "more": "better easier bigger", "very": "much"},
    "pronoun": {"it": "is was has can", "they": "are have"},
    "punctuation": {",": "that because which who if when and"},
}
