"""The workloads of the peers: the same samples, windows, sizes and frames as for Oresen.

A peer is a program with two commands:

    PEER frames W1|W2|W3|W4     draws the frames; the last line is a JSON object with the medians
    PEER open FILE.csv          shows the file; prints "first-frame" in the form of the viewer's trace
"""

import json
import os
import statistics
import sys
import time

import numpy

WIDTH, HEIGHT = 1280, 800
WARM_UP, FRAMES = 20, 200
# Seconds after which a slow peer may stop, after at least three frames.
BUDGET = 8.0
ORIGIN = 1.7e9
SAMPLES = {"W1": 4096, "W2": 10**6, "W3": 10**7, "W4": 10**8}
LINE_WIDTH = {"W1": 3, "W2": 1, "W3": 1, "W4": 1}


def walk(count, seed):
    """A random walk: step i is splitmix64(seed * 2**32 + i) / 2**64 - 0.5."""
    values = numpy.empty(count)
    place = 0.0
    for start in range(0, count, 1 << 22):
        end = min(count, start + (1 << 22))
        z = numpy.arange(start, end, dtype=numpy.uint64)
        z += numpy.uint64((seed << 32) + 0x9E3779B97F4A7C15)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        z ^= z >> numpy.uint64(31)
        steps = (z >> numpy.uint64(11)) / 9007199254740992.0 - 0.5
        values[start:end] = numpy.cumsum(steps) + place
        place = values[end - 1]
    return values


class Content:
    """Times, lines and the y range of a workload, or of a table."""

    def __init__(self, times, lines, line_width):
        self.times, self.lines, self.line_width = times, lines, line_width
        low = min(float(line.min()) for line in lines)
        high = max(float(line.max()) for line in lines)
        room = (high - low) * 0.05
        self.low, self.high = low - room, high + room

    @classmethod
    def of(cls, workload):
        count = SAMPLES[workload]
        seeds = (1, 2) if workload == "W1" else (3,)
        times = ORIGIN + numpy.arange(count, dtype=numpy.float64)
        return cls(times, [walk(count, seed) for seed in seeds], LINE_WIDTH[workload])

    @classmethod
    def read(cls, path):
        """A table 'timestamp,value', read in the quickest available way: pandas takes longer to load
        than numpy to read a small table."""
        if os.path.getsize(path) < 1 << 24:
            with open(path) as file:
                rows = [line.split(",") for line in file.read().splitlines()[1:]]
            stamps = numpy.array([row[0].rstrip("Z") for row in rows], dtype="datetime64[s]")
            values = numpy.array([row[1] for row in rows], dtype=numpy.float64)
            return cls(stamps.astype(numpy.float64), [values], 1)

        import pandas

        table = pandas.read_csv(path)
        times = pandas.to_datetime(table.iloc[:, 0], utc=True, format="ISO8601")
        units = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}[times.dt.unit]
        return cls(times.astype("int64").to_numpy() / units, [table.iloc[:, 1].to_numpy()], 1)

    @property
    def window(self):
        return float(self.times[0]), float(self.times[-1])


def window(workload, frame, times):
    """The time range that a frame shows."""
    start, end = float(times[0]), float(times[-1])
    length = end - start
    if workload == "W1":
        step = frame % 200
        offset = (step if step < 100 else 200 - step) / 200.0
        return start + offset * length, start + (offset + 0.5) * length
    a, b = ((0, 1), (0.01, 0.99), (0.02, 1), (0.01, 1.01))[frame % 4]
    return start + a * length, start + b * length


def measure(workload, content, draw):
    """Calls draw(start, end) for each frame; it returns when the picture is complete."""

    def timed(frame):
        where = window(workload, frame, content.times)
        wall, cpu = time.perf_counter(), time.process_time()
        draw(*where)
        return (time.process_time() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3

    timed(0)
    once = timed(1)[1] / 1e3
    count = max(3, min(FRAMES, int(BUDGET / max(once, 1e-6))))
    warm_up = min(WARM_UP, max(1, count // 10))
    costs = [timed(2 + frame) for frame in range(warm_up + count)][warm_up:]
    print(
        json.dumps(
            {
                "cpu_ms": statistics.median(cost[0] for cost in costs),
                "wall_ms": statistics.median(cost[1] for cost in costs),
                "frames": len(costs),
            }
        ),
        flush=True,
    )


def say_first_frame():
    print(json.dumps({"t": time.monotonic(), "event": "first-frame"}), flush=True)


def main(frames, show):
    """Runs the command of the command line with a peer's two functions, then exits at once."""
    if len(sys.argv) != 3 or sys.argv[1] not in ("frames", "open"):
        sys.exit(__doc__)
    if sys.argv[1] == "frames":
        frames(sys.argv[2], Content.of(sys.argv[2]))
    else:
        show(Content.read(sys.argv[2]))
        say_first_frame()
        # Waits until it is killed: its figures are read while it is idle.
        time.sleep(600)
    # Exits without cleaning up: toolkits differ in how long that takes.
    sys.stdout.flush()
    os._exit(0)
