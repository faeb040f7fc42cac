"""The game, by gymnasium's conventions."""
import numpy as np
import pytest

import rnem


def play(env, steps, seed):
    frames, points = [env.reset(seed=seed)[0]], 0.0
    for t in range(steps):
        frame, reward, terminated, truncated, info = env.step(t % 6)
        frames.append(frame)
        points += reward
        assert not truncated and info["score"] >= 0
        if terminated:
            break
    return np.stack(frames), points, terminated


def test_a_game_is_played_by_reset_and_step():
    env = rnem.InvadersEnv()
    frame, info = env.reset(seed=1)
    assert frame.shape == (84, 84) and frame.dtype == np.uint8 and set(np.unique(frame)) == {0, 1}
    assert info["lives"] == 3 and set(np.unique(info["groups"])) >= {0, 1, 2, 3, 4}
    assert env.action_space.n == len(env.ACTIONS) == 6 and env.ACTIONS[1] == "FIRE"
    assert env.action_space.contains(env.action_space.sample())
    assert env.observation_space.contains(frame) and env.observation_space.shape == (84, 84)
    frames, points, over = play(env, 5000, seed=1)
    assert over and points > 0
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        env.step(0)
    assert env.render().shape == (84, 84, 3)


def test_a_seed_is_a_game():
    env = rnem.InvadersEnv()
    one, other = play(env, 200, seed=3)[0], play(env, 200, seed=4)[0]
    np.testing.assert_array_equal(play(rnem.InvadersEnv(), 200, seed=3)[0], one)
    assert len(one) != len(other) or (one != other).any()


def test_actions_are_looked_at():
    env = rnem.InvadersEnv()
    env.reset()
    with pytest.raises(ValueError, match="action: expected 0 to 5, got 6"):
        env.step(6)
    with pytest.raises(ValueError, match="frame_skip: expected 1 to 16"):
        rnem.InvadersEnv(frame_skip=0)
