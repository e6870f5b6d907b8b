"""Work on a draft: errors made one upon the other, none of which takes another back."""

from __future__ import annotations

from dataclasses import dataclass, field

from solecism.corrupt.draft import Draft
from solecism.corrupt.made_error import MadeError
from solecism.corrupt.types.error_type import made
from solecism.edit import Edit, compose


@dataclass(slots=True)
class Work:
    """The draft as it now stands, the errors in it, and the edits that make them in one step."""

    draft: Draft
    errors: list[MadeError] = field(default_factory=list)
    edits: tuple[Edit, ...] = ()

    def make(self, error: MadeError) -> bool:
        """Make the error, unless some words would be again what they were; tell whether."""
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


def with_capital(error: MadeError, draft: Draft) -> MadeError:
    """The error; where the first word goes, the next one takes over its capital."""
    edit = error.edit
    if edit.after or edit.start > 1 or edit.end >= len(draft.words):
        return error
    gone, following = edit.before[0], draft.words[edit.end]
    is_first = not any(any(map(str.isalnum, word)) for word in draft.words[: edit.start])
    if not (is_first and gone[:1].isupper() and following[:1].islower()):
        return error
    raised = following[:1].upper() + following[1:]
    end = edit.end + 1
    return made(error.kind, draft, edit.start, end, (raised,), (draft.tags[edit.end],))
