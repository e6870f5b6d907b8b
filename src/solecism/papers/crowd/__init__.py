"""They Can Help (Madnani et al. 2011): many raters of extraneous prepositions, and two systems."""
