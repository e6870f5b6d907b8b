"""The functions of `import solecism`: they take what people have, and return results that print."""
