#!/usr/bin/env python3
"""Test scripts/release: the same commit gives the same bytes, the release is complete, and its program serves a page.

scripts/test_release.py BINARY             packs a small stand-in twice, and starts BINARY with the unit's command
scripts/test_release.py BINARY --whole     packs BINARY itself twice
scripts/test_release.py BINARY --chroot    like --whole, and also installs, removes and purges the package in a fresh Debian; as root, with debootstrap

A debug build reads its page from the sources, which the fresh Debian lacks: use one only with the first form.
"""

import argparse
import gzip
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import unittest
import urllib.request
import zipfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import download

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
# A program of Debian with a build identifier: quick to strip and to pack.
STAND_IN = Path("/bin/true")
MINUTE = 60
asked = None


def output(*words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def pack(checkout, out, **environment):
    """Run the packaging once. Its environment differs from that of the other run."""
    umask = int(environment.pop("umask"), 8)
    words = [str(checkout / "scripts/release"), VERSION, "--dry-run", "--allow-dirty", "--no-container", "--binary", str(asked.packed), "--out", str(out)]
    done = subprocess.run(words, env={**os.environ, **environment}, umask=umask, cwd=out.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout)


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = Path(tempfile.mkdtemp(prefix="poker-release-"))
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        cls.scratch.chmod(0o755)
        cls.out = cls.scratch / "one"
        # A commit may be made meanwhile.
        cls.commit = output("git", "-C", str(ROOT), "rev-parse", "HEAD").strip()
        pack(ROOT, cls.out, umask="022", TZ="UTC", LC_ALL="C")
        cls.deb = next(cls.out.glob("*.deb"))
        cls.archive = next(file for file in cls.out.glob("*.tar.gz") if "debug" not in file.name)

    def test_the_same_commit_gives_the_same_bytes(self):
        checkout = ROOT
        if not output("git", "-C", str(ROOT), "status", "--porcelain"):
            # From another folder, whose files have other times.
            checkout = self.scratch / "clone"
            subprocess.run(["git", "clone", "-q", "--no-checkout", str(ROOT), str(checkout)], check=True)
            subprocess.run(["git", "-C", str(checkout), "checkout", "-q", "--detach", self.commit], check=True)
            # What `npm ci` would fetch again.
            (checkout / "server/web/node_modules").symlink_to(ROOT / "server/web/node_modules")
        other = self.scratch / "two"
        pack(checkout, other, umask="077", TZ="Asia/Tokyo", LC_ALL="C.UTF-8", SOURCE_DATE_EPOCH="1", RUSTFLAGS="-Cdebuginfo=2")
        names = sorted(file.name for file in self.out.iterdir())
        self.assertEqual(names, sorted(file.name for file in other.iterdir()))
        for name in names:
            self.assertEqual((self.out / name).read_bytes(), (other / name).read_bytes(), name)

    def test_checksums_name_every_file(self):
        subprocess.run(["sha256sum", "--quiet", "--strict", "--check", "SHA256SUMS"], check=True, cwd=self.out)
        named = {line.split("  ")[1] for line in (self.out / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(named | {"SHA256SUMS"}, {file.name for file in self.out.iterdir()})
        subjects = json.loads((self.out / "provenance.json").read_text())["subject"]
        self.assertEqual({subject["name"] for subject in subjects} | {"SHA256SUMS", "provenance.json"}, {file.name for file in self.out.iterdir()})

    def test_the_provenance_names_the_commit_and_no_folder_of_this_machine(self):
        text = (self.out / "provenance.json").read_text()
        self.assertIn(self.commit, text)
        self.assertNotIn(str(ROOT), text)

    def test_the_archive(self):
        with tarfile.open(self.archive) as tar:
            entries = {entry.name: entry for entry in tar}
            unit = tar.extractfile(f"poker-{VERSION}/poker.service").read().decode()
        for name in ("poker", "LICENSE", "LICENCES.txt", "README.md", "poker.service", "poker.toml", "Containerfile", "docs/operating.md", "ops/alerts.yml"):
            self.assertIn(f"poker-{VERSION}/{name}", entries)
        self.assertEqual(list(entries), sorted(entries, key=lambda name: (not entries[name].isdir(), name)))
        self.assertEqual({(entry.uid, entry.gid, entry.uname) for entry in entries.values()}, {(0, 0, "root")})
        self.assertEqual(len({entry.mtime for entry in entries.values()}), 1)
        self.assertEqual({name for name, entry in entries.items() if entry.isfile() and entry.mode != 0o644}, {f"poker-{VERSION}/poker"})
        self.assertIn("ExecStart=/usr/local/bin/poker ", unit)
        self.assertIn("\nKillMode=mixed\n", unit)

    def test_the_pages_of_a_download_need_no_checkout(self):
        for name in ("archive", "package"):
            root = self.scratch / name
            if name == "archive":
                with tarfile.open(self.archive) as tar:
                    tar.extractall(root, filter="data")
                root /= f"poker-{VERSION}"
            else:
                subprocess.run(["dpkg-deb", "-x", str(self.deb), str(root)], check=True)
                root /= "usr/share/doc/poker-server"
            packed = {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}
            pages = {path: (root / path).read_text() for path in packed if path.endswith(".md")}
            self.assertIn("README.md", pages)
            self.assertEqual([], download.faults(pages, packed), name)
            self.assertIn("./poker  ", pages["README.md"])
            self.assertIn(f"pip install ./poker_client-{VERSION}-py3-none-any.whl", pages["README.md"])

    def test_a_page_loses_what_is_of_a_checkout(self):
        text = (
            "<!-- checkout -->\nYou need Rust.\n<!-- download\nRun `./poker` of VERSION.\n-->\n"
            "See [a](docs/a.md#b), [the `code`](src/b.rs), `[c](d)`, [e](https://e.org) and [f](#g).\n"
            "<!-- checkout -->\nBuild it.\n<!-- /checkout -->\nVERSION\n"
        )
        packed = {"README.md", "docs/a.md"}
        bare = download.page(text, "README.md", packed, version="1.2.3")
        self.assertEqual(bare, "Run `./poker` of 1.2.3.\nSee [a](docs/a.md#b), the `code`, `[c](d)`, [e](https://e.org) and [f](#g).\nVERSION\n")
        named = download.page(text, "docs/c.md", {"docs/docs/a.md"}, "https://e.org/poker", "1.2.3")
        self.assertIn("[the `code`](https://e.org/poker/blob/v1.2.3/docs/src/b.rs)", named)
        self.assertEqual([], download.faults({"README.md": bare}, packed))
        for fault in ("You need Rust", "`cargo build`", "`scripts/test`", "[a](b.md)", "![a](b.png)", '<img height="1" src="b.png">', "[a `b`](c.md#d)"):
            self.assertEqual(1, len(download.faults({"README.md": fault}, packed)), fault)

    def test_the_clients_are_those_of_this_version(self):
        wheel = self.out / f"poker_client-{VERSION}-py3-none-any.whl"
        with zipfile.ZipFile(wheel) as packed:
            self.assertIn("poker_client/py.typed", packed.namelist())
        with tarfile.open(self.out / f"poker-client-{VERSION}.tgz") as packed:
            self.assertLessEqual({"package/package.json", "package/index.js", "package/index.d.ts", "package/README.md"}, set(packed.getnames()))
            self.assertEqual(VERSION, json.load(packed.extractfile("package/package.json"))["version"])

    def test_a_program_of_more_than_forty_megabytes_is_refused(self):
        large = self.scratch / "large"
        blob = self.scratch / "blob"
        with blob.open("wb") as file:
            file.truncate(41_000_000)
        subprocess.run(["objcopy", "--add-section", f".blob={blob}", "--set-section-flags", ".blob=alloc,readonly", str(STAND_IN), str(large)], check=True, stderr=subprocess.DEVNULL)
        release = load_release()
        with self.assertRaisesRegex(SystemExit, "may have 40"):
            release.Release(VERSION, self.scratch, "").pack(large)

    def test_the_bill_of_materials_and_the_licences_have_every_crate(self):
        bill = json.loads((self.out / f"poker-{VERSION}.cdx.json").read_text())
        components = {(part["name"], part["version"]): part for part in bill["components"]}
        tree = output("cargo", "tree", "--locked", "-p", "poker-server", "-e", "normal", "--target", "x86_64-unknown-linux-gnu", "--prefix", "none", "--format", "{p}", cwd=ROOT)
        linked = {(line.split()[0], line.split()[1].removeprefix("v")) for line in tree.splitlines() if line} - {("poker-server", VERSION)}
        self.assertEqual(linked, {key for key, part in components.items() if part["purl"].startswith("pkg:cargo/")})
        self.assertLessEqual({"sqlite", "aws-lc", "mimalloc", "rust-std"}, {name for name, _ in components})
        for part in components.values():
            if part["purl"].startswith("pkg:cargo/") and not part["name"].startswith("poker-"):
                self.assertRegex(part["hashes"][0]["content"], "^[0-9a-f]{64}$")
        refs = {part["bom-ref"] for part in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
        for entry in bill["dependencies"]:
            self.assertLessEqual({entry["ref"], *entry["dependsOn"]}, refs)
        licences = (self.out / "LICENCES.txt").read_text()
        heads = "\n".join(re.findall(r"^={100}\n(.*)\n={100}$", licences, re.MULTILINE))
        for name, version in linked:
            self.assertIn(f"{name} {version}", heads)
        # The font of the picture crate.
        self.assertIn("Bitstream Vera Fonts Copyright", licences)

    def test_the_crates_are_packed_whole_and_with_nothing_else(self):
        crates = ["poker-protocol-derive", "poker-protocol", "poker-engine", "poker-bots"]
        stated = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["dependencies"]
        for name in crates:
            self.assertEqual(stated[name]["version"], VERSION)
            with tarfile.open(self.out / f"{name}-{VERSION}.crate") as packed:
                files = {file.removeprefix(f"{name}-{VERSION}/") for file in packed.getnames()}
            self.assertLessEqual({"README.md", "Cargo.toml", "src/lib.rs"}, files)
            self.assertEqual([], [file for file in files if file.startswith(("npm/", "python/", "target/"))])

    def test_the_notes_are_of_the_changelog(self):
        notes = (self.out / "NOTES.md").read_text()
        self.assertIn(notes.strip(), (ROOT / "CHANGELOG.md").read_text())
        self.assertNotIn("\n## ", notes)

    def test_the_package(self):
        fields = dict(line.split(": ", 1) for line in output("dpkg-deb", "--field", str(self.deb)).splitlines() if ": " in line)
        self.assertEqual(fields["Version"], f"{VERSION}-1")
        self.assertRegex(fields["Depends"], r"^adduser, libc6 \(>= 2\.\d+\)")
        self.assertEqual(output("dpkg-deb", "--info", str(self.deb), "conffiles"), "/etc/poker/poker.toml\n")
        for name in ("postinst", "prerm", "postrm"):
            subprocess.run(["sh", "-n", str(ROOT / "ops/debian" / name)], check=True)
        if shutil.which("lintian"):
            # Other versions of it give other warnings.
            level = "error,warning" if asked.chroot else "error"
            found = subprocess.run(["lintian", "--allow-root", "--fail-on", level, str(self.deb)], stdout=subprocess.PIPE, text=True)
            self.assertEqual(found.returncode, 0, found.stdout)

    def test_the_unit_is_sound_and_tight(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("no systemd-analyze")
        unit = self.scratch / "poker.service"
        unit.write_text((ROOT / "ops/poker.service").read_text().replace("/usr/bin/poker", str(asked.binary)))
        found = subprocess.run(["systemd-analyze", "verify", str(unit)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual((found.returncode, found.stdout), (0, ""))
        # In tenths, from 0 (no permissions) to 100.
        words = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)]
        found = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(found.returncode, 0, found.stdout)

    def test_a_release_needs_a_maintainer_and_an_address_which_all_packages_take(self):
        faults = load_release().project_faults
        taking = {"poker-bots": "[package]\nauthors.workspace = true\nrepository.workspace = true\n"}
        package = {"authors": ["Ann <ann@example.org>"], "repository": "https://example.org/poker"}
        self.assertEqual([], faults(package, taking, False))
        self.assertEqual([], faults({}, {"poker-bots": ""}, True))
        self.assertEqual(2, len(faults({}, taking, False)))
        self.assertEqual(["the crate poker-bots lacks `authors.workspace = true`", "the crate poker-bots lacks `repository.workspace = true`"], faults(package, {"poker-bots": ""}, True))

    def test_a_container_file_that_lacks_something_is_refused(self):
        release = load_release()
        text = (ROOT / "ops/Containerfile").read_text()
        file = self.scratch / "Containerfile"
        file.write_text(text)
        release.lint(file)
        faults = {
            "USER 10001:10001": "USER poker",
            "USER 10001": "USER 0",
            "debian:bookworm-slim": "debian:latest",
            "VOLUME": "LABEL volume=",
            "HEALTHCHECK": "LABEL health=",
            "COPY LICENSE": "COPY data LICENSE",
            'ENTRYPOINT ["/usr/bin/poker"]': "ENTRYPOINT /usr/bin/poker",
        }
        for sound, fault in faults.items():
            self.assertIn(sound, text)
            file.write_text(text.replace(sound, fault))
            with self.assertRaises(SystemExit, msg=fault):
                release.lint(file)

    def test_what_is_no_release_is_refused(self):
        def refused(*words):
            done = subprocess.run([str(ROOT / "scripts/release"), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertNotEqual(done.returncode, 0)
            return done.stdout

        self.assertIn("Cargo.toml has version", refused("99.0.0", "--dry-run", "--allow-dirty"))
        self.assertIn("CHANGELOG.md has no section", refused("99.0.0", "--dry-run", "--allow-dirty"))
        self.assertIn("is not a version", refused("1.2", "--dry-run"))
        self.assertIn("go with --dry-run alone", refused(VERSION, "--binary", "/bin/true"))

    def test_the_package_serves_a_page(self):
        root = self.scratch / "unpacked"
        subprocess.run(["dpkg-deb", "-x", str(self.deb), str(root)], check=True)
        if asked.packed == STAND_IN:
            shutil.copy(asked.binary, root / "usr/bin/poker")
        data = self.scratch / "data"
        words = [word if not word.startswith(("/usr/", "/etc/")) else str(root) + word for word in exec_start(root)]
        serves_a_page(self, words, data, copies=self.scratch / "copies")

    def test_a_fresh_debian_installs_serves_removes_and_purges(self):
        if not asked.chroot:
            self.skipTest("--chroot does it")
        root = self.scratch / "debian"
        mirror = output("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages").split()[0]
        subprocess.run(["debootstrap", "--variant=minbase", "--include=adduser", "bookworm", str(root), mirror], check=True, stdout=subprocess.DEVNULL)
        inside = ["env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "chroot"]
        shutil.copy(self.deb, root / "poker.deb")
        data, settings = root / "var/lib/poker", root / "etc/poker/poker.toml"

        subprocess.run([*inside, str(root), "dpkg", "-i", "/poker.deb"], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(stat.S_IMODE(data.stat().st_mode), 0o700)
        self.assertNotEqual(data.stat().st_uid, 0)
        serves_a_page(self, [*inside, "--userspec=poker:poker", str(root), *exec_start(root)], data, inner="/var/lib/poker")
        key = (data / "seal.key").read_bytes()

        settings.write_text(settings.read_text() + "max-tables = 77\n")
        subprocess.run([*inside, str(root), "dpkg", "-i", "/poker.deb"], check=True, stdout=subprocess.DEVNULL)
        self.assertIn("max-tables = 77", settings.read_text())

        subprocess.run([*inside, str(root), "dpkg", "--remove", "poker-server"], check=True, stdout=subprocess.DEVNULL)
        self.assertFalse((root / "usr/bin/poker").exists())
        self.assertEqual((data / "seal.key").read_bytes(), key)
        self.assertIn("max-tables = 77", settings.read_text())

        subprocess.run([*inside, str(root), "dpkg", "-i", "/poker.deb"], check=True, stdout=subprocess.DEVNULL)
        serves_a_page(self, [*inside, "--userspec=poker:poker", str(root), *exec_start(root)], data, inner="/var/lib/poker")

        subprocess.run([*inside, str(root), "dpkg", "--purge", "poker-server"], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.assertFalse(data.exists())
        self.assertTrue((root / "var/lib/poker-backups").exists())
        self.assertFalse(settings.exists())


def load_release():
    """Return scripts/release as a module."""
    release = module_from_spec(spec_from_loader("release", SourceFileLoader("release", str(ROOT / "scripts/release"))))
    release.__loader__.exec_module(release)
    return release


def exec_start(root):
    unit = (root / "usr/lib/systemd/system/poker.service").read_text()
    return shlex.split(re.search("^ExecStart=(.*)$", unit, re.MULTILINE)[1])


def serves_a_page(test, words, data, inner=None, copies=None):
    """Start a server on a free port; it must serve its page and report that it is ready within a minute."""
    began = time.monotonic()
    environment = {**os.environ, "POKER_DATA": inner or str(data), "POKER_LISTEN": "127.0.0.1:0", "POKER_ADMIN_LISTEN": "127.0.0.1:0"}
    if copies:
        environment["POKER_BACKUP_TO"] = str(copies)
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            line = server.stdout.readline()
            address = re.search(r"http://\S+", line)
            test.assertIsNotNone(address, f"{words} said `{line}`")
            with urllib.request.urlopen(address[0] + "/") as page:
                test.assertIn(b"<html", page.read())
            with urllib.request.urlopen(address[0] + "/readyz") as ready:
                test.assertEqual(ready.read().strip(), b"ready")
            test.assertLess(time.monotonic() - began, MINUTE)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    test.assertEqual(server.returncode, 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--chroot", action="store_true")
    asked = parser.parse_args()
    asked.binary = asked.binary.resolve()
    asked.packed = asked.binary if asked.whole or asked.chroot else STAND_IN
    unittest.main(argv=sys.argv[:1], verbosity=2)
