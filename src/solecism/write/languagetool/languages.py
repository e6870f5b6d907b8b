"""The languages that can be asked for: English, and its variants."""

from __future__ import annotations

from msgspec import Struct

from solecism.errors import InputError

AUTO = "auto"
NAMES = {
    "en": "English",
    "en-US": "English (US)",
    "en-GB": "English (GB)",
    "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)",
    "en-NZ": "English (New Zealand)",
    "en-ZA": "English (South African)",
}
_BY_CODE = {code.lower(): code for code in NAMES}
_USUAL_VARIANT = "en-US"


class Language(Struct, rename="camel"):
    """A language by its name, its code, and its code with the variant."""

    name: str
    code: str
    long_code: str


def all_languages() -> list[Language]:
    """The languages of the API."""
    return [Language(name, code.partition("-")[0], code) for code, name in NAMES.items()]


def known_code(code: str) -> str:
    """The code of a language, as it is usually written; InputError if it is not known.

    >>> known_code("en_gb")
    'en-GB'
    """
    found = _BY_CODE.get(code.replace("_", "-").lower())
    if found is None:
        known = ", ".join((AUTO, *NAMES))
        raise InputError(
            f"'{code[:40]}' is not a language that can be checked. There are: {known}."
        )
    return found


def variant_of(preferred: str) -> str:
    """The variant of English among some preferred ones, American English by default.

    >>> variant_of("de-AT,en-GB"), variant_of("")
    ('en-GB', 'en-US')
    """
    codes = (_BY_CODE.get(code.strip().lower()) for code in preferred.split(","))
    return next((code for code in codes if code and "-" in code), _USUAL_VARIANT)
