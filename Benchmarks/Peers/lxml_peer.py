"""lxml_peer.py FILE: reads a health export with lxml's iterparse; same result as the floor; one JSON line."""

import array
import datetime
import json
import resource
import sys
import time

from lxml import etree

days = {}


def seconds(text):
    """The instant of `2026-05-01 10:00:00 +0200`."""
    day = days.get(text[:10])
    if day is None:
        date = datetime.date(int(text[:4]), int(text[5:7]), int(text[8:10]))
        day = days[text[:10]] = (date.toordinal() - 719163) * 86400
    offset = int(text[21:23]) * 3600 + int(text[23:25]) * 60
    clock = int(text[11:13]) * 3600 + int(text[14:16]) * 60 + int(text[17:19])
    return day + clock - (offset if text[20] == "+" else -offset)


def main():
    start = time.monotonic()
    columns = {}
    records = 0
    for _, element in etree.iterparse(sys.argv[1], events=("end",), tag="Record", huge_tree=True):
        records += 1
        try:
            value = float(element.get("value"))
        except (TypeError, ValueError):
            value = None
        if value is not None:
            name = element.get("type")
            if name not in columns:
                columns[name] = array.array("d"), array.array("q"), array.array("q")
            for column, number in zip(
                columns[name],
                (value, seconds(element.get("startDate")), seconds(element.get("endDate"))),
            ):
                column.append(number)
        element.clear()
        parent = element.getparent()
        while element.getprevious() is not None:
            del parent[0]
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "wall_s": time.monotonic() - start,
                "cpu_s": usage.ru_utime + usage.ru_stime,
                "records": records,
                "peak_mb": usage.ru_maxrss / 1024,
            }
        )
    )


main()
