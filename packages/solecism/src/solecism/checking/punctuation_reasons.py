"""Why a punctuation mark is missing, not needed or another one, by the clauses beside it."""

from __future__ import annotations

from solecism.checking.clauses import ANY_VERB, FINITE, begins_clause, has_clause, has_finite
from solecism.checking.word_context import WordContext
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

_CONDITIONS = frozenset(
    "if when while because although though after before since until as unless once whenever "
    "whatever wherever whether".split()
)
# A clause that comes first in a sentence, or in a part of it, may stand behind these.
_BEFORE_CLAUSES = frozenset(
    ("and", "but", "that", "because", "so", "or", ",", ";", ":", '"', "“", "``")
)
_BOUNDARIES = frozenset(("", ",", ";", ":", ".", "?", "!", "(", '"', "“", "``"))
_TAGS_OF_QUESTIONS = frozenset("is are was were do does did has have can will would".split())
_JOINING_CLAUSES = frozenset("and but so because that if when although".split())
# After *or*, these are no clause: *or whatever*.
_WHOLE = frozenset(("whatever", "wherever", "once"))
# *Even if*, *as long as*, *as soon as*.
_BEFORE_CONDITIONS = frozenset(("even", "long", "soon", "far"))
_JOINING = frozenset(("so", "and", "but", "or"))
_ADDED = frozenset(("especially", "specially", "particularly", "including", "which"))
_BEFORE_SUBJECT = frozenset("then also now so therefore however please maybe perhaps".split())
_GREETINGS = frozenset(("dear", "hello", "hi", "hey"))
_RELATIVE = frozenset(("who", "which", "whose", "where"))
_QUESTION = frozenset("why how what where when who".split())
_SAYING = frozenset(
    "think thinks thought hope hopes say says said know knows knew believe believes feel felt mean "
    "means see sure told tell".split()
)
_QUOTES = ('"', "“", "``")
_MARKS = frozenset(".,;:!?-")
_MOST_BEFORE_LIST = 5
_REACH = 7

_TWO_SENTENCES = (
    'two sentences are not joined by a comma: write a full stop, or a word such as "and"'
)
_END = "a sentence ends in a full stop, a question mark or an exclamation mark"
_SUBJECT_AND_VERB = "no comma comes between a subject and its verb"
_DIVIDED = 'two sentences are divided by a full stop, or joined by a word such as "and"'


def punctuation_reason(around: WordContext) -> str | None:
    """The rule by which a mark is missing, not needed or another one."""
    core = around.core
    if core.new is None:
        return _of_unsuggested(core)
    if core.is_gap:
        return _of_missing(core)
    if not core.new:
        return _of_needless(core)
    if core.old in _MARKS or not core.old.strip("."):
        return _of_other(core)
    if "'" in core.new.replace("’", "'") and core.old.isalpha():
        return f"{quoted(core.new)} is written with an apostrophe"
    return None


def _part_start(around: WordContext) -> int:
    """Where the part of the sentence before a mark begins."""
    place = around.start
    while place > 0 and around.lower(place - 1).strip(".") not in _BOUNDARIES:
        place -= 1
    return place


def _follows_clause(around: WordContext, place: int, *, verbs: tuple[str, ...] = FINITE) -> bool:
    """Whether a clause begins at a place, or behind a word such as *then*."""
    while around.lower(place) in _BEFORE_SUBJECT:
        place += 1
    # *Swimming here is fun*.
    is_action = around.tag(place) == "VBG" and has_finite(around, place, place + _REACH)
    return is_action or begins_clause(around, place, verbs=verbs)


def _of_missing(core: WordContext) -> str | None:
    new, before = core.new or "", core.tag(core.start - 1)
    if new == ",":
        # With the comma, the phrases before and after it are told apart.
        corrected = core.corrected
        return _before_comma(core) or _before_comma(corrected) or _in_list(core) or _OF_COMMAS
    if new == "-":
        return 'words that are one idea are joined by a hyphen: "a well-known singer", "make-up"'
    if new in ("'", "’") and before in ("NNS", "NNPS"):
        return (
            "a plural in -s has an apostrophe where it shows whose something is, or how long it "
            'lasts: "my parents\' house", "two weeks\' holiday"'
        )
    if new in (".", "?", "!") and core.start >= len(core.sentence.words):
        return _END
    if new in (".", ";") and core.behind:
        return _DIVIDED
    if new == ":":
        return 'a colon comes before what explains or lists: "I like two sports: tennis and golf"'
    return 'what somebody says stands between quotation marks: "Yes"' if new in _QUOTES else None


_OF_COMMAS = (
    "commas divide what comes first, or what is added, from the main clause: "
    '"In my town, as you know, it rains"'
)


def _before_comma(core: WordContext) -> str | None:
    return _before_added(core) or _before_joining(core) or _between_clauses(core)


def _before_added(core: WordContext) -> str | None:
    """What is added at the end, or comes before the whole sentence."""
    behind, following = core.lower(core.end), core.lower(core.end + 1)
    is_short = core.tag(core.end + 2) == "PRP"
    if is_short and behind in _TAGS_OF_QUESTIONS and following in ("n't", "not"):
        return 'a comma comes before a short question at the end: "It is late, isn\'t it?"'
    if behind in _QUOTES:
        return 'a comma divides a quotation from what comes before it: He said, "I know"'
    if behind in _ADDED or (behind, following) in (("such", "as"), ("not", "only")):
        return f"a comma comes before what is added to a sentence: {quoted(f', {behind} ...')}"
    if core.lower(0) in _GREETINGS and not has_finite(core, 0, core.start):
        return 'a greeting is followed by a comma: "Hello Ann, how are you?"'
    return None


def _before_joining(core: WordContext) -> str | None:
    behind = core.lower(core.end)
    if behind in ("but", "so") and has_finite(core, core.end + 1, core.end + _MOST_BEFORE_LIST):
        return f"a comma comes before {quoted(behind)} when a clause follows"
    if behind in ("and", "or") and begins_clause(core, core.end + 1):
        return (
            f"a comma comes before {quoted(behind)} when it joins two sentences: "
            '"I called her, and she came"'
        )
    return None


def _between_clauses(core: WordContext) -> str | None:
    """A clause or a phrase that comes first, or two sentences without a mark between them."""
    begins = _part_start(core)
    if _joined(core, begins):
        return _first_phrase(core, _joined(core, begins))
    if first := _clause_before(core, begins):
        return f"a clause with {quoted(first)} that comes first ends in a comma"
    if not has_finite(core, begins, core.start):
        return _first_phrase(core, begins)
    if has_clause(core, begins, core.start) and _are_two(core, begins):
        return (
            'a second sentence does not follow a first one without a mark, or a word such as "and",'
            " between them"
        )
    return None


def _are_two(core: WordContext, begins: int) -> bool:
    """Whether a second sentence follows a first one, in which no word begins another clause."""
    earlier = {core.lower(place).strip(".,") for place in range(begins, core.start)}
    is_joined = not earlier.isdisjoint(_CONDITIONS | {"who", "which", "where", "example"})
    is_time = core.before.lower() in ("time", "instance") or "time" in earlier
    is_action = core.tag(core.end) == "VBG"
    return not (is_joined or is_time or is_action) and _follows_clause(core, core.end)


def _joined(core: WordContext, begins: int) -> int:
    """Where a short phrase begins behind a word that joins clauses: *but in winter we ski*."""
    for place in range(core.start - 1, begins, -1):
        if core.tag(place) in FINITE:
            return 0
        if core.lower(place) in _JOINING_CLAUSES and place + 1 < core.start:
            return 0 if begins_clause(core, place + 1) else place + 1
    return 0


def _first_phrase(core: WordContext, begins: int) -> str | None:
    """The rule for what stands before the subject of the clause after a missing comma."""
    is_question = core.tag(core.end) in FINITE and core.tag(core.end + 1) in ("PRP", "EX")
    is_clause = core.lower(core.end) in _CONDITIONS or is_question
    is_adverb = core.start == 1 and core.tag(0) in ("RB", "UH")
    verbs = FINITE if begins else ANY_VERB
    is_first = is_adverb or is_clause or _follows_clause(core, core.end, verbs=verbs)
    is_first = is_first or core.before.lower() in ("example", "instance")
    if core.start <= begins or not is_first:
        return None
    example = "After lunch, we left" if core.tag(begins) in ("IN", "TO") else "However, I agree"
    return f"what comes before the subject is followed by a comma: {quoted(example)}"


def _clause_before(core: WordContext, begins: int) -> str:
    """The word that begins the first clause, if the main clause follows; else an empty text."""
    for place in range(core.start - 1, begins - 1, -1):
        if core.lower(place) in _CONDITIONS and begins_clause(core, place + 1):
            before = core.lower(place - 1)
            if core.lower(place) in _WHOLE and place not in (0, begins):
                return ""
            is_first = (
                place in (0, begins) or before in _BEFORE_CLAUSES or before in _BEFORE_CONDITIONS
            )
            return core.lower(place) if is_first and _is_main(core) else ""
    return ""


def _is_main(core: WordContext) -> bool:
    tag = core.tag(core.end)
    return _follows_clause(core, core.end) or tag in (*FINITE, "VB") or core.behind == "please"


def _in_list(core: WordContext) -> str | None:
    is_name = core.tag(core.end) == "NNP" and core.tag(core.end + 1) not in FINITE
    if is_name and core.tag(core.start - 1) in ("NN", "NNS"):
        return 'a name that is added to a noun stands between commas: "my sister, Ann, is here"'
    is_noun = all(core.tag(place).startswith("NN") for place in (core.start - 1, core.end))
    following = {core.lower(core.end + n) for n in range(1, _MOST_BEFORE_LIST)}
    if is_noun and not following.isdisjoint((",", "and", "or", "etc")):
        return 'the parts of a list are divided by commas: "red, green and blue"'
    return None


def _of_needless(core: WordContext) -> str | None:
    old, before = core.old, core.lower(core.start - 1)
    if old == ",":
        return _of_needless_comma(core) or (
            "no comma divides words that belong together, such as a verb and its object: "
            '"I like good music"'
        )
    if old.lower() in ("'s", "’s") and core.tag(core.start - 1).startswith(("NN", "JJ")):
        return _of_needless_s(core)
    if old in ("'", "’"):
        return 'an apostrophe shows whose something is, or that letters are left out: "I\'m"'
    if old == "-" and before.endswith("ly"):
        return 'an adverb in "-ly" has no hyphen after it: "a badly written book"'
    is_particle = core.tag(core.end) in ("RP", "IN", "RB")
    if old == "-" and is_particle and core.tag(core.start - 1).startswith("VB"):
        return 'a verb and its particle have no hyphen: "They make up a story"'
    if old == "-":
        return f"{quoted(before)} and {quoted(core.lower(core.end))} are not joined by a hyphen"
    if old == ":" and before in ("as", "like"):
        return f'no colon comes after {quoted(before)}: "sports such as tennis and golf"'
    if old in (".", "?", "!") and core.behind:
        return "a full stop comes only at the end of a whole sentence"
    return None


def _of_needless_s(core: WordContext) -> str:
    if core.tag(core.end).startswith(("NN", "JJ", "VBG")):
        return (
            '"\'s" shows whose something is; a noun that only says which kind has none: '
            '"a city centre", "the London train"'
        )
    return 'a plural has no apostrophe: "CDs", "the 1990s"'


def _of_needless_comma(core: WordContext) -> str | None:
    before, behind = core.lower(core.start - 1), core.lower(core.end)
    if before in _JOINING or (before == "that" and core.tag(core.start - 1) == "IN"):
        return f"no comma comes after {quoted(before)} when it joins clauses"
    if before in _SAYING and (behind == "that" or begins_clause(core, core.end)):
        return (
            "no comma comes between a verb and what is said or thought: "
            '"I hope you are well", "I know that it is late"'
        )
    if behind in ("that", "because", "if", "when"):
        return f"no comma comes before {quoted(behind)} when what it begins comes second"
    if behind in _QUESTION and core.tag(core.start - 1).startswith("VB"):
        return 'no comma comes before a question inside a sentence: "I know why he left"'
    if behind in _RELATIVE:
        return (
            f"no comma comes before {quoted(behind)} when what follows says which one is meant: "
            '"people who smoke"'
        )
    if behind in ("and", "or") and not begins_clause(core, core.end + 1):
        return f"no comma comes before {quoted(behind)} when it joins only two words or phrases"
    return _SUBJECT_AND_VERB if _divides_subject(core) else None


def _divides_subject(core: WordContext) -> bool:
    phrase = core.phrase_ending("NP", core.start)
    is_subject = phrase is not None and core.tag(phrase.head) != "EX"
    return is_subject and core.tag(core.end) in FINITE


def _of_unsuggested(core: WordContext) -> str | None:
    """A comma, or a place without a mark, for which nothing is suggested."""
    is_end = core.is_gap and core.start >= len(core.sentence.words)
    if is_end and not preposition_number(core.before.lower()):
        return _END
    if core.is_gap or core.old != ",":
        return None
    if has_clause(core, _part_start(core), core.start) and _follows_clause(core, core.end):
        return _TWO_SENTENCES
    return _SUBJECT_AND_VERB if _divides_subject(core) else None


def _of_other(core: WordContext) -> str | None:
    """Why a mark is another one, or a word."""
    old, new = core.old, (core.new or "").lower()
    if core.lower(0) in _GREETINGS and new in (",", ":") and not core.behind:
        return 'after the greeting of a letter comes a comma, or in America a colon: "Dear Ann,"'
    if new == "," and (behind := core.lower(core.end)) in _CONDITIONS:
        return f"a clause with {quoted(behind)} is no sentence by itself: it belongs to another one"
    if new == "." and old.strip(".") == "":
        return "a sentence ends in one full stop"
    if new == "," and old in (".", ";", ":"):
        return "what is no whole sentence is not divided from the rest by more than a comma"
    if new == "?":
        return 'a question ends in a question mark: "Where is it?"'
    if new == ":":
        return 'a colon comes before what explains or lists: "I like two sports: tennis and golf"'
    if new in (".", ";"):
        return _of_full_stop(core, old)
    if old == "," and new in ("and", "or"):
        return _of_word_for_comma(core)
    return None


def _of_full_stop(core: WordContext, old: str) -> str | None:
    if not core.behind:
        return _END
    return _TWO_SENTENCES if old == "," else _DIVIDED if old in (":", "-", ";") else None


def _of_word_for_comma(core: WordContext) -> str:
    if begins_clause(core, core.end) and has_finite(core, 0, core.start):
        return _TWO_SENTENCES
    return 'the last part of a list has "and" or "or" before it: "red, green and blue"'
