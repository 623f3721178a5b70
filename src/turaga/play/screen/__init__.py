"""The terminal screens, built with Textual: the game and the animation.

In go a game and its store, or an animation; out comes the game as the player left it. The `play` and `watch`
commands import `app.py`, and only when they open a screen: only this package loads Textual.

`app.py` starts and ends a screen. `game_screen.py` and `watch_screen.py` are the two screens, both made of
the layout in `board_screen.py` and the widget in `board_widget.py`. `messages.py` is what the game's screen
says, `dialogs.py` what it asks, and `hint_worker.py` finds its hints in another thread.
"""
