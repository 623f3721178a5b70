"""Play the game, or watch a walk or a search: their states as values, and what shows them.

In goes a board, a saved game or a request to watch; out come games, hints, and frames with what is said of
them. `web` and `cli` import it, and only `cli` opens its screens.

- The game: `game.py` is the game, `hints.py` computes hints, `game_json.py` is a game as JSON, and
  `saved_games.py` is where games are saved.
- The animation: `watch_request.py` is what to watch, `animation.py` makes the frames, and `narration.py`
  says what is decided in each and why.
- What shows them: `square_view.py` says what is on each square; `text_game.py` and `frame_text.py` show that
  as lines of text, `screen/` on the terminal.

    >>> from turaga.play import Game, HintFinder
    >>> game = Game.new("6x6", "1,1").go("3,2")
    >>> HintFinder(game.board).hint(game).kind
    'go'
"""

from turaga.play.animation import Animation, Frame
from turaga.play.game import Game
from turaga.play.hints import Hint, HintFinder

__all__ = ["Animation", "Frame", "Game", "Hint", "HintFinder"]
