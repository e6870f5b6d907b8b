"""Human evaluation of article and noun number usage (2009): what raters accept, and agreement."""
