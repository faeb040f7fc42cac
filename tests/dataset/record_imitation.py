"""Records games of an imitation of the emulator with python/rnem/atari.

usage: record_imitation.py PACKAGE FOLDER

PACKAGE is the folder that `rnem` is in. Writes FOLDER/recorded.h5, and what went into it:
screens.bin, the grey screen of every recorded frame (sequence, frame, 210, 160), and actions.bin,
the number of the action that was held after it (sequence, frame). Both are kept by the imitation,
not by what is tested.
"""
import os
import sys

import numpy as np

SKIP, FRAMES = 4, 26


class Imitation:
    """A ship that goes where the actions send it, shots that blink, games that end."""

    def __init__(self):
        self.frame = self.first = 0
        self.x = 80
        self.shown = {}  # frame -> screen
        self.acted = {}  # frame -> action that led to it

    def getMinimalActionSet(self):
        return [0, 1, 3, 4, 11, 12]

    def game_over(self):
        return self.frame - self.first >= 900

    def reset_game(self):
        self.first = self.frame

    def act(self, action):
        self.frame += 1
        self.x = min(max(self.x + {3: 1, 11: 1, 4: -1, 12: -1}.get(action, 0), 10), 140)
        self.acted[self.frame] = action
        return 5 if self.frame % 50 == 0 else 0

    def getRAM(self):
        memory = np.zeros(128, np.uint8)
        memory[26] = 23 + self.frame // 16 % 20  # the fleet's column
        return memory

    def getScreen(self):
        screen = np.zeros((210, 160), np.uint8)
        screen[185:195, self.x : self.x + 7] = 0xC4
        screen[157:173, 74:86] = 0x34
        for column in range(6):
            left = 22 + 16 * column + self.frame // 16 % 20
            screen[36:46, left : left + 8] = 0x14
        screen[5:15, 20:60] = 0xC4  # score
        screen[195:210] = 0xE2  # ground
        if self.frame % 2 == 0:
            row = 60 + self.frame % 90
            screen[row : row + 2, 120] = 0x06
        return screen

    def getScreenGrayscale(self):
        grey = self.getScreen() // 2
        self.shown[self.frame] = grey
        return grey


def main(package, folder):
    sys.path.insert(0, package)
    from rnem.atari.emulator import Emulator
    from rnem.atari.games import record_game
    from rnem.atari.recording import Recording
    from rnem.atari.things import GROUPINGS

    ale = Imitation()
    sizes = {"training": 6, "validation": 3, "test": 0}
    recording = Recording(os.path.join(folder, "recorded.h5"),
                          {"frames": FRAMES, "groups": "columns"})
    screens, actions = [], []
    for number, (split, size) in enumerate(sizes.items()):
        rng = np.random.default_rng(number)
        game = record_game(Emulator(ale, SKIP), rng, frames=FRAMES, skip=SKIP, epsilon=0.5,
                           table=GROUPINGS["columns"][0])
        assert game.score == 5 * sum(ale.first < f <= ale.frame for f in range(0, 10**4, 50))
        recording.add(split, 0, game)
        offset = int(np.random.default_rng(number).integers(FRAMES))
        # the first look of a game is after one step, an action shows in the look after it
        looks = range(ale.first + SKIP * (offset + 1), ale.frame - SKIP + 1, SKIP)
        for first in list(looks)[: size * FRAMES]:
            pair = ale.shown[first - 1], ale.shown[first]
            screens.append(np.maximum(*pair))
            assert (screens[-1][:, 120] == 3).any(), "shots are seen"
            held = {ale.acted[first + i] for i in range(1, SKIP + 1)}
            assert len(held) == 1, "an action is held for a step"
            actions.append(ale.getMinimalActionSet().index(held.pop()))
    recording.finish(sizes, {split: 1 for split in sizes}, {"world_name": "an imitation"})
    np.array(screens, np.uint8).tofile(os.path.join(folder, "screens.bin"))
    np.array(actions, np.uint8).tofile(os.path.join(folder, "actions.bin"))


main(*sys.argv[1:])
