"""The version is that of the workspace, so that it is stated in one place: Cargo.toml, or the metadata of an sdist. A folder copied
out of its checkout has neither, and its version is 0."""

import re
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
SOURCES = {
    HERE.parent.parent / "Cargo.toml": r'^\[workspace\.package\]\nversion = "(.+)"',
    HERE / "PKG-INFO": r"^Version: (.+)$",
}


def version() -> str:
    for source, pattern in SOURCES.items():
        text = source.read_text(encoding="utf-8") if source.exists() else ""
        found = re.search(pattern, text, re.MULTILINE)
        if found:
            return found[1]
    return "0"


def url() -> str:
    """The address of the project, if the workspace names one."""
    cargo = HERE.parent.parent / "Cargo.toml"
    text = cargo.read_text(encoding="utf-8") if cargo.exists() else ""
    found = re.search(r'^repository = "(.+)"', text, re.MULTILINE)
    return found[1] if found else ""


setup(version=version(), url=url())
