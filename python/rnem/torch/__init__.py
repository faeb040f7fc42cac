"""The same models in plain PyTorch, for GPUs and fine-tuning, in any version from 1.13 on.

    from rnem.torch import RNEM

    model = RNEM.load("balls4").cuda()
    steps = model(frames)                 # psi and gamma [B,T,K,H,W], loss [B,T]
    steps.loss.mean().backward()
    model.save("tuned.safetensors")       # `rnem eval` and `rnem.load` read it

Needs nothing of the compiled module.
"""
from .model import RNEM, Steps

__all__ = ["RNEM", "Steps"]
