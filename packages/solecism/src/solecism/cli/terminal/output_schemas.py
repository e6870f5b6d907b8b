"""JSON Schemas of what commands print with --json, made from the types of their results.

A schema bears the name with which the signature of the output begins.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import make_dataclass
from types import GenericAlias
from typing import Any, get_origin, get_type_hints

import click

# What stands beside the signature in an output, and its type; or a type that has all of it.
_OUTPUTS: dict[str, str | dict[str, str]] = {
    "agree": {"result": "agreement.summary:AgreementSummary"},
    "choice": {"preferences": "agreement.preference:Preferences"},
    "compare": {"result": "scoring.compared_systems:Comparison"},
    "compare-edits": {"result": "scoring.edit_comparison:EditComparison"},
    "constructions": {"result": "agreement.construction_measures:ConstructionMeasures"},
    "effort": {"result": "agreement.effort:Effort"},
    "estimate": {"estimates": "sampling.estimate:Estimates"},
    "estimate-covert": {"covert": "sampling.covert_errors:CovertShare[]"},
    "parseval": "bracketing.evaluation:EvaluationContent",
    "plan": {"plans": "sampling.plan:Plan[]"},
    "rank": {"result": "ranking.system_ranking:SystemRanking"},
    "score": {"systems": "scoring.systems:SystemScore[]"},
    "score-edits": {"result": "scoring.edit_scores:EditScores"},
    "score-m2": {"result": "scoring.m2:M2Scores"},
    "score-references": {"result": "scoring.reference_scores:ReferenceScores"},
    "select": "detect.light.selection_test:SelectionContent",
}
_NUMBER_OR_NONE = {"type": ["number", "null"]}
_INTERVAL = {
    "type": "object",
    "properties": {
        "low": _NUMBER_OR_NONE,
        "high": _NUMBER_OR_NONE,
        "level": {"type": "number"},
        "method": {"type": "string"},
    },
    "required": ["low", "high", "level", "method"],
}
_FIGURE = {
    "type": "object",
    "description": "A measured number; null where it is not defined. Differences have more parts.",
    "properties": {
        "name": {"type": "string"},
        "value": _NUMBER_OR_NONE,
        "interval": _INTERVAL,
        "se": _NUMBER_OR_NONE,
        "note": {"type": "string"},
    },
    "required": ["name", "value", "interval", "se", "note"],
}


_FILES = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "sha256": {"type": ["string", "null"]},
            "label": {"type": "string"},
        },
        "required": ["name", "sha256"],
    },
}
_PROVENANCE: dict[str, Any] = {
    "type": "object",
    "description": "What the figures depend on: the signature with its parts, and whole hashes.",
    "properties": {
        "command": {"type": "string"},
        "version": {"type": "string"},
        "settings": {"type": "object"},
        "files": {"type": "object", "additionalProperties": _FILES},
        "models": _FILES,
    },
    "required": ["command", "version", "settings", "files", "models"],
}


def output_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one of the outputs."""
    import msgspec

    parts = _OUTPUTS[name]
    types = (
        get_type_hints(_type_of(parts))
        if isinstance(parts, str)
        else {part: _type_of(path) for part, path in parts.items()}
    )
    schemas, definitions = msgspec.json.schema_components(types.values(), schema_hook=_schema)
    properties = {
        "signature": {"type": "string", "pattern": rf"^{name}\|"},
        "provenance": _PROVENANCE,
    }
    properties |= dict(zip(types, schemas, strict=True))
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{name}, with --json",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "$defs": {**definitions, "Figure": _FIGURE},
    }
    plain: dict[str, Any] = _with_null(msgspec.to_builtins(schema))
    return plain


def _type_of(path: str) -> Any:
    module, _, name = path.partition(":")
    found = getattr(importlib.import_module(f"solecism.{module}"), name.removesuffix("[]"))
    if name == "ReferenceScores":
        # Of the annotated sentences, which are there too, nothing is promised.
        hints = {**get_type_hints(found), "references": list[dict[str, Any]]}
        return make_dataclass(name, hints.items())
    return GenericAlias(list, (found,)) if name.endswith("[]") else found


def _schema(of: Any) -> dict[str, Any]:
    import numpy as np

    from solecism.figure import Figure

    if isinstance(of, type) and issubclass(of, Figure):
        return {"$ref": "#/$defs/Figure"}
    if np.ndarray in (of, get_origin(of)):
        return {"type": "array"}
    raise NotImplementedError(f"no schema of {of}")


def _with_null(schema: Any) -> Any:
    """The schema, in which a number that is not defined is null."""
    if isinstance(schema, list | tuple):
        return [_with_null(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    changed = {name: _with_null(part) for name, part in schema.items()}
    return {**changed, **_NUMBER_OR_NONE} if changed.get("type") == "number" else changed


@click.command(name="schema")
@click.argument("name", type=click.Choice(list(_OUTPUTS)))
def schema_command(name: str) -> None:
    """Print the JSON Schema of what a command prints with --json.

    NAME is the word with which the signature of the output begins, such as score-edits for
    `solecism score SOURCE HYPOTHESIS --m2 FILE`.

    \b
    Example:
      solecism schema score-edits
    """
    from solecism.cli.terminal.result_tables import show_json

    show_json(output_schema(name))
