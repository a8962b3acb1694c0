#!/usr/bin/env python3
"""Checks a bundle of FHIR R4 that oresen report wrote with fhir.resources; run by hand.

pip install fhir.resources, then python3 validate_fhir.py report.fhir.json. It prints what the bundle holds, and
ends with an error if a resource is not one of R4, or refers to one that is not there.
"""
import collections
import json
import sys

from fhir.resources.R4B.bundle import Bundle

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
bundle = Bundle.model_validate_json(text)
assert bundle.type == "collection"
urls = [entry.fullUrl for entry in bundle.entry]
assert len(set(urls)) == len(urls), "two resources have one name"


def references(value):
    """All references in a part of the bundle."""
    if isinstance(value, dict):
        if isinstance(value.get("reference"), str):
            yield value["reference"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


missing = set(references(json.loads(text))) - set(urls)
assert not missing, f"missing: {missing}"
print(collections.Counter(
    entry.resource.code.coding[0].display
    if entry.resource.__class__.__name__ == "Observation" else entry.resource.__class__.__name__
    for entry in bundle.entry))
