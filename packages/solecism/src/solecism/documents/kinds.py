"""The kinds of document, and how they are recognised: by their first bytes, then by their names.

Editors have a name for the language of every text. The kind follows from it as well, so that the
command, the page to write in and editors read a text in the same way.
"""

from __future__ import annotations

import importlib
import io
import re
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from solecism.errors import InputError
from solecism.formats import files


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document: the endings of its files, their greatest size, and their reader.

    Where there is a `language`, the file is text with markup, which can be read as plain text as
    well; `language` is what the Language Server Protocol calls it. Files whose whole name is among
    `file_names` are of this kind, too. `arguments` are what the reader needs beside the text.
    Files of a folder are read if the kind `is_listed`, others only where they are named.
    """

    name: str
    suffixes: tuple[str, ...]
    module_name: str
    max_bytes: int
    language: str = ""
    file_names: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    is_listed: bool = True

    @property
    def is_text(self) -> bool:
        """Whether the file is text with markup."""
        return bool(self.language)

    @property
    def module(self) -> Any:
        """The module with `parse`, or with `parse_text` for text; loaded when it is first used."""
        return importlib.import_module(f"solecism.documents.{self.module_name}")


# Documents may hold pictures, which are not read; text is held in memory.
MAX_BYTES, MAX_RTF_BYTES, MAX_TEXT_BYTES = 200_000_000, 50_000_000, 20_000_000
DOCX = DocumentKind("Word", (".docx", ".docm", ".dotx"), "docx", MAX_BYTES)
ODT = DocumentKind("OpenDocument", (".odt", ".ott"), "odt", MAX_BYTES)
PDF = DocumentKind("PDF", (".pdf",), "pdf", MAX_BYTES)
RTF = DocumentKind("RTF", (".rtf",), "rtf", MAX_RTF_BYTES)
HTML = DocumentKind("HTML", (".html", ".htm", ".xhtml"), "html", MAX_TEXT_BYTES, "html")
TEX = DocumentKind("LaTeX", (".tex", ".ltx"), "tex", MAX_TEXT_BYTES, "latex")
RST = DocumentKind("reStructuredText", (".rst",), "rst", MAX_TEXT_BYTES, "restructuredtext")
SUBTITLES = DocumentKind("subtitles", (".srt", ".vtt"), "subtitles", MAX_TEXT_BYTES, "subtitles")
# Web components, and macros of LaTeX, have little text: they are not read with their folder.
COMPONENT = replace(HTML, suffixes=(".vue", ".svelte"), is_listed=False)
MACROS = replace(TEX, suffixes=(".sty", ".cls", ".dtx", ".rnw"), is_listed=False)
COMMIT = DocumentKind(
    "commit message",
    (),
    "code_comments",
    MAX_TEXT_BYTES,
    "git-commit",
    file_names=("COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "TAG_EDITMSG"),
    arguments=("git-commit",),
    is_listed=False,
)
# Languages of programs, whose comments are read, with the endings and names of their files.
_PROGRAMS = {
    "ada": ".ada .adb .ads",
    "bash": ".bash",
    "c": ".c .h",
    "clojure": ".clj .cljs .cljc .edn",
    "cmake": ".cmake CMakeLists.txt",
    "commonlisp": "",
    "cpp": ".cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .inl",
    "crystal": ".cr",
    "csharp": ".cs .csx",
    "css": ".css",
    "cuda-cpp": ".cu .cuh",
    "dart": ".dart",
    "dockerfile": ".dockerfile Dockerfile Containerfile",
    "elisp": "",
    "elixir": ".ex .exs",
    "elm": ".elm",
    "emacs-lisp": ".el",
    "erlang": ".erl .hrl",
    "fish": ".fish",
    "fsharp": ".fs .fsi .fsx",
    "glsl": ".glsl .vert .frag",
    "go": ".go",
    "groovy": ".groovy .gradle Jenkinsfile",
    "haskell": ".hs",
    "hcl": ".hcl",
    "hlsl": ".hlsl",
    "ini": ".ini .cfg",
    "java": ".java",
    "javascript": ".js .mjs .cjs",
    "javascript.jsx": "",
    "javascriptreact": ".jsx",
    "jsonc": ".jsonc",
    "julia": ".jl",
    "kotlin": ".kt .kts",
    "less": ".less",
    "lisp": ".lisp .lsp .cl",
    "lua": ".lua",
    "make": "",
    "makefile": ".mk .mak Makefile makefile GNUmakefile",
    "matlab": ".m",
    "nix": ".nix",
    "objective-c": "",
    "objective-cpp": ".mm",
    "ocaml": ".ml .mli",
    "octave": "",
    "perl": ".pl .pm",
    "php": ".php",
    "powershell": ".ps1 .psm1",
    "prolog": ".pro",
    "proto": ".proto",
    "purescript": ".purs",
    "python": ".py .pyi .pyw",
    "r": ".r",
    "racket": ".rkt",
    "ruby": ".rb .rake Rakefile Gemfile",
    "rust": ".rs",
    "sass": ".sass",
    "scala": ".scala .sc",
    "scheme": ".scm .ss",
    "scss": ".scss",
    "sh": "",
    "shellscript": ".sh .ksh",
    "sql": ".sql",
    "starlark": ".bzl .bazel",
    "swift": ".swift",
    "terraform": ".tf .tfvars",
    "toml": ".toml",
    "typescript": ".ts .mts .cts",
    "typescript.tsx": "",
    "typescriptreact": ".tsx",
    "vhdl": ".vhd .vhdl",
    "vim": ".vim",
    "viml": "",
    "yaml": ".yaml .yml",
    "zig": ".zig",
    "zsh": ".zsh",
}


def _program(language: str, names: str) -> DocumentKind:
    """The kind of programs in a language, given the endings and names of their files."""
    return DocumentKind(
        f"{language} program",
        tuple(name for name in names.split() if name.startswith(".")),
        "code_comments",
        MAX_TEXT_BYTES,
        language,
        file_names=tuple(name for name in names.split() if not name.startswith(".")),
        arguments=(language,),
        is_listed=False,
    )


KINDS = (
    *(DOCX, ODT, PDF, RTF, HTML, TEX, RST, SUBTITLES, COMPONENT, MACROS, COMMIT),
    *(_program(*each) for each in _PROGRAMS.items()),
)
# Plain text and Markdown, which need no reader of this package.
PLAIN, MARKDOWN = "plaintext", "markdown"
TEXT_LANGUAGES = {".txt": PLAIN, ".text": PLAIN, ".md": MARKDOWN, ".markdown": MARKDOWN}
TEXT_SUFFIXES = tuple(TEXT_LANGUAGES)
LANGUAGES = tuple(
    dict.fromkeys((PLAIN, MARKDOWN, *(kind.language for kind in KINDS if kind.is_text)))
)
# What editors call a language, where it differs from the names of the protocol.
_ALIASES = {
    **dict.fromkeys(("text", "txt", "mail", "org", "help", "asciidoc", "typst"), PLAIN),
    **dict.fromkeys(("quarto", "rmd", "mdx", "pandoc", "vimwiki", "gfm"), MARKDOWN),
    **dict.fromkeys(("xhtml", "htmldjango", "django-html", "jinja-html", "vue", "svelte"), "html"),
    **dict.fromkeys(("tex", "plaintex", "bibtex-style", "doctex", "rnoweb"), "latex"),
    "rst": "restructuredtext",
    **dict.fromkeys(("gitcommit", "git-rebase", "jj-commit"), "git-commit"),
    **dict.fromkeys(("srt", "subrip", "vtt", "webvtt"), "subtitles"),
    "c++": "cpp",
    **dict.fromkeys(("c#", "cs"), "csharp"),
    **dict.fromkeys(("js", "jsx"), "javascript"),
    **dict.fromkeys(("ts", "tsx"), "typescript"),
}
# Kinds that cannot be read: what the program is called that made them.
UNREADABLE = {".doc": "an old Word document", ".pages": "a Pages document"}

PROTECTED = "is protected by a password. Save it without one."
HEAD_BYTES = 1024
_OLE, _ZIP = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"
_PDF, _RTF = b"%PDF-", b"{\\rtf"
_PICTURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_HTML_HEAD = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html)\b", re.IGNORECASE)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def by_name(path: str) -> DocumentKind | None:
    """The kind that a name or its ending stands for, None for plain text and unknown endings.

    >>> by_name("essay.DOCX").name, by_name("essay.txt"), by_name("src/Makefile").language
    ('Word', None, 'makefile')
    """
    unpacked = files.unpacked(path)
    return _BY_FILE_NAME.get(unpacked.name) or _BY_SUFFIX.get(unpacked.suffix.lower())


_BY_FILE_NAME = {name: kind for kind in KINDS for name in kind.file_names}
_BY_SUFFIX = {suffix: kind for kind in KINDS for suffix in kind.suffixes}
# The first kind of a language is the usual one.
_BY_LANGUAGE = {kind.language: kind for kind in reversed(KINDS) if kind.is_text}


def by_language(language: str) -> DocumentKind | None:
    """The kind of text in one of `LANGUAGES`, None for plain text and Markdown."""
    return _BY_LANGUAGE.get(language)


def language_of(identifier: str, path: str = "") -> str | None:
    """The language of a text, by what an editor calls it, None if it is not among `LANGUAGES`.

    Where the editor has no name for it, or knows only that it is text, its file's name decides.

    >>> language_of("tex"), language_of("", "notes.md"), language_of("json", "a.json")
    ('latex', 'markdown', None)
    """
    name = _ALIASES.get(identifier.lower(), identifier.lower())
    if name not in ("", PLAIN):
        return name if name in LANGUAGES else None
    kind = by_name(path)
    by_path = kind.language if kind else TEXT_LANGUAGES.get(PurePath(path).suffix.lower())
    return by_path or name or None


def is_html(data: bytes) -> bool:
    """Whether bytes begin as a web page does."""
    return _HTML_HEAD.match(data[:HEAD_BYTES]) is not None


def is_picture(head: bytes) -> bool:
    """Whether a file that begins so is a picture.

    >>> is_picture(bytes.fromhex("ffd8ffe0")), is_picture(b"GIF is a format.")
    (True, False)
    """
    is_webp = head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    is_heic = head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"mif1", b"avif")
    return head.startswith(_PICTURES) or is_webp or is_heic


def is_document(head: bytes) -> bool:
    """Whether a file that begins so is a document of some office program, and not text."""
    return head.startswith((_ZIP, _OLE)) or head.lstrip().startswith((_RTF, _PDF))


def by_content(data: bytes, *, file: str) -> DocumentKind | None:
    """The kind that bytes show, None if they may be text; InputError if it cannot be read."""
    head = data[:HEAD_BYTES]
    if is_picture(head):
        raise InputError(
            f"{file}: is a picture, and the text in a picture cannot be read. Give the text itself."
        )
    if head.startswith(_ZIP):
        return _packed(data, file)
    if head.startswith(_OLE):
        if _ENCRYPTED in data:
            raise InputError(f"{file}: {PROTECTED}")
        raise unreadable(file, UNREADABLE[".doc"])
    # PDF may begin with a few other lines, but texts mention its mark as well.
    if head.lstrip().startswith(_PDF) or (_PDF in head and by_name(file) is PDF):
        return PDF
    return RTF if head.lstrip().startswith(_RTF) else None


def unreadable(file: str, what: str) -> InputError:
    """The error for a document of another program."""
    return InputError(f"{file}: is {what}, which cannot be read. Save it as .docx.")


def _packed(data: bytes, file: str) -> DocumentKind | None:
    # Imported here, because most files are text.
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        # The reader of the kind that the name promises says that the file is damaged.
        return by_name(file) or DOCX
    if "_rels/.rels" in names and any(name.startswith("word/") for name in names):
        return DOCX
    if "content.xml" in names:
        return ODT
    if any(name.endswith(".iwa") for name in names):
        raise unreadable(file, UNREADABLE[".pages"])
    raise InputError(f"{file}: is an archive, but not a text document. Give the files in it.")
