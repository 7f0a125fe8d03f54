"""Random raw snapshots of every kind, alike enough that two of them share ids, paths and lines."""

from typing import Any

from hypothesis import strategies as st
from tests.staging.random_data import products

Drawn = st.SearchStrategy[Any]

ids = st.sampled_from(["a", "b", "c", "d", "e.1"])
element_ids = st.sampled_from(["a", "shape:b", "-c", "_d/e", "~0"])
lines = st.sampled_from(["a", "b", "c", "x = 1", "", " ", "\tq", "z\r", "\x0c", "ü\u2028"])
titles = st.sampled_from(["", "Plan", "Plan B"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    ends = draw(st.sampled_from(["\n", "\r\n"]))
    return ends.join(draw(st.lists(lines, max_size=30))) + draw(st.sampled_from(["", ends]))


def unique_lists(item: Drawn, key: str = "id", most: int = 5) -> Drawn:
    return st.lists(item, max_size=most, unique_by=lambda element: element[key])


def product(kind: str, **fields: Drawn) -> Drawn:
    fixed = {"id": st.sampled_from(["p", "p", "q"]), "title": titles}
    return st.fixed_dictionaries({**fixed, "kind": st.just(kind), **fields})


CODE_PATHS = ["a.py", "./lib//b.py", "lib/c d.txt", "lib/x/../c.json", "ü/q'\".yaml", "t.toml"]
code_files = st.fixed_dictionaries(
    {
        "id": ids,
        "path": st.sampled_from(CODE_PATHS),
        "language": st.sampled_from(["", "python", "rust"]),
        "content": texts(),
    }
)
code = product(
    "code",
    files=st.lists(
        code_files, max_size=5, unique_by=(lambda file: file["id"], lambda file: file["path"])
    ),
)

printed = st.lists(
    st.sampled_from(
        ["ok", "10 %", "\r", "\b", "\n", "\x1b[1;31m", "\x1b[0m", "\x1b[2K", "\x1b[5C", "\x1b[2A",
         "\x1b]0;title\x07", "\x1b", "\x9b", "\t", " ", "12:03:55", "\x1b[1D", "\x1b[3G"]
    ),
    max_size=12,
).map("".join)  # fmt: skip
terminal = product(
    "terminal",
    entries=unique_lists(
        st.fixed_dictionaries(
            {
                "id": ids,
                "command": printed,
                "output": printed,
                "exit_code": st.sampled_from([None, 0, 1]),
                "cwd": titles,
            }
        )
    ),
)

tree_entries: Drawn = st.one_of(
    st.fixed_dictionaries({"kind": st.just("dir"), "mode": st.sampled_from([None, "0755"])}),
    st.fixed_dictionaries(
        {"kind": st.just("symlink"), "target": st.sampled_from(["a", "../x", "/etc/passwd"])}
    ),
    st.fixed_dictionaries(
        {"content": st.sampled_from(["", "a", "b", "\u200b"])},
        optional={"mode": st.sampled_from(["0644", "0755"])},
    ),
    st.fixed_dictionaries({"sha256": st.sampled_from(["0" * 64, "1" * 64]), "size": st.just(3)}),
    st.just({}),
)
TREE_PATHS = ["a", "b", "dir", "dir/a", "dir/b", "dir/sub/a", "./other//A", "other/a"]


def is_tree(entries: dict[str, Any]) -> bool:
    no_folders = {path for path, entry in entries.items() if entry.get("kind") != "dir"}
    return not any(path.startswith(f"{other}/") for path in entries for other in no_folders)


file_tree = product(
    "file_tree",
    entries=st.dictionaries(st.sampled_from(TREE_PATHS), tree_entries, max_size=6).filter(is_tree),
)

numbers = st.sampled_from([0, 1, -1, 2.5, 10.125, 10.1250001, 1 / 3, 1e6, -0.0])
colours = st.sampled_from(["#FFF", "#ffffff", "red", "#12345680"])
points = st.lists(st.tuples(numbers, numbers).map(list), min_size=1, max_size=12)
canvas = product(
    "canvas",
    elements=unique_lists(
        st.fixed_dictionaries(
            {"id": element_ids, "type": st.sampled_from(["rectangle", "arrow"])},
            optional={
                **dict.fromkeys(("x", "y", "width", "height", "angle"), numbers),
                **dict.fromkeys(("start", "end", "parent"), st.none() | element_ids),
                "text": titles,
                "points": points,
                "style": st.dictionaries(
                    st.sampled_from(["strokeColor", "opacity", "roundness", "link"]),
                    st.one_of(colours, numbers, st.none(), st.just({"type": 3})),
                ),
            },
        )
    ),
)
whiteboard = product(
    "whiteboard",
    strokes=unique_lists(
        st.fixed_dictionaries(
            {"id": element_ids, "points": points},
            optional={"colour": colours, "width": st.sampled_from([0, 1, 2.5]), "tool": titles},
        )
    ),
)

BY_FORMAT: dict[str, dict[str, Drawn]] = {
    "structured": {
        kind: products.products(kind) for kind in ("spreadsheet", "chart", "document", "dashboard")
    },
    "code": {"code": code},
    "terminal": {"terminal": terminal},
    "file_tree": {"file_tree": file_tree},
    "canvas": {"canvas": canvas},
    "whiteboard": {"whiteboard": whiteboard},
}
"""For each format the kinds that it serves."""
