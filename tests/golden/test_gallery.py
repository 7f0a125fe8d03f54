"""Every kind of work product still looks as it did when its picture was reviewed."""

import asyncio
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from modylbench.products.chart import Axis, Chart, ChartType, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.spreadsheet import Sheet, Spreadsheet
from modylbench.products.terminal import Terminal, TerminalEntry
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.rendering.screen import Screen
from modylbench.surfaces.showing import messages_for

GALLERY = Path(__file__).with_name("gallery")
MADE_WITH = GALLERY / "made_with.json"
SEED = 1
MOST_CHANGED = 0.02  # share of pixels, between two versions of Chromium
VISIBLE = 48  # difference of a pixel that a person would notice, of 255
TALLEST = 1_600  # pixels of a picture that are kept
HOW_TO_RENEW = "look at the new pictures after: python -m tests.golden.test_gallery"

SOURCE = '''"""Internal rate of return of a series of yearly cash flows."""

from collections.abc import Sequence


def net_present_value(rate: float, flows: Sequence[float]) -> float:
    return sum(flow / (1 + rate) ** year for year, flow in enumerate(flows))


def internal_rate_of_return(flows: Sequence[float], *, precision: float = 1e-9) -> float:
    """The rate at which the flows are worth nothing today, by bisection."""
    low, high = -0.99, 10.0
    if net_present_value(low, flows) * net_present_value(high, flows) > 0:
        raise ValueError("the flows never change sign")
    while high - low > precision:
        middle = (low + high) / 2
        if net_present_value(middle, flows) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
'''


def of_the_oracles() -> dict[str, WorkProduct]:
    return {
        product.id: product
        for source in catalogue.scenarios()
        for product in instantiate(source, SEED).final_products
    }


def sheet_of(product: WorkProduct, name: str) -> Sheet:
    assert isinstance(product, Spreadsheet)
    return next(sheet for sheet in product.sheets if sheet.name == name)


def number_at(sheet: Sheet, row: str, column: int) -> float | None:
    found = next(candidate for candidate in sheet.rows if candidate.label == row)
    cell = found.cells.get(sheet.columns[column].id)
    return float(cell.value) if cell and isinstance(cell.value, int | float) else None


def over_the_years(sheet: Sheet, *rows: str) -> tuple[Series, ...]:
    return tuple(
        Series(
            id=f"series_{place}",
            label=row,
            points=tuple(
                Point(id=f"p{at}", x=column.label, y=number_at(sheet, row, at))
                for at, column in enumerate(sheet.columns)
            ),
        )
        for place, row in enumerate(rows)
    )


def one_series(label: str, pairs: list[tuple[str, float | None]]) -> tuple[Series, ...]:
    points = tuple(Point(id=f"p{at}", x=x, y=y) for at, (x, y) in enumerate(pairs))
    return (Series(id="only", label=label, points=points),)


def chart(chart_type: ChartType, title: str, x: Axis, y: Axis, series: tuple[Series, ...]) -> Chart:
    return Chart(
        id=chart_type, title=title, chart_type=chart_type, x_axis=x, y_axis=y, series=series
    )


def more_charts(products: dict[str, WorkProduct]) -> Iterator[Chart]:
    """The types that no oracle draws, from numbers that the oracles computed."""
    model = sheet_of(products["lbo_model"], "Operating model")
    debt = sheet_of(products["lbo_model"], "Debt schedule")
    uses = sheet_of(products["lbo_model"], "Sources and uses")
    effects = sheet_of(products["conversion_analysis"], "Decomposition")
    cases = sheet_of(products["irr_sensitivity"], "IRR sensitivity")
    millions = "$M"
    year = Axis(label="Fiscal year")
    yield chart(
        "line",
        "CloudSync: revenue and EBITDA",
        year,
        Axis(label="Amount", unit=millions),
        over_the_years(model, "Revenue", "EBITDA"),
    )
    yield chart(
        "area",
        "CloudSync: debt outstanding at year end",
        year,
        Axis(label="Closing balance", unit=millions),
        over_the_years(debt, "Senior closing balance", "Sub closing balance"),
    )
    names = ("Senior term loan", "Subordinated notes", "Sponsor equity")
    yield chart(
        "pie",
        "CloudSync: sources of funds",
        Axis(),
        Axis(label="Amount", unit=millions),
        one_series("Sources", [(name, number_at(uses, name, 0)) for name in names]),
    )
    steps = [
        (column.label, number_at(effects, "Total", at)) for at, column in enumerate(effects.columns)
    ]
    yield chart(
        "waterfall",
        "Why the win rate changed between Q2 and Q3",
        Axis(label="Effect"),
        Axis(label="Change in win rate", unit="percentage points"),
        one_series("All segments", steps),
    )
    yield chart(
        "heatmap",
        "CloudSync: diluted sponsor IRR",
        Axis(label="Revenue growth in year 1"),
        Axis(label="Exit multiple"),
        tuple(
            Series(
                id=row.id,
                label=row.label,
                unit="%",
                points=tuple(
                    Point(id=f"p{at}", x=column.label, y=number_at(cases, row.label, at))
                    for at, column in enumerate(cases.columns)
                ),
            )
            for row in cases.rows
        ),
    )


def gallery() -> dict[str, WorkProduct]:
    products = of_the_oracles()
    code = Code(
        id="returns",
        title="Returns library",
        files=(
            CodeFile(id="irr", path="src/returns/irr.py", language="python", content=SOURCE),
            CodeFile(
                id="settings",
                path="settings.toml",
                language="toml",
                content="[returns]\nprecision = 1e-9\nhurdle = 0.19\n",
            ),
        ),
    )
    session = Terminal(
        id="runs",
        title="Test runs",
        entries=(
            TerminalEntry(
                id="first",
                command="pytest -q",
                output="..F.\n1 failed, 3 passed in 0.04s",
                exit_code=1,
            ),
            TerminalEntry(
                id="then", command="pytest -q", output="....\n4 passed in 0.03s", exit_code=0
            ),
        ),
    )
    shown = {
        "spreadsheet": products["lbo_model"],
        "spreadsheet_wide": products["competitor_table"],
        "document": products["ic_tear_sheet"],
        "document_with_sources": products["briefing"],
        "dashboard": products["action_dashboard"],
        "code": code,
        "terminal": session,
        "chart_bar": products["funnel_chart"],
        "chart_scatter": products["readiness_timeline"],
        "chart_forest": products["subgroup_figure"],
    }
    return shown | {f"chart_{chart.chart_type}": chart for chart in more_charts(products)}


async def drawn() -> tuple[dict[str, bytes], str]:
    """A picture of the whole page of every product, and the Chromium that made them."""
    async with Screen.open() as screen:
        pictures = {}
        for name, product in gallery().items():
            await screen.clear()
            shown = await screen.apply(messages_for(product, "main"))
            assert shown.findings == (), f"{name}: {shown.findings}"
            pictures[name] = kept_part(await screen.shot(full_page=True))
        assert screen.violations.console_errors == []
        assert screen.violations.page_errors == []
        return pictures, screen.browser_version


def kept_part(png: bytes) -> bytes:
    """The upper part of a picture, packed tightly: the browser packs for speed."""
    whole = opened(png)
    packed = io.BytesIO()
    whole.crop((0, 0, whole.width, min(whole.height, TALLEST))).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def changed_share(before: bytes, after: bytes) -> float:
    """The share of pixels that look different; all of them where the size differs much."""
    old, new = opened(before), opened(after)
    if abs(old.height - new.height) > 0.02 * old.height or old.width != new.width:
        return 1.0
    area = (0, 0, old.width, min(old.height, new.height))
    difference = ImageChops.difference(old.crop(area), new.crop(area)).convert("L")
    counts = difference.histogram()
    return sum(counts[VISIBLE:]) / sum(counts)


@pytest.fixture(scope="module")
def today() -> tuple[dict[str, bytes], str]:
    return asyncio.run(drawn())


@pytest.fixture(scope="module")
def kept() -> dict[str, bytes]:
    return {path.stem: path.read_bytes() for path in sorted(GALLERY.glob("*.png"))}


def test_every_picture_of_the_gallery_is_drawn(
    today: tuple[dict[str, bytes], str], kept: dict[str, bytes]
) -> None:
    assert set(today[0]) == set(kept), HOW_TO_RENEW


def test_pictures_look_as_they_did(
    today: tuple[dict[str, bytes], str], kept: dict[str, bytes]
) -> None:
    pictures, version = today
    exactly = version == json.loads(MADE_WITH.read_text(encoding="utf-8"))["chromium"]
    assert pictures
    for name, picture in pictures.items():
        if exactly:
            same = opened(picture).tobytes() == opened(kept[name]).tobytes()
            assert same, f"{name} changed: {HOW_TO_RENEW}"
        share = changed_share(kept[name], picture)
        assert share <= MOST_CHANGED, f"{name}: {share:.1%} of it changed: {HOW_TO_RENEW}"


def test_another_picture_is_told_apart(kept: dict[str, bytes]) -> None:
    assert changed_share(kept["chart_bar"], kept["chart_bar"]) == 0
    assert changed_share(kept["chart_bar"], kept["chart_forest"]) > MOST_CHANGED


if __name__ == "__main__":
    made, chromium = asyncio.run(drawn())
    GALLERY.mkdir(exist_ok=True)
    for old in GALLERY.glob("*.png"):
        old.unlink()
    for title, png in made.items():
        (GALLERY / f"{title}.png").write_bytes(png)
    MADE_WITH.write_text(json.dumps({"chromium": chromium}, indent=2) + "\n", encoding="utf-8")
