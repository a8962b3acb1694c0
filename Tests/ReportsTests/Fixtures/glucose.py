#!/usr/bin/env python3
"""The figures of continuous glucose readings by other programs: glucose.json, which the tests read.

Run by hand: pip install iglu-python numpy pandas, then python3 glucose.py. The readings are random with a
fixed seed. Shares, mean, SD, CV and GMI are those of iglu-python (the Python form of iglu for R, E. Broll et al., PLOS
ONE 16, 2021); the percentiles of the modal day are numpy's (type 7), smoothed as the report says.
"""
import json
import pathlib

import iglu_python as iglu
import numpy as np
import pandas as pd

random = np.random.default_rng(20261126)
START = 1_792_022_400  # 2026-10-15T00:00:00Z, midnight in UTC.


def series(days, step, missing, level, swing):
    """Readings in mg/dL with a daily course, and runs that are missing."""
    count = days * 86_400 // step
    time = START + np.arange(count) * step
    hours = (time % 86_400) / 3600
    noise = np.zeros(count)
    for i in range(1, count):
        noise[i] = 0.97 * noise[i - 1] + random.normal(0, swing / 4)
    value = level + swing * np.sin((hours - 9) / 24 * 2 * np.pi) + noise
    for meal in (8, 13, 19):
        value += swing * 1.4 * np.exp(-(((hours - meal - 1) / 1.1) ** 2))
    value = np.clip(np.round(value), 40, 400).astype(int)
    kept = np.ones(count, bool)
    for _ in range(missing):
        begin = random.integers(0, count)
        kept[begin:begin + random.integers(4, 60)] = False
    return time[kept], value[kept]


def percentiles(time, value):
    """The 5th, 25th, 50th, 75th and 95th percentile of quarters of an hour, before and after smoothing."""
    bins = (time % 86_400) // 900
    raw = np.array([
        np.percentile(value[np.isin(bins, [(b - 1) % 96, b, (b + 1) % 96])], [5, 25, 50, 75, 95])
        for b in range(96)])
    return (np.roll(raw, 1, 0) + 4 * raw + np.roll(raw, -1, 0)) / 6


def case(name, days, step, missing, level, swing):
    time, value = series(days, step, missing, level, swing)
    frame = pd.DataFrame({
        "id": "one", "time": pd.to_datetime(time, unit="s"), "gl": value.astype(float)})
    below = iglu.below_percent(frame, targets_below=[54, 70]).iloc[0]
    above = iglu.above_percent(frame, targets_above=[180, 250]).iloc[0]
    return {
        "name": name, "days": days, "step": step,
        "times": [int(t) for t in time], "values": [int(v) for v in value],
        "below54": float(below["below_54"]), "below70": float(below["below_70"]),
        "above180": float(above["above_180"]), "above250": float(above["above_250"]),
        "inRange": float(iglu.in_range_percent(frame, target_ranges=[[70, 180]]).iloc[0]["in_range_70_180"]),
        "mean": float(iglu.mean_glu(frame).iloc[0]["mean"]),
        "deviation": float(iglu.sd_glu(frame).iloc[0]["SD"]),
        "variation": float(iglu.cv_glu(frame).iloc[0]["CV"]),
        "indicator": float(iglu.gmi(frame).iloc[0]["GMI"]),
        "percentiles": [[float(x) for x in row] for row in percentiles(time, value)],
    }


cases = [
    case("steady", 14, 900, 0, 125, 25),
    case("with gaps", 14, 300, 25, 150, 45),
    case("high and low", 21, 900, 12, 165, 80),
]
folder = pathlib.Path(__file__).parent
(folder / "glucose.json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")
for one in cases:
    print({k: v for k, v in one.items() if k not in ("times", "values", "percentiles")})
