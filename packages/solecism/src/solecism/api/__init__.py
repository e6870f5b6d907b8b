"""The functions of `import solecism`: they accept many kinds of input, and their results print."""
