"""Components form a tree; cycles and missing parts are told."""

from collections.abc import Mapping

import pytest
from a2ui.core import A2uiError
from a2ui.core.state import ComponentModel, SurfaceComponentsModel
from a2ui.core.validation import STRICT_VALIDATION
from hypothesis import given
from hypothesis import strategies as st

from modylbench.surfaces.catalog.schema import merged_catalog
from modylbench.surfaces.limits import MAX_TREE_DEPTH
from modylbench.surfaces.state import component_tree as module
from modylbench.surfaces.state.component_tree import Flaw, Tree, flaws

names = st.sampled_from(["root", "a", "b", "c", "d"])
graphs = st.dictionaries(names, st.lists(names, max_size=3).map(tuple), max_size=5)


def offender(graph: Mapping[str, tuple[str, ...]]) -> Flaw | None:
    return Tree().flaw(graph)


def official(graph: dict[str, tuple[str, ...]]) -> str | None:
    """What the official core has against a surface, if anything."""
    surface = SurfaceComponentsModel(merged_catalog())
    for name, children in graph.items():
        properties = {"children": list(children)}
        surface.add_component(ComponentModel(name, "Column", merged_catalog(), properties))
    try:
        surface.validate_topology(STRICT_VALIDATION)
    except A2uiError as error:
        return str(error)
    return None


@given(graphs)
def test_a_graph_is_sound_where_the_official_core_says_so(
    graph: dict[str, tuple[str, ...]],
) -> None:
    errors, warnings = flaws(graph)
    ring = offender(graph)

    if graph:
        assert (official(graph) is not None) == bool(errors or warnings or ring)


@given(graphs)
def test_a_ring_is_found_and_its_last_member_named(graph: dict[str, tuple[str, ...]]) -> None:
    flaw = offender(graph)

    if flaw is not None:
        assert flaw.component_id is not None
        without = {name: below for name, below in graph.items() if name != flaw.component_id}
        assert flaw.code == "cyclic_children"
        assert flaw.component_id in graph
        assert len(without) < len(graph)
    else:
        # A graph without rings has an order in which every child stands behind its parents.
        left = dict(graph)
        while left:
            free = [name for name in left if not any(name in below for below in left.values())]
            assert free
            for name in free:
                del left[name]


def test_very_deep_and_very_wide_graphs_take_no_stack_and_little_time() -> None:
    deep = {f"c{n}": (f"c{n + 1}",) for n in range(20_000)}
    wide = {"root": tuple(f"c{n}" for n in range(20_000)), **{f"c{n}": () for n in range(20_000)}}
    woven = {f"c{n}": (f"c{n + 1}", f"c{n + 1}", f"c{n + 2}") for n in range(40)}
    thin = {f"c{n}": (f"c{n + 1}", f"c{n + 1}") for n in range(12)}

    flaw = offender(deep)
    assert flaw is not None
    assert flaw.code == "too_deep"
    assert offender(wide) is None
    assert offender(thin) is None
    flaw = offender(woven)
    assert flaw is not None
    assert flaw.code == "too_much_to_show"
    assert flaws(wide) == ((), ())


def test_the_depth_is_that_of_the_longest_way_down() -> None:
    def chain(length: int) -> dict[str, tuple[str, ...]]:
        graph: dict[str, tuple[str, ...]] = {f"c{n}": (f"c{n + 1}",) for n in range(length - 1)}
        return {**graph, f"c{length - 1}": ()}

    assert offender(chain(MAX_TREE_DEPTH)) is None
    tree = Tree()
    whole = chain(MAX_TREE_DEPTH + 1)
    tree.add({name: below for name, below in whole.items() if name != "c7"})
    flaw = tree.flaw({"c7": whole["c7"]})
    assert flaw is not None
    assert (flaw.code, flaw.component_id) == ("too_deep", "c7")


def test_flaws_are_named_with_their_components() -> None:
    errors, warnings = flaws({"root": ("a", "gone", "gone"), "a": (), "lost": ("a",)})

    assert [(flaw.code, flaw.component_id) for flaw in errors] == [("missing_child", "root")]
    assert [(flaw.code, flaw.component_id) for flaw in warnings] == [
        ("unreachable_component", "lost")
    ]


def whole_walk(graph: dict[str, tuple[str, ...]]) -> str | None:
    """What is wrong with a graph, found without memory and from every component anew."""
    deepest = largest = 0

    def extent(name: str, above: tuple[str, ...]) -> tuple[int, int] | None:
        if name in above:
            return None
        below = [extent(child, (*above, name)) for child in graph.get(name, ())]
        known = [extent for extent in below if extent is not None]
        if len(known) < len(below):
            return None
        return 1 + max((extent[0] for extent in known), default=0), 1 + sum(
            extent[1] for extent in known
        )

    for name in graph:
        found = extent(name, ())
        if found is None:
            return "cyclic_children"
        deepest, largest = max(deepest, found[0]), max(largest, found[1])
    if deepest > DEPTH:
        return "too_deep"
    return "too_much_to_show" if largest > INSTANCES else None


DEPTH, INSTANCES = 4, 9
some = st.sampled_from("abcdefg")
updates = st.dictionaries(some, st.lists(some, max_size=3).map(tuple), min_size=1, max_size=4)


@given(st.lists(updates, max_size=8))
def test_an_update_is_judged_as_a_walk_over_the_whole_surface_would(
    stream: list[dict[str, tuple[str, ...]]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MAX_TREE_DEPTH", DEPTH)
        patch.setattr(module, "MAX_INSTANCES", INSTANCES)
        tree = Tree()
        for update in stream:
            flaw = tree.flaw(update)
            assert (flaw.code if flaw else None) == whole_walk({**tree.children, **update})
            if flaw is None:
                tree.add(update)
            else:
                assert flaw.component_id in update


def test_the_work_for_an_update_does_not_grow_with_the_surface() -> None:
    count = 5_000
    tree = Tree()
    tree.add({"root": tuple(f"c{n}" for n in range(count))})
    for number in range(count):
        change = {f"c{number}": ("leaf",)}
        assert tree.flaw(change) is None
        tree.add(change)
    assert tree.visited < 10 * count

    before = tree.visited
    for _ in range(100):
        assert tree.flaw({"c1": ("leaf",)}) is None
        tree.add({"c1": ("leaf",), "leaf": ()})
    assert tree.visited == before


def test_a_child_counts_before_it_comes() -> None:
    """Or a page would have to show a text four million times when it does."""
    flaw = offender({"root": ("a",) * 200, "a": ("x",) * 20_000})

    assert flaw is not None
    assert flaw.code == "too_much_to_show"
