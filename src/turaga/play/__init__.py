"""Play the game, or watch a walk or a search.

The input is a board, a saved game or a request to watch. The output is games, hints, and frames with
sentences that explain them. `web` and `cli` import this package.

- The game: `game.py` is the game itself, `hints.py` finds hints, `game_json.py` reads and writes games as
  JSON, and `saved_games.py` saves them.
- The animation: `watch_request.py` is the request, `animation.py` builds the frames (`frame.py`) of a walk or
  a search, `repair_animation.py` those of Euler's method, and `narration.py` explains each of them.
- Display: `text_game.py` plays the game in lines of text, and `frame.py` also shows frames as text.

    >>> from turaga.play import Game, HintFinder
    >>> game = Game.new("6x6", "1,1").go("3,2")
    >>> HintFinder(game.board).hint(game).kind
    'go'
"""

from turaga.play.animation import Animation
from turaga.play.frame import Frame
from turaga.play.game import Game
from turaga.play.hints import Hint, HintFinder
from turaga.play.repair_animation import RepairAnimation

__all__ = ["Animation", "Frame", "Game", "Hint", "HintFinder", "RepairAnimation"]
