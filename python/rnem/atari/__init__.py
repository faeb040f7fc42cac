"""Recordings of the real Space Invaders, for which ale-py is needed (`make atari` installs it).

    python -m rnem.atari record --out space_invaders.h5 --sequences 5000
    python -m rnem.atari play --games 30

`emulator` runs the game, `things` says which pixel of its screen belongs to what, `player` plays
from that picture, `view` makes the 84x84 zeros and ones of a frame and `recording` the file.
Only `emulator` needs ale-py, and only `recording` h5py.
"""
