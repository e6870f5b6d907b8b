"""The parts of a new study, read from the files that it names: items, rules and documents.

Documents are texts for raters, and what raters never see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

import click

from solecism.errors import InputError
from solecism_study.cli.new_options import ENDING, StudyRequest

if TYPE_CHECKING:
    from solecism.formats.hypotheses import Edits
    from solecism.sentence import Sentence
    from solecism.site import Site
    from solecism_study.configuration import Configuration
    from solecism_study.item import Item
    from solecism_study.screening.rater_rules import RulesFile
    from solecism_study.study import Study
    from solecism_study.tasks.registry import TaskDefinition
    from solecism_study.tasks.task import Settings, Task

    Corrections: TypeAlias = tuple[list[Sentence], dict[str, Edits]]

_ABOUT_OUTPUTS = ("ranking", "edit")


@dataclass(frozen=True, slots=True)
class StudyParts:
    """What a study is made from, with all files read; `excluded` are ids by their source."""

    configuration: Configuration
    items: list[Item]
    guideline: str | None
    consent: str
    documents: dict[str, str]
    excluded: list[tuple[str, list[str]]]


def read_parts(request: StudyRequest) -> StudyParts:
    """The parts of the study that is asked for; an error names what does not fit."""
    from solecism_study.refusals import UnfitValueError
    from solecism_study.study_file.configuring import configuration_of, task_of
    from solecism_study.study_file.idle_fields import check_fields_of_task

    definition = _definition(request)
    rules = _rules(request)
    try:
        task = task_of(request.file.task, definition)
        check_fields_of_task(request.table, task)
        configuration = configuration_of(
            request.file,
            name=_name(request.location),
            definition=definition,
            rules=rules,
            source=request.source,
        )
    except UnfitValueError as error:
        raise request.refusal(error) from error
    corrections = _corrections(request, task)
    excluded = [] if rules is None else list(_excluded_ids(rules, _beside_rules(request)))
    return StudyParts(
        configuration,
        _items(request, task, corrections, configuration.settings),
        _text(request, request.file.task.instructions),
        _text(request, request.file.people.consent) or "",
        _documents(request, corrections),
        excluded,
    )


def create(request: StudyRequest, parts: StudyParts, *, now: int) -> Study:
    """Create the study that is asked for; lock its design where it has a plan.

    Raises InputError where the study could not do what its design says.
    """
    from solecism_study.design import lock_design
    from solecism_study.planning.contradictions import contradictions
    from solecism_study.planning.planned_study import planned_from_items
    from solecism_study.screening.admission import exclude
    from solecism_study.study import KEY, create_study

    planned = planned_from_items(parts.configuration, parts.items, key=parts.documents.get(KEY))
    problems = contradictions(planned)
    if problems:
        raise InputError(f"the study cannot do what its design says. {' '.join(problems)}")
    study = create_study(
        request.location,
        parts.configuration,
        parts.items,
        now=now,
        guideline=parts.guideline,
        consent=parts.consent,
        documents=parts.documents,
    )
    for source, ids in parts.excluded:
        exclude(study, ids, source=source, now=now, actor="administrator")
    plan = request.file.analysis.plan
    if plan is not None:
        lock_design(study, plan, now=now, actor="administrator")
    return study


def _name(location: str) -> str:
    return PurePosixPath(location.partition("?")[0].rstrip("/")).name or "study"


def _definition(request: StudyRequest) -> TaskDefinition | None:
    """The definition in a TOML file; None where the task is one of this package."""
    from solecism_study.tasks.registry import read_definition

    name = request.file.task.name
    if not name.endswith(ENDING):
        return None
    return read_definition(_text(request, name) or "", file=request.path(name))


def _rules(request: StudyRequest) -> RulesFile | None:
    """The rules for raters, from the study file itself or from one of their own."""
    from solecism.formats.files import shown_name
    from solecism_study.screening.rater_rules import parse_rules

    rules = request.file.people.rules
    if not isinstance(rules, str):
        return rules
    path = request.path(rules)
    return parse_rules(_text(request, rules) or "", file=shown_name(path))


def _beside_rules(request: StudyRequest) -> Path:
    """The folder that files and studies in the rules are in."""
    rules = request.file.people.rules
    return Path(request.path(rules)).parent if isinstance(rules, str) else Path(request.folder)


def _excluded_ids(rules: RulesFile, beside: Path) -> Iterator[tuple[str, list[str]]]:
    """Each source of exclusions that the rules name, with its ids."""
    from solecism.formats.files import read_lines
    from solecism_study.screening.admission import ids_of_study
    from solecism_study.study import open_study

    for file in rules.exclude.ids:
        yield file, [line.strip() for line in read_lines(str(beside / file)) if line.strip()]
    for location in rules.exclude.studies:
        is_address = location.startswith(("postgresql", "postgres:"))
        other = open_study(location if is_address else str(beside / location))
        ids = ids_of_study(other)
        other.close()
        if not ids:
            raise InputError(f"{location}: nobody has answered in this study, to be excluded.")
        yield location.rpartition("@")[2], ids


def _corrections(request: StudyRequest, task: Task) -> Corrections | None:
    """The sentences and the systems' edits of them, for the tasks that are about these."""
    from solecism_study.refusals import UnfitValueError
    from solecism_study.study_file.idle_fields import IdleFieldError

    section, outputs, flags = request.file.items, ("items", "outputs"), ("items", "flags")
    if task.name not in _ABOUT_OUTPUTS:
        if section.outputs:
            reason = f"it is for the tasks {' and '.join(_ABOUT_OUTPUTS)}"
            raise request.refusal(IdleFieldError(outputs, reason))
        return None
    if not section.outputs:
        problem = f"is missing: the task {task.name} is about the outputs of systems. Give them."
        raise request.refusal(UnfitValueError(outputs, problem))
    if section.flags:
        raise request.refusal(IdleFieldError(flags, "the outputs of systems say it all"))
    return read_corrections(request.path(section.file), list(map(request.path, section.outputs)))


def _items(
    request: StudyRequest, task: Task, corrections: Corrections | None, settings: Settings
) -> list[Item]:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.site import kind_of
    from solecism_study.exchange.item_sources import usable_answers, with_known_answers
    from solecism_study.item import CONTROL, PRACTICE

    file = request.file
    path = request.path(file.items.file)
    if corrections is None:
        sentences, flags = (
            name and request.path(name) for name in (file.items.sentences, file.items.flags)
        )
        items = items_of_file(path, task, sentences=sentences, flags=flags)
    else:
        items = items_of_corrections(path, task, corrections, seed=file.seed)
    if file.task.kinds:
        items = [item for item in items if kind_of(item.site) in file.task.kinds]
    control = file.control_items
    for name, pool in ((control.answers, CONTROL), (control.practice, PRACTICE)):
        if name is not None:
            answers = request.path(name)
            known = usable_answers(jsonl.read(answers, Judgment), task)
            items = with_known_answers(items, known, pool)
            check_known_answers(answers, task, settings, items)
    return items


def items_of_file(
    path: str, task: Task, *, sentences: str | None = None, flags: str | None = None
) -> list[Item]:
    """The items of a file of sites, or of sentences in any format."""
    from solecism.formats import jsonl
    from solecism.formats.registry import read_any
    from solecism.site import Flag
    from solecism_study.exchange.item_sources import (
        items_of_sentences,
        items_of_sites,
        with_suggestions,
    )

    sites, read_sentences = _sites_or_sentences(path)
    if sites is not None:
        around = read_any([sentences]) if sentences else ()
        items = list(items_of_sites(sites, task, around))
    else:
        items = list(items_of_sentences(read_sentences, task))
    items = _without_gaps(items, task)
    if task.name == "choice":
        if flags is None:
            raise InputError("the choice task needs the suggestions of a system: give its flags.")
        items = list(with_suggestions(items, jsonl.read(flags, Flag)))
    if not items:
        raise InputError(f"{_shown(path)}: has nothing to ask about for the task {task.name}.")
    return items


def _without_gaps(items: list[Item], task: Task) -> list[Item]:
    """The items that the task can ask about; the number of others is told."""
    from solecism_study.exchange.item_sources import without_gaps

    usable = without_gaps(items, task)
    if len(usable) < len(items):
        click.echo(
            f"{len(items) - len(usable)} gaps between words are left out: "
            f"the task {task.name} asks about a word.",
            err=True,
        )
    return usable


def check_known_answers(file: str, task: Task, chosen: Settings, items: Iterable[Item]) -> None:
    """Raise InputError, with the line of the file, for an answer that nobody could give."""
    from solecism.formats.files import read_lines
    from solecism_study.tasks.task import check_right_answers

    settings = {**(task.defaults or {}), **chosen}
    for item in items:
        try:
            check_right_answers(task, item, settings)
        except InputError as error:
            lines = enumerate(read_lines(file), 1)
            place = next((f":{number}" for number, line in lines if f'"{item.site}"' in line), "")
            raise InputError(f"{file}{place}: {error}") from error


def read_corrections(path: str, outputs: Sequence[str]) -> Corrections:
    """The sentences of a file of lines or of M2, and the edits of each system by name."""
    from solecism.formats.by_path import format_name
    from solecism.formats.files import document_name
    from solecism.formats.hypotheses import read_source, read_systems
    from solecism.formats.registry import FORMATS, read
    from solecism.sentence import from_words

    if format_name(path) == "m2":
        sentences = list(read([path], FORMATS["m2"]))
    else:
        name = document_name(path)
        lines = enumerate(read_source(path), 1)
        sentences = [from_words(f"{name}.{number}", words) for number, words in lines]
    return sentences, read_systems(path, outputs, sentences, are_applied=True)


def items_of_corrections(
    path: str, task: Task, corrections: Corrections, *, seed: int
) -> list[Item]:
    """The items of a task about systems' corrections of the sentences in a file."""
    from solecism_study.exchange.item_sources import edit_items, ranking_items

    if task.name == "ranking":
        items = list(ranking_items(*corrections, seed=seed))
    else:
        items = list(edit_items(*corrections))
    if not items:
        raise InputError(f"{_shown(path)}: the systems correct nothing, or all in the same way.")
    return items


def _shown(path: str) -> str:
    from solecism.formats.files import shown_name

    return shown_name(path)


def _sites_or_sentences(path: str) -> tuple[Iterable[Site] | None, Iterable[Sentence]]:
    """The sites of a file, or None and its sentences; of a pipe, the first line decides."""
    from solecism.formats import jsonl
    from solecism.formats.files import STANDARD_STREAM, document_name, read_lines
    from solecism.formats.registry import FORMATS, format_of, read_any
    from solecism.site import Site

    if path != STANDARD_STREAM:
        format = format_of(path)
        is_json = format is not None and format.name == "jsonl"
        if is_json and _begins_with_site(read_lines(path)):
            return jsonl.read(path, Site), ()
        return None, read_any([path])
    # It can be read once only.
    lines = list(read_lines(path))
    file, document = _shown(path), document_name(path)
    if _begins_with_site(lines):
        return jsonl.parse(lines, Site, file=file), ()
    is_json = next((line for line in lines if line.strip()), "").startswith("{")
    module = FORMATS["jsonl" if is_json else "text"].module
    return None, module.parse(lines, document=document, file=file)


def _begins_with_site(lines: Iterable[str]) -> bool:
    """Whether JSON Lines begin with a site, not a sentence."""
    import msgspec

    for line in lines:
        if line.strip():
            try:
                first = msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                return False
            return isinstance(first, dict) and "words" not in first
    return False


def _text(request: StudyRequest, name: str | None) -> str | None:
    """The text of a file; None where there is none."""
    from solecism.formats.files import read_lines

    return None if name is None else "".join(read_lines(request.path(name)))


def _documents(request: StudyRequest, corrections: Corrections | None) -> dict[str, str]:
    """The documents of a study that raters never see, by name, checked."""
    from solecism import sample_key as keys
    from solecism.formats import jsonl
    from solecism.site import Flag
    from solecism_study.exchange.item_sources import edit_flags
    from solecism_study.study import ALLOWED, FLAGS, KEY

    section, platform = request.file.items, request.file.platform
    names = {FLAGS: section.flags, KEY: section.key, ALLOWED: platform and platform.allow}
    texts = {name: _text(request, file) or "" for name, file in names.items() if file}
    if section.key:
        keys.parse([texts[KEY]], file=request.path(section.key))
    if section.flags:
        list(jsonl.read(request.path(section.flags), Flag))
    if corrections is not None and request.file.task.name == "edit":
        texts[FLAGS] = "".join(jsonl.format(edit_flags(*corrections)))
    return texts
