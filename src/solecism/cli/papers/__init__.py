"""`solecism papers`: the experiments of the papers that this package is built from."""
