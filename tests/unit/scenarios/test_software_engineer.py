"""The service of the software engineer: its texts do what the truth says, at every seed."""

import types

import pytest

from modylbench.evaluation.verification.running import last_counts
from modylbench.products.code import Code
from modylbench.products.terminal import Terminal
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.software_engineer import service
from modylbench.scenarios.library.software_engineer.truth import EVERY_WORK
from modylbench.scenarios.variant import Variant, instantiate

SEEDS = range(24)
TABLES = (
    "price_calls", "order_calls", "express_calls", "limit_calls", "part_calls", "tier_calls",
    "version_calls",
)  # fmt: skip


def variant_of(seed: int) -> Variant:
    return instantiate(scenario("software_engineer"), seed)


def module_of(text: str) -> dict[str, object]:
    """The module, run here: it is our own, not an agent's."""
    module = types.ModuleType("pricing")
    exec(text, vars(module))  # noqa: S102
    return vars(module)


def value_of(space: dict[str, object], call: str) -> object:
    def raises(kind: type[Exception], run: types.FunctionType) -> int:
        try:
            run()
        except kind:
            return 1
        return 0

    return eval(call.partition(":")[2], {**space, "raises": raises})  # noqa: S307


@pytest.mark.parametrize("seed", SEEDS)
def test_the_finished_service_does_what_the_truth_says(seed: int) -> None:
    truth = variant_of(seed).truth
    space = module_of(service.module_text(truth, EVERY_WORK))

    for name in TABLES:
        for call, number in truth[name].items():
            assert value_of(space, call) == number, call


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fault_shows_in_the_customer_s_case_and_not_in_the_tests_handed_over(seed: int) -> None:
    truth = variant_of(seed).truth
    first = frozenset({"handed_over"})
    space = module_of(service.module_text(truth, first, bug=truth["bug"]))

    call = f":{truth['symptom_call'].replace('pricing.', '')}"
    assert value_of(space, call) == truth["wrong_price"] != truth["right_price"]
    tests = service.tests_text(truth, first).replace("import pricing", "")
    checks = module_of(tests)
    checks["pricing"] = types.SimpleNamespace(**space)
    ran = [checks[name]() for name in checks if name.startswith("test_")]  # type: ignore[operator]
    assert len(ran) == truth["tests_first"]


def test_the_log_grows_at_its_end_alone() -> None:
    variant = variant_of(3)
    reached: frozenset[str] = frozenset()
    before: tuple[object, ...] = ()
    for slot in variant.scenario.human_turns():
        reached |= set(slot.reaches)
        logs = [p for p in variant.products_at(reached) if isinstance(p, Terminal)]
        entries = logs[0].entries if logs else ()
        assert entries[: len(before)] == before
        before = entries
    assert len(before) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_the_log_says_as_many_tests_as_there_are(seed: int) -> None:
    code, log, _ = variant_of(seed).final_products

    assert isinstance(code, Code)
    assert isinstance(log, Terminal)
    tests = next(file.content for file in code.files if file.id == "tests")
    assert last_counts(log) == (tests.count("def test_"), 0, 0)


def test_every_fault_and_every_order_of_work_is_met() -> None:
    variants = [variant_of(seed) for seed in range(40)]

    assert {v.truth["bug"] for v in variants} == {"started_kilo", "bulk_edge", "surcharge_base"}
    assert {v.truth["correction"] for v in variants} == {"express_fee", "none"}
    orders = {tuple(turn.beat for turn in v.scenario.turns) for v in variants}
    assert len(orders) > 6
