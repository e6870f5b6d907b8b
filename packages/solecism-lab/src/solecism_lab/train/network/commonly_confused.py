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

# Words that are left out, and words that are put in before others.
LEFT_OUT = {
    "verb": "is are was were be been am do does did",
    "tense": "have has had",
    "verb-form": "to",
    "pronoun": "it them which who that one ones",
    "conjunction": "and as than if",
    "adverb": "not there",
    "noun": "'s",
    "other": "up out down",
}
PUT_IN = {
    "verb": {
        "is": "can will must should have not very depends happens seems need",
        "are": "can have will not agree depend need think",
        "am": "agree believe think like want work live study hope",
        "was": "happened died occurred appeared arrived went came did had",
        "were": "happened died went came did had",
        "have": "went saw was did",
        "do": "are can is must",
    },
    "verb-form": {
        "to": "be go do make get see have take use play work help say buy eat learn find know stay",
        "being": "able",
    },
    "pronoun": {
        "it": "is was has can will makes seems",
        "they": "are have were can will",
        "he": "is was has can said",
        "she": "is was has can said",
        "me": "that",
    },
    "conjunction": {"that": "what where when how why who"},
    "adverb": {"not": "nothing nobody never no"},
    "other": {
        "of": "them",
        "much": "more",
        "more": "better easier bigger cheaper faster older taller younger higher longer",
        "most": "best biggest oldest worst",
        "very": "much",
    },
    "punctuation": {",": "that because which who if when and to in for so but of"},
}
# Marks that are left out, or written for another.
MARKS = """
?: .
;: ,
.: -
"""
# Forms of the auxiliary verbs that are taken for those of another time, and of another person.
TENSES = """
was: is
were: are
is: was
are: were
had: have has
have: had
has: had
did: do does
do: did
does: did
"""
PERSONS = """
is are
was were
has have
does do
"""
# Two words that are written as one, and one word that is written as two.
JOINED = """
a lot, in fact, at least, each other, every time, as well, all right, of course, in spite, no one,
at all, any more, every one, at first, even though, per cent, in front, high school, ice cream
"""
SPLIT = """
can|not with|out some|times some|thing some|one some|body every|one every|body every|thing
any|thing any|one no|body week|end week|ends now|adays my|self your|self him|self her|self
them|selves our|selves it|self in|to in|side out|side al|ready al|though how|ever there|fore
may|be an|other air|port bed|room class|room foot|ball home|work house|work news|paper birth|day
break|fast grand|mother grand|father girl|friend boy|friend up|stairs down|stairs every|where
some|where super|market web|site to|day to|morrow after|noon under|stand else|where mean|while
basket|ball sky|scraper rail|way
"""


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
transport: transports
software: softwares
luggage: luggages
research: researches
traffic: traffics
evidence: evidences
progress: progresses
music: musics
housework: houseworks
behaviour: behaviours
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
do: practise
look: see
recommend: suggest
suggest: advise recommend
realise: notice
stay: keep
keep: stay continue
join: participate
drive: ride
ride: drive
grow: increase
increase: grow rise
ask: say
answer: respond
reach: arrive
attend: assist
visit: know
wait: expect
expect: wait hope
borrow: lend
steal: rob
succeed: success
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

# Adjectives that are written for their adverbs, and the reverse.
COMMON_ADJECTIVES = """
accurate active actual angry automatic brief bright brilliant broad calm careful cheap close
comfortable common constant correct critical cruel curious current deep definite direct dramatic
eager effective efficient emotional enormous equal essential exact fair fluent formal fortunate
frequent gentle genuine gradual honest huge initial intense kind large lucky main normal obvious
occasional original particular peaceful physical pleasant polite popular positive possible practical
previous private proper proud public rapid rare real reasonable relative sad separate sharp similar
simple sincere smooth soft specific steady strange strict successful sure surprising terrible
thorough tight tremendous typical unfortunate unusual urgent various warm weak wise wonderful
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
