"""Settings of a project together with the options of a command, which go before them."""

from __future__ import annotations

from dataclasses import replace

from solecism.project.keys import Values


def combined(given: Values, settings: Values, *, has_model: bool = False) -> Values:
    """The values that hold: those given on the command line, and else those of the settings.

    A precision that is given replaces an audience of the settings, kinds that are given are shown
    even if they are turned off, and a register of the settings is for their detector only.

    >>> combined(Values(precision=0.7), Values(audience="teacher", kinds=("spelling",)))
    ... # doctest: +ELLIPSIS
    Values(audience=None, precision=0.7, ... kinds=('spelling',), ...)
    """
    values = settings
    if (given.audience, given.precision, given.threshold) != (None, None, None):
        values = replace(
            values,
            audience=given.audience,
            precision=given.precision,
            threshold=given.threshold,
        )
    if given.detector is not None or has_model:
        values = replace(values, detector=given.detector, register=None)
    if given.register is not None:
        values = replace(values, register=given.register)
    if given.kinds:
        turned_off = tuple(kind for kind in values.turned_off if kind not in given.kinds)
        values = replace(values, kinds=given.kinds, turned_off=turned_off)
    if given.min_share is not None:
        values = replace(values, min_share=given.min_share)
    return replace(values, baseline=given.baseline or values.baseline)
