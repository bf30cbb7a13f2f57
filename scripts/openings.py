#!/usr/bin/env python3
"""Hold the share of doc comments that open with a question word.

scripts/openings.py [--list]

A doc comment states the thing ("`true` while entries are open"), it does not ask ("Whether entries are taken"). The bound only falls.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The greatest share of doc comments that may open so, in percent.
BOUND = 3.0
DOC = re.compile(r"\s*//[/!] ?(.*)")
OPENING = re.compile(r"(What|How|Whether|Who|Whose|Where|When|Why|Which)\b")


def openings(path):
    """Yield the number and the first line of each doc comment of a file."""
    inside = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        doc = DOC.match(line)
        if doc and not inside:
            yield number, doc[1]
        inside = doc is not None


def main():
    files = subprocess.check_output(["git", "ls-files", "*.rs"], cwd=ROOT, text=True).split()
    docs = [(file, number, text) for file in files if (ROOT / file).exists() for number, text in openings(ROOT / file)]
    asking = [doc for doc in docs if OPENING.match(doc[2])]
    if "--list" in sys.argv[1:]:
        for file, number, text in asking:
            print(f"{file}:{number}: {text}")
    share = 100 * len(asking) / len(docs)
    print(f"{len(asking)} of {len(docs)} doc comments ({share:.2f} %) open with a question word; the bound is {BOUND} %")
    sys.exit(share > BOUND)


main()
