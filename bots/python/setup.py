"""The version is that of the workspace, so that it is stated in one place: Cargo.toml, or the metadata of an sdist."""

import re
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
CARGO = HERE.parent.parent / "Cargo.toml"


def version() -> str:
    if CARGO.exists():
        found = re.search(r'^\[workspace\.package\]\nversion = "(.+)"', CARGO.read_text(encoding="utf-8"), re.MULTILINE)
    else:
        found = re.search(r"^Version: (.+)$", (HERE / "PKG-INFO").read_text(encoding="utf-8"), re.MULTILINE)
    assert found, "no version"
    return found[1]


setup(version=version())
