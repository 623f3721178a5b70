"""Whether a walk can be completed to a tour."""
