"""The package as users get it: built, installed into an empty environment, run, and checked by mypy.

    POKER_BIN=target/release/poker python bots/python/test_package.py

Needs the packages `build`, `mypy`, `setuptools` and `websockets`; CLIENT_WHEELS may name a folder with wheels, which are then installed
without a network. Skipped, loudly, with POKER_SKIP_PYTHON=1.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
import venv
from pathlib import Path
from typing import Any, List

from test_examples import HERE, ROOT, Raiser, Server

from poker_client import run_async

GOLDEN = ROOT / "protocol" / "golden" / "v1"


def run(*command: Any, cwd: Path = ROOT) -> str:
    ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=cwd, timeout=120)
    assert ended.returncode == 0, f"{command}\n{ended.stdout}{ended.stderr}"
    return ended.stdout


def blocks() -> List[str]:
    return re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL)


class Package(unittest.TestCase):
    folder: Path
    python: Path

    # A folder copied out of its checkout has no version, and can be installed all the same.
    def test_a_copied_folder_is_a_package(self) -> None:
        copy = self.folder / "copied"
        shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
        run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", self.folder / "of-a-copy", copy)
        self.assertTrue(list((self.folder / "of-a-copy").glob("poker_client-0-*.whl")))

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        # The sdist, and the wheel built from it. What setuptools leaves next to the sources would end up in later wheels.
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", cls.folder / "dist", HERE)
        shutil.rmtree(HERE / "build", ignore_errors=True)
        shutil.rmtree(HERE / "poker_client.egg-info", ignore_errors=True)
        venv.create(cls.folder / "empty", with_pip=True)
        cls.python = cls.folder / "empty" / "bin" / "python"
        wheels = os.environ.get("CLIENT_WHEELS")
        source = ["--no-index", "--find-links", wheels] if wheels else []
        run(cls.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *source, *cls.built("*.whl"))

    @classmethod
    def built(cls, pattern: str) -> List[Path]:
        return list((cls.folder / "dist").glob(pattern))

    def test_its_version_is_that_of_the_workspace(self) -> None:
        cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
        version = re.search(r'^version = "(.+)"', cargo, re.MULTILINE)
        assert version
        said = run(self.python, "-c", "from importlib.metadata import version; print(version('poker-client'))")
        # The version as Python spells 0.2.0-rc.1.
        self.assertEqual(said.strip(), version[1].replace("-", "").replace("rc.", "rc"))
        self.assertEqual((len(self.built("*.whl")), len(self.built("*.tar.gz"))), (1, 1))

    def test_the_first_ten_lines_of_its_readme_play_a_hand(self) -> None:
        lines = (HERE / "README.md").read_text(encoding="utf-8").splitlines()[:10]
        self.assertEqual((lines[1], lines[9]), ("```python", "```"))
        server = Server()
        self.addCleanup(server.stop)
        script = self.folder / "caller.py"
        script.write_text("\n".join(lines[2:9]) + "\n", encoding="utf-8")

        async def play() -> str:
            table, stop = server.new_table("no-limit-holdem"), asyncio.Event()
            rival = asyncio.ensure_future(run_async(Raiser(), server.url, table=table, stop=stop))
            while not await asyncio.to_thread(server.is_taken, table):
                await asyncio.sleep(0.05)
            said = await asyncio.to_thread(run, self.python, script, server.url, "1", cwd=self.folder)
            stop.set()
            await rival
            return said

        self.assertRegex(asyncio.run(asyncio.wait_for(play(), 60)), r"^[1-9]\d* hands, [1-9]\d* decisions, [+-]\d+ chips: ")

    def test_mypy_finds_nothing_in_the_package(self) -> None:
        self.check(HERE / "poker_client")

    def test_mypy_finds_nothing_in_bots_and_golden_messages(self) -> None:
        bots = self.folder / "bots"
        shutil.copytree(HERE / "examples", bots, ignore=shutil.ignore_patterns("*.token", "__pycache__"))
        first, second = blocks()[:2]
        action = "from poker_client.types import Action\n\n"
        (bots / "readme.py").write_text(action + first.replace("ask: Ask):", "ask: Ask) -> Action:"), encoding="utf-8")
        (bots / "readme_table.py").write_text(
            action + "from poker_client import Ask, Bot\n\n\nclass Late(Bot):\n" + textwrap.indent(second, "    "), encoding="utf-8")
        lines = ["from poker_client import types as t", ""]
        for folder, kind in (("client", "ClientMsg"), ("server", "ServerMsg"), ("event", "PublicEvent"), ("private", "PrivateEvent")):
            for number, path in enumerate(sorted((GOLDEN / folder).glob("*.json"))):
                message = json.loads(path.read_text(encoding="utf-8"))
                lines.append(f"{folder}_{number}: t.{kind} = {message!r}  # {path.name}")
        self.assertGreater(len(lines), 150)
        (bots / "golden.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.check(bots)

    def test_the_types_are_those_of_the_schema(self) -> None:
        run(sys.executable, ROOT / "scripts" / "python_types.py", "--check")

    def check(self, what: Path) -> None:
        """Type-checks sources against the installed package."""
        run(sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", self.folder / "mypy", "--python-executable",
            self.python, what, cwd=self.folder)


if __name__ == "__main__":
    unittest.main(verbosity=2)
