#!/usr/bin/env python3
"""Writes town.pmtiles: a made-up town in the schema of Protomaps 4, with streets that have names.

    pip install mapbox-vector-tile pmtiles
    python3 make_town.py
"""

import gzip
import math
import random
from pathlib import Path

import mapbox_vector_tile
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

LATITUDE, LONGITUDE = 52.5163, 13.3790
CENTER = ((LONGITUDE + 180) / 360,
          0.5 - math.asinh(math.tan(math.radians(LATITUDE))) / 2 / math.pi)
METRE = 1 / 40075017 / math.cos(math.radians(LATITUDE))
NAMES = ["Mill Lane", "High Street", "Church Road", "Station Road", "Victoria Street", "Green Lane",
         "Park Avenue", "Königstraße", "Am Alten Hafen", "Rue de la République", "Elm Grove",
         "North Road", "Schulweg", "Market Street"]


def place(x, y):
    """A point of Mercator some metres to the east and north of the middle of the town."""
    return CENTER[0] + x * METRE, CENTER[1] - y * METRE


def wave(x, y, angle, length, width, count):
    points = []
    for step in range(count + 1):
        along = length * step / count - length / 2
        across = width * math.sin(along / 220)
        points.append(place(x + along * math.cos(angle) - across * math.sin(angle),
                            y + along * math.sin(angle) + across * math.cos(angle)))
    return points


def town():
    """Roads (name, kind, detail, points), areas (layer, kind, points) and places (name, rank, point)."""
    generator = random.Random(3)
    roads, areas = [], []
    for k in range(-5, 6):
        roads.append((NAMES[(k + 5) % 14], "minor_road", "residential",
                      wave(k * 170, 0, math.pi / 2 + 0.1, 2200, 8, 60)))
        roads.append((NAMES[(k + 9) % 14], "minor_road", "residential",
                      wave(0, k * 150, 0.1, 2600, 12, 60)))
    roads.append(("Great North Road", "major_road", "primary", wave(60, 80, 0.9, 4000, 60, 60)))
    roads.append(("Ring", "major_road", "trunk",
                  [place(700 * math.cos(a / 30 * math.pi), 600 * math.sin(a / 30 * math.pi))
                   for a in range(61)]))
    roads.append(("Uferweg", "path", "footway", wave(-200, -260, 0.3, 1200, 40, 40)))
    areas.append(("water", "river",
                  [place(-900 + i * 60, -420 + 60 * math.sin(i / 3)) for i in range(31)]
                  + [place(900 - i * 60, -520 + 60 * math.sin((30 - i) / 3)) for i in range(31)]))
    areas.append(("landuse", "park",
                  [place(250, 150), place(620, 190), place(600, 420), place(230, 380)]))
    for _ in range(200):
        x, y = generator.uniform(-900, 900), generator.uniform(-600, 700)
        areas.append(("buildings", "building",
                      [place(x, y), place(x + 18, y), place(x + 18, y + 12), place(x, y + 12)]))
    return roads, areas, [("Altstadt", 9, place(-300, 200)), ("Hafen", 8, place(420, -200))]


def tile(zoom, column, row, content):
    roads, areas, places = content
    side = 2 ** zoom

    def units(point):
        # The writer's y grows upwards.
        return [round((point[0] * side - column) * 4096), round((row + 1 - point[1] * side) * 4096)]

    def near(points):
        units_ = [units(p) for p in points]
        return all(min(u[i] for u in units_) < 4300 and max(u[i] for u in units_) > -200 for i in (0, 1))

    layers = {"earth": [("Polygon", [[[-80, -80], [4176, -80], [4176, 4176], [-80, 4176]]],
                         {"kind": "earth"})]}
    for layer, kind, points in areas:
        if near(points) and (layer != "buildings" or zoom >= 14):
            layers.setdefault(layer, []).append(
                ("Polygon", [[units(p) for p in points]], {"kind": kind}))
    for name, kind, detail, points in roads:
        pieces = [[]]
        for point in map(units, points):
            if all(-300 < u < 4400 for u in point):
                pieces[-1].append(point)
            elif pieces[-1]:
                pieces.append([])
        for piece in pieces:
            # In ways of some points, as people draw them.
            for first in range(0, len(piece) - 1, 9):
                layers.setdefault("roads", []).append(
                    ("LineString", piece[first:first + 10],
                     {"kind": kind, "kind_detail": detail, "name": name}))
    for name, rank, point in places:
        found = units(point)
        if all(0 <= u < 4096 for u in found):
            layers.setdefault("places", []).append(
                ("Point", found, {"kind": "locality", "name": name, "population_rank": rank}))
    content = [{"name": name,
                "features": [{"geometry": {"type": kind, "coordinates": points},
                              "properties": properties} for kind, points, properties in features]}
               for name, features in layers.items()]
    encoded = mapbox_vector_tile.encode(content, default_options={"extents": 4096})
    return gzip.compress(encoded, mtime=0)


def main():
    content = town()
    reach = 1500 * METRE
    numbers = []
    for zoom in range(11, 16):
        ends = [[int((CENTER[i] + sign * reach) * 2 ** zoom) for sign in (-1, 1)] for i in (0, 1)]
        for column in range(ends[0][0], ends[0][1] + 1):
            for row in range(ends[1][0], ends[1][1] + 1):
                numbers.append((zxy_to_tileid(zoom, column, row), zoom, column, row))
    with open(Path(__file__).parent / "town.pmtiles", "wb") as file:
        writer = Writer(file)
        for number, zoom, column, row in sorted(numbers):
            writer.write_tile(number, tile(zoom, column, row, content))
        layers = ["earth", "landuse", "water", "roads", "buildings", "places"]
        writer.finalize(
            {"tile_type": TileType.MVT, "tile_compression": Compression.GZIP,
             "min_zoom": 11, "max_zoom": 15,
             "min_lon_e7": 133400000, "min_lat_e7": 524900000,
             "max_lon_e7": 134200000, "max_lat_e7": 525400000,
             "center_zoom": 13, "center_lon_e7": 133790000, "center_lat_e7": 525163000},
            {"name": "Town", "attribution": "made up",
             "vector_layers": [{"id": layer} for layer in layers]})


if __name__ == "__main__":
    main()
