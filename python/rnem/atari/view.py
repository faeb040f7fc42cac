"""From the emulator's screen to what the model sees, as Mnih et al. (2013) have it: grey, resized
to 84x110, a square of 84 rows that show the field of play; then black or not."""
import numpy as np

SCREEN = (210, 160)
SIDE = 84
RESIZED = (110, SIDE)
TOP = 18  # first row of the crop: rows 34 to 194 of the screen, no score and no ground
THRESHOLD = 0.0001  # of a scale from 0 to 1: everything that is not black is on


def taps(size: int, target: int) -> tuple:
    """Bilinear without smoothing: the two pixels around the centre of each target pixel and the
    weight of the second. Pixel i has its centre at (i + 1/2) size / target - 1/2."""
    centre = ((2 * np.arange(target) + 1) * size - target) / (2 * target)
    centre = np.clip(centre, 0, size - 1)
    low = centre.astype(int)
    return low, np.minimum(low + 1, size - 1), centre - low


def _corners() -> tuple:
    """Places in the screen and weights [4,84*84] of the four pixels that one of the crop mixes."""
    top, bottom, y = (part[TOP:TOP + SIDE] for part in taps(SCREEN[0], RESIZED[0]))
    left, right, x = taps(SCREEN[1], RESIZED[1])
    rows, columns = np.stack([top, top, bottom, bottom]), np.stack([left, right, left, right])
    weights = (np.stack([1 - y, 1 - y, y, y])[:, :, None]
               * np.stack([1 - x, x, 1 - x, x])[:, None, :])
    places = rows[:, :, None] * SCREEN[1] + columns[:, None, :]
    return places.reshape(4, -1), weights.reshape(4, -1)


PLACES, WEIGHTS = _corners()


def features(grey: np.ndarray) -> np.ndarray:
    """A grey screen [210,160] of bytes -> a frame [84,84] of zeros and ones."""
    mixed = (WEIGHTS * np.take(grey, PLACES)).sum(0) / 255
    return (mixed > THRESHOLD).astype(np.uint8).reshape(SIDE, SIDE)


def groups(things: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """What each pixel of a frame shows: the number on the screen [210,160] that has the largest
    share in it. Exactly the pixels that are on have one."""
    on = np.flatnonzero(frame)
    there = np.take(things, PLACES[:, on])
    weights = np.where(there > 0, WEIGHTS[:, on], 0.0)
    share = np.stack([(weights * (there == one)).sum(0) for one in there])
    share[there == 0] = -1  # what is black has no share, not even the first one of none
    shown = np.zeros(frame.size, np.uint8)
    shown[on] = np.take_along_axis(there, share.argmax(0)[None], 0)[0]
    return shown.reshape(frame.shape)
