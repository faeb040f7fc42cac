"""One LibTorch a process: Debian's PyTorch beside the module works, another is refused."""
import os
import shutil

import pytest

from conftest import run_python

OTHER = os.environ.get("RNEM_OTHER_PYTHON", "")
needs_other = pytest.mark.skipif(
    not OTHER, reason="RNEM_OTHER_PYTHON names no Python 3.11 that has a PyTorch of its own")
WATCH = "rnem.load('balls4').watch(rnem.World('balls4mass64').sequence(0, frames=4).frames)"
SENTENCE = "cannot share a process with another LibTorch"


@pytest.mark.parametrize("order", ["import torch, rnem", "import rnem, torch"])
def test_debians_pytorch_works_beside_it(order):
    pytest.importorskip("torch", reason="no PyTorch is installed for this Python")
    code = (f"{order}\n"
            "torch.ones(300, 300) @ torch.ones(300, 300)\n"
            f"seen = {WATCH}\n"
            "psi = torch.from_dlpack(seen.psi)\n"
            "psi.add_(1)\n"
            "assert seen.psi.min() >= 1\n"
            "frames = torch.zeros(3, 64, 64)\n"
            "assert rnem.load('balls4').watch(frames).psi.shape == (2, 5, 64, 64)\n"
            "print('both')\n")
    assert run_python(code) == (0, "both\n")


def other_package(tmp_path):
    """What looks like a PyTorch that has its own LibTorch: any library by that name."""
    library = tmp_path / "torch" / "lib" / "libtorch_cpu.so"
    library.parent.mkdir(parents=True)
    import _ctypes
    import ctypes.util

    real = getattr(_ctypes, "__file__", None)
    shutil.copy(real or os.path.join("/usr/lib/x86_64-linux-gnu", ctypes.util.find_library("z")),
                library)
    (tmp_path / "torch" / "__init__.py").write_text("import ctypes, os\nctypes.CDLL(os.path.join("
                                                    "os.path.dirname(__file__), 'lib', "
                                                    "'libtorch_cpu.so'))\n")
    return str(library)


def test_another_libtorch_that_is_there_keeps_the_module_out(tmp_path):
    library = other_package(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport torch, rnem\n{WATCH}"
    status, said = run_python(code)
    last = said.strip().splitlines()[-1]
    assert status == 1 and last.startswith("ImportError: rnem computes with")
    assert SENTENCE in last and library in last and "rnem.torch.RNEM" in last


def test_the_module_keeps_another_libtorch_out(tmp_path):
    other_package(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport rnem\n{WATCH}\nimport torch"
    status, said = run_python(code)
    assert status == 1 and SENTENCE in said.strip().splitlines()[-1]


@needs_other
@pytest.mark.parametrize("code", [
    f"import torch, rnem\n{WATCH}",
    f"import rnem\n{WATCH}\nimport torch",
    "import torch\nfrom rnem import load",
])
def test_a_real_other_pytorch_is_refused_in_any_order(code):
    status, said = run_python(code, OTHER)
    assert status == 1 and SENTENCE in said.strip().splitlines()[-1]


@needs_other
def test_the_plain_model_runs_in_another_pytorch():
    code = ("import torch\nfrom rnem.torch import RNEM\n"
            "steps = RNEM.load('balls4')(torch.zeros(1, 3, 64, 64))\nprint(tuple(steps.psi.shape))")
    assert run_python(code, OTHER) == (0, "(1, 2, 5, 64, 64)\n")
