"""Options that belong together, handed to a command as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

Decorator = Callable[[Any], Any]


def option_group(name: str, build: Callable[..., Any], *options: Decorator) -> Decorator:
    """Add options to a command, which gets what `build` makes of their values as `name`."""

    def grouped(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(*arguments: Any, **values: Any) -> Any:
            own = {each: values.pop(each) for each in names}
            return command(*arguments, **{name: build(**own)}, **values)

        inherited = len(getattr(command, "__click_params__", []))
        decorated: Callable[..., Any] = called
        for option in reversed(options):
            decorated = option(decorated)
        parameters: list[click.Parameter] = decorated.__click_params__  # type: ignore[attr-defined]
        names = [parameter.name for parameter in parameters[inherited:]]
        return decorated

    return grouped
