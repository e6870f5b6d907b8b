"""How the detectors' models are trained."""
