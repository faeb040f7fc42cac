"""The package under test is build/python's: ctest puts it on the path."""
import os
import subprocess
import sys

import pytest

import rnem

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("RNEM_PROGRAM", os.path.join(SOURCE, "build", "rnem"))

TINY_WORLD = """
kind = "balls"
counts = [2]
side = 8.0
radii = [1.2]
masses = [1.0]
probabilities = [1.0]
frame_size = 12
"""


@pytest.fixture(scope="session")
def model():
    return rnem.load("balls4")


@pytest.fixture(scope="session")
def clip():
    return rnem.World("balls4mass64").sequence(3, split="test", frames=12)


@pytest.fixture()
def tiny(tmp_path):
    """A run that is over in a second: two balls on 12x12 pixels and networks to match."""
    (tmp_path / "world.toml").write_text(TINY_WORLD)
    config = tmp_path / "tiny.toml"
    config.write_text(f"""
seed = 3
[data]
train = "live:{tmp_path}/world.toml"
[training]
batch = 4
steps = 3
max_updates = 4
valid_every = 2
valid_sequences = 3
valid_steps = 4
threads = 1
[em]
k = 3
[model]
height = 12
width = 12
encoder = ["conv 4x4/2 4 elu", "fc 16 elu"]
decoder = ["fc 6x6x4 relu", "up 4x4 1 sigmoid plain"]
hidden = 12
interaction_hidden = 10
attention_hidden = 6
output_bias = 0.0
""")
    return config


def run_python(code, python=sys.executable, **environment):
    """Another process with the package on its path: what it printed, and how it ended."""
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=600,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout + done.stderr


def run_program(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                          timeout=600)
