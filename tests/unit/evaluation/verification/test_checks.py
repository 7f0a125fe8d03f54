"""Each check passes what is right, fails what is wrong, and says when it cannot tell."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from scipy.stats import false_discovery_control

from modylbench.evaluation.findings import Finding
from modylbench.evaluation.verification.citation_validity import is_valid_url, normal_url
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import CHECKS, finding
from modylbench.foundation.errors import BadFile
from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.document import Citation, Document, Section
from modylbench.products.quantities.closeness import CLOSE, Measure, value_tolerance
from modylbench.products.quantities.conclusion import ClaimSought, StatementPoint
from modylbench.products.quantities.quantity import (
    NumberSought,
    Quantity,
    TableSought,
    TextSought,
    WholeSought,
)
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.criteria.criterion import METHOD_OF, RUN, VOTED, Criterion
from modylbench.scenarios.scenario import ExpectedOutput
from modylbench.scenarios.template import ProductKind

QUANTITIES: tuple[Quantity, ...] = (
    NumberSought(id="ev", product="model", labels=(("EV", "enterprise value"),), unit="$M"),
    NumberSought(id="debt", product="model", labels=(("total debt",),), unit="$M"),
    NumberSought(id="equity", product="model", labels=(("sponsor equity",),), unit="$M"),
    NumberSought(id="memo_ev", product="memo", labels=(("EV", "enterprise value"),), unit="$M"),
    TableSought(
        id="raw",
        product="stats",
        labels=(("raw p", "p value"),),
        roles={"endpoint": ("SBP", "DBP", "MAP", "HR")},
        unit="fraction",
    ),
    TableSought(
        id="adjusted",
        product="stats",
        labels=(("adjusted p", "BH p"),),
        roles={"endpoint": ("SBP", "DBP", "MAP", "HR")},
        unit="fraction",
    ),
    TextSought(id="risks", product="memo", headings=("key risks", "risks")),
    *(
        ClaimSought(
            id=name,
            product="memo",
            headings=("key risks", "risks"),
            points=(StatementPoint(affirmed=("worry", "fear"), truth=truth),),
        )
        for name, truth in (("worry", "yes"), ("calm", "no"))
    ),
    WholeSought(id="memo_whole", product="memo"),
    WholeSought(id="figure", product="figure"),
)


def sheet(product: str, rows: Mapping[str, Sequence[Any]], columns: Sequence[str]) -> Spreadsheet:
    """A spreadsheet of one sheet."""
    return Spreadsheet(
        id=product,
        title=product,
        sheets=(
            Sheet(
                id="s",
                name="Main",
                columns=tuple(Column(id=f"c{n}", label=c) for n, c in enumerate(columns)),
                rows=tuple(
                    Row(
                        id=f"r{n}",
                        label=label,
                        cells={f"c{m}": Cell(value=value) for m, value in enumerate(values)},
                    )
                    for n, (label, values) in enumerate(rows.items())
                ),
            ),
        ),
    )


MODEL = sheet(
    "model",
    {"Enterprise value": ["$180.0M"], "Total debt": ["$97.5M"], "Sponsor equity": ["$82.5M"]},
    ["Amount"],
)
STATS = sheet(
    "stats",
    {"SBP": [0.01, 0.04], "DBP": [0.04, 0.053333], "MAP": [0.03, 0.053333], "HR": [0.2, 0.2]},
    ["Raw p", "Adjusted p"],
)
MEMO = Document(
    id="memo",
    title="Memo",
    sections=(
        Section(
            id="a",
            heading="Overview",
            body="The enterprise value is $180.0M at closing, as agreed with the seller.",
        ),
        Section(
            id="b",
            heading="Key risks",
            body="Customer concentration, churn and higher rates are what we worry about most.",
        ),
    ),
    citations=(
        Citation(id="c1", url="https://example.com/a"),
        Citation(id="c2", url="https://example.org/b?x=1"),
    ),
)
FIGURE = Chart(
    id="figure",
    title="Debt paydown",
    chart_type="bar",
    x_axis=Axis(label="Year"),
    y_axis=Axis(label="$M"),
    series=(Series(id="s", label="Senior", points=(Point(id="p", x="Year 1", y=5),)),),
)
PRODUCTS: tuple[WorkProduct, ...] = (MODEL, STATS, MEMO, FIGURE)

KINDS: dict[str, ProductKind] = {
    "model": "spreadsheet",
    "stats": "spreadsheet",
    "memo": "document",
    "figure": "chart",
}


def evidence(
    products: Sequence[WorkProduct] = PRODUCTS, rules: Mapping[str, Any] | None = None
) -> Evidence:
    outputs = tuple(
        ExpectedOutput(
            product_id=name,
            output_type=KINDS[name],
            title=name,
            description="",
            verification_criteria=(),
        )
        for name in KINDS
    )
    return Evidence.of(
        Expectations(outputs, {q.id: q for q in QUANTITIES}, {}, rules or {}), products
    )


def criterion(check_type: str, target: str, expected: Any = None, **fields: Any) -> Criterion:
    value = {
        "id": "c",
        "description": "what is checked",
        "check_type": check_type,
        "target_field": target,
    }
    return Criterion.model_validate(value | {"expected_value": expected} | fields, strict=False)


def checked(check_type: str, target: str, expected: Any = None, **fields: Any) -> Finding:
    products = fields.pop("products", PRODUCTS)
    rules = fields.pop("rules", None)
    return finding(criterion(check_type, target, expected, **fields), evidence(products, rules))


PASSING: dict[str, tuple[Any, ...]] = {
    "equals": ("ev", 180.0, {"tolerance_pct": 0}),
    "comparison": ("ev >= $180M", None, {}),
    "table_equals": ("raw", {"SBP": 0.01, "DBP": 0.04, "MAP": 0.03, "HR": 0.2}, {}),
    "figures_tie": (
        "ev, raw",
        {"ev": 180.0, "raw|SBP": 0.01, "raw|DBP": 0.04, "raw|MAP": 0.03, "raw|HR": 0.2},
        {},
    ),
    "algebra": ("equity == ev - debt", None, {"tolerance_pct": 0}),
    "rule": ("ev", None, {"rule": "fine", "rules": {"fine": lambda *_: []}}),
    "concludes": ("worry", None, {}),
    "grid": ("raw", "4", {}),
    "sections": ("memo_whole", ["overview", ["key risks", "risks"]], {}),
    "says": ("risks", [["churn", "attrition"], "concentration"], {}),
    "length": ("memo_whole", 60, {}),
    "chart_form": ("figure", ["bar", "line"], {}),
    "citations": ("memo_whole", 2, {}),
    "cited_sources": ("memo_whole", ["http://www.example.com/a/", "https://example.org/b?x=1"], {}),
    "cited_claims": ("memo_whole", None, {"rule": "r", "rules": {"r": lambda *_: []}}),
    "recomputed": ("raw, risks", None, {"rule": "r", "rules": {"r": lambda *_: []}}),
    "reconciled": ("ev, memo_ev", None, {"rule": "r", "rules": {"r": lambda *_: []}}),
    "inequality": ("debt < ev", None, {}),
    "ordered": ("adjusted", None, {"against": "raw"}),
    "benjamini_hochberg": ("adjusted", None, {"against": "raw", "tolerance_pct": 0.5}),
    "agrees": ("ev", None, {"against": "memo_ev"}),
}
FAILING: dict[str, tuple[Any, ...]] = {
    "concludes": ("calm", None, {}),
    "equals": ("ev", 181.0, {"tolerance_pct": 0}),
    "comparison": ("ev >= $180.5M", None, {"tolerance_pct": 0}),
    "table_equals": ("raw", {"SBP": 0.01, "DBP": 0.05, "MAP": 0.03, "HR": 0.2}, {}),
    "figures_tie": (
        "ev, raw",
        {"ev": 180.0, "raw|SBP": 0.01, "raw|DBP": 0.05, "raw|MAP": 0.03, "raw|HR": 0.2},
        {},
    ),
    "algebra": ("equity == ev - debt - $1M", None, {"tolerance_pct": 0}),
    "rule": ("ev", None, {"rule": "wrong", "rules": {"wrong": lambda *_: ["no"]}}),
    "grid": ("raw", "3", {}),
    "sections": ("memo_whole", ["overview", "recommendation"], {}),
    "says": ("risks", ["currency"], {}),
    "length": ("memo_whole", 10, {}),
    "chart_form": ("figure", ["pie"], {}),
    "citations": ("memo_whole", 3, {}),
    "cited_sources": ("memo_whole", ["https://example.com/a"], {}),
    "cited_claims": ("memo_whole", None, {"rule": "r", "rules": {"r": lambda *_: ["no"]}}),
    "recomputed": ("raw, risks", None, {"rule": "r", "rules": {"r": lambda *_: ["no"]}}),
    "reconciled": ("ev, memo_ev", None, {"rule": "r", "rules": {"r": lambda *_: ["no"]}}),
    "inequality": ("ev < debt", None, {}),
    "ordered": ("raw", None, {"against": "adjusted"}),
    "benjamini_hochberg": ("raw", None, {"against": "adjusted", "tolerance_pct": 0.5}),
    "agrees": ("debt", None, {"against": "memo_ev"}),
}

ELSEWHERE = {VOTED, *RUN}
"""What judges vote on, below, and what runs code: tests/e2e/test_code_checks.py."""
every_check = pytest.mark.parametrize("check_type", sorted(set(CHECKS) - ELSEWHERE))

ABSENT = {"citations", "says", "sections"}
"""What these miss is not there, so that nothing is shown wrong."""


def test_every_check_type_is_covered_here() -> None:
    assert set(PASSING) == set(FAILING) == set(CHECKS) - ELSEWHERE
    assert set(CHECKS) == set(METHOD_OF)


def test_what_judges_vote_on_is_theirs_where_it_is_shown_and_missing_where_it_is_not() -> None:
    question = {"description": "Is the memo one that could be sent?"}
    shown = checked(VOTED, "memo_whole", **question)
    absent = checked(VOTED, "memo_whole", **question, products=(MODEL,))

    assert (shown.verdict, shown.method, shown.is_left_to_judges) == ("unverifiable", "vote", True)
    assert absent.verdict == "missing"


@pytest.mark.parametrize(
    "wrong",
    [{"description": "The memo could be sent."}, {"decisive": True}, {"required": False}],
)
def test_what_is_voted_on_is_asked_as_a_question_and_never_decides(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="expected"):
        criterion(VOTED, "memo_whole", **{"description": "Could it be sent?"} | wrong)


@every_check
def test_what_is_right_passes(check_type: str) -> None:
    target, expected, fields = PASSING[check_type]

    found = checked(check_type, target, expected, **fields)

    assert (found.verdict, found.reason) == ("passed", "")
    assert found.where


@every_check
def test_what_is_wrong_fails_with_a_reason(check_type: str) -> None:
    target, expected, fields = FAILING[check_type]

    found = checked(check_type, target, expected, **fields)

    assert found.verdict == ("missing" if check_type in ABSENT else "failed")
    assert found.reason


@every_check
def test_nothing_passes_on_nothing(check_type: str) -> None:
    target, expected, fields = PASSING[check_type]

    found = checked(check_type, target, expected, **fields, products=())

    assert found.verdict in {"missing", "unverifiable"}
    assert found.reason


def test_one_heading_is_not_every_section() -> None:
    body = "Everything that anybody could ask for in a memo is written down right here."
    section = Section(id="a", heading="Overview, key risks and recommendation", body=body)
    memo = MEMO.model_copy(update={"sections": (section,)})
    wanted = ["overview", "key risks", "recommendation"]

    assert checked("sections", "memo_whole", wanted, products=(memo,)).verdict == "missing"


def test_a_table_that_leaves_names_out_does_not_agree() -> None:
    rows = {"SBP": [0.01, 0.01]}
    short = sheet("stats", rows, ["Adjusted p", "Other"])
    names = {name: [0.01] for name in ("SBP", "DBP", "MAP", "HR")}
    whole = sheet("more", names, ["Raw p"])
    joined = short.model_copy(
        update={"sheets": (*short.sheets, whole.sheets[0].model_copy(update={"id": "t"}))}
    )

    found = checked("agrees", "adjusted", against="raw", products=(joined,))

    assert (found.verdict, "has no" in found.reason) == ("missing", True)


def test_two_values_of_one_name_are_ambiguous_and_both_are_listed() -> None:
    model = sheet("model", {"Enterprise value": ["$180.0M"], "EV": ["$190.0M"]}, ["Amount"])

    found = checked("equals", "ev", 180.0, products=(model,))

    assert found.verdict == "ambiguous"
    assert [spot.value for spot in found.where] == [180e6, 190e6]


def test_a_cell_that_shows_another_number_than_it_holds_does_not_pass() -> None:
    cell = Cell(value=180.0, unit="$M", text="$190.0M")
    row = Row(id="ev", label="EV", cells={"a": cell})
    page = Sheet(id="s", name="Main", columns=(Column(id="a", label="Amount"),), rows=(row,))
    model = Spreadsheet(id="model", title="Model", sheets=(page,))

    assert checked("equals", "ev", 180.0, products=(model,)).verdict == "ambiguous"
    assert checked("equals", "ev", 190.0, products=(model,)).verdict == "ambiguous"


def test_a_coarse_figure_does_not_agree_with_what_it_hides() -> None:
    assert Measure(180e6, 0.5e6).is_close(Measure(180.2e6, 0.05e6), CLOSE.at(0))
    assert not Measure(6.0, 0.5).is_close(Measure(5.61, 0.005), CLOSE.at(0))
    assert not Measure(0.2e9, 0.05e9).is_close(Measure(0.18e9, 0.5e6), CLOSE.at(1))


def test_a_rule_finds_an_amount_in_another_currency_wrong_though_it_compares_nothing() -> None:
    euros = sheet("model", {"Enterprise value": ["EUR 180.0M"]}, ["Amount"])

    found = checked("rule", "ev", products=[euros], rule="r", rules={"r": lambda *_: []})

    assert (found.verdict, "another unit" in found.reason) == ("failed", True)


def test_a_rule_that_raises_is_unverifiable_and_names_no_place_on_this_machine() -> None:
    folder = Path("/some  where/library/mine")

    def odd(*_: object) -> list[str]:
        problem = f"rule odd raised KeyError: '{folder / 'data.csv'}'"
        raise BadFile(folder / "rules.py", "line 3", problem)

    found = checked("rule", "ev", rule="odd", rules={"odd": odd})

    reason = "rules.py: line 3: rule odd raised KeyError: 'data.csv'"
    assert (found.verdict, found.reason) == ("unverifiable", reason)


def test_an_expected_value_that_is_none_is_unverifiable_not_passed() -> None:
    assert checked("equals", "ev", "a lot").verdict == "unverifiable"
    assert checked("rule", "ev", rule="nobody").verdict == "unverifiable"
    assert checked("comparison", "ev / (debt - debt) > 0").verdict == "unverifiable"


def test_a_product_of_another_name_is_found_by_what_it_shows() -> None:
    renamed = MODEL.model_copy(update={"id": "workbook_final_v2", "title": "Untitled"})

    assert checked("equals", "ev", 180.0, products=(renamed, MEMO)).verdict == "passed"


def test_two_products_of_other_names_go_where_their_kind_belongs() -> None:
    workbook = MODEL.model_copy(update={"id": "wb", "title": "Untitled"})
    page = MEMO.model_copy(update={"id": "page", "title": "Untitled"})

    assert checked("length", "memo_whole", 60, products=(workbook, page)).verdict == "passed"
    assert checked("equals", "debt", 97.5, products=(workbook, page)).verdict == "passed"


@given(
    number=st.floats(1, 1e9),
    tolerance=st.floats(0.1, 10),
    share=st.floats(0, 3),
    sign=st.sampled_from([1, -1]),
)
def test_tolerance_is_a_band_around_the_expected_value(
    number: float, tolerance: float, share: float, sign: int
) -> None:
    shown = Measure(number * (1 + sign * share * tolerance / 100), half_step=1e-12)

    if abs(share - 1) > 1e-6:
        assert shown.is_close(number, value_tolerance(tolerance)) == (share < 1)


def test_tolerance_zero_means_equal_as_shown_but_not_shown_too_coarsely() -> None:
    assert Measure(180e6, 0.5e6).is_close(180.2e6, value_tolerance(0))
    assert not Measure(180e6, 0.5e6).is_close(180.6e6, value_tolerance(0))
    assert not Measure(0.2e9, 0.05e9).is_close(0.18e9, value_tolerance(0))
    assert Measure(0.2e9, 0.05e9).is_close(0.2e9, value_tolerance(0))


@given(st.lists(st.floats(0.0005, 0.9), min_size=4, max_size=4))
def test_benjamini_hochberg_accepts_the_reference_and_refuses_raw_values(raw: list[float]) -> None:
    raw = [round(p, 4) for p in raw]
    right = [round(float(p), 4) for p in false_discovery_control(raw)]
    names = ["SBP", "DBP", "MAP", "HR"]

    def outcome(adjusted: list[float]) -> str:
        rows = {name: [p, q] for name, p, q in zip(names, raw, adjusted, strict=True)}
        product = sheet("stats", rows, ["Raw p", "Adjusted p"])
        return checked("benjamini_hochberg", "adjusted", against="raw", products=(product,)).verdict

    assert outcome(right) == "passed"
    if max(q / p for p, q in zip(raw, right, strict=True)) > 1.2:
        assert outcome(raw) == "failed"


@pytest.mark.parametrize(
    ("url", "valid"),
    [
        ("https://www.sec.gov/Archives/edgar/data/1/x.htm", True),
        ("http://example.co.uk:8080/a?b=c#d", True),
        ("https://例え.jp/", False),
        ("ftp://example.com/x", False),
        ("https://example", False),
        ("https://exa mple.com", False),
        ("javascript:alert(1)", False),
        ("https://-bad-.com", False),
        ("https://example.com:99999/", False),
        ("https://[::1", False),
        ("", False),
    ],
)
def test_addresses_are_judged_by_their_syntax(url: str, valid: bool) -> None:
    assert is_valid_url(url) is valid


def test_one_page_under_two_addresses_counts_once() -> None:
    assert normal_url("http://www.example.com/a/#top") == normal_url("https://example.com/a")
    double = MEMO.model_copy(
        update={
            "citations": (
                Citation(id="c1", url="https://example.com/a"),
                Citation(id="c2", url="http://www.example.com/a/"),
            )
        }
    )

    assert checked("citations", "memo_whole", 2, products=(double,)).verdict == "missing"
