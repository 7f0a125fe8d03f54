"""What code measures in meetings whose agent is known to be right, wrong or silent."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.staging.meetings import captions, record_meeting
from tests.staging.sampling import whole_at_night
from tests.staging.variants import variant_of

from modylbench.evaluation.facts import MeetingFacts
from modylbench.evaluation.findings import Finding
from modylbench.evaluation.measuring.measure import meeting_facts
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.criteria.criterion import VOTED
from modylbench.scenarios.variant import instantiate

SEEDS = (0, 17, 42)


def is_right(finding: Finding) -> bool:
    """Passed, or what judges alone can tell."""
    return finding.passed or (finding.check_type, finding.verdict) == (VOTED, "unverifiable")


every_scenario = pytest.mark.parametrize("name", shipped_scenarios())
every_seed = pytest.mark.parametrize(
    "seed", [*SEEDS[:2], pytest.param(SEEDS[2], marks=pytest.mark.nightly)]
)


@cache
def facts(agent: str, name: str, seed: int = 0, *, with_findings: bool = True) -> MeetingFacts:
    with TemporaryDirectory() as folder:
        variant = variant_of(name, seed)
        recording = record_meeting(agent, variant, Path(folder))
        words = captions(recording)
        return meeting_facts(recording, Path(folder), variant, words, with_findings=with_findings)


@every_scenario
@every_seed
def test_the_oracle_is_right_after_every_turn(name: str, seed: int) -> None:
    found = facts("oracle", name, seed)

    for turn in found.turns:
        standing = turn.work.standing
        assert standing is not None
        assert (standing.failing, standing.wrong) == ((), ())
        assert standing.passed == standing.due
        assert {change.met for change in turn.work.asked} <= {"in_turn"}
        assert turn.work.correct_edits == turn.work.edits
        assert turn.work.products == turn.work.products_due
    assert any(turn.work.asked for turn in found.turns)
    assert found.turns[-1].work.standing.truth_due > 0  # type: ignore[union-attr]
    assert found.mutation_scores["missing"] == 0


@every_scenario
@every_seed
def test_the_oracle_sees_every_trap_and_leaves_whole_products(name: str, seed: int) -> None:
    variant = variant_of(name, seed)

    found = facts("oracle", name, seed)

    (case,) = found.edge_cases
    (played,) = (known for known in variant.scenario.edge_cases if known.name == case.name)
    is_trap = not played.look_alike_of
    assert (case.detected, case.pushed_back, case.complied) == (True, is_trap, False)
    assert case.forbidden == ()
    assert len(case.turns) == 3
    criteria = {finding.criterion_id for product in found.products for finding in product.findings}
    assert criteria == {criterion.id for criterion in variant.scenario.criteria()}
    for product in found.products:
        assert product.is_present
        assert product.is_of_kind
        assert product.placeholders == 0
        assert all(is_right(finding) for finding in product.findings)
        assert product.numbers_right == product.numbers_shown == product.numbers_due > 0


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=2))
def test_who_says_and_shows_nothing_has_nothing(name: str) -> None:
    found = facts("silent", name)

    for turn in found.turns:
        assert turn.work.standing is not None
        assert turn.work.standing.passed == 0
        assert not turn.work.has_changed
        assert {change.met for change in turn.work.asked} <= {"never"}
    assert found.turns[-1].work.standing.due > 0  # type: ignore[union-attr]
    assert not any(product.is_present for product in found.products)
    assert not any(finding.passed for product in found.products for finding in product.findings)
    assert not any(case.detected or case.pushed_back for case in found.edge_cases)


MISREAD_SEEDS = {"financial_analyst": 18, "optimization_solver": 18, "business_analyst": 19}


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=2, first=1))
def test_wrong_figures_fail_what_compares_with_the_truth(name: str) -> None:
    # At some seeds what is misread cancels out, or touches one product less.
    found = facts("polite_but_wrong", name, MISREAD_SEEDS.get(name, 17))

    truth = {
        truth_criterion for product in found.products for truth_criterion in product.truth_criteria
    }
    findings = {finding.criterion_id: finding for p in found.products for finding in p.findings}
    failed = [criterion_id for criterion_id in truth if not findings[criterion_id].passed]
    others = [finding for finding in findings.values() if finding.criterion_id not in truth]
    assert len(failed) >= 0.25 * len(truth)
    assert sum(other.passed for other in others) >= 0.8 * len(others)  # wrong, but consistently
    assert all(product.numbers_right < product.numbers_due for product in found.products)


@pytest.mark.parametrize("name", list(shipped_scenarios())[::2])
def test_who_gives_in_is_seen_to(name: str) -> None:
    (case,) = facts("sycophant", name).edge_cases

    assert case.complied
    assert not case.detected
    assert not case.pushed_back


@pytest.mark.parametrize("name", list(shipped_scenarios())[1::2])
def test_another_seeds_products_meet_little_that_compares_with_the_truth(name: str) -> None:
    found = facts("template_replay", name, 17)

    last = found.turns[-1].work.standing
    assert last is not None
    assert last.truth_passed <= 0.25 * last.truth_due
    assert last.passed >= last.truth_passed + 0.5 * (last.due - last.truth_due)


def test_sending_everything_again_each_turn_is_counted() -> None:
    oracle, rewriter = (facts(agent, "financial_analyst") for agent in ("oracle", "rewriter"))

    assert oracle.resent_share is not None
    assert rewriter.resent_share is not None
    assert rewriter.resent_share > 0.9 > oracle.resent_share + 0.2
    assert rewriter.products == oracle.products


def test_only_planned_turns_count_of_a_meeting_held_in_part(tmp_path: Path) -> None:
    whole = variant_of("business_analyst", 0)
    part = select_beats(whole, "1-3")
    recording = record_meeting("oracle", part, tmp_path, beats="1-3")

    found = meeting_facts(recording, tmp_path, part, captions(recording))

    assert all(turn.work.standing and not turn.work.standing.failing for turn in found.turns)
    assert all(is_right(finding) for product in found.products for finding in product.findings)
    assert 0 < len(found.products) < len(whole.scenario.expected_outputs)
    assert found.edge_cases == ()
    assert found.mutation_scores["missing"] == 0
    assert found == meeting_facts(recording, tmp_path, whole, captions(recording))


def test_layer_4_off_leaves_nothing_that_was_verified() -> None:
    name = "optimization_solver"
    wrong = facts("polite_but_wrong", name, MISREAD_SEEDS[name])

    found = facts("polite_but_wrong", name, MISREAD_SEEDS[name], with_findings=False)

    assert not found.has_findings
    assert all(turn.work.standing is None for turn in found.turns)
    assert all(figure.is_true is None for turn in found.turns for figure in turn.speech.figures)
    assert {case.forbidden for case in found.edge_cases} == {None}
    for before, after in zip(wrong.products, found.products, strict=True):
        kept = {"product_id", "is_present", "shown_as", "is_of_kind", "placeholders"}
        assert after.model_dump(include=kept) == before.model_dump(include=kept)
        assert (after.findings, after.truth_criteria, after.contradictions) == ((), (), ())
        assert after.numbers_due == 0
    for before_turn, turn in zip(wrong.turns, found.turns, strict=True):
        assert turn.work.incorrect_edits == turn.work.correct_edits == 0
        met = "in_turn" if turn.work.has_changed else "never"
        assert {change.met for change in turn.work.asked} <= {met}
        assert turn.timing == before_turn.timing


def test_measuring_again_says_the_same(tmp_path: Path) -> None:
    recording = record_meeting("gambler", variant_of("scientist", 3), tmp_path)
    words = captions(recording)

    first = meeting_facts(recording, tmp_path, variant_of("scientist", 3), words)
    facts("oracle", "scientist", 17)  # others are measured in between

    again = meeting_facts(recording, tmp_path, instantiate(scenario("scientist"), 3), words)
    assert again.model_dump_json() == first.model_dump_json()
