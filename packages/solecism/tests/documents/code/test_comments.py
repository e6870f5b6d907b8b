"""Comments and docstrings are left of a program, every character in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.documents.code_comments import FAMILIES, comments_only, pattern

STRINGS = '" \' ` """ \'\'\' r#" [[ ]] <<A @doc'.split()
COMMENTS = "// /* */ # -- --[[ {- -} ; % (* *) =begin =end".split()
SIGNS = st.sampled_from([*STRINGS, *COMMENTS, "\\", "A:", "word", "_", "\n"])


@pytest.mark.parametrize(
    ("language", "program", "prose"),
    [
        ("python", 's = "# of"  # Yes, here.', ["Yes, here."]),
        ("python", "s = '''\n# of\n'''\n# Yes.", ["Yes."]),
        ("python", '"""Of a module."""\nx = """of"""', ["Of a module."]),
        ("python", 'def f():\n    # Why.\n    """Of f."""', ["Why.", "Of f."]),
        ("python", "class A:\n    r'''Of A.'''\n", ["Of A."]),
        ("python", "# One\n# sentence.\nx = 1\n# Two.", ["One sentence.", "Two."]),
        ("python", "a = 1  # The one\nb = 2  # the other", ["The one", "the other"]),
        ("python", "#!/usr/bin/python\n# noqa: E501\n# Yes.", ["Yes."]),
        ("c", 'char *s = "/* of */"; // Yes.\nchar c = \'"\'; /* No. */', ["Yes.", "No."]),
        ("c", "/**\n * One\n * sentence.\n */\nint f();", ["One sentence."]),
        ("javascript", "let r = /\\/\\/of/, s = `// of`; // Yes.", ["Yes."]),
        ("typescript", "const half = a / 2 / b; // Yes.", ["Yes."]),
        (
            "rust",
            "fn f<'a>() {} // It's one.\nlet s = r#\"// of\"#; /// Two.",
            ["It's one.", "Two."],
        ),
        ("go", "s := `// of` // Yes.", ["Yes."]),
        ("csharp", 'var s = @"\\"; // Yes.', ["Yes."]),
        ("java", 'var s = """\n  // of "no" \n"""; // Yes.', ["Yes."]),
        ("shellscript", 'echo $# "# of" # Yes.\ncat <<END\n# of\nEND\n# No.', ["Yes.", "No."]),
        ("ruby", "s = '# of' # Yes.\n=begin\nNo.\n=end\n", ["Yes. No."]),
        ("lua", "s = [[ -- of ]] --[[ Yes,\nthere. ]]\n-- No.", ["Yes, there. No."]),
        ("sql", "SELECT '-- of'; -- Yes.\n/* No. */", ["Yes. No."]),
        ("haskell", 'a --> b\ns = "-- of" -- | Yes.\n{- No. -}', ["| Yes. No."]),
        ("elixir", '@doc """\nYes.\n"""\nx = """\nof\n"""', ["Yes."]),
        ("lisp", '(f ";of" #\\;) ; Yes.', ["Yes."]),
        ("ocaml", 'let s = "(* of *)" (* Yes. *)', ["Yes."]),
        ("css", "a { b: url('/*of*/'); } /* Yes. */", ["Yes."]),
        ("php", "$s = '// of'; # Yes.\n// No.", ["Yes. No."]),
        ("yaml", 'a: "# of" # Yes.\nb: c#of', ["Yes."]),
        ("python", "execv(globalns)  # Calls execv with globalns.", ["Calls xxxxx with xxxxxxxs."]),
        ("python", "the_cat = 'recieved'  # The recieved cat.", ["The recieved cat."]),
        ("klingon", "# of // of", []),
    ],
)
def test_only_prose_is_left(language: str, program: str, prose: list[str]) -> None:
    masked = comments_only(program, language)
    paragraphs = [" ".join(part.split()) for part in masked.replace("\n\n", "\f").split("\f")]
    assert [part for part in paragraphs if part] == prose


@pytest.mark.parametrize("language", sorted(FAMILIES))
def test_every_language_has_a_pattern(language: str) -> None:
    assert pattern(language) is not None


@given(st.lists(SIGNS, max_size=30).map(" ".join), st.sampled_from(sorted(FAMILIES)))
def test_what_is_left_stays_in_its_place(program: str, language: str) -> None:
    masked = comments_only(program, language)
    assert len(masked) == len(program)
    assert all(new == old or new in " x\f\n" for new, old in zip(masked, program, strict=True))
