"""Training and evaluation, and how they are stopped."""
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import rnem
from conftest import run_program, run_python


def test_training_reports_and_leaves_a_model(tiny, tmp_path):
    updates, validations = [], []
    run = rnem.train(tiny, out=tmp_path / "run", on_update=updates.append,
                     on_validation=validations.append, **{"model.k": 4})
    assert [u.update for u in updates] == [1, 2, 3, 4] and updates[0].loss > 0
    assert [v.update for v in validations] == [2, 4]
    assert run.updates == 4 and run.best_loss == min(v.loss for v in validations)
    assert run.model().k == 4
    again = rnem.train(out=tmp_path / "run", resume=True, **{"training.max_updates": 5})
    assert again.updates == 5


def test_the_threads_of_a_run_are_its_own(tiny, tmp_path):
    pytest.importorskip("torch", reason="no PyTorch is installed for this Python")
    code = ("import torch, rnem\n"
            "rnem.load('balls4')\n"
            "before = torch.get_num_threads()\n"
            f"rnem.train({str(tiny)!r}, out={str(tmp_path / 'run')!r},\n"
            "           on_update=lambda u: print(torch.get_num_threads()))\n"
            "print(torch.get_num_threads() == before)\n")
    assert run_python(code) == (0, "1\n1\n1\n1\nTrue\n")


def test_training_takes_a_source_of_ones_own(tiny, tmp_path):
    world = rnem.World(tmp_path / "world.toml", seed=9)
    run = rnem.train(tiny, out=tmp_path / "run", data=world, **{"training.max_updates": 1})
    assert run.updates == 1


def test_settings_are_looked_at(tiny, tmp_path):
    with pytest.raises(ValueError, match="em.k"):
        rnem.train(tiny, out=tmp_path / "run", **{"em.k": 0})
    with pytest.raises(ValueError, match="training.bach.*training.batch"):
        rnem.train(tiny, out=tmp_path / "run", **{"training.bach": 3})
    with pytest.raises(FileNotFoundError, match="no-such.toml"):
        rnem.train("no-such.toml", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_what_a_listener_raises_ends_the_run_after_saving(tiny, tmp_path):
    def enough(update):
        if update.update == 2:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        rnem.train(tiny, out=tmp_path / "run", on_update=enough)
    updates = []
    rnem.train(out=tmp_path / "run", resume=True, on_update=updates.append)
    assert [u.update for u in updates] == [3, 4]


def test_a_listener_may_use_the_module(tiny, tmp_path, model, clip):
    seen = []
    rnem.train(tiny, out=tmp_path / "run",
               on_update=lambda update: seen.append(model.watch(clip.frames)))
    assert len(seen) == 4


def test_an_evaluation_is_the_programs(tmp_path):
    file = tmp_path / "report.json"
    run_program("eval", "balls4", "--data", "live:balls678mass64", "--k", 6, "--sequences", 3,
                "--steps", 8, "--json", file)
    # the program chooses OpenBLAS's best kernels; Python has what it was started with
    kernels = re.search(r"(\w+) kernels", run_program("info").stdout)[1]
    code = ("import json, rnem\n"
            "report = rnem.evaluate('balls4', 'live:balls678mass64', k=6, sequences=3, steps=8)\n"
            "print(json.dumps(report))")
    status, said = run_python(code, OPENBLAS_CORETYPE=kernels)
    assert status == 0, said
    report = json.loads(said)
    assert report == json.loads(file.read_text())
    assert report["ari_last"] > 0 and len(report["intervals"]["ari_last"]) == 2


def test_an_evaluation_takes_as_many_steps_as_there_are(model, tmp_path):
    file = tmp_path / "short.h5"
    run_program("data", "make", "balls4mass64", "--train", 0, "--valid", 0, "--test", 2, "--frames",
                5, "--out", file)
    report = rnem.evaluate(model, rnem.Dataset(file, "test", sequences=1))
    assert (report["steps"], report["split"], report["sequences"]) == (4, "test", 1)
    with pytest.raises(ValueError, match="has 5 frames, 11 are needed"):
        rnem.evaluate(model, file, steps=10)


INTERRUPTED = {
    "watch": "model.watch(numpy.zeros((8, 400, 64, 64), bool))",
    "evaluate": "rnem.evaluate(model, 'live:balls4mass64')",
    "train": "rnem.train(out='run', on_update=lambda u: print('going', flush=True))",
}


@pytest.mark.parametrize("work", INTERRUPTED)
def test_ctrl_c_stops_it_from_within(work, tmp_path):
    code = ("import rnem, numpy, sys\n"
            "model = rnem.load('balls4')\n"
            "print('going', flush=True)\n"
            f"try:\n    {INTERRUPTED[work]}\n"
            "except KeyboardInterrupt:\n    sys.exit(7)\n")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=tmp_path,
                          env=os.environ) as process:
        process.stdout.readline()
        if work == "train":
            process.stdout.readline()
        time.sleep(1)  # into the work; nothing depends on how far
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 7


def test_interrupts_at_any_moment_leave_it_usable():
    """Also where another library has filled the thread pool before."""
    code = ("import os, random, signal, threading\n"
            "import numpy, rnem\n"
            "try:\n    import torch\n    torch.rand(400, 400) @ torch.rand(400, 400)\n"
            "except ImportError:\n    pass\n"
            "model, frames = rnem.load('balls4'), numpy.zeros((4, 60, 64, 64), bool)\n"
            "stopped = 0\n"
            "for i in range(12):\n"
            "    wait = random.Random(i).uniform(0.01, 0.3)\n"
            "    ring = threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT))\n"
            "    try:\n"
            "        ring.start()\n"
            "        while True:\n            model.watch(frames)\n"
            "    except KeyboardInterrupt:\n        stopped += 1\n"
            "print(stopped, model.watch(frames).psi.shape)\n")
    assert run_python(code) == (0, "12 (4, 59, 5, 64, 64)\n")
