# Makes the fixtures of raster and vector tiles in MBTiles and PMTiles (Pillow, pmtiles, mapbox-vector-tile).
import sqlite3, gzip, io, os, sys, math
from PIL import Image
import mapbox_vector_tile
from pmtiles.writer import Writer
from pmtiles.tile import zxy_to_tileid, TileType, Compression
out = sys.argv[1]

def database(name, rows, words, view=False, xyz=False, index=True):
    path = os.path.join(out, name)
    if os.path.exists(path): os.remove(path)
    db = sqlite3.connect(path)
    db.execute("PRAGMA page_size=1024")
    db.execute("CREATE TABLE metadata (name text, value text)")
    db.executemany("INSERT INTO metadata VALUES (?,?)", words)
    if view:
        db.execute("CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text)")
        db.execute("CREATE TABLE images (tile_data blob, tile_id text)")
        db.execute("CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row)")
        db.execute("CREATE UNIQUE INDEX images_id ON images (tile_id)")
        db.execute("CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, "
                   "map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id")
    else:
        db.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        if index: db.execute("CREATE UNIQUE INDEX tile_index on tiles (zoom_level, tile_column, tile_row)")
    for z, x, y, data in rows:
        row = y if xyz else 2**z - 1 - y
        if view:
            key = "%d-%d-%d" % (z, x, y)
            db.execute("INSERT INTO map VALUES (?,?,?,?)", (z, x, row, key))
            db.execute("INSERT INTO images VALUES (?,?)", (data, key))
        else:
            db.execute("INSERT INTO tiles VALUES (?,?,?,?)", (z, x, row, data))
    db.commit(); db.execute("VACUUM"); db.close()

def tile_of(lat, lon, z):
    x = (lon + 180) / 360; y = 0.5 - math.asinh(math.tan(math.radians(lat))) / (2 * math.pi)
    return int(x * 2**z), int(y * 2**z)

def picture(z, x, y, kind, side=256):
    # The red part says the column, the green part the row, the blue part the zoom: 0 to 240 in steps of 16.
    color = (16 * (x % 16), 16 * (y % 16), 16 * z)
    image = Image.new("RGB", (side, side), color)
    data = io.BytesIO()
    options = {"png": dict(format="PNG"), "jpg": dict(format="JPEG", quality=95, subsampling=0),
               "webp": dict(format="WEBP", lossless=True)}[kind]
    image.save(data, **options)
    return data.getvalue()

# Around Joinville: zooms 4 to 8; the formats of the tiles are mixed.
rows = []
for z in range(4, 9):
    x0, y0 = tile_of(-26.3, -48.85, z)
    for dx in (0, 1):
        for dy in (0, 1):
            kind = ["png", "jpg", "webp"][(z + dx + dy) % 3]
            rows.append((z, x0 + dx, y0 + dy, picture(z, x0 + dx, y0 + dy, kind)))
words = [("name", "Joinville"), ("format", "png"), ("bounds", "-49.3,-27.2,-47.0,-25.9"), ("minzoom", "4"), ("maxzoom", "8"),
         ("attribution", '&copy; <a href="https://example.org">Survey</a>')]
database("raster.mbtiles", rows, words)
database("raster-xyz.mbtiles", rows, words, xyz=True)

def vector(z, x, y):
    return gzip.compress(mapbox_vector_tile.encode([
        {"name": "water", "features": [{"geometry": "POLYGON ((0 0, 4096 0, 4096 %d, 0 %d, 0 0))" % (256 * (z + 1), 256 * (z + 1)),
                                        "properties": {"class": "lake"}}]}],
        default_options={"y_coord_down": True}), mtime=0)
rows = [(z, x, y, vector(z, x, y)) for z in range(0, 3) for x in range(2**z) for y in range(2**z)]
words = [("name", "Vector"), ("format", "pbf"), ("bounds", "-180,-85,180,85"), ("minzoom", "0"), ("maxzoom", "2"),
         ("attribution", "OpenMapTiles"), ("json", '{"vector_layers":[{"id":"water","fields":{}},{"id":"transportation","fields":{}}]}')]
database("vector.mbtiles", rows, words, view=True)

with open(os.path.join(out, "raster.pmtiles"), "wb") as f:
    writer = Writer(f)
    for z in range(0, 3):
        for x in range(2**z):
            for y in range(2**z):
                writer.write_tile(zxy_to_tileid(z, x, y), picture(z, x, y, "webp"))
    writer.finalize({"tile_type": TileType.WEBP, "tile_compression": Compression.NONE, "min_lon_e7": -1800000000,
                     "min_lat_e7": -850000000, "max_lon_e7": 1800000000, "max_lat_e7": 850000000, "center_zoom": 0,
                     "center_lon_e7": 0, "center_lat_e7": 0}, {"name": "Colours", "attribution": "Pillow"})
