"""The game and the animated walk: their states, as values, and the screens that show them.

`game.py` is the game, `hints.py` what can be said about a position, `saved.py` a game as JSON, `keeping.py`
where games are kept; `watching.py` a walk or a search as frames, `telling.py` their words; `sights.py` what
is to be seen on squares of either. All of that is shared with those who show it: `plain.py` and
`frames_text.py`, lines of text; `screen/`, the terminal.

    >>> from turaga.play import Adviser, Game
    >>> game = Game.new("6x6", "1,1").go("3,2")
    >>> Adviser(game.board).hint(game).kind
    'go'
"""

from turaga.play.game import Game
from turaga.play.hints import Adviser, Hint
from turaga.play.reel import Frame, Reel

__all__ = ["Adviser", "Frame", "Game", "Hint", "Reel"]
