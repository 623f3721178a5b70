"""Uniform samples of tours, the rank of a tour, and the tour of a rank."""
