"""A perfect agent's work with some labels and all ids in somebody's own words."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.staging.trials import quiet_options

from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.planted.plant import PlantedChoice, PlantedDefect
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import Step
from modylbench.pipeline.equipment import Equipment
from modylbench.pipeline.trial import run_trial
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import Variant, instantiate

OWN_WORDS = {"npv": "bottom line", "payback": "square again", "discount_rate": "yearly toll"}
"""What the quantities are called that code does not find: no word of these is in their names."""
LABELS = {
    "NPV": "Bottom line",
    "Simple payback (years)": "Square again",
    "Discount rate": "Yearly toll",
}
SCENARIO, SEED = "business_strategist", 3


@cache
def variant() -> Variant:
    return instantiate(scenario(SCENARIO), SEED)


def in_own_words(product: WorkProduct, labels: dict[str, str] = LABELS) -> WorkProduct:
    """The business case relabelled; every other product as it is."""
    if product.id != "business_case" or not isinstance(product, Spreadsheet):
        return product
    sheets = tuple(
        sheet.model_copy(
            update={
                "rows": tuple(
                    row.model_copy(
                        update={"id": f"own_{row.id}", "label": labels.get(row.label, row.label)}
                    )
                    for row in sheet.rows
                )
            }
        )
        for sheet in product.sheets
    )
    return product.model_copy(update={"sheets": sheets})


def relabelled_step(step: Step) -> Step:
    return replace(step, products=tuple(in_own_words(product) for product in step.products))


def hold_in_own_words(folder: Path) -> Path:
    """The folder of a whole meeting in which the business case is in somebody's own words."""
    plant = PlantedDefect(
        "own words",
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, relabelled_step), pace),
    )
    options = quiet_options(folder.parent)
    equipment = Equipment(options, PlantedChoice(plant), None, None)
    run_trial(variant(), folder, equipment, lambda *_: None)
    return folder
