"""Items of a study, made from located sites, sentences, flags, known answers and corrections."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from solecism.edit import Edit, apply
from solecism.errors import EditError, InputError
from solecism.judgment import Judgment
from solecism.language.annotate import annotate_sentences
from solecism.locate.noun_table import bundled_nouns
from solecism.locate.open_nouns import asked_words, open_nouns
from solecism.locate.sites import located
from solecism.sentence import Sentence
from solecism.site import Flag, Site, Suggestion, is_gap, numbered_kind
from solecism_study.item import Item, Pool, as_written, item_of_sentence, item_of_site
from solecism_study.keyed_hashes import seeded_shuffle
from solecism_study.tasks import grammaticality_tasks
from solecism_study.tasks.correction_tasks import CORRECTION, FEWEST, MOST, TYPE
from solecism_study.tasks.preposition_tasks import SYSTEM, WRITER
from solecism_study.tasks.task import Task, asks_about_word, control_key

SENTENCE = "sentence"


def items_of_sites(
    sites: Iterable[Site], task: Task, sentences: Iterable[Sentence] = ()
) -> Iterator[Item]:
    """Yield the items of sites, from their sentences where these are given, else from contexts."""
    wanted = list(sites)
    if task.name == grammaticality_tasks.ARTICLE_NUMBER_TASK.name:
        raise InputError(
            "the five constructions of a noun need whole sentences. Give a text or an M2 file."
        )
    located_items = _in_sentences(wanted, task, sentences)
    for site in wanted:
        yield located_items.get(site.id) or item_of_site(site)


def items_of_sentences(sentences: Iterable[Sentence], task: Task) -> Iterator[Item]:
    """Yield one item per place of the task's kinds, or one per sentence if it has no kinds."""
    for sentence, previous in with_context(annotate_sentences(sentences), task.n_context):
        if task.name == grammaticality_tasks.ARTICLE_NUMBER_TASK.name:
            yield from _nouns(sentence, previous)
        elif task.kinds:
            for site in located(sentence, kinds=task.kinds):
                yield item_of_sentence(site, sentence, previous)
        elif sentence.words:
            whole = Site(sentence.id, 0, len(sentence), SENTENCE, sentence.text)
            yield item_of_sentence(whole, sentence, previous)


def with_context(
    sentences: Iterable[Sentence], n: int
) -> Iterator[tuple[Sentence, tuple[Sentence, ...]]]:
    """Yield each sentence with up to n sentences before it in the same document."""
    before: deque[Sentence] = deque(maxlen=n)
    document = None
    for sentence in sentences:
        own = sentence.id.rpartition(".")[0]
        if own != document:
            before.clear()
            document = own
        yield sentence, tuple(before)
        before.append(sentence)


def with_suggestions(items: Iterable[Item], flags: Iterable[Flag]) -> Iterator[Item]:
    """Yield the items where a system suggests another word, with both words as options."""
    best = {flag.site: flag.suggestions[0].text for flag in flags if flag.suggestions}
    for item in items:
        other = best.get(item.site)
        if other is not None and other.lower() != item.target.lower():
            offers = {WRITER: item.target.lower(), SYSTEM: other.lower()}
            yield replace(item, offers=offers)


def without_gaps(items: Iterable[Item], task: Task) -> list[Item]:
    """Return the items that a task can ask about: no gaps where it asks about a word."""
    return [item for item in items if item.target.strip() or not asks_about_word(task)]


def usable_answers(known: Iterable[Judgment], task: Task) -> list[Judgment]:
    """Return the known answers that are not about gaps, where a task asks about a word."""
    return [one for one in known if not (asks_about_word(task) and is_gap(one.site))]


def with_known_answers(items: Iterable[Item], known: Iterable[Judgment], pool: Pool) -> list[Item]:
    """Return the items; those with known answers become control or practice items."""
    right: dict[str, dict[str, list[str]]] = {}
    why: dict[str, str] = {}
    for judgment in known:
        name = control_key(judgment.notes.get("construction", ""), judgment.stage or "")
        answers = right.setdefault(judgment.site, {}).setdefault(name, [])
        answers.append(judgment.gold or judgment.answer)
        why.setdefault(judgment.site, judgment.notes.get("why", ""))
    marked = [_known(item, right, why, pool) for item in items]
    missing = set(right) - {item.site for item in marked}
    if missing:
        raise InputError(f"{min(missing)}: has a known answer, but is not among the items.")
    return marked


def _known(
    item: Item, right: Mapping[str, Mapping[str, Sequence[str]]], why: Mapping[str, str], pool: Pool
) -> Item:
    answers = right.get(item.site)
    if answers is None:
        return item
    gold = {name: tuple(dict.fromkeys(values)) for name, values in answers.items()}
    return replace(item, pool=pool, gold=gold, why=why[item.site])


def _in_sentences(
    sites: Sequence[Site], task: Task, sentences: Iterable[Sentence]
) -> dict[str, Item]:
    by_sentence: dict[str, list[Site]] = {}
    for site in sites:
        by_sentence.setdefault(site.sentence, []).append(site)
    items: dict[str, Item] = {}
    for sentence, previous in with_context(sentences, task.n_context):
        for site in by_sentence.get(sentence.id, ()):
            items[site.id] = item_of_sentence(site, sentence, previous)
    return items


def _nouns(sentence: Sentence, previous: Sequence[Sentence]) -> Iterator[Item]:
    """The items of all nouns of a sentence, or of the nouns that a sample selected."""
    nouns = {noun.site.start: noun for noun in open_nouns(sentence, bundled_nouns())}
    asked = asked_words(sentence)
    for place in sorted(nouns if asked is None else asked):
        if place not in nouns:
            raise InputError(
                f"{sentence.id}: word {place} is not a noun with an open choice of article."
            )
        noun = nouns[place]
        whole = replace(noun.site, start=noun.start, end=noun.end)
        item = item_of_sentence(whole, sentence, previous)
        yield replace(item, site=noun.site.id, offers=noun.ways)


SystemEdits = Mapping[str, Sequence[Sequence[Edit]]]
"""Each system's edits of each sentence."""

WHOLE_SENTENCE, EDIT = "sentence", "edit"


def ranking_items(
    sentences: Sequence[Sentence], systems: SystemEdits, *, seed: int
) -> Iterator[Item]:
    """Yield one item per sentence that has at least two different corrections.

    Where there are more than five, five are drawn at random, the same for the same seed.
    """
    for place, sentence in enumerate(sentences):
        made: dict[str, list[str]] = {}
        for system, edits in systems.items():
            made.setdefault(_corrected(sentence, edits[place], system), []).append(system)
        if len(made) < FEWEST:
            continue
        texts = seeded_shuffle(sorted(made), "corrections", str(seed), sentence.id)[:MOST]
        offers = {system: text for text in texts for system in made[text]}
        site = Site(sentence.id, 0, len(sentence.words), WHOLE_SENTENCE)
        yield Item(site.id, as_written(sentence.words), "", "", offers=offers)


def edit_items(sentences: Sequence[Sentence], systems: SystemEdits) -> Iterator[Item]:
    """Yield one item per edit that any system makes, from left to right."""
    for place, sentence in enumerate(sentences):
        for site, edit in _edit_sites(sentence, [edits[place] for edits in systems.values()]):
            words = sentence.words[edit.start : edit.end]
            item = item_of_site(
                replace(site, text=" ".join(words), context=" ".join(sentence.words))
            )
            yield replace(item, offers={CORRECTION: as_written(edit.after), TYPE: edit.kind})


def edit_flags(sentences: Sequence[Sentence], systems: SystemEdits) -> Iterator[Flag]:
    """Yield one flag per system and item of `edit_items`: whether the system makes the edit."""
    for place, sentence in enumerate(sentences):
        sites = _edit_sites(sentence, [edits[place] for edits in systems.values()])
        for system, edits in systems.items():
            own = {_change(edit) for edit in edits[place]}
            for site, edit in sites:
                is_made = _change(edit) in own
                words = (Suggestion(" ".join(edit.after)),) if is_made else ()
                yield Flag(site.id, system, is_made, suggestions=words)


def _edit_sites(sentence: Sentence, by_system: Sequence[Sequence[Edit]]) -> list[tuple[Site, Edit]]:
    """The different edits of a sentence with a site each; those of the same words are numbered.

    An edit that only separates words otherwise, such as etc. into etc and a full stop, reads the
    same and is left out.
    """
    edits = {_change(edit): edit for edits in by_system for edit in edits if _is_visible(edit)}
    n_before: dict[tuple[int, int], int] = {}
    sites = []
    for (start, end, _), edit in sorted(edits.items()):
        number = n_before[start, end] = n_before.get((start, end), 0) + 1
        sites.append((Site(sentence.id, start, end, numbered_kind(EDIT, number)), edit))
    return sites


def _is_visible(edit: Edit) -> bool:
    return as_written(edit.before) != as_written(edit.after)


def _change(edit: Edit) -> tuple[int, int, tuple[str, ...]]:
    return edit.start, edit.end, edit.after


def _corrected(sentence: Sentence, edits: Sequence[Edit], system: str) -> str:
    try:
        return as_written(apply(sentence.words, edits))
    except EditError as error:
        raise InputError(f"{system}: {sentence.id}: {error}. Give edits that fit.") from error
