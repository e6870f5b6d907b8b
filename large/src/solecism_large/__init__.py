"""The large network of Solecism, for `solecism check --detector large`."""
