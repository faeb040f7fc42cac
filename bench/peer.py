#!/usr/bin/python3
"""R-NEM in plain eager PyTorch: what `rnem bench` is measured against.

Written as anybody would write it: NCHW maps, upsample then convolve, every pair concatenated,
autograd, torch.optim.Adam. The same model and the same batch as `rnem bench train` and
`rnem bench infer`. Prints one line of JSON.
"""
import argparse
import json
import math
import statistics
import time

import torch
import torch.nn.functional as F
from torch import nn

PARAMETERS = 4_951_978  # of balls R-NEM with attention
SIZE, HIDDEN, NOISE = 64, 250, 0.2
FLOOR = 1e-6


def dense(inputs, outputs, activation):
    return nn.Sequential(nn.Linear(inputs, outputs), nn.LayerNorm(outputs), activation)


def conv(inputs, outputs):
    # a group norm of one group: statistics over the whole map, scale and shift per channel
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 4, stride=2, padding=1), nn.GroupNorm(1, outputs), nn.ELU()
    )


def upsample_conv(inputs, outputs, *rest):
    # 4x4 with stride 1 keeps the size with one pixel before and two after
    return nn.Sequential(
        nn.Upsample(scale_factor=2), nn.ZeroPad2d((1, 2, 1, 2)), nn.Conv2d(inputs, outputs, 4), *rest
    )


class RNem(nn.Module):
    def __init__(self, k):
        super().__init__()
        m = HIDDEN
        self.k = k
        self.encoder = nn.Sequential(
            conv(1, 16), conv(16, 32), conv(32, 64), nn.Flatten(), dense(64 * 8 * 8, 512, nn.ELU())
        )
        self.enc = dense(m, m, nn.ReLU())
        self.emb = dense(2 * m, m, nn.ReLU())
        self.eff = dense(m, m, nn.ReLU())
        self.att = nn.Sequential(dense(m, 100, nn.Tanh()), nn.Linear(100, 1), nn.Sigmoid())
        self.cell = nn.Linear(2 * m + 512, m)
        self.cell_norm = nn.LayerNorm(m)
        self.decoder = nn.Sequential(
            dense(m, 512, nn.ReLU()),
            dense(512, 64 * 8 * 8, nn.ReLU()),
            nn.Unflatten(1, (64, 8, 8)),
            upsample_conv(64, 32, nn.GroupNorm(1, 32), nn.ReLU()),
            upsample_conv(32, 16, nn.GroupNorm(1, 16), nn.ReLU()),
            upsample_conv(16, 1, nn.Sigmoid()),
        )

    def interaction(self, theta):
        """theta [B*K,M] -> [theta_hat_k; sum over i of alpha_ki e_ki], [B*K,2M]"""
        k = self.k
        hat = self.enc(theta).view(-1, k, HIDDEN)
        others = torch.tensor([[i for i in range(k) if i != j] for j in range(k)])
        focus = hat[:, :, None].expand(-1, k, k - 1, HIDDEN)
        context = hat[:, others]  # [B,K,K-1,M]
        xi = self.emb(torch.cat([focus, context], -1))
        effect = (self.att(xi) * self.eff(xi)).sum(2)
        return torch.cat([hat, effect], -1).view(-1, 2 * HIDDEN)

    def m_step(self, x, theta, psi, gamma):
        """x [B,1,H,W]; theta [B*K,M]; psi, gamma [B,K,H,W]"""
        residual = gamma.detach() * (x - psi)
        x_hat = self.encoder(residual.reshape(-1, 1, SIZE, SIZE))
        a = self.cell(torch.cat([self.interaction(theta), x_hat], 1))
        psi = self.decoder(torch.sigmoid(self.cell_norm(a))).view(psi.shape)
        return torch.sigmoid(a), psi


def e_step(psi, y):
    likelihood = y * psi + (1 - y) * (1 - psi) + FLOOR
    return likelihood / likelihood.sum(1, keepdim=True)


def step_loss(psi, gamma, y):
    p = psi.clamp(FLOOR, 1 - FLOOR)
    gamma = gamma.detach()
    intra = gamma * F.binary_cross_entropy(p, y.expand_as(p), reduction="none")
    inter = (1 - gamma) * -torch.log(1 - p)
    return (intra + inter).sum((1, 2, 3)).mean()


def unroll(model, frames):
    """frames [T+1,B,1,H,W] -> the mean of the step losses"""
    batch = frames.shape[1]
    theta = torch.zeros(batch * model.k, HIDDEN)
    psi = torch.zeros(batch, model.k, SIZE, SIZE)
    gamma = torch.randn(psi.shape).abs()
    gamma = gamma / gamma.sum(1, keepdim=True)
    losses = []
    for x, y in zip(frames[:-1], frames[1:]):
        flips = (torch.rand(x.shape) < NOISE).float()
        theta, psi = model.m_step((x - flips).abs(), theta, psi, gamma)
        gamma = e_step(psi, y)
        losses.append(step_loss(psi, gamma, y))
    return torch.stack(losses).mean()


def moving_squares(steps, batch):
    """Four squares a sequence that move by a pixel a frame: as many pixels on as with balls."""
    frames = torch.zeros(steps + 1, batch, 1, SIZE, SIZE)
    for b in range(batch):
        for y, x in torch.randint(0, 52, (4, 2)).tolist():
            for t in range(steps + 1):
                left = (x + t) % 52
                frames[t, b, 0, y : y + 11, left : left + 11] = 1
    return frames


def check(model, frames):
    count = sum(p.numel() for p in model.parameters())
    assert count == PARAMETERS, f"{count} parameters, expected {PARAMETERS}"
    black = torch.zeros(frames.shape[1], model.k, SIZE, SIZE)
    trivial = step_loss(black, e_step(black, frames[0]), frames[0]).item()
    assert 0 < trivial < math.inf, f"loss {trivial} of the trivial solution"


def product_rate(n=1536, repeats=8):
    """GFLOP/s of the matrix product: shows that both sides have the same BLAS"""
    a, b, best = torch.randn(n, n), torch.randn(n, n), math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        a @ b.t()
        best = min(best, time.perf_counter() - start)
    return 2 * n**3 / best / 1e9


def peak_memory_gb():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmHWM"].split()[0]) * 1024 / 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["train", "infer"])
    for name, value in {"batch": 64, "k": 5, "steps": 10, "repeats": 1, "threads": 0}.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    args = parser.parse_args()
    if args.threads > 0:
        torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    model = RNem(args.k)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    frames = moving_squares(args.steps, args.batch)
    check(model, frames)

    def once():
        if args.what == "infer":
            with torch.no_grad():
                return unroll(model, frames).item()
        optimizer.zero_grad()
        loss = unroll(model, frames)
        loss.backward()
        optimizer.step()
        return loss.item()

    once()  # does not count
    seconds = []
    for _ in range(args.repeats):
        start = time.perf_counter()
        loss = once()
        seconds.append(time.perf_counter() - start)
    assert math.isfinite(loss), f"loss {loss}"
    rate = args.batch * args.k * args.steps / statistics.median(seconds)
    print(json.dumps({
        "bench": args.what, "torch": torch.__version__, "threads": torch.get_num_threads(),
        "batch": args.batch, "k": args.k, "steps": args.steps, "repeats": args.repeats,
        "parameters": sum(p.numel() for p in model.parameters()),
        "seconds": seconds, "loss": loss, "component_steps_per_second": rate,
        "product_gflops": product_rate(), "peak_memory_gb": peak_memory_gb(),
    }))  # fmt: skip


main()
