"""A writer's choice in its context: what the detectors of prepositions and articles share."""
