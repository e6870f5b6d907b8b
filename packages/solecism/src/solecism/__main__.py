"""`python -m solecism` is `solecism`."""

from solecism.cli.main import main

main()
