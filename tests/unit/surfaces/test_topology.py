from a2ui.core import A2uiError
from a2ui.core.state import ComponentModel, SurfaceComponentsModel
from a2ui.core.validation import STRICT_VALIDATION
from hypothesis import given
from hypothesis import strategies as st

from modylbench.surfaces.catalog.merged import merged_catalog
from modylbench.surfaces.limits import MAX_TREE_DEPTH
from modylbench.surfaces.topology import flaws, offender

names = st.sampled_from(["root", "a", "b", "c", "d"])
graphs = st.dictionaries(names, st.lists(names, max_size=3).map(tuple), max_size=5)


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
    ring = offender(graph, graph)

    if graph:
        assert (official(graph) is not None) == bool(errors or warnings or ring)


@given(graphs)
def test_a_ring_is_found_and_its_last_member_named(graph: dict[str, tuple[str, ...]]) -> None:
    flaw = offender(graph, graph)

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

    flaw = offender(deep, deep)
    assert flaw is not None
    assert flaw.code == "too_deep"
    assert offender(wide, wide) is None
    assert offender(thin, thin) is None
    flaw = offender(woven, woven)
    assert flaw is not None
    assert flaw.code == "too_much_to_show"
    assert flaws(wide) == ((), ())


def test_the_depth_is_that_of_the_longest_way_down() -> None:
    def chain(length: int) -> dict[str, tuple[str, ...]]:
        graph: dict[str, tuple[str, ...]] = {f"c{n}": (f"c{n + 1}",) for n in range(length - 1)}
        return {**graph, f"c{length - 1}": ()}

    assert offender(chain(MAX_TREE_DEPTH), chain(1) | {"c0": ("c1",)}) is None
    flaw = offender(chain(MAX_TREE_DEPTH + 1), ["c7"])
    assert flaw is not None
    assert flaw.component_id == "c7"


def test_flaws_are_named_with_their_components() -> None:
    errors, warnings = flaws({"root": ("a", "gone", "gone"), "a": (), "lost": ("a",)})

    assert [(flaw.code, flaw.component_id) for flaw in errors] == [("missing_child", "root")]
    assert [(flaw.code, flaw.component_id) for flaw in warnings] == [
        ("unreachable_component", "lost")
    ]
