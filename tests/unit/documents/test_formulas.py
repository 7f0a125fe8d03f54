"""A formula without a stored result is shown as Excel would show it.

The figures are those of Excel's own pages for each function; all were compared with LibreOffice.
"""

import io
import math
import time
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from modylbench.documents.workbook.book import read_workbook
from modylbench.documents.workbook.formulas.evaluate import (
    FUNCTIONS,
    Calculation,
    Formula,
    SheetSource,
)
from modylbench.documents.workbook.formulas.logic import BRANCH_FUNCTIONS
from modylbench.documents.workbook.formulas.values import DIVISION, ErrorValue, UnsupportedFormula
from modylbench.products.findings import Complaints

MOST_SECONDS = 20.0


class Shown:
    """What a workbook shows, and what is said about it."""

    def __init__(self, content: bytes) -> None:
        complaints = Complaints()
        self.tabs = {tab.name: tab.grid for tab in read_workbook(content, complaints).tabs}
        self.findings = complaints.findings
        self.codes = [finding.code for finding in self.findings]
        self.reasons = {finding.where: finding.reason for finding in reversed(self.findings)}

    def at(self, row: int, column: int, tab: str = "S") -> Any:
        entry = self.tabs[tab].entries.get((row, column))
        return entry.cell.value if entry else None


def book(rows: list[list[Any]], **others: list[list[Any]]) -> Any:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name, cells in {"S": rows, **others}.items():
        tab = made.create_sheet(name)
        for row in cells:
            tab.append(row)
    return made


def saved(made: Any) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def shown(rows: list[list[Any]], **others: list[list[Any]]) -> Shown:
    return Shown(saved(book(rows, **others)))


def result(formula: str) -> Any:
    return shown([[f"={formula}"]]).at(1, 1)


STRENGTHS = "{1345,1301,1368,1322,1310,1370,1318,1350,1303,1299}"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("1+2*3", 7), ("-2^2", 4), ("2^3^2", 64), ("(1+2)*3", 9), ("50%%", 0.005), ("2^-1", 0.5),
        ("10-2-3", 5), ("100/10/5", 2), ('1+1&"a"', "2a"), ("1+1=2", True), ('"A"="a"', True),
        ("--TRUE", 1), ("0.1+0.2=0.3", True), ("0.5-0.4-0.1", 0), ('1<"a"', True), ("TRUE>5", True),
        ('"5"+1', 6), ('"x"+1', "#VALUE!"), ("1/0", "#DIV/0!"), ('"10%"*200', 20), ("Z9+1", 1),
        ('Z9&"x"', "x"), ("Z9", 0), ('Z9=""', True), ("Z9=0", True), ("0^0", "#NUM!"),
        ("1E300*1E300", "#NUM!"), ("#REF!+1", "#REF!"), ("Nope!A1", "#REF!"), ("Nope", "#NAME?"),
        ('1/3&""', "0.333333333333333"), ("TRUE&1", "TRUE1"), ('"say ""hi"""', 'say "hi"'),
        ("ROUND(2.15,1)", 2.2), ("ROUND(2.149,1)", 2.1), ("ROUND(-1.475,2)", -1.48),
        ("ROUND(21.5,-1)", 20), ("ROUND(626.3,-3)", 1000), ("ROUND(-50.55,-2)", -100),
        ("ROUNDUP(-3.14159,1)", -3.2), ("ROUNDUP(31415.92654,-2)", 31500),
        ("ROUNDDOWN(-3.14159,1)", -3.1), ("ROUNDDOWN(31415.92654,-2)", 31400),
        ("INT(-8.9)", -9), ("TRUNC(-8.9)", -8), ("MOD(-3,2)", 1), ("MOD(3,-2)", -1),
        ("MOD(3,0)", "#DIV/0!"), ("MROUND(10,3)", 9), ("CEILING(2.5,1)", 3), ("FLOOR(3.7,2)", 2),
        ("LOG(86,2.7182818)", 4.4543473), ("LOG10(86)", 1.934498451), ("LN(86)", 4.454347296),
        ("SQRT(-16)", "#NUM!"), ("POWER(98.6,3.2)", 2401077.222), ("EXP(1)", 2.71828183),
        ('SUM(5,15,TRUE,"3")', 24), ("SUM({1,2;3,4}*2)", 20), ("PRODUCT({2,3},4)", 24),
        ("SUMPRODUCT({3,4;8,6;1,9},{2,7;6,7;5,3})", 156), ("SUMPRODUCT({1,2},{1,2,3})", "#VALUE!"),
        ("AVERAGE({10,7,9,27,2})", 11), ("COUNT({1,2},TRUE)", 2), ("MEDIAN(1,2,3,4,5,6)", 3.5),
        (f"STDEV({STRENGTHS})", 27.46391572), (f"_xlfn.STDEV.P({STRENGTHS})", 26.05455814),
        (f"VAR({STRENGTHS})", 754.2666667), (f"_xlfn.VAR.P({STRENGTHS})", 678.84),
        ("LARGE({3,5,3,5,4;4,2,4,6,7},3)", 5), ("LARGE({3,5,3,5,4;4,2,4,6,7},7)", 4),
        ("SMALL({3,4,5,2,3,4,6,4,7},4)", 4), ("RANK(3.5,{7,3.5,3.5,1,2},1)", 3),
        ("RANK(7,{7,3.5,3.5,1,2},1)", 5), ("RANK(8,{7,3.5},1)", "#N/A"),
        ("PERCENTILE({1,3,2,4},0.3)", 1.9), ("QUARTILE({1,2,4,7,8,9,10,12},1)", 3.5),
        ("CORREL({3,2,4,5,6},{9,7,12,15,17})", 0.997054486),
        ("SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.305555556),
        ("INTERCEPT({2,3,9,1,8},{6,5,11,7,5})", 0.048387097),
        ("RSQ({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.05795019),
        ("GEOMEAN(4,5,8,7,11,4,3)", 5.476986970),
        ("NPV(0.1,-10000,3000,4200,6800)", 1188.443412),
        ("IRR({-70000,12000,15000,18000,21000})", -0.021244848),
        ("IRR({-70000,12000,15000,18000,21000,26000})", 0.086630948),
        ("IRR({100,200})", "#NUM!"),
        ("MIRR({-120000,39000,30000,21000,37000,46000},0.1,0.12)", 0.126094131),
        ("XNPV(0.09,{-10000,2750,4250,3250,2750},{39448,39508,39751,39859,39904})", 2086.647602),
        ("XIRR({-10000,2750,4250,3250,2750},{39448,39508,39751,39859,39904},0.1)", 0.373362535),
        ("PMT(0.08/12,10,10000)", -1037.032089), ("PMT(0.08/12,10,10000,0,1)", -1030.164327),
        ("PMT(0,10,1000)", -100), ("PV(0.08/12,12*20,500,,0)", -59777.14585),
        ("FV(0.06/12,10,-200,-500,1)", 2581.403374), ("FV(0.11/12,35,-2000,,1)", 82846.24637),
        ("NPER(0.12/12,-100,-1000,10000,1)", 59.67386567), ("RATE(4*12,-200,8000)", 0.007701472),
        ("IPMT(0.1/12,1,3*12,8000)", -66.66666667), ("IPMT(0.1,3,3,8000)", -292.4471299),
        ("PPMT(0.08,10,10,200000)", -27598.05346), ("EFFECT(0.0525,4)", 0.053542667),
        ("SLN(30000,7500,10)", 2250), ("RRI(96,10000,11000)", 0.0009933074),
        ("IF(1>2,1/0,7)", 7), ("IF(1>2,1)", False), ("IFERROR(1/0,9)", 9), ("IFERROR(1,9)", 1),
        ("_xlfn.IFNA(NA(),9)", 9), ("_xlfn.IFNA(1/0,9)", "#DIV/0!"), ("CHOOSE(2,1/0,5)", 5),
        ('_xlfn.SWITCH(2,1,"a",2,"b")', "b"), ("_xlfn.IFS(1>2,1,TRUE,2)", 2),
        ("AND(TRUE,1)", True), ("OR(FALSE,0)", False), ("NOT(0)", True),
        ("AND(1/0,TRUE)", "#DIV/0!"), ("MATCH(1,1/0,0)", "#DIV/0!"), ("COUNT(1/0,5)", 1),
        ("ISERROR(1/0)", True), ("ISBLANK(Z9)", True), ("ISNUMBER(Z9)", False),
        ("MATCH(39,{25,38,40,41},1)", 2), ("MATCH(41,{25,38,40,41},0)", 4),
        ("MATCH(40,{25,38},0)", "#N/A"), ('MATCH("b*",{"abc","bcd"},0)', 2),
        ("INDEX({1,2;3,4},2,2)", 4), ("SUM(INDEX({1,2;3,4},0,2))", 6), ("INDEX({1,2},9)", "#REF!"),
        ('VLOOKUP(2,{1,"a";2,"b"},2,FALSE)', "b"), ('VLOOKUP(2.5,{1,"a";2,"b"},2)', "b"),
        ('HLOOKUP("q",{"p","q";1,2},2,FALSE)', 2), ("LOOKUP(4.19,{4.14,4.19,5.17},{1,2,3})", 2),
        ("_xlfn.XLOOKUP(2,{1,2,3},{7,8,9})", 8), ('_xlfn.XLOOKUP(9,{1,2},{7,8},"none")', "none"),
        ("_xlfn.XLOOKUP(2.5,{1,2,3},{7,8,9},,-1)", 8), ("_xlfn.XLOOKUP(2.5,{1,2,3},{7,8,9},,1)", 9),
        ('_xlfn.TEXTJOIN(", ",TRUE,"a","","b")', "a, b"), ('_xlfn.CONCAT({"a","b"},1)', "ab1"),
        ('TEXT(1234.567,"$#,##0.00")', "$1,234.57"), ('TEXT(0.285,"0.0%")', "28.5%"),
        ('TEXT(39448,"yyyy-mm-dd")', "2008-01-01"), ('SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"),
        ('MID("Fluid Flow",1,5)', "Fluid"), ('FIND("M","Miriam McGovern",3)', 8),
        ('SEARCH("e","Statements",6)', 7), ('PROPER("this is a TITLE")', "This Is A Title"),
        ("DATE(2008,14,2)", 39846), ("DATE(2008,1,-15)", 39432), ("YEAR(39448)", 2008),
        ("EDATE(DATE(2011,1,31),1)", 40602), ("EOMONTH(DATE(2011,1,1),-3)", 40482),
        ("WEEKDAY(39492,2)", 4), ("ROW()", 1), ("COLUMNS(A1:D9)", 4),
    ],
)  # fmt: skip
def test_a_formula_comes_to_what_excel_says(formula: str, expected: Any) -> None:
    found = result(formula)

    if isinstance(expected, bool | str):
        assert found == expected
        assert isinstance(found, bool) == isinstance(expected, bool)
    else:
        assert not isinstance(found, bool)
        assert found == (pytest.approx(expected, rel=2e-7) if expected else 0)


HOMES: list[list[Any]] = [
    ["Value", "Fee", "Area"],
    [100_000, 7_000, "North"],
    [200_000, 14_000, "South"],
    [300_000, 21_000, "North East"],
    [400_000, 28_000, None],
]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ('SUMIF(D!A2:A5,">160000",D!B2:B5)', 63_000), ('SUMIF(D!A2:A5,">160000")', 900_000),
        ("SUMIF(D!A2:A5,300000,D!B2:B5)", 21_000), ('SUMIF(D!A2:A5,">"&D!A3,D!B2)', 49_000),
        ('SUMIF(D!C2:C5,"north*",D!B2:B5)', 28_000), ('COUNTIF(D!C2:C5,"?????")', 2),
        ('COUNTIF(D!C2:C5,"<>North")', 3), ('COUNTIF(D!C2:C5,"")', 1),
        ('COUNTIFS(D!C2:C5,"n*",D!A2:A5,">=300000")', 1), ('AVERAGEIF(D!B2:B5,"<23000")', 14_000),
        ('AVERAGEIF(D!B2:B5,">95000")', "#DIV/0!"),
        ('SUMIFS(D!B2:B5,D!A2:A5,">=200000",D!A2:A5,"<400000")', 35_000),
        ("SUM(D!A:A)", 1_000_000), ("SUM(D!$A$2:$B2)", 107_000), ("SUM(D!2:2)", 107_000),
        ("COUNTA(D!A1:C5)", 14), ("COUNT(D!A1:C5)", 8), ("AVERAGE(D!C2:C5)", "#DIV/0!"),
        ("SUMPRODUCT((D!A2:A5>150000)*D!B2:B5)", 63_000), ("SUM(D!A2:A5*1)", 200_000),
        ("D!A2:A5+0", 200_000), ("INDEX(D!B2:B5,MATCH(300000,D!A2:A5,0))", 21_000),
        ('VLOOKUP("x",D!A2:B5,2,FALSE)', "#N/A"), ("SUM(OFFSET(D!A1,1,1,2,1))", 21_000),
        ('INDIRECT("D!B3")', 14_000), ("D!B5/D!A5-1", -0.93), ("D!C2+1", "#VALUE!"),
        ("SUM(d!b2:b5)", 70_000), ("SUM(D!A1:C5)", 1_070_000),
    ],
)  # fmt: skip
def test_a_formula_draws_on_another_worksheet(formula: str, expected: Any) -> None:
    found = shown([["x"], ["x"], [f"={formula}"]], D=HOMES)  # in row 3, which D!A2:A5 crosses

    assert found.at(3, 1) == (pytest.approx(expected) if isinstance(expected, float) else expected)
    assert found.codes == ["formula_computed"]


def sums(depth: int = 4) -> st.SearchStrategy[tuple[str, float]]:
    """A formula, and what Python makes of it."""
    numbers = st.integers(-50, 50).map(lambda n: (f"({n})", float(n)))

    def joined(parts: st.SearchStrategy[tuple[str, float]]) -> st.SearchStrategy[tuple[str, float]]:
        return st.one_of(
            st.tuples(parts, parts).map(lambda p: (f"({p[0][0]}+{p[1][0]})", p[0][1] + p[1][1])),
            st.tuples(parts, parts).map(lambda p: (f"({p[0][0]}-{p[1][0]})", p[0][1] - p[1][1])),
            st.tuples(parts, parts).map(lambda p: (f"{p[0][0]}*{p[1][0]}", p[0][1] * p[1][1])),
            st.lists(parts, min_size=1, max_size=5).map(
                lambda p: (f"MAX({','.join(t for t, _ in p)})", max(v for _, v in p))
            ),
            st.tuples(parts, parts, parts).map(
                lambda p: (
                    f"IF({p[0][0]}>{p[1][0]},{p[2][0]},{p[0][0]})",
                    p[2][1] if p[0][1] > p[1][1] else p[0][1],
                )
            ),
        )

    return st.recursive(numbers, joined, max_leaves=2**depth)


@given(sums())
def test_arithmetic_is_that_of_python(pair: tuple[str, float]) -> None:
    formula, expected = pair

    assert result(formula) == pytest.approx(expected, rel=1e-9)


ATOMS = st.sampled_from(
    [
        "0", "1", "-1", "2.5", "-7E+300", "1E-300", "1E+15", "40000", '"a"', '"*"', '">1"', '"5%"',
        '""', "TRUE", "1/0", "NA()", "", "A1", "A1:C3", "A:A", "2:2", "B2:B4", "{1,2;3,4}", "Z9",
        '{"x",TRUE}', "S!A1:A9", "No!A1", "Nix", "(A1:B2)", "-A1:A3", "A1:A3=1", '"yyyy-mm"',
        '"0.0%"', "I9",
    ]
)  # fmt: skip
CALLS = st.recursive(
    ATOMS,
    lambda parts: st.one_of(
        st.tuples(
            st.sampled_from(sorted({**FUNCTIONS, **BRANCH_FUNCTIONS})), st.lists(parts, max_size=5)
        ).map(lambda call: f"{call[0]}({','.join(call[1])})"),
        st.tuples(
            parts, st.sampled_from(["+", "-", "*", "/", "^", "&", "=", "<", ">="]), parts
        ).map("".join),
    ),
    max_leaves=8,
)


@settings(max_examples=settings().max_examples * 10)
@given(CALLS, st.booleans())
def test_any_formula_is_a_value_or_has_a_reason(formula: str, is_array: bool) -> None:
    source = SheetSource()
    for place, value in enumerate([1.0, -2.0, "a", True, None, DIVISION, "", 46_000.0, "5"]):
        source.put((place // 3 + 1, place % 3 + 1), value)
    source.put((9, 9), Formula(formula, is_array))

    try:
        found = Calculation({"s": source}, {}).result(("s", 9, 9))
    except UnsupportedFormula as error:
        found = f"not computed: {error.reason}"

    assert found is not None
    if not isinstance(found, str):
        assert not isinstance(found, int | float) or math.isfinite(found)
        assert isinstance(found, float | str | bool | ErrorValue)


def test_cells_depend_on_each_other_in_any_order_and_over_hidden_worksheets() -> None:
    made = book(
        [["Total", "=SUM(B2:B3)"], ["a", "=Inputs!A1*Rate"], ["b", "=B2*2"]],
        Inputs=[["=A2+5"], [10]],
    )
    made["Inputs"].sheet_state = "hidden"
    made["S"].row_dimensions[3].hidden = True
    made.defined_names["Rate"] = DefinedName("Rate", attr_text="Inputs!$A$2/100")

    found = Shown(saved(made))

    assert [found.at(1, 2), found.at(2, 2)] == [4.5, 1.5]
    assert sorted(found.codes) == ["formula_computed", "hidden_content", "hidden_content"]


def test_a_chain_of_20_000_cells_is_followed_to_its_end() -> None:
    rows = [[f"=A{row + 1}+1"] for row in range(1, 20_000)]

    found = shown([*rows, [1]])

    assert found.at(1, 1) == 20_000
    assert "20,000" not in found.reasons[""]
    assert "19,999 cells" in found.reasons[""]


def test_a_formula_that_depends_on_itself_is_said_and_so_is_what_needs_it() -> None:
    found = shown([["=B1+1", "=C1", "=A1", "=A1*2", "=IF(TRUE,5,E1)", 3, "=F1+1"]])

    assert [found.at(1, column) for column in range(1, 8)] == [None] * 4 + [5, 3, 4]
    assert sorted(found.codes) == [
        "formula_circular", "formula_circular", "formula_circular", "formula_computed",
        "formula_without_value",
    ]  # fmt: skip
    assert "needs s!A1" in found.reasons["S!D1"]


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("TODAY()", "TODAY"), ("NOW()+1", "NOW"), ("RAND()*2", "RAND"),
        ("IFERROR(RAND(),1)", "RAND"),
        ("RANDBETWEEN(1,6)", "RANDBETWEEN"), ("_xlfn.LAMBDA(x,x)", "LAMBDA"),
        ("SUM([1]Sheet1!A1)", "another file"), ("SUM(Table1[Sales])", "table"),
        ('"2026-01-15"+1', "may be a date"), ("SUM(A2:A3 A3:A4)", "not understood"),
        ("1+", "not well-formed"), ("cmd|' /C calc'!A0", "not well-formed"), (")", "not"),
        ("1+" * 5_000 + "1", "8,192 characters"), ("(" * 70 + "1" + ")" * 70, "64 levels"),
    ],
)  # fmt: skip
def test_what_is_not_computed_says_why_and_so_does_what_needs_it(formula: str, reason: str) -> None:
    found = shown([["x", f"={formula}"], ["y", "=B1+1"]])

    assert [found.at(1, 2), found.at(2, 2)] == [None, None]
    assert found.codes.count("formula_without_value") == 2
    assert reason in found.reasons["S!B1"]
    assert "needs s!B1" in found.reasons["S!B2"]


def settled(content: bytes) -> bytes:
    """The workbook as a spreadsheet saves it: nothing is computed again on opening."""
    return replaced(content, ' fullCalcOnLoad="1"', "", "workbook.xml")


def test_a_stored_result_is_not_computed_again() -> None:
    content = settled(saved(book([["=1+1", "=A1*10"]])))
    stored = replaced(content, "<f>1+1</f><v></v>", "<f>1+1</f><v>3</v>")

    found = Shown(stored)

    assert [found.at(1, 1), found.at(1, 2)] == [3, 30]
    assert "1 cells" in found.reasons[""]


@pytest.mark.parametrize("first", ["0", "3"])
@pytest.mark.parametrize("second", ["0", "10"])
def test_results_that_a_spreadsheet_replaces_on_opening_are_computed(
    first: str, second: str
) -> None:
    content = saved(book([["=1+1", "=A1*10"]]))  # openpyxl asks for it, as XlsxWriter does
    content = replaced(content, "<f>1+1</f><v></v>", f"<f>1+1</f><v>{first}</v>")
    content = replaced(content, "<f>A1*10</f><v></v>", f"<f>A1*10</f><v>{second}</v>")

    found = Shown(content)

    assert [found.at(1, 1), found.at(1, 2)] == [2, 20]
    assert found.codes == ["formula_computed"]


@pytest.mark.parametrize(("second", "expected"), [("0", [2, 20]), ("10", [0, 10])])
def test_results_that_are_all_0_are_computed_whoever_left_them(
    second: str, expected: list[int]
) -> None:
    content = settled(saved(book([["=1+1", "=A1*10"]])))
    content = replaced(content, "<f>1+1</f><v></v>", "<f>1+1</f><v>0</v>")
    content = replaced(content, "<f>A1*10</f><v></v>", f"<f>A1*10</f><v>{second}</v>")

    found = Shown(content)

    assert [found.at(1, 1), found.at(1, 2)] == expected


def test_a_result_left_at_0_that_cannot_be_computed_is_not_shown() -> None:
    content = saved(book([["=RAND()", "=H!A1*10"]], H=[["=4+1"]]))
    content = replaced(content, "<f>RAND()</f><v></v>", "<f>RAND()</f><v>0</v>")
    content = replaced(content, "<f>H!A1*10</f><v></v>", "<f>H!A1*10</f><v>0</v>")
    content = replaced(content, "<f>4+1</f><v></v>", "<f>4+1</f><v>0</v>", "sheet2.xml")
    content = replaced(content, 'name="H" sheetId="2" state="visible"',
                       'name="H" sheetId="2" state="hidden"', "workbook.xml")  # fmt: skip

    found = Shown(content)

    assert [found.at(1, 1), found.at(1, 2)] == [None, 50]
    assert sorted(found.codes) == ["formula_computed", "formula_without_value", "hidden_content"]


def test_what_an_array_formula_left_in_other_cells_is_not_shown() -> None:
    made = book([[1, "x"], [2, 0], [3, 7]])
    made["S"]["B1"] = ArrayFormula("B1:B2", "=A1:A2*2")

    found = Shown(saved(made))

    assert [found.at(row, 2) for row in (1, 2, 3)] == [None, None, 7]
    assert found.codes == ["formula_without_value"] * 2


def replaced(content: bytes, old: str, new: str, where: str = "sheet1.xml") -> bytes:
    """The workbook with one part changed, its first worksheet if no other is named."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(out, "w") as made:
        for name in whole.namelist():
            part = whole.read(name)
            is_sheet = name.endswith(where)
            assert not is_sheet or old.encode() in part
            made.writestr(name, part.replace(old.encode(), new.encode()) if is_sheet else part)
    return out.getvalue()


def test_shared_and_array_formulas() -> None:
    made = book([[1, 10], [2, 20], [3, 30], ["=X", "=Y"]])
    tab = made["S"]
    tab["C1"] = "=A1*B1"
    tab["C2"] = "=0"
    tab["D1"] = ArrayFormula("D1", "=SUM(A1:A3*B1:B3)")
    tab["E1"] = ArrayFormula("E1:E3", "=A1:A3*2")
    content = replaced(saved(made), "<f>A1*B1</f>", '<f t="shared" ref="C1:C2" si="0">A1*B1</f>')
    content = replaced(content, "<f>0</f>", '<f t="shared" si="0"/>')

    found = Shown(content)

    assert [found.at(1, 3), found.at(2, 3), found.at(1, 4), found.at(1, 5)] == [10, 40, 140, None]
    assert "fills several cells" in found.reasons["S!E1"]


def test_a_computed_number_is_shown_in_the_format_of_its_cell() -> None:
    made = book([["Margin", "=1/8"], ["Close", "=DATE(2026,12,31)"], ["Sign", "=1>0"]])
    made["S"]["B1"].number_format = "0.0%"
    made["S"]["B2"].number_format = "d mmm yyyy"

    found = Shown(saved(made))

    assert found.tabs["S"].entries[1, 2].text == "12.5%"
    assert [found.at(2, 2), found.at(3, 2)] == ["31 Dec 2026", True]


def test_days_since_1904_are_not_guessed() -> None:
    made = book([["=YEAR(A2)", "=A2+1"], [44_000]])
    made.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904

    found = Shown(saved(made))

    assert [found.at(1, 1), found.at(1, 2)] == [None, 44_001]


GREEDY: dict[str, list[list[Any]]] = {
    "5,000 sums of everything": [[f"=SUM(B1:K5000)+{row}", *[1] * 10] for row in range(5_000)],
    "a text that doubles": [["ab" * 1_000], *([f"=A{row}&A{row}"] for row in range(1, 200))],
    "a number that squares": [[10], *([f"=A{row}*A{row}"] for row in range(1, 200))],
    "2,000 references in one": [
        ["=" + "+".join(f"B{row}" for row in range(1, 1_300)), "=1"],
        *(["x", f"=A1*0+{row}"] for row in range(1, 1_300)),
    ],
    "whole worksheets": [["=SUMPRODUCT((A2:XFD1048576=1)*1)"], [1], *([] for _ in range(3))],
    "patterns of stars": [
        *([("a" * 30_000)] for _ in range(200)),
        ['=COUNTIF(A1:A200,"' + "*a" * 100 + '*b")'],
    ],
    "returns of long series": [
        [f"=IRR(B1:B2000)+{row}", -1 if row % 2 else 1.1] for row in range(2_000)
    ],
    "IFs in IFs": [["=" + "IF(1=1&1+1*1^-(1)%," * 60 + "1" + ",0)" * 60]],
    "a long text again and again": [['=REPT("x",1E9)', '=SUBSTITUTE(REPT("a",32000),"a","bbbb")']],
}


@pytest.mark.parametrize("case", GREEDY)
def test_a_greedy_workbook_stops_always_at_the_same_place(case: str) -> None:
    content = saved(book(GREEDY[case]))
    started = time.process_time()

    found = Shown(content)

    assert time.process_time() - started < MOST_SECONDS
    if case == "patterns of stars":
        assert "too much work" in found.reasons["S!A201"]
    assert found.findings == Shown(content).findings


def test_names_in_a_ring_end() -> None:
    made = book([["=One+1", "=Two"]])
    made.defined_names["One"] = DefinedName("One", attr_text="Two+Two")
    made.defined_names["Two"] = DefinedName("Two", attr_text="One+One")

    found = Shown(saved(made))

    assert found.codes == ["formula_without_value", "formula_without_value"]
