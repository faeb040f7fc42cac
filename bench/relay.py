#!/usr/bin/env python3
"""A link that takes its time and can be cut: two TAP devices, every frame of one comes out of the other.

    bench/relay.py DEVICE_A DEVICE_B --milliseconds 20      as root

What tc's netem does, where the kernel has none. It makes the devices, says "ready", and relays until it is ended; the devices
may be moved to network namespaces. SIGUSR1 cuts the link, and joins it again: while it is cut frames are lost.
"""
import argparse
import collections
import fcntl
import os
import select
import signal
import struct
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000
LARGEST = 1 << 17  # bytes of a frame


def open_tap(name):
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return tap


class Link:
    def __init__(self, ends, delay):
        self.other = {ends[0]: ends[1], ends[1]: ends[0]}
        self.delay = delay
        self.under_way = collections.deque()  # when it is due, to whom, the frame: the delay is the same for all
        self.is_cut = False

    def cut_or_join(self, *_):
        self.is_cut = not self.is_cut
        self.under_way.clear()

    def take(self, end):
        try:
            while True:
                frame = os.read(end, LARGEST)
                if not self.is_cut:
                    self.under_way.append((time.monotonic() + self.delay, self.other[end], frame))
        except BlockingIOError:
            pass

    def deliver(self):
        while self.under_way and self.under_way[0][0] <= time.monotonic():
            _, end, frame = self.under_way.popleft()
            try:
                os.write(end, frame)
            except OSError:  # the device is down: the frame is lost, as on any cable
                pass

    def run(self):
        wait = select.poll()
        for end in self.other:
            wait.register(end, select.POLLIN)
        while True:
            left = max(0.0, self.under_way[0][0] - time.monotonic()) if self.under_way else 1.0
            for end, _ in wait.poll(1000 * left):
                self.take(end)
            self.deliver()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("devices", nargs=2)
    parser.add_argument("--milliseconds", type=float, default=0, help="of delay, each way")
    options = parser.parse_args()
    link = Link([open_tap(name) for name in options.devices], options.milliseconds / 1000)
    signal.signal(signal.SIGUSR1, link.cut_or_join)
    print("ready", flush=True)
    link.run()


main()
