"""Why a word is missing, or not needed: rules with examples."""

from __future__ import annotations

from solecism.checking.clauses import FINITE, begins_clause
from solecism.checking.word_context import WordContext
from solecism.language.lemmas import inflect, verb_lemma
from solecism.system.display_text import quoted

_BE = frozenset("be am is are was were been 'm 're 's".split())
_FORMS_OF_BE = frozenset("am is are was were 'm 're".split())
_SUBJECTS = frozenset("i you he she it we they".split())
_PLAIN_PRONOUNS = frozenset("he she it we they".split())
_WANT = frozenset("need want like love hope decide decided wanted needed".split())
_MODALS = frozenset("can could may might must shall should will would ca wo 'll 'd cannot".split())
_AUXILIARIES = _BE | _MODALS | frozenset("have has had do does did 've".split())
_CONDITIONS = frozenset("if when while because although after before until".split())
_CONTRAST = frozenset(("although", "though", "despite", "even if"))
_RELATIVE = frozenset(("who", "which", "that"))
_PUNCTUATION = frozenset(",.;:!?")
_GO = frozenset("go goes going went gone".split())
_BEFORE_ACTIVITIES = frozenset("to for on at in".split())
_PERIODS = frozenset(
    "day week weekend month year summer winter spring autumn morning evening monday tuesday "
    "wednesday thursday friday saturday sunday".split()
)
_NO_PREPOSITION = frozenset(
    (first, second) for first in ("these", "all") for second in ("days", "day", "year", "week")
)
# These have "to" and a verb right after them.
_BEFORE_TO = frozenset(
    "way ways time chance opportunity possibility decision plan need right ability place places "
    "reason wish desire thing things something anything nothing everything somebody someone money "
    "permission order".split()
)
_SOME = frozenset("most some many all few much both several".split())
_FINISHED = frozenset(("ago", "yesterday"))


def missing_word_reason(around: WordContext) -> str | None:
    """The rule by which a word is missing."""
    core = around.core
    if not core.is_gap or not core.new or _is_possessive(core):
        return _POSSESSIVE if _is_possessive(core) else None
    new, tag = core.new.lower().replace("’", "'"), core.tag(core.end)
    verb = core.before_verb(core.end)
    is_finite = core.tag(verb) in ("VBZ", "VBD", "VBP", "MD")
    if new in _SUBJECTS and (is_finite or core.corrected.tag(verb + 1) in ("VBP", "VB", "VBZ")):
        return _missing_subject(core, new, verb)
    if new == "there" and core.behind.lower() in (*_FORMS_OF_BE, "has", "have", "will"):
        return '"there is" and "there are" say that something exists: "There is a park here"'
    if new in (*_FORMS_OF_BE, "'s") and not (tag.startswith("VB") and _is_verb(core)):
        return 'a sentence needs a verb: "She is tired", not "She tired"'
    if new in (*_FORMS_OF_BE, "'s") and tag in ("VBG", "VBN", "VBD"):
        form = '"-ing" form' if tag == "VBG" else "past participle"
        return f'the {form} needs a form of "be" before it: "She is working", "It was closed"'
    if new == "be" and core.tag(core.start - 1) in ("MD", "TO", "RB"):
        return f'{quoted(core.before)} needs a verb after it: "It can be late", "to be late"'
    is_base = verb_lemma(core.behind.lower()) == core.behind.lower()
    if new == "to" and (tag in ("VB", "VBP") or (is_base and core.lower(core.start - 1) in _WANT)):
        return _missing_to(core)
    if new in ("have", "has", "had", "'ve") and _is_verb(core):
        return _missing_have(core, new, verb)
    if new in ("do", "does", "did"):
        return 'questions and "not" need a form of "do": "Do you like it?", "I do not like it"'
    return _missing_verb(core, new) or _missing_link(core, new)


_POSSESSIVE = (
    'an apostrophe shows whose something is, or how long it lasts: "my friend\'s house", '
    '"two weeks\' holiday"'
)


def _is_possessive(core: WordContext) -> bool:
    """Whether what is missing stands between two nouns, or before an adjective and its noun."""
    is_mark = core.is_gap and (core.new or "").replace("’", "'") in ("'s", "'")
    is_behind_noun = core.tag(core.start - 1).startswith("NN")
    return is_mark and is_behind_noun and core.tag(core.end).startswith(("NN", "JJ"))


def _missing_have(core: WordContext, new: str, verb: int) -> str:
    is_past = core.lower(verb) in inflect(verb_lemma(core.lower(verb)), "VBD")
    if new != "had" and is_past:
        return (
            'the present perfect is for what began in the past and matters now: "I have lost my '
            'key"'
        )
    return 'the past participle needs "have", "has" or "had" before it: "She has left"'


def _is_verb(core: WordContext) -> bool:
    """Whether what follows is a verb when the missing word is there: not *good* in *I am good*."""
    corrected = core.corrected
    return corrected.tag(corrected.before_verb(core.start + 1)).startswith("VB")


def _missing_subject(core: WordContext, new: str, place: int) -> str:
    if new == "it":
        return 'every verb needs a subject; where there is no other, it is "it": "It is raining"'
    subject = "I" if new == "i" else new
    verb, whole = quoted(core.word(place)), f"{subject} {core.text(core.end, place + 1)}"
    return f"every verb needs a subject, and {verb} has none: {quoted(whole)}"


def _missing_to(core: WordContext) -> str | None:
    verb = core.before
    is_noun = core.tag(core.start - 1).startswith(("NN", "PRP"))
    if is_noun and verb.lower() not in _BEFORE_TO:
        return (
            '"to" and a verb say what is wanted, planned or meant, or what something is for: '
            '"ask them to wait", "a good place to live"'
        )
    if is_noun or core.tag(core.start - 1).startswith(("VB", "JJ", "MD")):
        return (
            f'{quoted(verb)} and {quoted(core.behind)} are joined by "to": '
            f"{quoted(f'{verb} to {core.behind}')}"
        )
    return None


def _missing_verb(core: WordContext, new: str) -> str | None:
    """A verb between a subject, or an auxiliary, and its object."""
    is_behind = core.tag(core.start - 1) in ("PRP", "MD", "TO", "NNS")
    is_before = core.phrase("NP", core.end) is not None and core.corrected.tag(core.start) in (
        *("VB", "VBP"),
        *("VBD", "VBZ"),
    )
    if " " in new or not is_behind or not is_before or new in (*_AUXILIARIES, *_MODALS):
        return None
    example = quoted(f"{core.before} {new} {core.behind}")
    return f"a clause needs a verb, and here one is missing: {example}"


def _missing_link(core: WordContext, new: str) -> str | None:
    is_finite = core.tag(core.end) in FINITE
    if new in _RELATIVE and is_finite and not core.tag(core.start - 1).startswith("VB"):
        return (
            f"{quoted(new)} joins what is said about a noun to it, and is its subject: "
            '"the man who lives here"'
        )
    if new == "of" and core.lower(core.start - 1) in _SOME and core.tag(core.end) in ("PRP$", "DT"):
        return _most_of(core.lower(core.start - 1))
    is_clause = begins_clause(core, core.end) or core.tag(core.end) == "VBG"
    if new == "that" and is_clause and core.before.isalpha():
        return f'{quoted(core.before)} and a clause are joined by "that": "I know that it is late"'
    if new in _CONDITIONS and begins_clause(core, core.end):
        return (
            f"a clause that belongs to another one begins with a word such as {quoted(new)}: "
            '"When I came home, it rained"'
        )
    if new in ("and", "or") and core.before not in _PUNCTUATION:
        return f"the last part of a list, and a second verb, have {quoted(new)} before them"
    return None


def unneeded_word_reason(around: WordContext) -> str | None:
    """The rule by which a word is not needed."""
    core = around.core
    new_is_sign = core.new == ","
    if core.is_unneeded and core.old.lower() == "of the":
        return _most_of(core.lower(core.start - 1))
    if not (core.is_unneeded or new_is_sign) or " " in core.old:
        return None
    old = core.old.lower().replace("’", "'")
    words = {core.lower(place) for place in range(core.start)}
    words |= {"even if"} if {"even", "if"} <= words else set()
    if old == "but" and (first := next(iter(words & _CONTRAST), "")):
        return f'{quoted(first)} and "but" do not go together: one of them joins the clauses'
    if old == "so" and "because" in words:
        return '"because" and "so" do not go together: one of them joins the clauses'
    if new_is_sign:
        return None
    if reason := _unneeded_joining(core, old):
        return reason
    if old in _PLAIN_PRONOUNS and core.tag(core.end).startswith(("VB", "MD")):
        return _second_subject(core, old)
    return _unneeded_verb(core, old) or _unneeded_other(core, old)


def _unneeded_joining(core: WordContext, old: str) -> str | None:
    """Words that join clauses which are joined already."""
    before = core.lower(core.start - 1)
    if old == "that" and before in ("because", "although", "if", "when"):
        return f'{quoted(core.before)} begins a clause by itself, without "that"'
    if old in ("what", "that") and before in ("think", "hope", "believe"):
        return f'after {quoted(core.before)} a clause has "that" or nothing: "I think it is late"'
    if old == "and" and core.lower(core.end) == "etc":
        return '"etc." means "and so on", so it has no "and" before it'
    if old in ("and", "but", "or") and before in _RELATIVE:
        return f"{quoted(core.before)} joins the clauses already, so {quoted(old)} is not needed"
    return None


def _second_subject(core: WordContext, old: str) -> str:
    before = core.phrase_ending("NP", core.start)
    is_named = before is not None and core.tag(before.head).startswith("NN")
    if before is None or not is_named or (before.start and core.word(before.start - 1) != ","):
        return 'a verb has one subject: "My sister works here", not "My sister she works here"'
    return (
        f"{quoted(core.word(before.head))} is the subject already, so {quoted(old)} is not needed"
    )


def _unneeded_verb(core: WordContext, old: str) -> str | None:
    behind, before = core.lower(core.end), core.lower(core.start - 1)
    if old == "be" and core.tag(core.start - 1) == "MD":
        return f'after {quoted(before)} comes the verb itself: "must feel", not "must be feel"'
    has_finished = any(word.lower() in _FINISHED for word in core.sentence.words[core.end :])
    if old in ("have", "has", "'ve", "'s") and has_finished and core.tag(core.end) == "VBN":
        return '"ago" and "yesterday" are finished times, so the past simple is used: "I saw it"'
    if old == "had" and core.tag(core.end) in ("VBN", "VBD"):
        return (
            'without "had" this is the past simple; "had" is for what was over before another past '
            'event: "The train had left when we came"'
        )
    if old in ("have", "has", "'ve") and core.tag(core.end) in ("VBN", "VBD"):
        return (
            'without "have" this is the past simple, which is for what happened and is over: '
            '"We met last year"'
        )
    if old in (*_FORMS_OF_BE, "'s") and core.tag(core.end) in ("VB", "VBP", "VBZ"):
        return (
            f'{quoted(behind)} is a verb by itself, so it has no form of "be" before it: '
            '"I agree", not "I am agree"'
        )
    return None


def _most_of(before: str) -> str | None:
    if before not in _SOME:
        return None
    return (
        f'{quoted(before)} has "of" only before "the", "my", "them" and the like: '
        f'"{before} people", "{before} of the people"'
    )


def _unneeded_other(core: WordContext, old: str) -> str | None:
    behind, before = core.lower(core.end), core.lower(core.start - 1)
    tag = core.tag(core.end)
    if old == "more" and tag == "JJR":
        return f'{quoted(behind)} is a comparative already, so it has no "more"'
    if old == "most" and tag == "JJS":
        return f'{quoted(behind)} is a superlative already, so it has no "most"'
    is_plain = tag in ("NN", "NNS", "JJ")
    if old == "of" and is_plain and (reason := _most_of(before)):
        return reason
    if behind.endswith("ing") and before in _GO and old in _BEFORE_ACTIVITIES:
        return (
            '"go" has the "-ing" form right after it where it is about an activity: "go shopping"'
        )
    if old == "to" and before in _MODALS:
        return f'{quoted(before)} has no "to" after it: "can go"'
    if old in ("to", "in", "at") and behind in ("home", "here", "there", "abroad"):
        return f'{quoted(behind)} has no preposition: "go {behind}"'
    return _unneeded_with_time(core, old)


def _unneeded_with_time(core: WordContext, old: str) -> str | None:
    """Prepositions before times, and in set phrases."""
    behind, following = core.lower(core.end), core.lower(core.end + 1)
    if (old, behind) == ("at", "first"):
        return '"first" begins a list ("First, ..."), "at first" means before something changed'
    if (old, behind, following) == ("in", "all", "over"):
        return '"all over the world" has no preposition before it'
    if (old, behind) == ("in", "a") and following in _PERIODS:
        return 'how often is told without a preposition: "twice a week"'
    if old in ("in", "on", "at", "during") and (behind, following) in _NO_PREPOSITION:
        return 'some phrases of time have no preposition: "these days", "all day", "all year"'
    is_counted = behind in ("this", "last", "next", "every", "each")
    if old in ("in", "on", "at") and is_counted and following in _PERIODS:
        return f'a time with {quoted(behind)} has no preposition: "{behind} year"'
    return None
