"""The works whose methods a report uses, as a list to read and as BibTeX."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """A published work; `journal` is empty for a book, whose publisher is in `where`."""

    key: str
    authors: tuple[str, ...]
    year: int
    title: str
    journal: str = ""
    where: str = ""

    @property
    def short(self) -> str:
        """The authors and the year, as a text cites them."""
        names = [name.split(",")[0] for name in self.authors]
        if len(names) > 2:
            return f"{names[0]} et al. {self.year}"
        return f"{' and '.join(names)} {self.year}"

    def bibtex(self) -> str:
        """The entry of a BibTeX file."""
        kind = "article" if self.journal else "book"
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            "journal" if self.journal else "publisher": self.journal or self.where,
            "year": str(self.year),
        }
        if self.journal and self.where:
            fields["note"] = self.where
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
        return "\n".join([f"@{kind}{{{self.key},", *lines, "}"]) + "\n"


KRIPPENDORFF = Reference(
    "krippendorff2004",
    ("Krippendorff, Klaus",),
    2004,
    "Content Analysis: An Introduction to Its Methodology",
    where="Sage",
)
FLEISS = Reference(
    "fleiss1971",
    ("Fleiss, Joseph L.",),
    1971,
    "Measuring nominal scale agreement among many raters",
    "Psychological Bulletin",
    "76(5):378-382",
)
COHEN = Reference(
    "cohen1960",
    ("Cohen, Jacob",),
    1960,
    "A coefficient of agreement for nominal scales",
    "Educational and Psychological Measurement",
    "20(1):37-46",
)
GWET = Reference(
    "gwet2008",
    ("Gwet, Kilem Li",),
    2008,
    "Computing inter-rater reliability and its variance in the presence of high agreement",
    "British Journal of Mathematical and Statistical Psychology",
    "61(1):29-48",
)
MADNANI = Reference(
    "madnani2011",
    ("Madnani, Nitin", "Chodorow, Martin", "Tetreault, Joel", "Rozovskaya, Alla"),
    2011,
    "They Can Help: Using Crowdsourcing to Improve the Evaluation of Grammatical Error "
    "Detection Systems",
    "Proceedings of ACL-HLT 2011 (short papers)",
)
TEST = Reference(
    "cohen1995",
    ("Cohen, Paul R.",),
    1995,
    "Empirical Methods for Artificial Intelligence",
    where="MIT Press",
)
HOLM = Reference(
    "holm1979",
    ("Holm, Sture",),
    1979,
    "A simple sequentially rejective multiple test procedure",
    "Scandinavian Journal of Statistics",
    "6(2):65-70",
)
