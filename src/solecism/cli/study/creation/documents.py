"""The documents of a new study: texts for raters, and what raters never see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solecism.cli.study.creation.files import Corrections


def text_of(path: str | None) -> str | None:
    """The text of a file; None where there is none."""
    from solecism.formats.files import read_lines

    return None if path is None else "".join(read_lines(path))


def documents(corrections: Corrections | None, **options: Any) -> dict[str, str]:
    """The documents of a study that raters never see, by name, checked."""
    from solecism.collect.exchange.corrections import edit_flags
    from solecism.collect.study import ALLOWED, FLAGS, KEY
    from solecism.flag import Flag
    from solecism.formats import jsonl
    from solecism.formats import key as keys
    from solecism.formats.files import read_lines

    paths = {FLAGS: options["flags"], KEY: options["key"], ALLOWED: options["allow"]}
    if options["key"]:
        keys.parse(read_lines(options["key"]), file=options["key"])
    if options["flags"]:
        list(jsonl.read(options["flags"], Flag))
    texts = {name: "".join(read_lines(path)) for name, path in paths.items() if path}
    if corrections is not None and options["task"] == "edit":
        texts[FLAGS] = "".join(jsonl.format(edit_flags(*corrections)))
    return texts
