"""List the components of the program: its bill of materials (CycloneDX) and all licences; scripts/release writes both.

Both come from Cargo.lock and the sources that cargo has unpacked, so they need no extra tool, and the same commit gives the
same bytes. They cover everything that the program links: crates, the C libraries that some of them include, and Rust's standard
library. Build and test dependencies are left out.
"""

import json
import re
import subprocess
import tomllib
import uuid
from collections import defaultdict
from pathlib import Path

# C libraries included in crates: the crate, the library, the place of its version, its licence.
BUNDLED = [
    ("libsqlite3-sys", "sqlite", "sqlite3/sqlite3.h", r'#define SQLITE_VERSION\s+"([\d.]+)"', "blessing"),
    ("libmimalloc-sys", "mimalloc", "c_src/mimalloc/v2/include/mimalloc.h", r"#define MI_MALLOC_VERSION\s+(\d+)", "MIT"),
    ("aws-lc-sys", "aws-lc", "aws-lc/include/openssl/base.h", r'#define AWSLC_VERSION_NUMBER_STRING\s+"([\d.]+)"', "ISC AND Apache-2.0 AND MIT AND BSD-3-Clause"),
]
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|unlicense|notice|copyright)", re.IGNORECASE)

MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""
BSD_3_CLAUSE = """Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are
met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the
documentation and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products derived from this
software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED
TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR
CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO,
PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF
LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
"""
# For crates that name a licence but include no text.
STANDARD = {"MIT": MIT, "BSD-3-Clause": BSD_3_CLAUSE}


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


class Inside:
    """The components that the program of the workspace in `root` links when it is built for `target`."""

    def __init__(self, root, target):
        self.root = Path(root)
        cargo = ["--locked", "--manifest-path", str(self.root / "Cargo.toml")]
        tree = output("cargo", "tree", *cargo, "-p", "poker-server", "-e", "normal", "--target", target, "--prefix", "none", "--format", "{p}")
        linked = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
        metadata = json.loads(output("cargo", "metadata", *cargo, "--format-version", "1", "--filter-platform", target))
        self.crates = {crate["id"]: crate for crate in metadata["packages"] if (crate["name"], "v" + crate["version"]) in linked}
        self.needs = {
            node["id"]: sorted({dep["pkg"] for dep in node["deps"] if dep["pkg"] in self.crates and any(kind["kind"] is None for kind in dep["dep_kinds"])})
            for node in metadata["resolve"]["nodes"]
            if node["id"] in self.crates
        }
        lock = tomllib.loads((self.root / "Cargo.lock").read_text())
        self.checksums = {(crate["name"], crate["version"]): crate.get("checksum") for crate in lock["package"]}
        self.rust = output("rustc", "--version").split()[1]

    def sorted(self):
        return sorted(self.crates.values(), key=lambda crate: (crate["name"], crate["version"]))

    def bundled(self):
        """Return the C libraries of linked crates, each with the identifier of its crate, name, version, licence."""
        for crate in self.sorted():
            for name, library, header, version, licence in BUNDLED:
                if crate["name"] == name:
                    text = (Path(crate["manifest_path"]).parent / header).read_text(errors="replace")
                    number = re.search(version, text)[1]
                    if "." not in number:  # 20302 is 2.3.2
                        number = f"{int(number) // 10000}.{int(number) // 100 % 100}.{int(number) % 100}"
                    yield crate["id"], library, number, licence

    def bill(self, version, commit, when):
        """Return the bill of materials as CycloneDX 1.5. `when` is a time such as 2026-01-31T12:00:00Z."""
        refs = {id: f"pkg:cargo/{crate['name']}@{crate['version']}" for id, crate in self.crates.items()}
        program = next(id for id, crate in self.crates.items() if crate["name"] == "poker-server")
        components, dependencies = [], []
        brought = defaultdict(list)
        for id, library, number, licence in self.bundled():
            ref = f"pkg:generic/{library}@{number}"
            brought[id].append(ref)
            components.append({"type": "library", "bom-ref": ref, "name": library, "version": number, "licenses": [{"expression": licence}], "purl": ref})
        for crate in self.sorted():
            ref = refs[crate["id"]]
            dependencies.append({"ref": ref, "dependsOn": [refs[id] for id in self.needs[crate["id"]]] + brought[crate["id"]]})
            if crate["id"] == program:
                continue
            component = {"type": "library", "bom-ref": ref, "name": crate["name"], "version": crate["version"]}
            if crate["description"]:
                component["description"] = " ".join(crate["description"].split())
            checksum = self.checksums.get((crate["name"], crate["version"]))
            if checksum:
                component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
            component["licenses"] = [{"expression": expression(crate)}]
            component["purl"] = ref
            if crate["repository"]:
                component["externalReferences"] = [{"type": "vcs", "url": crate["repository"]}]
            components.append(component)
        std = f"pkg:generic/rust-std@{self.rust}"
        components.append({"type": "library", "bom-ref": std, "name": "rust-std", "version": self.rust, "licenses": [{"expression": "MIT OR Apache-2.0"}], "purl": std})
        next(entry for entry in dependencies if entry["ref"] == refs[program])["dependsOn"].append(std)
        return {
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'poker-server/{version}/{commit}')}",
            "version": 1,
            "metadata": {
                "timestamp": when,
                "component": {"type": "application", "bom-ref": refs[program], "name": "poker-server", "version": version, "licenses": [{"expression": "MIT"}], "purl": refs[program]},
            },
            "components": components,
            "dependencies": dependencies,
        }

    def licences(self, version):
        """Return the licences of all components, each text once."""
        used_by = defaultdict(list)
        lines = []
        for crate in self.sorted():
            name = f"{crate['name']} {crate['version']}"
            lines.append(f"{name}: {expression(crate)}" + (f", {crate['repository']}" if crate["repository"] else ""))
            for text in self.texts(crate):
                used_by[text].append(name)
        for text in rust_texts():
            used_by[text].append(f"the standard library of Rust {self.rust}")
        for id, library, number, licence in self.bundled():
            lines.append(f"{library} {number}, in {self.crates[id]['name']}: {licence if licence != 'blessing' else 'public domain'}")
        lines.append(f"the standard library of Rust {self.rust}: MIT OR Apache-2.0, https://github.com/rust-lang/rust")
        parts = [f"What is inside poker {version}, and under which licences. The texts follow, each once.\n", "\n".join(sorted(lines)) + "\n"]
        for text, users in sorted(used_by.items(), key=lambda item: item[1]):
            parts.append("=" * 100 + "\n" + ", ".join(users) + "\n" + "=" * 100 + "\n\n" + text)
        return "\n".join(parts)

    def texts(self, crate):
        """Return the texts in the sources of a crate: licences and notices, including those of libraries that it includes."""
        folder = Path(crate["manifest_path"]).parent
        if folder.is_relative_to(self.root):
            # Beside our own licence, those of what a crate includes, such as a font.
            files = [self.root / "LICENSE", *sorted(folder.glob("*/LICENSE"))]
        else:
            files = sorted(file for file in folder.rglob("*") if is_licence(file.relative_to(folder)) and file.is_file())
            if crate.get("license_file"):
                files.append(folder / crate["license_file"])
        texts = {clean(file.read_text(errors="replace")): None for file in files}
        if not texts:
            holders = ", ".join(crate["authors"]) or f"the authors of {crate['name']}"
            standard = STANDARD.get(expression(crate))
            if standard is None:
                raise SystemExit(f"{crate['name']} {crate['version']} brings no text of {expression(crate)}, and there is no standard one in scripts/inside.py")
            texts = {f"Copyright (c) {holders}\n\n{standard}": None}
        return list(texts)


def expression(crate):
    """Return the licence of a crate as an SPDX expression. Older crates separate alternatives by a slash."""
    return (crate["license"] or "LicenseRef-file").replace("/", " OR ")


def is_licence(path):
    """Return true if the name of a file, or that of its folder, marks it as a licence."""
    return path.suffix not in (".rs", ".html") and (LICENCE_FILE.match(path.name) or path.parent.name.lower() in ("licenses", "licences"))


def clean(text):
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n")) + "\n"


def rust_texts():
    """Return the licence texts of the standard library, from Rust's own distribution."""
    folder = Path(output("rustc", "--print", "sysroot").strip()) / "share/doc"
    files = sorted(folder.glob("rust/licenses/*.txt")) or sorted(folder.glob("*/LICENSE-*"))
    wanted = [file for file in files if re.search(r"(MIT|Apache-2.0|APACHE|Unicode-3)", file.name)]
    if not wanted:
        raise SystemExit(f"no licences of Rust's standard library in {folder}")
    return list({clean(file.read_text(errors="replace")): None for file in wanted})
