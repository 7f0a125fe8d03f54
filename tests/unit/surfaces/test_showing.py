"""A product that was shown is read back as the same product."""

import pytest

from modylbench.products.code import Code, CodeFile
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios import catalogue
from modylbench.scenarios.loader import ScenarioSource
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.state.surfaces import Surfaces

every_scenario = pytest.mark.parametrize(
    "source", catalogue.scenarios(), ids=lambda source: source.id
)


def read_back(*products: WorkProduct) -> dict[str, WorkProduct]:
    surfaces = Surfaces()
    for product in products:
        for message in messages_for(product, f"surface-{product.id}"):
            assert surfaces.take(message) == ()
    assert surfaces.end_turn() == ()
    reading = read_products(surfaces.snapshot())
    assert reading.findings == ()
    return {product.id: product for product in reading.products}


@every_scenario
@pytest.mark.parametrize("seed", [0, 3])
def test_what_an_oracle_made_is_read_back_exactly(source: ScenarioSource, seed: int) -> None:
    products = instantiate(source, seed).final_products

    assert read_back(*products) == {product.id: product for product in products}


def test_files_of_one_set_are_read_back_as_one_product() -> None:
    files = (
        CodeFile(id="main.py", path="src/main.py", language="python", content="print(1)\n"),
        CodeFile(id="empty", path="src/empty.py"),
    )
    code = Code(id="tool", title="A tool", files=files)

    assert read_back(code) == {"tool": code}
