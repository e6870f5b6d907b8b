"""Training of inflection rules on a lexicon of word forms, corrected by a treebank's lemmas."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from solecism.errors import InputError
from solecism.language.lemmas import Endings, WordForms, change_between, learn_endings
from solecism.sentence import Sentence

TAGS = ("NNS", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS")
# A form whose ending has more new letters than this is another word.
MAX_NEW_LETTERS = 6
MIN_SEEN = 2
MIN_LETTERS = 3
N_SPELLINGS = 2

Pairs = dict[str, dict[str, str]]


def train(lexicon: Iterable[WordForms], treebank: Iterable[Sentence] = ()) -> dict[str, Endings]:
    """The rules of each inflected tag, from the lemma and to the lemma.

    A lemma that a treebank gives twice counts for more than the lexicon's. There is nothing
    random in it: the same words give the same rules.
    """
    forms: Pairs = defaultdict(dict)
    lemmas: Pairs = defaultdict(dict)
    for entry in filter(None, map(_usable, lexicon)):
        forms[entry.tag].setdefault(entry.lemma, entry.spellings[0])
        for spelling in entry.spellings[:N_SPELLINGS]:
            lemmas[entry.tag].setdefault(spelling, entry.lemma)
    if not forms:
        raise InputError("the lexicon has no inflected word: there is nothing to learn from.")
    _correct(lemmas, treebank)
    for tag in lemmas:
        # A lemma under an inflected tag is a learner's slip, or a tagger's: leave it alone.
        for lemma in forms[tag]:
            lemmas[tag].setdefault(lemma, lemma)
    tables: dict[str, Endings] = {}
    for tag in sorted(forms):
        tables[f"{tag} from lemma"] = learn_endings(forms[tag])
        tables[f"{tag} to lemma"] = learn_endings(lemmas[tag])
    return tables


def _correct(lemmas: Pairs, treebank: Iterable[Sentence]) -> None:
    """Replace the lexicon's lemma of each word by the most frequent one in the treebank."""
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for sentence in treebank:
        for word, tag, lemma in zip(sentence.words, sentence.tags, sentence.lemmas, strict=False):
            if tag in lemmas:
                seen[word.lower(), tag][lemma.lower()] += 1
    for (word, tag), counts in seen.items():
        lemma, n_seen = counts.most_common(1)[0]
        is_word = word.isalpha() and lemma.isalpha() and len(word) >= MIN_LETTERS
        if n_seen >= MIN_SEEN and is_word:
            lemmas[tag][word] = lemma


def _usable(entry: WordForms) -> WordForms | None:
    """The entry of a word in lower case, without forms that are not inflections of it."""
    lemma, tag = entry.lemma, entry.tag
    if not (lemma.isalpha() and lemma.islower() and lemma.isascii()):
        return None
    spellings = tuple(
        form
        for form in entry.spellings
        if form.isalpha()
        and len(change_between(lemma, form).ending) <= MAX_NEW_LETTERS
        # A plural like its singular would teach that nothing changes.
        and (tag != "NNS" or form != lemma)
    )
    return WordForms(lemma, tag, spellings) if spellings else None
