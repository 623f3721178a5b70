"""The screen of an animation, controlled by Textual's pilot."""

import asyncio
import re

import pytest
from textual.app import App

from turaga import solve
from turaga.play.animation import Animation
from turaga.play.screen.watch_screen import SPEEDS, WatchScreen
from turaga.play.watch_request import WatchRequest

SLOW = 0.1  # frames per second: no test lasts until the next one


class Host(App):
    """An app that opens the screen, as the game does, and continues when it is closed."""

    def __init__(self, screen):
        super().__init__()
        self.watch = screen
        self.left = False

    def on_mount(self):
        self.push_screen(self.watch, self.note)

    def note(self, _):
        self.left = True


def watched(script, animation, size=(80, 24), speed=SLOW, **options):
    """Run the script with the pilot and the screen."""

    async def run():
        screen = WatchScreen(animation, speed=speed, **options)
        app = Host(screen)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, screen)

    asyncio.run(run())


def lines_of(pilot):
    """The characters on the terminal, line by line."""
    return [
        "".join(segment.text for segment in strip) for strip in pilot.app.screen._compositor.render_strips()
    ]


def panel_of(pilot):
    """The text beside the board, in one line."""
    screen = pilot.app.screen
    words = "#squares" if screen.listing else "#words"
    return " ".join(str(screen.query_one(part).render()) for part in ("#title", "#rule", "#state", words))


async def played_out(pilot, screen):
    for _ in range(3000):  # a safeguard against waiting forever, not a measure of speed
        if not screen.playing:
            return
        await pilot.pause(0.02)
    raise AssertionError("it plays for ever")


def test_space_pauses_and_arrows_step():
    async def script(pilot, screen):
        assert screen.playing
        assert "Playing, 0.1 frames/s" in panel_of(pilot)
        await pilot.press("space")
        assert not screen.playing
        assert "Paused, 0.1 frames/s" in panel_of(pilot)
        await pilot.press("space")
        assert screen.playing
        await pilot.press("right", "right", "right")
        assert (screen.frame.number, screen.playing) == (4, False)
        assert "Step 4 of 64" in panel_of(pilot)
        assert "Step 4: knight on 2,1." in panel_of(pilot)
        await pilot.press("left")
        assert screen.frame.number == 3
        await pilot.press("left", "left", "left", "left")
        assert screen.frame.number == 1
        await pilot.press("end")
        await played_out(pilot, screen)
        assert screen.frame.number == 64
        await pilot.press("right", "space")
        assert (screen.frame.number, screen.playing) == (64, False)
        await pilot.press("home")
        assert (screen.frame.number, screen.playing) == (1, False)

    watched(script, Animation.of_walk("8x8", "1,1"))


def test_plus_and_minus_change_the_speed_within_bounds():
    async def script(pilot, screen):
        await pilot.press("space")
        await pilot.press("plus")
        assert screen.speed == 5  # the next above 3
        await pilot.press("minus", "minus")
        assert screen.speed == 1
        assert "1 frame/s" in panel_of(pilot)
        screen.speed = SPEEDS[1]
        await pilot.press("minus", "minus")
        assert screen.speed == SPEEDS[0]
        screen.speed = SPEEDS[-2]
        await pilot.press("equals_sign", "equals_sign")
        assert screen.speed == SPEEDS[-1]
        assert not screen.playing

    watched(script, Animation.of_walk("8x8", "1,1"), speed=3)


def test_it_plays_by_itself_to_the_end_and_restarts():
    async def script(pilot, screen):
        await played_out(pilot, screen)
        assert screen.frame.over
        assert "End (r restarts)" in panel_of(pilot)
        assert "An open tour of 8x8: all 64 squares, from 1,1 to 6,7." in " ".join(panel_of(pilot).split())
        screen.speed = SLOW
        await pilot.press("r")
        assert (screen.frame.number, screen.playing) == (1, True)

    watched(script, Animation.of_walk("8x8", "1,1"), speed=2000)


def test_high_speeds_skip_frames_and_reach_the_last_one():
    shown = []

    async def script(pilot, screen):
        show = screen.view.show
        screen.view.show = lambda squares, cursor=None: (
            shown.append(screen.frame.number),
            show(squares, cursor),
        )
        await played_out(pilot, screen)

    watched(script, Animation.of_search("5x5", "2,2", "order:21876543", prune=False), speed=500)
    assert shown[-1] == 683
    assert shown == sorted(shown)
    assert len(shown) < 300


def test_the_list_of_squares_is_shown_scrolled_and_hidden():
    animation = Animation.of_walk("8x8", "1,1")
    tour = solve("8x8", start="1,1", method="greedy").tour

    async def script(pilot, screen):
        await pilot.press("end")
        await played_out(pilot, screen)
        assert "Step 64: knight" in panel_of(pilot)
        await pilot.press("l")
        listed = panel_of(pilot).split()
        for k, (row, col) in enumerate(tour, start=1):
            at = listed.index(f"{row + 1},{col + 1}", listed.index("restarts)"))
            assert listed[at - 1] == str(k)
        assert "16  1,8" not in "\n".join(lines_of(pilot))
        await pilot.press("pagedown", "up", "down")
        assert "16  1,8" in "\n".join(lines_of(pilot))
        await pilot.press("l")
        assert "Step 64: knight" in panel_of(pilot)

    watched(script, animation)


@pytest.mark.parametrize("key", ["q", "escape"])
def test_quitting_returns_to_the_screen_below(key):
    async def script(pilot, screen):
        assert pilot.app.screen is screen
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app.left
        assert pilot.app.screen is not screen

    watched(script, Animation.of_walk("5x5", "1,1"))


def test_a_long_search_is_followed_to_its_end_and_can_be_stopped():
    async def script(pilot, screen):
        await pilot.press("end")
        await pilot.pause(0.2)
        assert screen.hurrying
        assert "Running (space stops it)" in panel_of(pilot)
        await pilot.press("space")
        reached = screen.frame.number
        assert reached > 1
        assert not screen.playing
        await pilot.pause(0.2)
        assert screen.frame.number == reached
        await pilot.press("left")
        assert screen.frame.number == reached - 1
        await pilot.press("home")
        assert screen.frame.number == 1

    # There is no such tour because of the colours, but this search would need years to find out.
    watched(script, Animation.of_search("7x7", "1,2", "order:21876543", prune=False))


def test_a_step_limit_ends_it():
    async def script(pilot, screen):
        await pilot.press("end")
        await played_out(pilot, screen)
        assert "The search reached its limit of 3000 steps" in " ".join(panel_of(pilot).split())
        assert screen.frame.steps == 3000

    watched(script, Animation.of_search("7x7", "1,2", "order:21876543", prune=False, step_limit=3000))


def test_a_search_shows_its_progress():
    async def script(pilot, screen):
        screen.action_step(19)
        await pilot.pause()
        assert "19 steps, 1 backtrack" in panel_of(pilot)
        assert "Depth 18, deepest 19 of 25" in panel_of(pilot)
        text = "\n".join(lines_of(pilot))
        assert "A search on 5x5" in text
        assert "Back from 1,1 to step 18:" in text

    watched(script, Animation.of_search("5x5", "2,2", "order:21876543", prune=False))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_whole_screen_fits(size):
    async def script(pilot, screen):
        screen.action_step(19)
        await pilot.pause()
        lines = lines_of(pilot)
        text = "\n".join(lines)
        for words in (
            "A walk on 8x8",
            "fewest onward moves, ties: outermost,",
            "Step 20 of 64",
            "Step 20: knight on 4,1.",
            "Possible moves and their degrees:",
            "Three squares tie with the lowest",
            "Farthest from the centre: 6,2.",
        ):
            assert words in text
        assert all(key in lines[-1] for key in ("space", "←→", "end", "+-", "r ", "l ", "q Quit"))
        assert not any(re.search(r"  \(\d\)", line) for line in lines)  # a degree is next to its square

    watched(script, Animation.of_walk("8x8", "1,1"), size=size)


def test_a_resized_terminal_is_used_or_says_what_size_it_needs():
    async def script(pilot, screen):
        await pilot.press("space")
        small = screen.view.cell
        await pilot.resize_terminal(140, 50)
        await pilot.pause()
        assert screen.view.cell > small
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert "This terminal has 30 and 8." in "\n".join(lines_of(pilot))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen.view.cell == small
        assert "Possible moves" in "\n".join(lines_of(pilot))

    watched(script, Animation.of_walk("8x8", "1,1"))


def test_a_known_tour_is_watched_from_the_step_of_the_game():
    tour = solve("6x6").tour

    async def script(pilot, screen):
        assert "The computer finishes" in panel_of(pilot)
        assert "Step 30 of 36" in panel_of(pilot)
        await pilot.press(*["right"] * 7)
        assert screen.frame.over
        assert screen.frame.path == tour.squares

    watched(script, Animation.of_tour(tour, 30), title="The computer finishes")


def test_fractions_of_a_frame_add_up():
    async def script(pilot, screen):
        screen._timer.stop()  # ten ticks of a twentieth of a second, made by hand
        screen._due, before = 0.0, screen.frame.number
        for _ in range(10):
            screen._tick()
        assert screen.frame.number == before + 5

    watched(script, Animation.of_walk("8x8", "1,1"), speed=10)


def test_a_repair_on_the_screen():
    async def script(pilot, screen):
        await pilot.press("end")
        assert screen.frame.number == 67
        assert "Euler's method on 8x8" in panel_of(pilot)
        assert "Change 7 of 7, 64 squares" in panel_of(pilot)
        await pilot.press("left", "left", "left")
        assert "Insertion 1. The end 5,6 is a move away from" in " ".join(panel_of(pilot).split())
        assert "inserted" in [view.mark for view in screen.view.squares]
        await pilot.press("left")
        marks = [view.mark for view in screen.view.squares]
        # Everything after step 47 was reversed, and the knight is on the last square of it.
        assert (marks.count("reversed"), marks.count("missed"), marks.count("knight")) == (12, 4, 1)

    request = WatchRequest.read("8x8", start="5,3", method="euler")
    watched(script, request.animation("order:81234567"))
