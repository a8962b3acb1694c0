#!/usr/bin/env python3
"""Writes five made-up tracks of the shape of real ones, and what is to be found in them.

The tracks are files as devices write them: run.gpx (a city run with the noise of satellites and a stop at a
light), ride.tcx (a ride with the device's own distance, a tunnel and an automatic pause), hike.gpx (a hike
with heights), sailing.gpx (across the antimeridian) and laps.gpx (ten laps of 400 m).

truth.json has the figures, computed from the files as they were written, by another program than the one that
is tested: lengths by the package geographiclib, ascent and moving time by the rules in words:

 * length: the sum of the geodesics between positions of a segment; where positions are missing, the device's
   distance up to the next position;
 * speed at a point: the mean around it with the weights of a triangle, whose half is 5 s, or longer until
   there are 20 m of way in it, at most 30 s; closer to an end of a segment than 5 s the plain mean of what
   is within 5 s;
 * rest: 5 s or more of a speed below 0.5 m/s (on wheels 1 m/s), from the first such point to the last one; and
   the time between two segments; the moving time is the rest of the time;
 * ascent: heights every 10 m of way, the median of five, a Gaussian of 30 m (heights in steps of 0.2 m or
   less: 10 m), then the rises of more than 10 m (2 m) since the last turn.

    pip install geographiclib
    python3 make_tracks.py

It writes the same bytes each time.
"""

import json
import math
import random
import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

from geographiclib.geodesic import Geodesic

FOLDER = Path(__file__).parent
EARTH = Geodesic.WGS84
BEGIN = datetime(2026, 6, 14, 7, 0, 0, tzinfo=timezone.utc)


# Making


def moved(place, east, north):
    """The place some metres to the east and north of another one."""
    length = math.hypot(east, north)
    if length == 0:
        return place
    end = EARTH.Direct(place[0], place[1], math.degrees(math.atan2(east, north)), length)
    return end["lat2"], end["lon2"]


def clock(seconds):
    return (BEGIN + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def gpx(name, sport, segments):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             '<gpx version="1.1" creator="made up" xmlns="http://www.topografix.com/GPX/1/1">',
             f"<trk><type>{sport}</type>"]
    for points in segments:
        lines.append("<trkseg>")
        for time, (latitude, longitude), height in points:
            ele = "" if height is None else f"<ele>{height:.1f}</ele>"
            lines.append(f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}">{ele}'
                         f"<time>{clock(time)}</time></trkpt>")
        lines.append("</trkseg>")
    lines.append("</trk></gpx>\n")
    (FOLDER / name).write_text("\n".join(lines))


def tcx(name, sport, segments, total, seconds):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             '<TrainingCenterDatabase '
             'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">',
             f'<Activities><Activity Sport="{sport}"><Id>{clock(0)}</Id>',
             f'<Lap StartTime="{clock(0)}"><TotalTimeSeconds>{seconds}</TotalTimeSeconds>'
             f"<DistanceMeters>{total:.2f}</DistanceMeters><Intensity>Active</Intensity>"]
    for points in segments:
        lines.append("<Track>")
        for time, place, height, distance in points:
            position = "" if place is None else (
                f"<Position><LatitudeDegrees>{place[0]:.7f}</LatitudeDegrees>"
                f"<LongitudeDegrees>{place[1]:.7f}</LongitudeDegrees></Position>")
            lines.append(f"<Trackpoint><Time>{clock(time)}</Time>{position}"
                         f"<AltitudeMeters>{height:.1f}</AltitudeMeters>"
                         f"<DistanceMeters>{distance:.2f}</DistanceMeters></Trackpoint>")
        lines.append("</Track>")
    lines.append("</Lap></Activity></Activities></TrainingCenterDatabase>\n")
    (FOLDER / name).write_text("\n".join(lines))


def make_run(random):
    """Blocks of a city at 3 m/s, 80 s at a light, errors of 2 m that change slowly."""
    place, error, points = (52.5163, 13.3777), [0.0, 0.0], []
    heading, left = 80.0, 150.0
    for time in range(0, 560):
        stands = 240 <= time < 320
        error = [0.97 * e + random.gauss(0, 0.3) for e in error]
        points.append((time, moved(place, *error), None))
        if stands:
            continue
        speed = 3 + 0.3 * math.sin(time / 37)
        place = moved(place, speed * math.sin(math.radians(heading)),
                      speed * math.cos(math.radians(heading)))
        left -= speed
        if left < 0:
            heading += random.choice([90, -90, 90])
            left = random.uniform(80, 220)
    gpx("run.gpx", "running", [points])


def make_ride(random):
    """Five seconds a point; the wheel counts 0.4 % more than the way; a tunnel, and a pause by the device."""
    place, wheel, heading = (47.3702, 8.5405), 0.0, 200.0
    segments, points = [], []
    height = 410.0
    time = 0
    for step in range(300):
        if step == 180:
            segments.append(points)
            points = []
            time += 420
        in_tunnel = 100 <= step < 108
        points.append((time, None if in_tunnel else place,
                       round(height / 0.2) * 0.2, wheel))
        speed = 7 + 2 * math.sin(step / 23) - (2 if 60 < step < 90 else 0)
        heading += random.gauss(0, 6)
        place = moved(place, 5 * speed * math.sin(math.radians(heading)),
                      5 * speed * math.cos(math.radians(heading)))
        wheel += 5 * speed * 1.004
        height += 5 * speed * 0.03 * math.sin(step / 18)
        time += 5
    segments.append(points)
    tcx("ride.tcx", "Biking", segments, wheel, 300 * 5)


def make_hike(random):
    """Ten seconds a point, up 300 m with two dips, heights wrong by 3 m, a rest on the top."""
    place, points, way = (46.5763, 7.9905), [], 0.0
    for step in range(540):
        rests = 300 <= step < 345
        height = 1200 + 300 * math.sin(min(way / 4500, 1) * math.pi / 2) + 25 * math.sin(way / 260)
        points.append((10 * step, moved(place, random.gauss(0, 0.05), random.gauss(0, 0.05)),
                       height + random.gauss(0, 3)))
        if rests:
            continue
        speed = 1.1 + 0.2 * math.sin(step / 15)
        heading = 30 + 60 * math.sin(step / 40)
        place = moved(place, 10 * speed * math.sin(math.radians(heading)),
                      10 * speed * math.cos(math.radians(heading)))
        way += 10 * speed
    gpx("hike.gpx", "hiking", [points])


def make_sailing(random):
    """A minute a point, to the east across the antimeridian near Fiji."""
    place, points = (-16.8, 179.35), []
    for step in range(280):
        points.append((60 * step, place, None))
        heading = 85 + 20 * math.sin(step / 30) + random.gauss(0, 2)
        speed = 6 + math.sin(step / 17)
        end = EARTH.Direct(place[0], place[1], heading, 60 * speed)
        place = end["lat2"], (end["lon2"] + 180) % 360 - 180
    gpx("sailing.gpx", "sailing", [points])


def make_laps(random):
    """Ten laps of a track of 400 m (84.39 m straight, 36.8 m of radius) at 4 m/s, two seconds a point."""
    center, straight, radius, points = (48.1731, 11.5466), 84.39, 36.8, []
    lap = 2 * straight + 2 * math.pi * radius
    time, way = 0, 0.0
    while way < 10 * lap:
        part = way % lap
        if part < straight:
            x, y = part - straight / 2, -radius
        elif part < straight + math.pi * radius:
            angle = (part - straight) / radius
            x, y = straight / 2 + radius * math.sin(angle), -radius * math.cos(angle)
        elif part < 2 * straight + math.pi * radius:
            x, y = straight / 2 - (part - straight - math.pi * radius), radius
        else:
            angle = (part - 2 * straight - math.pi * radius) / radius
            x, y = -straight / 2 - radius * math.sin(angle), radius * math.cos(angle)
        points.append((time, moved(center, x + random.gauss(0, 0.2), y + random.gauss(0, 0.2)), None))
        way += 2 * (4 + 0.2 * math.sin(time / 50))
        time += 2
    gpx("laps.gpx", "running", [points])


# Measuring


def read(name):
    """The segments of a file: points of time, place, height and the device's distance."""
    text = (FOLDER / name).read_text()
    tag, point = ("Track", "Trackpoint") if name.endswith("tcx") else ("trkseg", "trkpt")
    segments = []
    for part in re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.S):
        points = []
        for body in re.findall(rf"<{point}.*?</{point}>", part, re.S):
            def number(pattern):
                found = re.search(pattern, body)
                return float(found.group(1)) if found else None
            time = re.search(r"<[tT]ime>(.*?)Z<", body).group(1)
            latitude = number(r'lat="(.*?)"') or number(r"<LatitudeDegrees>(.*?)<")
            longitude = number(r'lon="(.*?)"') or number(r"<LongitudeDegrees>(.*?)<")
            points.append({
                "time": (datetime.fromisoformat(time + "+00:00") - BEGIN).total_seconds(),
                "place": None if latitude is None else (latitude, longitude),
                "height": number(r"<ele>(.*?)<") if tag == "trkseg"
                else number(r"<AltitudeMeters>(.*?)<"),
                "distance": number(r"<DistanceMeters>(.*?)<")})
        segments.append(points)
    return segments


def add_ways(segments):
    way = 0.0
    for points in segments:
        points[0]["way"] = way
        for last, point in zip(points, points[1:]):
            if last["place"] is not None and point["place"] is not None:
                way += EARTH.Inverse(*last["place"], *point["place"])["s12"]
            elif last["distance"] is not None and point["distance"] is not None:
                way += point["distance"] - last["distance"]
            point["way"] = way
    return way


def mean_speed(points, time):
    """The mean of the speeds between points with the weights of a triangle."""
    def way(t):
        for a, b in zip(points, points[1:]):
            if t <= b["time"]:
                return a["way"] + (b["way"] - a["way"]) * (t - a["time"]) / (b["time"] - a["time"])
        return points[-1]["way"]
    first, last = points[0]["time"], points[-1]["time"]
    room = min(time - first, last - time)
    if room < 5:
        low, high = max(time - 5, first), min(time + 5, last)
        return (way(high) - way(low)) / (high - low)
    low, high = 5.0, min(30.0, room)
    if way(time + low) - way(time - low) >= 20:
        high = low
    while high - low > 1e-3:
        middle = (low + high) / 2
        if way(time + middle) - way(time - middle) < 20:
            low = middle
        else:
            high = middle

    def area(x):
        """The area of the triangle up to a place from -1 to 1."""
        x = min(max(x, -1.0), 1.0)
        return (1 + x) ** 2 / 2 if x < 0 else 1 - (1 - x) ** 2 / 2
    return sum((b["way"] - a["way"]) / (b["time"] - a["time"])
               * (area((b["time"] - time) / high) - area((a["time"] - time) / high))
               for a, b in zip(points, points[1:]))


def moving_time(segments, least):
    rest = sum(b[0]["time"] - a[-1]["time"] for a, b in zip(segments, segments[1:]))
    for points in segments:
        slow = [mean_speed(points, point["time"]) < least for point in points]
        index = 0
        while index < len(points):
            end = index
            while end + 1 < len(points) and slow[index] and slow[end + 1]:
                end += 1
            if slow[index]:
                length = points[end]["time"] - points[index]["time"]
                rest += length if length >= 5 else 0
            index = end + 1
    return segments[-1][-1]["time"] - segments[0][0]["time"] - rest


def ascent(segments):
    points = [p for points in segments for p in points if p["height"] is not None]
    if not points:
        return None
    heights = [point["height"] for point in points]
    bends = sorted(abs(a - 2 * b + c) for a, b, c in zip(heights, heights[1:], heights[2:]))
    fine = bends[len(bends) // 2] <= 0.2 + 1e-9
    sigma, threshold = (10, 2) if fine else (30, 10)
    total = points[-1]["way"]
    grid, index = [], 0
    stops = [10.0 * k for k in range(int(total // 10) + 1)]
    if stops[-1] < total:
        stops.append(total)
    for stop in stops:
        while index + 1 < len(points) and points[index + 1]["way"] <= stop:
            index += 1
        a, b = points[index], points[min(index + 1, len(points) - 1)]
        part = (stop - a["way"]) / (b["way"] - a["way"]) if b["way"] > a["way"] else 0
        grid.append(a["height"] + part * (b["height"] - a["height"]))
    count = len(grid)

    def reach(index, most):
        return min(most, index, count - 1 - index)
    medians = []
    for index in range(count):
        r = reach(index, 2)
        medians.append(sorted(grid[index - r:index + r + 1])[r])
    smooth = []
    for index in range(count):
        r = reach(index, math.ceil(3 * sigma / 10))
        weights = [math.exp(-(10 * k / sigma) ** 2 / 2) for k in range(-r, r + 1)]
        smooth.append(sum(w * medians[index + k] for w, k in zip(weights, range(-r, r + 1)))
                      / sum(weights))
    # The turns: a rise ends where the way has fallen by more than the threshold.
    up, low, high, rising = 0.0, smooth[0], smooth[0], None
    for height in smooth[1:]:
        if rising is None:
            low, high = min(low, height), max(high, height)
            rising = True if height - low > threshold else (
                False if high - height > threshold else None)
        elif rising:
            high = max(high, height)
            if high - height > threshold:
                up, rising, low = up + high - low, False, height
        else:
            low = min(low, height)
            if height - low > threshold:
                rising, high = True, height
    return up + (high - low if rising else 0)


def main():
    for seed, make in enumerate([make_run, make_ride, make_hike, make_sailing, make_laps]):
        make(random.Random(seed + 1))
    truth = {}
    for name, least in [("run.gpx", 0.5), ("ride.tcx", 1.0), ("hike.gpx", 0.5),
                        ("sailing.gpx", 0.5), ("laps.gpx", 0.5)]:
        segments = read(name)
        length = add_ways(segments)
        moving = moving_time(segments, least)
        device = segments[-1][-1]["distance"]
        found = {"length": length, "movingTime": moving, "secondsPerKilometre":
                 moving / length * 1000}
        climbed = ascent(segments)
        if climbed is not None:
            found["ascent"] = climbed
        if device is not None:
            total = re.search(r"<Lap.*?<DistanceMeters>(.*?)<", (FOLDER / name).read_text(), re.S)
            found["deviceDistance"] = float(total.group(1))
        truth[name] = found
    (FOLDER / "truth.json").write_text(json.dumps(truth, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
