"""Pages are escaped, complete, and readable in light and dark."""

import re

import pytest
from jinja2 import UndefinedError

from modylbench.publishing.html.document import base_style, environment

LEAST_CONTRAST = 4.5  # WCAG 2.2, 1.4.3, level AA
PAIRS = (
    ("text", "ground"), ("text", "raised"), ("muted", "ground"), ("muted", "raised"),
    ("link", "ground"), ("link", "raised"), ("good", "ground"), ("good", "raised"),
    ("good", "good-ground"), ("bad", "ground"), ("bad", "raised"), ("bad", "bad-ground"),
    ("doubt", "ground"), ("doubt", "doubt-ground"), ("text", "doubt-ground"),
    ("changed-text", "changed-ground"),
    *((f"heat-{level}-text", f"heat-{level}") for level in range(1, 11)),
)  # fmt: skip


def schemes() -> list[dict[str, str]]:
    """The colours by name, for light and for dark."""
    light, dark = re.findall(r":root \{(.*?)\}", base_style(), re.DOTALL)
    found = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6});")
    return [dict(found.findall(light)), dict(found.findall(light + dark))]


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(text: str, ground: str, scheme: int) -> None:
    colours = schemes()[scheme]
    light, dark = sorted(map(luminance, (colours[text], colours[ground])), reverse=True)

    assert (light + 0.05) / (dark + 0.05) >= LEAST_CONTRAST


@pytest.mark.parametrize("name", ["page.html", "page.txt", "page"])
def test_everything_is_escaped_whatever_a_template_is_called(name: str) -> None:
    made = environment().from_string("{{ x }}")
    made.name = name

    assert made.render(x="<b>'\"&") == "&lt;b&gt;&#39;&#34;&amp;"


def test_a_name_that_is_not_there_is_an_error_and_no_gap() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()
