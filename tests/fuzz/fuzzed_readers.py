"""The readers of files that people give us, each with small files to mutate."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mutations import Mutation, mutated_bytes, mutated_zip
from sample_documents import one_of_each
from solecism import documents, sample_key
from solecism.bracketing.brackets import parse_rules
from solecism.corruption import confusion_table
from solecism.formats import by_path, files, jsonl, rankings, registry, rules, word_forms
from solecism.formats.crowd import platforms
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.judgment import Judgment
from solecism.language.annotate import annotate
from solecism.project import baseline, settings
from solecism.rulebook.book import RuleBook, corrected
from solecism.sentence import Sentence
from solecism.site import Flag, Site
from solecism.system.installation import EXAMPLES, model_path
from solecism_study.exchange.bundle import bundle, read_bundle
from studies import make_study

_PARAGRAPHS = ["I depend of you.", "He go to “school” & home.", "\u00e9t\u00e9 [1] {x}"]
_CONLLU = """# sent_id = a.1
# text = I'm here
1-2\tI'm\t_\t_\t_\t_\t_\t_\t_\t_
1\tI\tI\tPRON\tPRP\tCase=Nom\t3\tnsubj\t_\t_
2\t'm\tbe\tAUX\tVBP\t_\t3\tcop\t_\t_
3\there\there\tADV\tRB\t_\t0\troot\t3:root\tSpaceAfter=No

"""
_FCE = """<?xml version="1.0" encoding="UTF-8"?>
<learner><head sortkey="TR1*0100*2000*01"><candidate><personnel><language>French</language>
<age>16-20</age></personnel><score>34.0</score></candidate><text><answer1><question_number>1
</question_number><exam_score>5.3</exam_score><coded_answer><p>I <NS type="RV"><i>depend</i><c>rely
</c></NS> <NS type="RT"><i>of</i><c>on</c></NS> you.</p><p>All is well.</p></coded_answer></answer1>
</text></head></learner>
"""
_APPRAISE = """<appraise-results><error-correction-ranking-result id="hit1">
<ranking-item src-id="1" id="1" user="ann" duration="00:00:11.5">
<translation rank="1" system="one"/><translation rank="2" system="two three"/></ranking-item>
</error-correction-ranking-result></appraise-results>
"""
_COMPARISONS = "sentence,judge,first,second,winner\n7,ann,BART,T5,T5\n8,bob,T5,BART,tie\n"
_SETTINGS = """for = "learner"
kinds = ["wrong-preposition", "agreement"]
dictionary = ["Solecism"]
ignore = ["drafts/", "*.bak"]
baseline = "known.json"
turned-off-rules = ["modal-of"]
"""
_RULE_BOOK = """[lists]
tool = "spreadsheet calculator"

[[rule]]
id = "touch-base"
kind = "wrong-word"
message = "We get in touch with people."
pattern = ["<touch> base !NN*|@tool", "START DT? NP{0,1} (base{1,2}) with|*ing|PAST/VB* END"]
suggestion = ["get~$1 in touch", "a/an $1.plural"]
wrong = ["They {touched base -> got in touch}.", "It {is -> } over."]
right = ["It touched the base."]
languages = ["German"]
p = 0.9
"""
_BASELINE = '{"solecism-baseline": 1, "findings": {"a.txt": {"preposition:of": 2}}}'
_KEY = """{"system": "mine", "design": "paper", "seed": 7,
"strata": [{"name": "flagged", "is_flagged": true, "n_population": 10, "score": 0.5}],
"items": [{"site": "a.1:0-1:preposition", "stratum": "flagged", "score": 0.25}]}"""
_RULES = "DELETE_LABEL TOP\nCUTOFF_LEN 40\nEQ_LABEL ADVP PRT\nDELETE_LABEL_FOR_LENGTH -NONE-\n"
_WORD_FORMS = "city,noun,cities\nburn,verb,burned/burnt,,burning,burns\n"


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads the bytes of a file, files for it, and how these are mutated."""

    name: str
    seeds: Callable[[], list[bytes]]
    read: Callable[[bytes], object]
    mutate: Mutation = mutated_bytes


def readers() -> Iterator[Reader]:
    """All readers of files that people give us."""
    yield from _formats()
    for name, layout in _LAYOUTS.items():
        path = EXAMPLES / "crowd" / _CROWD_FILES[name]
        yield Reader(
            f"crowd {name}",
            partial(_files, path),
            partial(_read_file, partial(_read_crowd, name, layout), path.suffix),
        )
    for suffix, text in ((".xml", _APPRAISE), (".csv", _COMPARISONS)):
        yield _of_file(f"rankings {suffix}", _read_rankings, suffix, text)
    path = EXAMPLES / "ranking" / "rankings.jsonl"
    yield _of_file("rankings .jsonl", _read_rankings, ".jsonl", _head(path))
    for name, data in one_of_each(_PARAGRAPHS).items():
        mutate = mutated_zip if name.endswith((".docx", ".odt")) else mutated_bytes
        yield Reader(
            f"document {name}", partial(list, [data]), partial(_read_document, name), mutate
        )
    yield Reader("bundle of a study", _bundles, _read_bundle, mutated_zip)
    yield _of_file("settings", _read_settings, ".solecism.toml", _SETTINGS + _RULE_BOOK)
    yield _of_file("rules", _read_rules, ".toml", _RULE_BOOK)
    yield _of_file("baseline", _read_baseline, ".json", _BASELINE)
    yield _of_lines("confusions", confusion_table.parse, model_path("confusions.json").read_text())
    yield _of_lines("key", sample_key.parse, _KEY)
    yield _of_lines("evalb rules", parse_rules, _RULES)
    yield _of_lines("word forms", word_forms.parse, _WORD_FORMS)


def _formats() -> Iterator[Reader]:
    m2 = (EXAMPLES / "annotations" / "chat.m2").read_text(encoding="utf-8")
    text = (EXAMPLES / "texts" / "chat.txt").read_text(encoding="utf-8")
    conll2000 = "He PRP B-NP\nreckons VBZ B-VP\nit PRP B-NP\n. . O\n\n"
    seeds = {
        "m2": _blocks(m2, 5),
        "conllu": _CONLLU,
        "conll2000": conll2000,
        "penn": _head(EXAMPLES / "treebank.mrg"),
        "text": text[:1_000],
        "fce": _FCE,
    }
    for name, content in seeds.items():
        suffix = registry.FORMATS[name].suffixes[0]
        yield _of_file(name, partial(_read_sentences, registry.FORMATS[name]), suffix, content)
    sentences = jsonl.format(registry.read([str(EXAMPLES / "treebank.mrg")], _PENN))
    yield _of_file("jsonl sentences", partial(_read_jsonl, Sentence), ".jsonl", next(sentences))
    for kind, name in _JSON_LINES.items():
        yield _of_file(
            f"jsonl {name}", partial(_read_jsonl, kind), ".jsonl", _head(EXAMPLES / name)
        )
    yield _of_file("by path", _read_any, ".unknown", _blocks(m2, 2))
    yield _of_file("corrected", _read_corrected, ".txt", "I depend of you .\n" * 2)


_PENN = registry.FORMATS["penn"]
_JSON_LINES = {
    Judgment: "judgments.simulated.jsonl",
    Flag: "flags.a.jsonl",
    Site: "sites.jsonl",
}
_MAP = {"yes": "error", "no": "ok", "cannot tell": "unknown", "Yes": "error", "No": "ok"}
_CROWD_FILES = {
    "long": "long.csv",
    "wide": "wide.tsv",
    "list": "list.tsv",
    "mturk": "mturk.csv",
    "appen": "appen.csv",
    "prolific": "prolific.answers.csv",
    "label-studio": "label-studio.json",
}
_LAYOUTS: Mapping[str, ColumnLayout] = {
    "long": ColumnLayout(
        places={"item": "place", "rater": "who", "milliseconds": "ms", "gold": "known"},
        answers=("is it an error?",),
        labels=_MAP,
    ),
    "wide": ColumnLayout(places={"item": "site"}, notes={"sentence": "sentence"}),
    "list": ColumnLayout(places={"item": "Id"}, answers=("Grades",)),
    "mturk": ColumnLayout(
        places={"item": "Input.site_{n}", "gold": "Input.expected_{n}"},
        answers=("Answer.error_{n}",),
        labels=_MAP,
    ),
    "appen": ColumnLayout(places={"item": "site"}),
    "prolific": ColumnLayout(answers=("{name}:preposition",), labels=_MAP),
    "label-studio": ColumnLayout(places={"item": "site"}, answers=("error",), labels=_MAP),
}


def _of_file(name: str, read: Callable[[str], object], suffix: str, text: str) -> Reader:
    return Reader(name, partial(list, [text.encode()]), partial(_read_file, read, suffix))


def _of_lines(name: str, parse: Callable[..., object], text: str) -> Reader:
    return _of_file(name, partial(_read_lines, parse), ".txt", text)


def _read_file(read: Callable[[str], object], suffix: str, data: bytes) -> object:
    """What is read from a file with these bytes."""
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        # A settings file is known by its whole name.
        path = Path(folder) / (suffix if suffix.count(".") > 1 else f"file{suffix}")
        path.write_bytes(data)
        return read(str(path))


def _files(*paths: Path) -> list[bytes]:
    return [path.read_bytes() for path in paths]


def _blocks(text: str, n: int) -> str:
    return "\n\n".join(text.split("\n\n")[:n]) + "\n\n"


def _head(path: Path, n_lines: int = 6) -> str:
    return "".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:n_lines])


def _read_sentences(format: registry.Format, path: str) -> object:
    """The sentences, which JSON Lines must be able to hold."""
    return list(jsonl.format(registry.read([path], format)))


def _read_jsonl(
    kind: type[Judgment] | type[Flag] | type[Site] | type[Sentence], path: str
) -> object:
    return list(jsonl.format(jsonl.read(path, kind)))  # type: ignore[type-var]  # one of four


def _read_any(path: str) -> object:
    return list(by_path.read(path))


def _read_corrected(path: str) -> object:
    """The file beside a corrected version of one of its lines."""
    version = Path(path).with_name("corrected.txt")
    version.write_text("I depend on you .\n" * 2, encoding="utf-8")
    return list(registry.read([path, str(version)], registry.FORMATS["corrected"]))


def _read_crowd(platform: str, layout: ColumnLayout, path: str) -> object:
    """The judgments, which JSON Lines must be able to hold."""
    return list(jsonl.format(platforms.read(path, platform, layout)))


def _read_rankings(path: str) -> object:
    return list(jsonl.format(rankings.read(path)))


def _read_document(name: str, data: bytes) -> object:
    return documents.parse(data, name=name).text


def _bundles() -> list[bytes]:
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        study = make_study(str(Path(folder) / "study"), n_gold=1, documents={"key": _KEY})
        try:
            return [bundle(study, now=2)]
        finally:
            study.close()


def _read_bundle(data: bytes) -> object:
    return read_bundle(data, file="bundle.zip")


def _read_settings(path: str) -> object:
    read = settings.read(Path(path))
    return read.baseline, read.ignores("essay.txt")


def _read_rules(path: str) -> object:
    """The rules, and what they find in a sentence."""
    book = RuleBook(rules.read(path))
    [sentence] = annotate("They touched base with a spreadsheet.", "a")
    return [corrected(sentence, [hit]) for hit in book.all_hits(sentence)]


def _read_baseline(path: str) -> object:
    return baseline.read_baseline(Path(path)).of("a.txt")


def _read_lines(parse: Callable[..., object], path: str) -> object:
    result = parse(files.read_lines(path), file=path)
    return list(result) if isinstance(result, Iterator) else result
