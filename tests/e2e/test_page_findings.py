"""Pages whose truth is known, measured in a real Chromium."""

from __future__ import annotations

import asyncio
import io
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from modylbench.documents.page import contrast
from modylbench.documents.page.facts import axe_report, page_facts
from modylbench.documents.page.legibility import all_legibility
from modylbench.providers.browser import Browser
from modylbench.providers.chromium import installed_chromium
from modylbench.surfaces.rendering.page_findings import page_findings, page_summary

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "page_facts"
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "cases.yaml").read_text(encoding="utf-8"))
UNMEASURED = "unknown"
SAMPLES = 120
COLUMNS = 12
CELL = 90

# axe-core passes over filters and blending, takes an icon for a text, and measures a field's colour
# where we measure its placeholder's.
BLIND = {"filter", "blend mode"}
OTHERWISE = {"icon", "placeholder"}

pytestmark = pytest.mark.skipif(installed_chromium() is None, reason="needs Chromium on PATH")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the tests, bundled with the walk and axe-core."""
    bundler = ROOT / "web" / "node_modules" / ".bin" / "esbuild"
    if not bundler.exists():
        pytest.skip("needs the packages of the page: make setup")
    built = tmp_path_factory.mktemp("page")
    source, target = HERE / "host.js", built / "host.js"
    subprocess.run(  # noqa: S603
        [bundler, source, "--bundle", "--format=iife", "--log-level=error", f"--outfile={target}"],
        check=True,
    )
    (built / "host.html").write_bytes((HERE / "host.html").read_bytes())
    return built


def asked(folder: Path, *calls: tuple[Any, ...]) -> list[Any]:
    """What the page answers to calls, one after the other."""

    async def ask() -> list[Any]:
        async with Browser.open(folder) as browser:
            answers = [await browser.call(f"cases.{name}", *given) for name, *given in calls]
            assert browser.violations.page_errors == []
            return answers

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def measured(folder: Path) -> dict[str, Any]:
    """Every case by its name."""
    answers = asked(folder, *(("measure", case["html"]) for case in CASES))
    return {case["name"]: answer for case, answer in zip(CASES, answers, strict=True)}


every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])


@every_case
def test_a_page_has_the_findings_that_it_should(
    case: dict[str, Any], measured: dict[str, Any]
) -> None:
    findings = page_findings(page_facts(measured[case["name"]]["facts"]))

    assert sorted(finding.code for finding in findings) == sorted(case.get("codes", [])), findings


@every_case
def test_contrast_and_size_are_what_public_checkers_say(
    case: dict[str, Any], measured: dict[str, Any]
) -> None:
    facts = page_facts(measured[case["name"]]["facts"])
    if "ratio" not in case and "size" not in case:
        return
    first = all_legibility(facts)[0]

    if case.get("ratio") == UNMEASURED:
        assert first.ratio is None
    elif "ratio" in case:
        assert first.ratio == pytest.approx(case["ratio"], abs=0.015)
    if "size" in case:
        assert first.text.font_px == case["size"]


def test_axe_core_decides_most_cases(measured: dict[str, Any]) -> None:
    assert sum(bool(answer["decided"]) for answer in measured.values()) > len(CASES) / 2


@every_case
def test_axe_core_agrees_wherever_it_decides(
    case: dict[str, Any], measured: dict[str, Any]
) -> None:
    answer = measured[case["name"]]
    texts = all_legibility(page_facts(answer["facts"]))
    if "axe" in case:
        return
    for element, passes, ratio in answer["decided"]:
        ours = [item for item in texts if item.text.element == element]
        assert ours, f"axe-core measured {element}, we did not"
        for item in ours:
            if item.text.unknown in BLIND or item.text.role in OTHERWISE:
                continue
            assert item.ratio is not None
            assert item.needs is not None
            assert (item.ratio >= item.needs) == passes
            assert item.ratio == pytest.approx(ratio, abs=0.1)


def test_axe_core_decides_enough_for_agreement_to_mean_something(measured: dict[str, Any]) -> None:
    decided = [verdict[1] for answer in measured.values() for verdict in answer["decided"]]

    assert decided.count(True) > 40
    assert decided.count(False) > 15


@every_case
def test_measuring_twice_gives_the_same_and_changes_nothing(
    case: dict[str, Any], measured: dict[str, Any]
) -> None:
    answer = measured[case["name"]]

    assert answer["same"]
    assert answer["untouched"]


@every_case
def test_what_axe_core_says_again_is_not_told_twice(
    case: dict[str, Any], measured: dict[str, Any]
) -> None:
    answer = measured[case["name"]]
    findings = page_findings(page_facts(answer["facts"]), axe=axe_report(answer["axe"]))
    codes = {finding.code for finding in findings}

    assert "axe_color_contrast" not in codes
    assert "axe_image_alt" not in codes


def sample(draw: random.Random) -> str:
    """Some nested boxes and groups of random colours around a block of ink."""

    def colour() -> str:
        red, green, blue = (draw.randrange(256) for _ in range(3))
        return f"rgb({red} {green} {blue} / {draw.choice([1, 1, 0.75, 0.4, 0.1, 0])})"

    def opacity() -> float:
        return draw.choice([1, 1, 1, 0.9, 0.5])

    if draw.random() < 0.5:
        inner = f"<div style='color:{colour()};padding:20px'>███</div>"
        for _ in range(draw.randrange(5)):
            inner = f"<div style='background:{colour()};opacity:{opacity()}'>{inner}</div>"
        return inner
    parts = [f"<text x='20' y='40' fill='{colour()}'>███</text>"]
    for _ in range(draw.randrange(5)):
        shape = f"<rect width='90' height='90' fill='{colour()}' opacity='{opacity()}'/>"
        behind = f"<g opacity='{opacity()}'>{shape}</g>"
        parts = [f"<g opacity='{opacity()}'>{behind}{''.join(parts)}</g>"]
    return f"<svg width='90' height='90' style='background:{colour()}'>{''.join(parts)}</svg>"


def test_colours_are_those_of_the_picture(folder: Path) -> None:
    """The browser's own pixels are the reference: a block of ink, and the same place without it."""
    draw = random.Random("colours of the picture")  # noqa: S311
    cells = [sample(draw) for _ in range(SAMPLES)]
    style = f"width:{CELL}px;height:{CELL}px;overflow:hidden;font:16px/1 monospace"
    html = f"<div style='display:grid;grid-template-columns:repeat({COLUMNS},{CELL}px)'>" + "".join(
        f"<div style='{style}'>{cell}</div>" for cell in cells
    )

    async def pictures() -> tuple[Any, Any, Any]:
        async with Browser.open(folder) as browser:
            await browser.call("cases.put", html)
            height = CELL * (SAMPLES // COLUMNS)
            raw = await browser.call("cases.facts")
            inked = await browser.picture(1280, height)
            await browser.call(
                "cases.css",
                "* { color: transparent !important; fill-opacity: var(--f, 1) }"
                " text { --f: 0 !important }",
            )
            return raw, opened(inked), opened(await browser.picture(1280, height))

    raw, inked, bare = asyncio.run(pictures())
    facts = page_facts(raw)
    assert len(facts.texts) == SAMPLES
    for text in facts.texts:
        x, y = text.box[0] + text.box[2] / 2, text.box[1] + text.box[3] / 2
        assert len(text.stacks) == 1
        stack = facts.stacks[text.stacks[0]]
        assert text.foreground is not None
        seen = (
            contrast.composite_colour([*stack, contrast.Layer(text.foreground)]),
            contrast.composite_colour(stack),
        )
        for ours, picture in zip(seen, (inked, bare), strict=True):
            assert ours is not None
            pixel = picture.getpixel((round(x), round(y)))
            assert ours[:3] == pytest.approx(pixel[:3], abs=2.5), text


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


HUNDRED_THOUSAND = """
<p>Seen</p><div id="many"></div>
<script data-run>
  const many = root.querySelector('#many');
  for (let i = 0; i < 100000; i++) {
    many.append(document.createElement('i'));
    many.lastChild.textContent = 'w' + i;
  }
</script>"""

DEEP = """
<p>Seen</p><div id="deep"></div>
<script data-run>
  let at = root.querySelector('#deep');
  for (let i = 0; i < 400; i++) {
    at = at.appendChild(document.createElement('div'));
    at.style.cssText = 'background:rgb(0 0 0 / 0.001);overflow:hidden';
  }
  at.textContent = 'Deep words';
</script>"""

PILE = "<svg width=300 height=60>" + "<text x=10 y=30>Some words</text>" * 3000 + "</svg>"

LONG = "<p>" + "word " * 400_000 + "</p>"

HALVES = "<p>" + "a" * 199 + "\U0001f600" + "</p><p>Line one\u2028two</p>"


SIGNS = "<p>Seen" + "\ufe01" * 150_000 + "\u200b" * 150_000 + "\u202e" * 150_000 + "</p>"

LETTERS = "".join(
    f"<p>{''.join(chr(0x4E00 + (at * 40 + step) % 20_000) for step in range(1_000))}</p>"
    for at in range(3_000)
)

LABELS = "<p>Seen</p>" + f"<div aria-label='{'some words - 5 ' * 5_000}'>x</div>" * 200


HOSTILE = {
    "many": HUNDRED_THOUSAND,
    "deep": DEEP,
    "pile": PILE,
    "long": LONG,
    "half": HALVES,
    "signs": SIGNS,
    "letters": LETTERS,
    "labels": LABELS,
}


@pytest.fixture(scope="module")
def hostile(folder: Path) -> dict[str, tuple[Any, float]]:
    """The facts of every hostile page, and the milliseconds that they took."""
    calls = [
        call
        for html in HOSTILE.values()
        for call in (("put", html), ("facts",), ("timed", "facts"))
    ]
    answers = asked(folder, *calls)
    return dict(zip(HOSTILE, zip(answers[1::3], answers[2::3], strict=True), strict=True))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_measured_in_bounded_work_and_size(
    name: str, hostile: dict[str, tuple[Any, float]]
) -> None:
    raw, milliseconds = hostile[name]
    facts = page_facts(raw)

    assert len(facts.texts) <= 5_000
    assert all(len(text.text) <= 200 for text in facts.texts)
    assert len(page_findings(facts)) < 200
    assert milliseconds < 15_000  # a hang, not slowness: machines differ
    assert page_summary(facts).complete == (name not in {"many", "pile", "letters"})
