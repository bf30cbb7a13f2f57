"""Build archives and Debian packages that are the same bytes no matter who packs them, and when; scripts/release uses it.

A `Tree` holds files by their final path, so that nothing of the machine's folders, owners, modes or times gets in.
"""

import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

# Debian's packages of the shared libraries that the program may need.
PACKAGES = {"libgcc_s.so.1": "libgcc-s1"} | dict.fromkeys(
    ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"], "libc6"
)
# The names of a machine in the ELF header, Debian and Rust.
MACHINES = {62: ("amd64", "x86_64"), 183: ("arm64", "aarch64")}


class Tree:
    """Files to pack: path, bytes, mode."""

    def __init__(self):
        self.files = {}

    def add(self, path, content, mode=0o644):
        self.files[path] = (content if isinstance(content, bytes) else content.encode(), mode)

    def add_file(self, path, file, mode=0o644):
        self.add(path, Path(file).read_bytes(), mode)

    def folders(self):
        return sorted({str(parent) for path in self.files for parent in Path(path).parents} - {"."})

    def tar_gz(self, file, when):
        """Write the tree as an archive: sorted, owned by root, all with the same time."""
        with open(file, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for folder in self.folders():
                tar.addfile(entry(folder, when, 0o755, tarfile.DIRTYPE))
            for path, (content, mode) in sorted(self.files.items()):
                tar.addfile(entry(path, when, mode, tarfile.REGTYPE, len(content)), io.BytesIO(content))

    def write(self, folder, when):
        """Write the tree below a folder, with its modes and the time, regardless of the umask."""
        for path, (content, mode) in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(mode)
            os.utime(file, (when, when))
        for path in reversed(self.folders()):
            (folder / path).chmod(0o755)
            os.utime(folder / path, (when, when))


def entry(path, when, mode, kind, size=0):
    info = tarfile.TarInfo(path)
    info.type, info.mode, info.mtime, info.size = kind, mode, when, size
    info.uname = info.gname = "root"
    return info


def debian(tree, control, scripts, conffiles, file, when, work):
    """Write a Debian package with the contents of `tree`."""
    shutil.rmtree(work, ignore_errors=True)
    # In KiB, as dpkg estimates it: each file in whole KiB, each folder as one.
    size = sum(-(-len(content) // 1024) for content, _ in tree.files.values()) + len(tree.folders())
    whole = Tree()
    whole.files.update(tree.files)
    whole.add("DEBIAN/control", control.replace("{size}", str(size)))
    whole.add("DEBIAN/conffiles", "".join(f"/{path}\n" for path in conffiles))
    whole.add("DEBIAN/md5sums", "".join(f"{hashlib.md5(content).hexdigest()}  {path}\n" for path, (content, _) in sorted(tree.files.items()) if path not in conffiles))
    for name, content in scripts.items():
        whole.add(f"DEBIAN/{name}", content, 0o755)
    work.mkdir(parents=True)
    work.chmod(0o755)
    whole.write(work, when)
    os.utime(work, (when, when))
    # Several threads would split the data into different blocks than one thread.
    words = ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "-z6", "--build", str(work), str(file)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(when)})
    shutil.rmtree(work)


def split(given, binary, debug):
    """Write the executable part of a program and, separately, its debug information. Return the identifier of both, by which debuggers
    match them: a digest of the executable part only, since some debug information names the build folder."""
    subprocess.run(["objcopy", "--only-keep-debug", "--compress-debug-sections", str(given), str(debug)], check=True)
    subprocess.run(["objcopy", "--strip-all", str(given), str(binary)], check=True)
    content = binary.read_bytes()
    note = re.search(rb"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0(.{20})", content, re.DOTALL)
    if note is None:
        raise SystemExit(f"{given} has no build identifier: it is linked with --build-id=sha1")
    old = note[1]
    own = hashlib.sha1(content.replace(old, bytes(20))).digest()
    binary.write_bytes(content.replace(old, own))
    debug.write_bytes(debug.read_bytes().replace(old, own))
    return own.hex()


def machine(binary):
    """Return the names in Debian and Rust of the machine that a program is for."""
    with Path(binary).open("rb") as file:
        head = file.read(20)
    if head[:4] != b"\x7fELF":
        raise SystemExit(f"{binary} is not a program for Linux")
    return MACHINES[int.from_bytes(head[18:20], "little")]


def needs(binary):
    """Return the shared libraries that a program needs, and the newest version of glibc whose symbols it uses."""
    dynamic = subprocess.run(["objdump", "-p", str(binary)], check=True, stdout=subprocess.PIPE, text=True).stdout
    libraries = re.findall(r"^\s+NEEDED\s+(\S+)", dynamic, re.MULTILINE)
    versions = [tuple(map(int, number.split("."))) for number in re.findall(r"\bGLIBC_([\d.]+)", dynamic)]
    return libraries, ".".join(map(str, max(versions))) if versions else None


def depends(binary):
    """Return the dependencies of a Debian package with this program."""
    libraries, glibc = needs(binary)
    packages = {PACKAGES[library] for library in libraries}
    return ", ".join(sorted(f"{package} (>= {glibc})" if package == "libc6" else package for package in packages))


def sha256(file):
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()
