"""The pages of a release, for readers who have the download and no checkout; scripts/release uses it.

A page has the words for both readers in one place, and a checkout shows the first part alone:

    <!-- checkout -->
    Run `cargo run --release`.
    <!-- download
    Run `./poker`.
    -->

`page` keeps the second part, where VERSION becomes the version, and points links to what is not packed to the repository; without one, their words stay as text.
"""

import posixpath
import re

# The second part may be missing: the first is then left out.
PARTS = re.compile(r"^<!-- checkout -->\n(?:.*?)^<!-- (?:/checkout -->|download\n(.*?)^-->)\n", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\[\]]*(?:!\[[^\]]*\]\([^)]*\)[^\[\]]*)?)\]\(([^()\s]+)\)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^()\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
# What only a checkout can be told.
OF_A_CHECKOUT = ["You need Rust", "no release yet", "<!-- checkout", "<!-- download", "pip install ./bots", "cargo ", "scripts/", "target/"]


def page(text, path, packed, repository=None, version=""):
    """Return a page as it is packed at `path` beside the files `packed`."""
    text = PARTS.sub(lambda part: (part[1] or "").replace("VERSION", version), text)

    def link(found):
        words, target = found[1], found[2]
        there = place(path, target)
        if there is None or is_packed(there, packed):
            return found[0]
        if repository is None:
            return words
        return f"[{words}]({repository}/blob/v{version}/{there}{'#' * ('#' in target)}{target.partition('#')[2]})"

    # In code, brackets are no links. A link around code is one all the same, so spans of code are kept aside meanwhile.
    kept = []

    def keep(found):
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    text = LINK.sub(link, CODE.sub(keep, text))
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], text)


def faults(pages, packed):
    """Return what in the pages misleads a reader who has only the download, by path."""
    wrong = []
    for path, text in sorted(pages.items()):
        wrong += [f"{path} says `{words}`" for words in OF_A_CHECKOUT if words in text]
        bare = CODE.sub("", text)
        targets = [found[2] for found in LINK.finditer(bare)] + [found[1] or found[2] for found in PICTURE.finditer(bare)]
        for target in targets:
            there = place(path, target)
            if there is not None and not is_packed(there, packed):
                wrong.append(f"{path} links to {target}, which is not packed")
    return wrong


def place(path, target):
    """Return the path to which a relative link leads; None for an address or a place on the same page."""
    file = target.partition("#")[0]
    if not file or re.match(r"[a-z][a-z0-9+.-]*:", file):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), file))


def is_packed(there, packed):
    return there in packed or any(file.startswith(there + "/") for file in packed)
