"""The terminal screens, built with Textual: the game and the animation.

The input is a game and its store, or an animation. The output is the game as the player left it. The `play`
and `watch` commands import `app.py` only when they open a screen, because this package loads Textual.

`app.py` starts and ends a screen. `game_screen.py` and `watch_screen.py` are the two screens. Both use the
layout in `board_screen.py` and the widget in `board_widget.py`. `messages.py` has the texts of the game's
screen, `dialogs.py` its dialogs, and `hint_worker.py` finds its hints in another thread.
"""
