"""healthkit_to_sqlite_peer.py FILE: writes the export into an SQLite file with healthkit-to-sqlite; one JSON line."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time


def main():
    program = os.path.join(os.path.dirname(sys.executable), "healthkit-to-sqlite")
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        subprocess.run(
            [program, "--xml", "--silent", sys.argv[1], os.path.join(folder, "records.db")],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        wall = time.monotonic() - start
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        json.dumps(
            {
                "wall_s": wall,
                "cpu_s": usage.ru_utime + usage.ru_stime,
                "peak_mb": usage.ru_maxrss / 1024,
            }
        )
    )


main()
