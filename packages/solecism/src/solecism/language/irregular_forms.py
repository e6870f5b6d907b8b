"""Irregular words that no rule of endings gives, or gives in the wrong order."""

from __future__ import annotations

# Base form, third person, past, past participle, present participle; / where there are several,
# the commonest first. Verbs with one form each are left to the learned endings.
_VERBS = """
bathe bathes bathed bathed bathing
bear bears bore borne/born bearing
beat beats beat beaten/beat beating
benefit benefits benefited/benefitted benefited/benefitted benefiting/benefitting
bet bets bet/betted bet/betted betting
bid bids bid/bade bid/bidden bidding
broadcast broadcasts broadcast/broadcasted broadcast/broadcasted broadcasting
burn burns burned/burnt burned/burnt burning
burst bursts burst burst bursting
cancel cancels canceled/cancelled canceled/cancelled canceling/cancelling
cost costs cost/costed cost/costed costing
dig digs dug dug digging
dive dives dived/dove dived diving
dream dreams dreamed/dreamt dreamed/dreamt dreaming
fit fits fit/fitted fit/fitted fitting
focus focuses/focusses focused/focussed focused/focussed focusing/focussing
forbid forbids forbade/forbad forbidden forbidding
forget forgets forgot forgotten/forgot forgetting
found founds founded founded founding
fuel fuels fueled/fuelled fueled/fuelled fueling/fuelling
fulfil fulfils fulfilled fulfilled fulfilling
get gets got gotten/got getting
hang hangs hung/hanged hung/hanged hanging
have has had had having
kidnap kidnaps kidnapped/kidnaped kidnapped/kidnaped kidnapping/kidnaping
kneel kneels knelt/kneeled knelt/kneeled kneeling
knit knits knitted/knit knitted/knit knitting
label labels labeled/labelled labeled/labelled labeling/labelling
lean leans leaned/leant leaned/leant leaning
leap leaps leaped/leapt leaped/leapt leaping
learn learns learned/learnt learned/learnt learning
lie lies lay/lied lain/lied lying
light lights lit/lighted lit/lighted lighting
mimic mimics mimicked mimicked mimicking
mistake mistakes mistook mistaken mistaking
model models modeled/modelled modeled/modelled modeling/modelling
program programs programmed/programed programmed/programed programming/programing
programme programmes programmed programmed programming
prove proves proved proved/proven proving
quarrel quarrels quarreled/quarrelled quarreled/quarrelled quarreling/quarrelling
quit quits quit/quitted quit/quitted quitting
rise rises rose risen rising
run runs ran run running
saw saws sawed sawed/sawn sawing
sew sews sewed sewn/sewed sewing
shine shines shone/shined shone/shined shining
show shows showed shown/showed showing
shrink shrinks shrank/shrunk shrunk/shrunken shrinking
signal signals signaled/signalled signaled/signalled signaling/signalling
sink sinks sank/sunk sunk/sunken sinking
ski skis skied skied skiing
smell smells smelled/smelt smelled/smelt smelling
sneak sneaks sneaked/snuck sneaked/snuck sneaking
sow sows sowed sown/sowed sowing
speed speeds sped/speeded sped/speeded speeding
spell spells spelled/spelt spelled/spelt spelling
spill spills spilled/spilt spilled/spilt spilling
spit spits spat/spit spat/spit spitting
spoil spoils spoiled/spoilt spoiled/spoilt spoiling
spring springs sprang/sprung sprung springing
strive strives strove/strived striven/strived striving
swell swells swelled swollen/swelled swelling
thrive thrives thrived/throve thrived/thriven thriving
travel travels traveled/travelled traveled/travelled traveling/travelling
wake wakes woke/waked woken/waked waking
weave weaves wove/weaved woven/weaved weaving
wed weds wedded/wed wedded/wed wedding
wet wets wet/wetted wet/wetted wetting
worship worships worshiped/worshipped worshiped/worshipped worshiping/worshipping
"""

# Singular, plural.
_NOUNS = """
aircraft aircraft
antenna antennas/antennae
appendix appendices/appendixes
axe axes
axis axes
base bases
basis bases
bison bison
brother-in-law brothers-in-law
bus buses/busses
cactus cacti/cactuses
calorie calories
chassis chassis
chili chilis/chilies
cod cod
corps corps
crossroads crossroads
curriculum curricula/curriculums
datum data
daughter-in-law daughters-in-law
deer deer
die dice/dies
diva divas
father-in-law fathers-in-law
fish fish/fishes
focus focuses/foci
formula formulas/formulae
fungus fungi/funguses
gas gases/gasses
german germans
headquarters headquarters
human humans
index indexes/indices
iris irises/irides
lens lenses
locus loci
matrix matrices/matrixes
means means
medium media/mediums
moose moose
mosquito mosquitoes/mosquitos
mother-in-law mothers-in-law
norman normans
octopus octopuses/octopi
offspring offspring
ottoman ottomans
ox oxen
passer-by passers-by
penny pennies/pence
person people/persons
radius radii/radiuses
roman romans
runner-up runners-up
salesperson salespeople/salespersons
salmon salmon
scarf scarves/scarfs
series series
shaman shamans
sheep sheep
shrimp shrimp/shrimps
sister-in-law sisters-in-law
son-in-law sons-in-law
spacecraft spacecraft
species species
squid squid/squids
stadium stadiums/stadia
staff staff/staffs
syllabus syllabuses/syllabi
talisman talismans
trout trout
vertebra vertebrae/vertebras
virus viruses
volcano volcanoes/volcanos
"""

# Positive, comparative, superlative.
_ADJECTIVES = """
bad worse worst
badly worse worst
blue bluer bluest
dry drier/dryer driest/dryest
far farther/further farthest/furthest
few fewer fewest
free freer freest
fun more_fun most_fun
good better best
ill worse worst
little less/littler least/littlest
many more most
much more most
old older/elder oldest/eldest
shy shyer/shier shyest/shiest
true truer truest
well better best
"""


def _table(rows: str, tags: tuple[str, ...]) -> dict[tuple[str, str], tuple[str, ...]]:
    table: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows.split("\n"):
        if row:
            base, *columns = row.split()
            for tag, forms in zip(tags, columns, strict=True):
                table[base, tag] = tuple(form.replace("_", " ") for form in forms.split("/"))
    return table


# What `inflect` gives for a lemma and tag before any rule is asked, best form first.
FORMS: dict[tuple[str, str], tuple[str, ...]] = {
    ("be", "VB"): ("be",),
    ("be", "VBP"): ("are", "am"),
    ("be", "VBZ"): ("is",),
    ("be", "VBD"): ("was", "were"),
    ("be", "VBN"): ("been",),
    ("be", "VBG"): ("being",),
    **_table(_VERBS, ("VBZ", "VBD", "VBN", "VBG")),
    **_table(_NOUNS, ("NNS",)),
    **_table(_ADJECTIVES, ("JJR", "JJS")),
}

# The short forms that lean on a neighbour, by what they stand for.
CLITICS: dict[tuple[str, str], str] = {
    ("am", "VBP"): "'m",
    ("are", "VBP"): "'re",
    ("is", "VBZ"): "'s",
    ("has", "VBZ"): "'s",
    ("have", "VBP"): "'ve",
    ("have", "VB"): "'ve",
    ("had", "VBD"): "'d",
    ("will", "MD"): "'ll",
    ("would", "MD"): "'d",
    ("not", "RB"): "n't",
}

# Lemmas of words whose tag is closed, or whose form says nothing about the lemma.
LEMMAS: dict[tuple[str, str], str] = {
    ("am", "NN"): "a.m.",
    ("pm", "NN"): "p.m.",
    ("'m", "VBP"): "be",
    ("m", "VBP"): "be",
    ("am", "VBP"): "be",
    ("are", "VBP"): "be",
    ("'re", "VBP"): "be",
    ("re", "VBP"): "be",
    ("r", "VBP"): "be",
    ("ai", "VBP"): "be",
    ("'ve", "VBP"): "have",
    ("ve", "VBP"): "have",
    ("'ve", "VB"): "have",
    ("ve", "VB"): "have",
    ("of", "VB"): "have",
    ("is", "VBZ"): "be",
    ("'s", "VBZ"): "be",
    ("s", "VBZ"): "be",
    ("has", "VBZ"): "have",
    ("was", "VBD"): "be",
    ("were", "VBD"): "be",
    ("been", "VBN"): "be",
    ("being", "VBG"): "be",
    ("'d", "VBD"): "have",
    ("d", "VBD"): "have",
    ("gon", "VBG"): "go",
    ("'ll", "MD"): "will",
    ("ll", "MD"): "will",
    ("ca", "MD"): "can",
    ("wo", "MD"): "will",
    ("sha", "MD"): "shall",
    ("'d", "MD"): "would",
    ("d", "MD"): "would",
    ("n't", "RB"): "not",
    ("nt", "RB"): "not",
    ("t", "RB"): "not",
    ("an", "DT"): "a",
    ("these", "DT"): "this",
    ("those", "DT"): "that",
    ("i", "PRP"): "I",
    ("me", "PRP"): "I",
    ("him", "PRP"): "he",
    ("her", "PRP"): "she",
    ("us", "PRP"): "we",
    ("'s", "PRP"): "we",
    ("them", "PRP"): "they",
    ("em", "PRP"): "they",
    ("'em", "PRP"): "they",
    ("u", "PRP"): "you",
    ("ya", "PRP"): "you",
    ("mine", "PRP"): "my",
    ("yours", "PRP"): "your",
    ("hers", "PRP"): "her",
    ("ours", "PRP"): "our",
    ("theirs", "PRP"): "their",
    ("ur", "PRP$"): "your",
    ("na", "TO"): "to",
    ("ta", "TO"): "to",
    ("'", "POS"): "'s",
    ("s", "POS"): "'s",
    ("m", "CD"): "million",
    ("k", "CD"): "thousand",
    ("b", "CD"): "billion",
    ("bn", "CD"): "billion",
    ("vs", "IN"): "versus",
    ("etc", "FW"): "etc.",
    ("more", "JJR"): "more",
    ("most", "JJS"): "most",
    ("less", "JJR"): "less",
    ("least", "JJS"): "least",
    ("better", "RBR"): "well",
    ("best", "RBS"): "well",
    ("worse", "RBR"): "badly",
    ("more", "RBR"): "more",
    ("most", "RBS"): "most",
    ("less", "RBR"): "less",
    ("least", "RBS"): "least",
    ("axes", "NNS"): "axis",
    ("people", "NNS"): "people",
    ("media", "NNS"): "media",
    ("bases", "NNS"): "basis",
}
