"""Pairs of components."""
import torch
from torch import Tensor


def others(rows: Tensor, k: int) -> tuple[Tensor, Tensor]:
    """[B,K,M] -> k's row and i's row of every pair i != k, both [B*K*(K-1),M]."""
    batch, _, m = rows.shape
    different = ~torch.eye(k, dtype=torch.bool, device=rows.device)
    return tuple(grid.expand(batch, k, k, m)[:, different].reshape(-1, m)
                 for grid in (rows.unsqueeze(2), rows.unsqueeze(1)))
