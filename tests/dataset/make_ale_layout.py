"""Runs the recording script of docs/invaders.md on an imitation of the emulator.

usage: make_ale_layout.py PAGE FOLDER

Writes FOLDER/recorded.h5 with the page's script, and what went into it: screens.bin, the grey screen
of every recorded frame (sequence, frame, 210, 160), and actions.bin, the number of the action that
was held after it (sequence, frame). Both are kept by the imitation, not by the script.
"""
import os
import re
import sys

import numpy as np


class Imitation:
    """A ship that goes where the actions send it, a laser that blinks, games that end."""

    def __init__(self):
        self.frame, self.x, self.game = 0, 80, 0
        self.shown = {}  # emulator frame -> (screen, game)
        self.acted = {}  # emulator frame -> action that led to it

    def getMinimalActionSet(self):
        return [0, 1, 3, 4, 11, 12]

    def game_over(self):
        return self.frame % 500 >= 450

    def reset_game(self):
        self.frame += 500 - self.frame % 500
        self.game += 1

    def act(self, action):
        self.frame += 1
        self.x = min(max(self.x + {3: 1, 11: 1, 4: -1, 12: -1}.get(action, 0), 10), 140)
        self.acted[self.frame] = action

    def getScreenGrayscale(self):
        screen = np.zeros((210, 160), np.uint8)
        screen[185:195, self.x : self.x + 7] = 98
        screen[157:173, 74:86] = 142
        for column in range(6):
            left = 22 + 16 * column + self.frame // 16 % 20
            screen[36:46, left : left + 8] = 30 + column
        screen[5:15, 20:60] = 200  # score
        screen[195:210] = 110  # ground
        if self.frame % 2 == 0:
            row = 60 + self.frame % 90
            screen[row : row + 2, 120] = 255
        self.shown[self.frame] = (screen, self.game)
        return screen


def load_page(path):
    code = re.findall(r"```python\n(.*?)```", open(path, encoding="utf-8").read(), re.S)
    assert len(code) == 1, "one script on the page"
    names = {"__name__": "page"}
    exec(compile(code[0], path, "exec"), names)
    return names


def main(page, folder):
    names = load_page(page)
    emulator = Imitation()
    screens, actions = [], []
    inner = names["record_sequence"]

    def record_sequence(*arguments):
        result = inner(*arguments)
        # steps of 4 emulator frames; the last one only tells what its action led to
        steps = [emulator.frame - 4 * i for i in range(names["T"], 0, -1)]
        pairs = [(emulator.shown[step - 1], emulator.shown[step]) for step in steps]
        assert len({game for pair in pairs for _, game in pair}) == 1, "one game a sequence"
        screens.append([np.maximum(a[0], b[0]) for a, b in pairs])
        assert all((screen[:, 120] == 255).any() for screen in screens[-1]), "lasers are seen"
        held = [{emulator.acted[step + i] for i in (1, 2, 3, 4)} for step in steps]
        assert all(len(action) == 1 for action in held), "an action is held for a step"
        actions.append([emulator.getMinimalActionSet().index(action.pop()) for action in held])
        return result

    names["record_sequence"] = record_sequence
    sizes = {"training": 6, "validation": 3, "test": 0}
    names["record"](emulator, os.path.join(folder, "recorded.h5"), sizes)
    assert emulator.game > 0, "a game has ended"
    np.array(screens, np.uint8).tofile(os.path.join(folder, "screens.bin"))
    np.array(actions, np.uint8).tofile(os.path.join(folder, "actions.bin"))


main(*sys.argv[1:])
