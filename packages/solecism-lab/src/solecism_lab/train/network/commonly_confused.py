"""Lists of words that learners of English commonly confuse, by part of speech.

Each line has words any of which may stand for any other, or, after a colon, what is written for the
words before it; `-` stands for nothing at all. Families are words with their relatives of other
parts of speech.
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


ADJECTIVES = """
interested interesting
bored boring
excited exciting
surprised surprising
tired tiring
frightened frightening
confused confusing
disappointed disappointing
amazed amazing
embarrassed embarrassing
annoyed annoying
relaxed relaxing
satisfied satisfying
worried worrying
fun funny
big large great
small little
high tall
good: well nice
bad: badly
better: gooder
worse: badder
best: better
worst: worse
older: elder
different: various other
main: principal
whole: all
alone lonely
sick ill
economic economical
historic historical
sensible sensitive
free: gratis
similar: same
next: following
strong: heavy
wide: large
quick: fast
right: correct
possible: able
dead: died
married: marry
such: so
worth: worthy
used: use
"""

NOUNS = """
travel trip journey
work job
house home
people: persons peoples
advice: advise
effect: affect
history: story
price prize
money: moneys
fun: funny
way: manner
place: space
person: people
possibility: opportunity
opportunity: possibility occasion
time: times
kind: kinds
lot: lots
problem: trouble
experience: experiment
choice: choose
life: live
death: dead
belief: believe
breath: breathe
success: succeed
loss: lose
weather: climate
city: town
men: mans
women: womans woman
children: childs childrens
feet: foots
teeth: tooths
wives: wifes
lives: lifes
information: informations
knowledge: knowledges
equipment: equipments
furniture: furnitures
homework: homeworks
news: new
advantage: benefit
side: part
hour: time
's: -
"""

VERBS = """
make do
say tell speak talk
see watch look
hear listen
bring take
lend borrow
learn study
teach: learn
win earn gain
come go
rise raise
let leave
remember remind
know meet
lie lay
live stay
become get
find: meet
have: be
be: have
give: make
get: take
wear: dress
arrive: come
spend: pass
hope wish
mean: want
want: like
would: will
will: would
can: could
could: can
should: must
must: should
may: can
might: may
"""


# One word and its relatives of other parts of speech.
FAMILIES = """
important importance importantly
different difference differ differently
beautiful beauty beautifully
happy happiness happily
easy ease easily
difficult difficulty
dangerous danger dangerously
success successful successfully succeed
health healthy healthily
safe safety safely
nature natural naturally
culture cultural
economy economic economically
environment environmental
education educational educate
develop development developing
improve improvement
decide decision
choose choice
advise advice
explain explanation
describe description
communicate communication
inform information informative
pollute pollution
invite invitation
organise organisation
organize organization
compete competition competitive
produce production product productive
consume consumption consumer
reduce reduction
increase increasing
solve solution
argue argument
agree agreement
disagree disagreement
behave behaviour
know knowledge
believe belief
live life alive
die death dead
lose loss lost
think thought
feel feeling
mean meaning meaningful
use useful usage
help helpful
care careful carefully careless
hope hopeful hopefully
patient patience patiently
confident confidence confidently
independent independence independently
responsible responsibility responsibly
possible possibility possibly
able ability
necessary necessity necessarily
convenient convenience conveniently
significant significance significantly
recent recently
special specially
usual usually
general generally
real really reality
true truth truly
strong strength strongly
long length
high height highly
wide width widely
deep depth deeply
weigh weight
young youth
old age
rich richness
poor poverty poorly
free freedom freely
quick quickly
slow slowly
quiet quietly
loud loudly
bad badly
good well
perfect perfectly
complete completely
whole wholly
clear clearly
certain certainly
total totally
absolute absolutely
extreme extremely
serious seriously
final finally
sudden suddenly
regular regularly
immediate immediately
near nearly
entertain entertainment entertaining
attract attraction attractive
impress impression impressive
create creation creative creativity
science scientific scientist
technology technological
politics political politician
music musical musician
history historical historian
tradition traditional traditionally
profession professional professionally
person personal personality personally
nation national nationality
society social
industry industrial
center central
globe global globally
"""

COMMON_VERBS = """
accept add agree allow answer appear apply argue arrive ask attend avoid be become begin believe
belong borrow break bring build buy call carry catch cause change check choose clean close come
compare complain complete consider contain continue control cook cost count create cry cut dance
decide depend describe design develop die discuss drink drive eat encourage end enjoy enter
escape exist expect explain face fall feel fight fill find finish fly focus follow forget forgive
get give go grow happen hate have hear help hide hold hope hurt imagine improve include increase
influence introduce invite join keep know laugh lead learn leave lend let lie like listen live look
lose love make manage mean meet miss move need notice offer open organise own pass pay perform plan
play practise prefer prepare prevent produce promise protect prove provide pull push put reach read
realise receive recommend reduce refuse relax remain remember repeat reply respect rest return ride
run save say see seem sell send serve share show sing sit sleep smell solve speak spend spread
stand start stay stop study succeed suffer suggest support suppose swim take talk teach tell thank
think throw travel try turn understand use visit wait wake walk want wash waste watch wear win wish
wonder work worry write
"""
