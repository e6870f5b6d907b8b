"""The corruption of a sentence: errors made one after another, none of which undoes another."""

from __future__ import annotations

from dataclasses import dataclass, field

from solecism.corrupt.draft import Draft
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types.error_type import synthetic_error
from solecism.edit import Edit, compose


@dataclass(slots=True)
class Corruption:
    """A draft with errors, the errors in order, and the edits that make all of them at once."""

    draft: Draft
    errors: list[SyntheticError] = field(default_factory=list)
    edits: tuple[Edit, ...] = ()

    def make(self, error: SyntheticError) -> bool:
        """Make the error and return True, or False where it would undo an earlier one."""
        error = with_capital(error, self.draft)
        edits: tuple[Edit, ...] = (error.edit,)
        if self.errors:
            edits = compose(self.edits, edits)
            if any(edit.before == edit.after for edit in edits):
                return False
        self.errors.append(error)
        self.edits = edits
        self.draft = self.draft.after(error)
        return True


def with_capital(error: SyntheticError, draft: Draft) -> SyntheticError:
    """The error; if it deletes the first word, the next word takes over its capital letter."""
    edit = error.edit
    if edit.after or edit.start > 1 or edit.end >= len(draft.words):
        return error
    gone, following = edit.before[0], draft.words[edit.end]
    is_first = not any(any(map(str.isalnum, word)) for word in draft.words[: edit.start])
    if not (is_first and gone[:1].isupper() and following[:1].islower()):
        return error
    raised = following[:1].upper() + following[1:]
    end = edit.end + 1
    tags = (draft.tags[edit.end],)
    return synthetic_error(error.kind, draft, edit.start, end, (raised,), tags, error.subtype)
