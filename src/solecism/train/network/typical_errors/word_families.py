"""Words with their relatives of other parts of speech, and verbs that learners use often."""

from __future__ import annotations

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
