"""The compiled module, loaded only where its LibTorch is the one LibTorch of the process.

Two of them in one process find each other's symbols and crash. So a PyTorch with another LibTorch
that is there already keeps the module out, and the module keeps out one that comes later.
"""
import importlib.abc
import importlib.machinery
import os
import re
import sys

from . import _libtorch

_OURS = os.path.realpath(_libtorch.PATH)


def _refuse(other: str) -> ImportError:
    return ImportError(
        f"rnem computes with {_OURS} and cannot share a process with another LibTorch ({other}); "
        "rnem.torch.RNEM runs the same models in that PyTorch alone")


def _mapped_libtorch() -> list[str]:
    """The files of LibTorch that this process has loaded."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        files = {line.split(maxsplit=5)[5].strip() for line in maps if "/libtorch_cpu" in line}
    return sorted(file for file in files if re.search(r"/libtorch_cpu\.so[^/]*$", file))


class _KeepOut(importlib.abc.MetaPathFinder):
    """Refuses `import torch` where that is a PyTorch with a LibTorch of its own."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "torch":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            other = os.path.join(folder, "lib", "libtorch_cpu.so")
            if os.path.exists(other) and os.path.realpath(other) != _OURS:
                raise _refuse(other)
        return None


for _file in _mapped_libtorch():
    if os.path.realpath(_file) != _OURS:
        raise _refuse(_file)

from . import _rnem  # noqa: E402, F401

sys.meta_path.insert(0, _KeepOut())
