"""The paper's outlook (section 6): two-stage parsing, reranking, and two grammars combined."""
