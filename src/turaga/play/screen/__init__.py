"""The terminal screens, built with Textual: the game and the animated walk. They show what the room holds.

Only these files import Textual, and nothing imports them before a screen is wanted.
"""
