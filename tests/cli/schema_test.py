"""A run.json against the schema that is published with it: the document says what the schema
says."""

import copy
import json
import os
import sys
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("SKIP: python3-jsonschema is not installed")
    sys.exit(77)

ROOT = Path(os.environ["WEFT_SOURCE"])


def mistakes(validator, run):
    return sorted("/".join(map(str, error.absolute_path)) + ": " + error.message
                  for error in validator.iter_errors(run))


def main():
    schema = json.loads((ROOT / "reports/schema/run.schema.json").read_text())
    run = json.loads((ROOT / "tests/reports/golden/run.json").read_text())
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    assert mistakes(validator, run) == [], mistakes(validator, run)

    newer = copy.deepcopy(run) | {"added_in_1_9": 1}
    assert mistakes(validator, newer) == [], "a newer minor version may add fields"

    for path, value in [(["verdict"], "fine"), (["judgements", 0, "summary", "n"], "many"),
                        (["findings", 0, "subjekt"], "x"), (["steps", 0, "state"], None)]:
        broken = copy.deepcopy(run)
        place = broken
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        assert mistakes(validator, broken), f"the schema accepts {value!r} at {path}"
    del run["verdict"]
    assert mistakes(validator, run), "the schema accepts a run without a verdict"
    print("the golden run.json is valid; five broken ones are not")


main()
