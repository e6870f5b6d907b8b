"""Adjudication: items on which raters disagree are put to a third person, and their history."""
