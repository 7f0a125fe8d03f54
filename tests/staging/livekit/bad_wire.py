"""A wire between two network namespaces that delays packets and loses some of them.

A program of its own, since a process can be in one network at a time. It makes both namespaces and
a TUN device in each, says on one line how to enter them, and carries packets from one to the other
until its input is closed; then it ends whatever still runs on the two sides. Namespaces and
devices have no name and no file: nothing is left of them, however the one who made them ended.
"""

import ctypes
import fcntl
import heapq
import json
import os
import random
import select
import signal
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from modylbench.foundation.clock import RealClock

NEAR, FAR = "10.77.0.1", "10.77.0.2"
CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
MTU = 1400
MOST_WAITING = 5_000  # ours: more is a queue that no router has, and what comes then is lost


@dataclass
class Wire:
    """Packets under way, by when they are due at the other end."""

    delay_s: float
    loss: float
    draw: random.Random
    under_way: list[tuple[float, int, int, bytes]] = field(default_factory=list)
    carried: int = 0
    lost: int = 0

    def take(self, packet: bytes, *, to: int, now_s: float) -> None:
        """Send a packet on its way, or lose it."""
        self.carried += 1
        if self.draw.random() < self.loss or len(self.under_way) >= MOST_WAITING:
            self.lost += 1
            return
        heapq.heappush(self.under_way, (now_s + self.delay_s, self.carried, to, packet))

    def due(self, now_s: float) -> list[tuple[int, bytes]]:
        """What has arrived by now, with the device it goes to."""
        arrived = []
        while self.under_way and self.under_way[0][0] <= now_s:
            _, _, to, packet = heapq.heappop(self.under_way)
            arrived.append((to, packet))
        return arrived

    def wait_s(self, now_s: float) -> float | None:
        """How long until something arrives; None where nothing is under way."""
        return max(0.0, self.under_way[0][0] - now_s) if self.under_way else None


def network_with(address: str, peer: str) -> tuple[int, int]:
    """A new network with one device at that address: what keeps it open, and the device."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "no network namespace")
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"wire", IFF_TUN | IFF_NO_PI))
    for words in (
        "link set lo up",
        f"address add {address} peer {peer} dev wire",
        f"link set wire mtu {MTU} txqueuelen {MOST_WAITING} up",
        f"route add default via {peer}",
    ):
        subprocess.run(["ip", *words.split()], check=True)  # noqa: S603, S607
    return os.open("/proc/self/ns/net", os.O_RDONLY), device


def carry(wire: Wire, near: int, far: int) -> None:
    """Carry packets both ways until the input is closed."""
    clock = RealClock()
    other = {near: far, far: near}
    while True:
        ready, _, _ = select.select([0, near, far], [], [], wire.wait_s(clock.now_s()))
        if 0 in ready:
            return
        for device in ready:
            for packet in packets(device):
                wire.take(packet, to=other[device], now_s=clock.now_s())
        for device, packet in wire.due(clock.now_s()):
            try:
                os.write(device, packet)
            except OSError:  # a full queue at the other end loses it, as any router would
                wire.lost += 1


def packets(device: int) -> list[bytes]:
    """All packets that wait in a device, up to some hundreds."""
    found: list[bytes] = []
    try:
        while len(found) < 256:
            found.append(os.read(device, 2 * MTU))
    except BlockingIOError:
        pass
    return found


def end_all_in(networks: set[int]) -> None:
    """End every process in these networks but this one."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended meanwhile, or is somebody else's
            if int(place.name) != os.getpid() and (place / "ns/net").stat().st_ino in networks:
                os.kill(int(place.name), signal.SIGKILL)


def main() -> None:
    """Arguments: delay in seconds one way, share lost one way, seed."""
    delay_s, loss, seed = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    wire = Wire(delay_s, loss, random.Random(seed))  # noqa: S311 - no secret
    near_network, near = network_with(NEAR, FAR)
    far_network, far = network_with(FAR, NEAR)
    networks = {"pid": os.getpid(), "near": near_network, "far": far_network}
    sys.stdout.write(json.dumps(networks) + "\n")
    sys.stdout.flush()
    carry(wire, near, far)
    with suppress(BrokenPipeError):  # who made us may have been killed
        sys.stdout.write(json.dumps({"carried": wire.carried, "lost": wire.lost}) + "\n")
        sys.stdout.flush()
    end_all_in({os.fstat(near_network).st_ino, os.fstat(far_network).st_ino})


if __name__ == "__main__":
    main()
