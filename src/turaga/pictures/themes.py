"""The colours of pictures: for a light page, for a dark page, and for print. Styles are in `styles.py`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture.

    >>> THEMES["light"].first
    '#2e8b57'
    """

    paper: str
    light: str  # squares
    dark: str
    frame: str
    line: str
    first: str
    last: str
    on_ends: str  # numbers on the first and the last square
    ink: str  # other numbers
    faint: str  # degrees of squares that are not a move away
    missed_light: str  # unvisited squares
    missed_dark: str
    missed: str  # the ring on unvisited squares
    hole: str
    hatch: str
    stops: tuple[str, ...]  # colours along a walk: each lighter than the one before, or each darker
    shades: tuple[str, ...]  # shades of one colour along a walk, for style squares
    # The squares of a certificate. The colours also differ for people who see few colours (after Okabe & Ito,
    # Color universal design, 2008).
    marks: tuple[str, str, str, str]  # squares, their neighbours, squares taken away, other squares named
    pieces: tuple[str, ...]  # repeated if there are more pieces


THEMES = {
    "light": Theme(
        paper="#fdfaf3", light="#f3ebd9", dark="#dfcfae", frame="#a8946b", line="#24425c",
        first="#2e8b57", last="#c0392b", on_ends="#ffffff", ink="#2b2a26", faint="#5d5644",
        missed_light="#f8d98a", missed_dark="#efc763", missed="#9a6a00",
        hole="#d3cfc6", hatch="#a39d90",
        stops=("#2a1a6b", "#8a1c86", "#d8433f", "#e8890f"), shades=("#d3e3ec", "#6f9fbf", "#24425c"),
        marks=("#0072b2", "#f0a91c", "#3b3a36", "#d55e00"),
        pieces=("#56b4e9", "#e6a0c4", "#4fb58f", "#f0e442", "#e58a3c"),
    ),
    "dark": Theme(
        paper="#14181d", light="#2c343d", dark="#222931", frame="#4b5763", line="#e8d3a0",
        first="#3fbf7f", last="#ef5b4c", on_ends="#0d1013", ink="#f2eee4", faint="#9ca4ad",
        missed_light="#6d5a1d", missed_dark="#5d4c15", missed="#f3c94d",
        hole="#0b0d10", hatch="#424c57",
        stops=("#fde68a", "#fb923c", "#e0528f", "#7c5cf0"), shades=("#433c4d", "#b0794a", "#f7e2ad"),
        marks=("#56b4e9", "#c98500", "#e9e4d8", "#ef7a2f"),
        pieces=("#2f7fb5", "#a85f88", "#1f8f6b", "#a39a1f", "#b0602a"),
    ),
    "print": Theme(
        paper="#ffffff", light="#ffffff", dark="#e9e9e9", frame="#000000", line="#000000",
        first="#12703f", last="#d3291b", on_ends="#ffffff", ink="#000000", faint="#676767",
        missed_light="#ffffff", missed_dark="#e9e9e9", missed="#000000",
        hole="#c4c4c4", hatch="#4a4a4a",
        stops=("#1a1a1a", "#a6a6a6"), shades=("#e4e4e4", "#1a1a1a"),
        marks=("#4a4a4a", "#b4b4b4", "#000000", "#8a8a8a"),
        pieces=("#b8b8b8", "#767676", "#999999", "#585858"),
    ),
}  # fmt: skip
