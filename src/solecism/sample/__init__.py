"""Population to sample, and sample to estimate: precision and recall from few judgments."""
