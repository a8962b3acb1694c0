# Makes the pictures of the tests in DIRECTORY with the Python package Pillow, and the interlaced PNG by hand:
# make.py DIRECTORY
import os, struct, sys, zlib
from PIL import Image
out = sys.argv[1]
image = Image.new("RGB", (60, 40))
image.putdata([(4 * x, 5 * y, 128) for y in range(40) for x in range(60)])
image.save(os.path.join(out, "slope.png"))
image.quantize(64).save(os.path.join(out, "slope-palette.png"))
image.save(os.path.join(out, "slope.webp"), lossless=True)
image.save(os.path.join(out, "slope.jpg"), quality=98, subsampling=0)
image.save(os.path.join(out, "slope-progressive.jpg"), quality=98, subsampling=0, progressive=True)
clear = Image.new("RGBA", (4, 4), (200, 100, 0, 128))
clear.save(os.path.join(out, "clear.png"))
clear.save(os.path.join(out, "clear.webp"), lossless=True, exact=True)

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
raw = b""
for x0, y0, dx, dy in [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]:
    for y in range(y0, 40, dy):
        raw += b"\0" + b"".join(bytes((4 * x, 5 * y, 128)) for x in range(x0, 60, dx))
with open(os.path.join(out, "slope-interlaced.png"), "wb") as f:
    f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60, 40, 8, 2, 0, 0, 1))
            + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))
