"""rnem.torch.RNEM computes what the library computes, for every kind of model."""
import os
import re

import numpy as np
import pytest

import rnem
from conftest import SOURCE, run_program

torch = pytest.importorskip("torch", reason="no PyTorch is installed for this Python")

SMALL = """
[model]
kind = "{kind}"
height = 12
width = 10
encoder = ["conv 4x4/2 4 elu", "conv 3x3 3 relu", "fc 16 elu"]
encoder_input = {encoder_input}
decoder = {decoder}
hidden = 12
interaction_hidden = 10
attention_hidden = 6
actions = {actions}
action_embedding = 5
norm_epsilon = 1e-3
output_bias = {output_bias}
window = {window}
motion_steps = 2
blind = false
eta = 0.5
learn_eta = {learn_eta}
[em]
k = {k}
noise = 0.1
noise_range = []
start = "{start}"
e_step = "paper"
simulation = "paper"
births = {births}
[loss]
prior = 0.1
inter_weight = 0.5
through_gamma = false
steps = "all"
"""
WHOLE = '["fc 7 relu", "fc 6x5x3 relu", "up 4x4 3 tanh", "conv 3x3 1 sigmoid plain"]'
WINDOW = '["fc 4x4x3 relu", "up 3x3 1 sigmoid plain to 8x8"]'
KINDS = {
    "r-nem": {},
    "r-nem with three channels": {"encoder_input": '["residual", "psi", "evidence"]'},
    "r-nem with actions": {"actions": 3},
    "r-nem with places": {"window": 8, "decoder": WINDOW, "encoder_input": '["residual", "psi"]'},
    "r-nem with places and births": {"window": 8, "decoder": WINDOW, "births": 0.1,
                                     "output_bias": -4.0},
    "r-nem-noatt": {"start": "noise"},
    "r-nem-noatt with places": {"window": 8, "decoder": WINDOW},
    "rnn-em": {"start": "fields"},
    "rnn-em with places and actions": {"window": 8, "decoder": WINDOW, "actions": 2},
    "rnn": {"k": 1},
    "lstm": {"k": 1},
    "lstm with actions": {"k": 1, "actions": 3},
    "n-em": {"decoder": '["fc 12x10x1 sigmoid plain nobias"]'},
    "n-em with a deep decoder": {"decoder": WHOLE, "learn_eta": "false"},
}


def test_every_kind_that_there_is_is_here():
    with open(os.path.join(SOURCE, "src/rnem/model/kinds.cc"), encoding="utf-8") as table:
        there = re.findall(r'^    \{"([\w-]+)", \{', table.read(), re.MULTILINE)
    assert there and {name.split()[0] for name in KINDS} == set(there)


def settings(name):
    given = {"kind": name.split()[0], "encoder_input": '["residual"]', "decoder": WHOLE,
             "actions": 0, "window": 0, "k": 3, "start": "seeds", "learn_eta": "true",
             "births": 0.0, "output_bias": 0.0}
    return SMALL.format(**{**given, **KINDS[name]})


@pytest.fixture()
def made(request, tmp_path):
    """A model of the kind with weights away from where they begin, in both."""
    from rnem.torch import RNEM

    torch.manual_seed(3)
    plain = RNEM(settings(request.param))
    with torch.no_grad():
        for name, parameter in plain.named_parameters():
            # components are to stay in the frame, and their edges soft: a steep one moved by a
            # rounding error is more than 1e-5
            size = 0.001 if name.startswith("motion.") else 0.1 if plain.window else 0.3
            parameter.add_(size * torch.randn_like(parameter))
    plain.save(tmp_path / "made.safetensors")
    return plain, rnem.load(tmp_path / "made.safetensors")


def frames_and_actions(plain, batch=2):
    # from its sixth step on a model has births; without them rounding errors would only add up
    steps = 8 if plain.settings["em.births"] > 0 else 5
    rng = np.random.default_rng(1)
    frames = (rng.random((batch, steps + 1, plain.height, plain.width)) < 0.3).astype(np.float32)
    frames[:, 5:, 3:8, 2:6] = 1  # something that nobody has foreseen
    if not plain.actions:
        return frames, None
    return frames, np.eye(plain.actions, dtype=np.float32)[rng.integers(plain.actions,
                                                                        size=(batch, steps))]


@pytest.mark.parametrize("made", KINDS, indirect=True)
def test_gamma_and_psi_are_the_librarys(made):
    plain, model = made
    frames, actions = frames_and_actions(plain)
    seen = model.watch(frames, actions=actions)
    with torch.no_grad():
        steps = plain(torch.from_numpy(frames), start=torch.from_numpy(seen.start),
                      actions=None if actions is None else torch.from_numpy(actions))
    np.testing.assert_allclose(steps.psi, seen.psi, atol=1e-5, rtol=0)
    np.testing.assert_allclose(steps.gamma, seen.gamma, atol=1e-5, rtol=0)
    np.testing.assert_allclose(steps.theta, seen.theta, atol=1e-4, rtol=1e-4)
    assert seen.psi[:, 0].std() > 1e-3, "weights that do something"


@pytest.mark.parametrize("made", ["r-nem with places and births"], indirect=True)
def test_births_change_what_follows(made):
    plain, model = made
    frames = torch.from_numpy(frames_and_actions(plain)[0])
    start = torch.from_numpy(model.watch(frames).start)
    with torch.no_grad():
        born = plain(frames, start=start).gamma
        plain.settings["em.births"] = 0.0
        unborn = plain(frames, start=start).gamma
    assert torch.equal(born[:, :5], unborn[:, :5])
    assert (born[:, 5:] - unborn[:, 5:]).abs().max() > 1e-3


@pytest.mark.parametrize("made", KINDS, indirect=True)
def test_every_weight_has_a_gradient(made):
    plain, _ = made
    frames, actions = frames_and_actions(plain)
    steps = plain(torch.from_numpy(frames), noise=0.1,
                  actions=None if actions is None else torch.from_numpy(actions))
    assert steps.loss.shape == steps.psi.shape[:2]
    steps.loss.mean().backward()
    for name, parameter in plain.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all(), name
        assert parameter.grad.abs().max() > 0, name


def test_a_tuned_model_is_evaluated_by_the_program(tmp_path):
    from rnem.torch import RNEM

    plain = RNEM.load("balls4")
    clip = rnem.World("balls4mass64").sequence(0, frames=6)
    optimizer = torch.optim.SGD(plain.parameters(), 1e-9)
    plain(torch.from_numpy(clip.frames)[None], noise=0.2).loss.mean().backward()
    optimizer.step()
    plain.save(tmp_path / "tuned.safetensors")
    data = ("--data", "live:balls4mass64", "--sequences", 2, "--steps", 5)
    assert run_program("eval", tmp_path / "tuned.safetensors", *data).returncode == 0
    tuned = rnem.evaluate(tmp_path / "tuned.safetensors", data[1], sequences=2, steps=5)
    before = rnem.evaluate("balls4", data[1], sequences=2, steps=5)
    assert tuned["loss"] != before["loss"]
    assert tuned["loss"] == pytest.approx(before["loss"], rel=0.05)


def test_the_shipped_model_finds_the_balls_by_its_own_start(clip):
    from rnem.torch import RNEM

    plain = RNEM.load("balls4")
    with torch.no_grad():
        steps = plain(torch.from_numpy(clip.frames)[None],
                      generator=torch.Generator().manual_seed(0))
    owner = steps.gamma[0, -1].argmax(0).numpy()
    groups = clip.groups[-1]
    owners = [np.bincount(owner[groups == ball], minlength=5) for ball in range(1, 5)]
    share = [counts.max() / counts.sum() for counts in owners]
    assert np.mean(share) > 0.9
    assert len({int(counts.argmax()) for counts in owners}) >= 3


def test_files_that_are_no_models_are_refused(tmp_path):
    from rnem.torch import RNEM

    (tmp_path / "junk.safetensors").write_bytes(b"x" * 100)
    with pytest.raises(ValueError, match="junk.safetensors: not a safetensors file"):
        RNEM.load(tmp_path / "junk.safetensors")
    with pytest.raises(FileNotFoundError):
        RNEM.load("no-such")


def test_models_of_colour_are_refused():
    from rnem.torch import RNEM
    with pytest.raises(ValueError, match="model.channels.*zeros and ones"):
        RNEM('[model]\nkind = "r-nem"\nchannels = 3\nencoder_input = ["residual", "psi"]')
