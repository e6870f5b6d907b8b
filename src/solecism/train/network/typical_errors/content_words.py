"""Adjectives, nouns and verbs that learners of English take for one another.

Each line has words any of which may stand for any other, or, after a colon, what is written for the
words before it; `-` stands for nothing at all.
"""

from __future__ import annotations

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
