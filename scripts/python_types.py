#!/usr/bin/env python3
"""Write bots/python/poker_client/types.py: the messages of poker.v1 as Python types, from protocol/schema/v1.

    python scripts/python_types.py            # writes the file
    python scripts/python_types.py --check    # fails if the file does not match the schema
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from keyword import iskeyword
from pathlib import Path
from typing import Any, Dict, List, Set, Tuple

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "protocol" / "schema" / "v1"
OUT = ROOT / "bots" / "python" / "poker_client" / "types.py"
WIDTH = 130

HEAD = '''"""The messages of poker.v1, and the bodies of the HTTP interface, as types.

Generated from protocol/schema/v1 by scripts/python_types.py; edit the Rust types in protocol/src/v1 instead. A message is a plain
dictionary, as in JSON: these types only declare its keys. A key that may be missing is read with `get`.
"""

from __future__ import annotations

from typing import {used}

'''

Schema = Dict[str, Any]


def main() -> None:
    text = write(read())
    if "--check" in sys.argv[1:]:
        if not OUT.exists() or OUT.read_text(encoding="utf-8") != text:
            sys.exit(f"{OUT.relative_to(ROOT)} does not match the schema: run python scripts/python_types.py")
    else:
        OUT.write_text(text, encoding="utf-8")


def read() -> Dict[str, Schema]:
    """Return all named types of the schema files. A type in several files is the same in each."""
    types: Dict[str, Schema] = {}
    for path in sorted(SCHEMA.glob("*.json")):
        if path.name == "openapi.json":
            continue  # It repeats the other files.
        schema = json.loads(path.read_text(encoding="utf-8"))
        named = schema.pop("$defs", {})
        name = schema.pop("title")
        named[name] = {key: value for key, value in schema.items() if key != "$schema"}
        for name, one in named.items():
            assert types.setdefault(name, one) == one, f"{path.name} has another {name}"
    return types


def write(types: Dict[str, Schema]) -> str:
    aliases: List[Tuple[str, str, Set[str]]] = []
    classes: List[str] = []
    for name, schema in sorted(types.items()):
        if is_object(schema):
            classes.append(typed_dict(name, schema))
        elif is_tagged(schema):
            members = []
            for variant in schema["oneOf"]:
                members.append(name + pascal(tag(variant)))
                classes.append(typed_dict(members[-1], variant))
            aliases.append((name, about(schema) + union(name, members), set()))
        else:
            # An alias is evaluated at its place, so it must come after the types that it names.
            meaning = literal(f"{name} = ", schema) if "oneOf" in schema else f"{name} = {spell(schema)}"
            aliases.append((name, about(schema) + meaning, used(schema)))
    text = "\n".join(in_order(aliases)) + "\n\n\n" + "\n\n\n".join(bases_first(classes)) + "\n"
    names = [name for name in ("Any", "Dict", "List", "Literal", "Tuple", "TypedDict", "Union") if re.search(rf"\b{name}\b", text)]
    return HEAD.replace("{used}", ", ".join(names)) + text


def typed_dict(name: str, schema: Schema) -> str:
    required = set(schema.get("required", []))
    fields = schema.get("properties", {})
    base = schema["$ref"].rsplit("/", 1)[1] if "$ref" in schema else None
    must = {field: of for field, of in fields.items() if field in required}
    may = {field: of for field, of in fields.items() if field not in required}
    doc = docstring(schema.get("description", ""))
    # A name that Python keeps for itself stands in no class body, and Python 3.9 has no `NotRequired`: what is not a field of the last
    # class stands in one of its own.
    bases, before = [base] if base else [], []
    for suffix, part, total in (("", must, ""), ("More", may, ", total=False")):
        odd = {field: of for field, of in part.items() if iskeyword(field)}
        if odd:
            listed = [f'"{field}": {spell(of)!r}' for field, of in part.items()]
            before.append(wrap(f'_{name}{suffix} = TypedDict("_{name}{suffix}", {{', listed, f"}}{total})"))
            bases.append(f"_{name}{suffix}")
            part.clear()
    if must and may:
        before.append(f"class _{name}({', '.join(bases) or 'TypedDict'}):\n{body(must)}")
        bases = [f"_{name}"]
        must = {}
    total = ", total=False" if may else ""
    before.append(f"class {name}({', '.join(bases) or 'TypedDict'}{total}):\n{doc}{body(must or may)}")
    return "\n\n\n".join(before)


def body(fields: Dict[str, Schema]) -> str:
    lines: List[str] = []
    for field, schema in fields.items():
        lines += comment(schema.get("description", ""), 4)
        lines.append(f"    {field}: {spell(schema)}")
    return "\n".join(lines) if lines else "    pass"


def spell(schema: Schema) -> str:
    """Return the notation of a type where it is used."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "const" in schema:
        return f'Literal["{schema["const"]}"]'
    if "anyOf" in schema:
        return "Union[" + ", ".join(spell(one) for one in schema["anyOf"]) + "]"
    if "oneOf" in schema:
        return literal("", schema)
    if "prefixItems" in schema:
        # JSON has lists for them; where that says too little, the type pretends that they are tuples.
        parts = [spell(one) for one in schema["prefixItems"]]
        is_number = {"int", "Chips", "HandNo", "Seq", "UnixMs"}.issuperset(parts)
        return "List[int]" if is_number else "Tuple[" + ", ".join(parts) + "]"
    kind = schema.get("type")
    if kind == "array":
        return f"List[{spell(schema['items'])}]"
    if kind == "object":
        assert "properties" not in schema, "an object without a name"
        more = schema.get("additionalProperties", {})
        return f"Dict[str, {spell(more) if isinstance(more, dict) and more else 'Any'}]"
    simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", None: "Any"}
    if isinstance(kind, list):
        return "Union[" + ", ".join(simple[one] for one in kind) + "]"
    return simple[kind]


def is_object(schema: Schema) -> bool:
    return schema.get("type") == "object" and "properties" in schema


def is_tagged(schema: Schema) -> bool:
    return "oneOf" in schema and all("properties" in variant for variant in schema["oneOf"])


def tag(variant: Schema) -> str:
    """Return the tag that distinguishes a variant of a message."""
    return next(str(of["const"]) for of in variant["properties"].values() if "const" in of)


def pascal(text: str) -> str:
    return "".join(part.title() for part in re.split(r"[^A-Za-z0-9]+", text))


def used(schema: Any) -> Set[str]:
    if isinstance(schema, dict):
        own = {schema["$ref"].rsplit("/", 1)[1]} if "$ref" in schema else set()
        return own.union(*(used(value) for value in schema.values()))
    if isinstance(schema, list):
        return set().union(*(used(value) for value in schema))
    return set()


def union(name: str, members: List[str]) -> str:
    return wrap(f"{name} = Union[", [f'"{member}"' for member in members], "]")


def literal(start: str, schema: Schema) -> str:
    return wrap(f"{start}Literal[", [f'"{one["const"]}"' for one in schema["oneOf"]], "]")


def wrap(start: str, items: List[str], end: str) -> str:
    """Write a list on one line, or on several if it is too long."""
    line = start + ", ".join(items) + end
    if len(line) <= WIDTH:
        return line
    lines, row = [], ""
    for item in items:
        if row and len(row) + len(item) > WIDTH - 6:
            lines.append(row)
            row = ""
        row += f" {item}," if row else f"    {item},"
    return "\n".join([start, *lines, row, end])


def in_order(aliases: List[Tuple[str, str, Set[str]]]) -> List[str]:
    names = {name for name, _, _ in aliases}
    done: Set[str] = set()
    texts: List[str] = []
    while aliases:
        ready = [one for one in aliases if not one[2] & names - done]
        assert ready, "types that name each other"
        for one in ready:
            texts.append(one[1])
            done.add(one[0])
        aliases = [one for one in aliases if one not in ready]
    return texts


def bases_first(classes: List[str]) -> List[str]:
    """Order the classes so that each comes after those it derives from."""
    def name(text: str) -> str:
        found = re.search(r"^(?:class _?)?(\w+)", text, re.MULTILINE)
        return found[1] if found else ""

    def base(text: str) -> str:
        found = re.search(r"^class \w+\((\w+)", text)
        return found[1] if found else ""

    named = {name(text) for text in classes}
    return sorted(classes, key=lambda text: base(text) in named)


def docstring(text: str) -> str:
    text = " ".join(text.split()).replace("\\", "\\\\")
    if not text:
        return ""
    lines = textwrap.wrap(text, WIDTH - 10)
    return '    """' + "\n    ".join(lines) + '"""\n\n'


def comment(text: str, indent: int) -> List[str]:
    return [" " * indent + "# " + line for line in textwrap.wrap(" ".join(text.split()), WIDTH - indent - 2)]


def about(schema: Schema) -> str:
    return "".join(line + "\n" for line in comment(schema.get("description", ""), 0))


if __name__ == "__main__":
    main()
