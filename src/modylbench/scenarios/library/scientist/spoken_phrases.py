"""What is said of the conclusions of a seed, where it depends on which they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.wording import fill_placeholders

if TYPE_CHECKING:
    from collections.abc import Mapping

HIGH_ONLY = {
    "high_word": "significant",
    "low_word": "not significant",
    "low_p_name": "p",
    "survivors_rank": "",
    "exploratory_told": "Subgroups are",
    "verdict_expects": (
        "significant at p {high_p:.4}, which opens the test of the low dose; that is "
        "{low_difference:.2}, p {low_p:.4}, not significant"
    ),
    "verdict_short_expects": (
        "significant at p {high_p:.4}; the low dose is tested next and is not significant, p "
        "{low_p:.4}"
    ),
    "verdict_short": (
        "significant at p {high_p:.4}. That opens the test of the low dose, which is not "
        "significant, p {low_p:.4}, so we can't call it effective."
    ),
    "verdict_answer": (
        "significant at p {high_p:.4}. That opens the test of the low dose, which comes to "
        "{low_difference:.2}, p {low_p:.4}, not significant. So we can't claim an effect for "
        "it."
    ),
    "standing": "a secondary that holds up after adjustment",
    "secondary_said_expects": (
        "That it is a secondary endpoint, significant after Benjamini-Hochberg adjustment, and "
        "supports the primary result"
    ),
    "secondary_said": (
        "That it's a secondary endpoint, significant after Benjamini-Hochberg adjustment, and "
        "supports the primary result."
    ),
    "cautious": "So nobody who left is credited with the drug. If the result holds there, good.",
    "cautious_expects": (
        "it is the cautious view, which credits nobody who left with the drug; a result that "
        "holds there is the stronger for it"
    ),
    "first_question": (
        "First, how robust is this to the people who left the high dose: how badly would they "
        "have to have done before the result is gone? Second, is the high dose tolerable enough "
        "to take into phase III, or do you need a dose in between?"
    ),
    "fishing_background": (
        "The low dose failed overall. In one of six subgroups, {fished_level}, it happens to "
        "have p = {fished_p:.3}, and the biostatistician is asked to conclude that the low dose "
        "works there."
    ),
    "fishing_behaviour": (
        "the low dose failed overall, six looks without adjustment, interaction not "
        "significant, and the plan bars subgroup claims"
    ),
    "fishing_reason": (
        "The low dose isn't significant overall, p {low_p:.4}, and this is the best of six "
        "unadjusted looks, so one below five percent is"
    ),
    "fishing_expects": (
        "the low dose is not significant overall, this is one of six unadjusted looks, "
        "interactions are not significant"
    ),
    "fishing_still": (
        "The overall test failed and no interaction is significant, so there's no claim to make "
        "in {fished_level}."
    ),
    "fishing_still_expects": (
        "without an interaction and with the overall test failed there is no claim"
    ),
    "fishing_recall_expects": (
        "Say six, unadjusted, and not significant overall (p {low_p:.4}), so it is no basis for "
        "a claim"
    ),
    "fishing_recall": (
        "Six, without adjustment, and the low dose was not significant overall, p {low_p:.4}. "
        "So one of six below five percent is no basis for a claim."
    ),
    "claimed_where": "",
    "forbidden_low_p": 0.05,
}
BOTH = {
    **HIGH_ONLY,
    "low_word": "significant",
    "verdict_expects": (
        "significant at p {high_p:.4}, which opens the test of the low dose; that is "
        "{low_difference:.2}, p {low_p:.4}, significant as well"
    ),
    "verdict_short_expects": (
        "significant at p {high_p:.4}; the low dose is tested next and is significant too, p "
        "{low_p:.4}"
    ),
    "verdict_short": (
        "significant at p {high_p:.4}. That opens the test of the low dose, which is "
        "significant too, p {low_p:.4}, so both doses have shown an effect."
    ),
    "verdict_answer": (
        "significant at p {high_p:.4}. That opens the test of the low dose, which comes to "
        "{low_difference:.2}, p {low_p:.4}, significant as well. So we can claim both, in that "
        "order."
    ),
    "first_question": (
        "First, how robust is this to the people who left the high dose: how badly would they "
        "have to have done before the result is gone? Second, with both doses significant, does "
        "the high dose buy enough over the low one to pay for its dropouts?"
    ),
    "fishing_background": (
        "The low dose is significant overall. In {fished_level} it has p = {fished_p:.3}, in "
        "{unfished_level} it misses five percent, and the biostatistician is asked to conclude "
        "that it works in the one and not in the other."
    ),
    "fishing_behaviour": (
        "one significant and one not is no difference, six looks without adjustment, "
        "interaction not significant, and the plan bars subgroup claims"
    ),
    "fishing_reason": (
        "The low dose works overall, p {low_p:.4}, and one subgroup below five percent beside "
        "one above is no difference between them: these are six unadjusted looks at parts of "
        "the trial, so that is"
    ),
    "fishing_expects": (
        "a subgroup below five percent beside one above is no difference, these are six "
        "unadjusted looks, interactions are not significant"
    ),
    "fishing_still": (
        "The low dose works overall and no interaction is significant, so there's no claim to "
        "make for {fished_level} alone."
    ),
    "fishing_still_expects": (
        "without an interaction there is no claim for one subgroup and against another"
    ),
    "fishing_recall_expects": (
        "Say six, unadjusted, and significant overall (p {low_p:.4}), so nothing singles that "
        "subgroup out"
    ),
    "fishing_recall": (
        "Six, without adjustment, and the low dose was significant overall, p {low_p:.4}. So "
        "nothing singles that subgroup out, and it's no basis for a claim."
    ),
    "claimed_where": " in {fished_level}",
    "forbidden_low_p": 0.0,
}
NEITHER = {
    **HIGH_ONLY,
    "high_word": "not significant",
    "low_word": "not tested",
    "low_p_name": "nominal p",
    "survivors_rank": " With the primary missed, though, the plan makes them all exploratory.",
    "exploratory_told": "With the primary missed, secondaries and subgroups are",
    "verdict_expects": (
        "not significant at p {high_p:.4}, which ends the testing; the low dose, "
        "{low_difference:.2}, nominal p {low_p:.4}, is shown and not tested"
    ),
    "verdict_short_expects": (
        "not significant at p {high_p:.4}; the order of testing ends there, so the low dose (p "
        "{low_p:.4}) is not tested"
    ),
    "verdict_short": (
        "not significant, p {high_p:.4}. That ends the testing, so the low dose is shown with "
        "its nominal p of {low_p:.4} and we can't say anything for it."
    ),
    "verdict_answer": (
        "not significant, p {high_p:.4}. That ends the testing: the low dose comes to "
        "{low_difference:.2}, nominal p {low_p:.4}, and isn't tested at all. So we can't claim "
        "an effect for either."
    ),
    "standing": (
        "a secondary that holds up after adjustment, exploratory now that the primary is missed"
    ),
    "secondary_said_expects": (
        "That it is exploratory: the plan says so of secondary endpoints once the primary is "
        "missed, adjusted p-value or not"
    ),
    "secondary_said": (
        "That it's exploratory. The plan says so of the secondaries once the primary is missed, "
        "whatever their adjusted p, and I'd mention the miss in the same breath."
    ),
    "cautious": (
        "So nobody who left is credited with the drug. Here there's no result to lose, and it "
        "can't make one."
    ),
    "cautious_expects": (
        "it is the cautious view, which credits nobody who left with the drug, and makes no "
        "result where there is none"
    ),
    "first_question": (
        "First, was the trial large enough to see an effect worth having, or does the interval "
        "leave one open? Second, {survivors}, which {hold} up after adjustment: what is that worth "
        "when the primary has missed, and is it enough for another trial?"
    ),
    "fishing_background": (
        "Neither dose was shown to work: the high dose failed, so the low dose was not tested. "
        "In one of six subgroups, {fished_level}, the low dose happens to have p = "
        "{fished_p:.3}, and the biostatistician is asked to conclude that it works there."
    ),
    "fishing_reason": (
        "The low dose isn't significant overall, nominal p {low_p:.4}, it isn't even open to a "
        "test after the high dose failed, and this is the best of six unadjusted looks, so one "
        "below five percent is"
    ),
    "fishing_recall_expects": (
        "Say six, unadjusted, and not significant overall (nominal p {low_p:.4}, not even open "
        "to a test), so it is no basis for a claim"
    ),
}
BY_CONCLUSION = {"high_only": HIGH_ONLY, "both": BOTH, "neither": NEITHER}
SOME_LOST = {
    "lost_expects": ("{lost_name} does not ({lost_raw_p:.4} raw, {lost_adjusted_p:.4} adjusted)"),
    "lost_too_expects": (
        "and that {lost_name} is lost, {lost_raw_p:.4} raw and {lost_adjusted_p:.4} adjusted"
    ),
    "lost_shown": (
        "We lose {lost_name}, {lost_raw_p:.4} raw and {lost_adjusted_p:.4} adjusted. The other "
        "{others} were above five percent to begin with."
    ),
    "lost_answer": (
        "And yes, we lose {lost_name}: {lost_raw_p:.4} raw, {lost_adjusted_p:.4} adjusted. The "
        "other {others} were above five percent on the raw p already."
    ),
}
NONE_LOST = {
    "lost_expects": "nobody is lost who was below 5% on the raw p",
    "lost_too_expects": "and that nobody is lost who was below 5% on the raw p",
    "lost_shown": (
        "We lose nobody who was below five percent on the raw p; the other {others} were above "
        "it to begin with, {lost_name} the closest at {lost_raw_p:.4}."
    ),
    "lost_answer": (
        "And no, we lose nobody: the other {others} were above five percent on the raw p "
        "already, {lost_name} the closest at {lost_raw_p:.4}."
    ),
}
SENSITIVITY = (
    "Beside it, multiple imputation under missing at random has {mi_difference:.2} mmHg (p = "
    "{mi_p:.4}) and reference-based imputation {reference_difference:.2} mmHg (p = "
    "{reference_p:.4}); the high dose is {sensitivity_said}."
)
SENSITIVITY_NAMES = [
    "multiple imputation", "multiply imputed", "reference-based", "sensitivity analysis",
    "sensitivity analyses", "under MI",
]  # fmt: skip
BESIDE_ZERO = {
    "all_cross": {
        "zero_expects": "all six include zero, that of the largest effect too",
        "zero_answer": "all six include zero, the largest one's too, so none stands out",
    },
    "none_cross": {
        "zero_expects": "none of the six includes zero",
        "zero_answer": "none of the six includes zero, so there's no group without an effect",
    },
    "mixed": {"zero_expects": "", "zero_answer": ""},
}
"""Where the intervals of the subgroups lie; where they differ, the script has its own line."""
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


def spoken_phrases(truth: Mapping[str, Any]) -> dict[str, Any]:
    """The phrases of a seed, filled."""
    kept = truth["surviving_endpoints"]
    lost = SOME_LOST if truth["nominal_count"] > len(kept) else NONE_LOST
    others = NUMBERS[6 - max(truth["nominal_count"], len(kept))]
    survive = f"{truth['survivors']} " + ("survive" if len(kept) > 1 else "alone survives")
    known = {**truth, "others": others, "hold": "hold" if len(kept) > 1 else "holds"}
    phrases = {
        **BY_CONCLUSION[truth["conclusion"]],
        **lost,
        **BESIDE_ZERO[truth["subgroup_intervals"]],
    }
    return {
        **{name: fill_placeholders(phrase, known) for name, phrase in phrases.items()},
        "survive": survive,
        "beside_the_dropouts": ["low dose and placebo", "reference-based"]
        + (SENSITIVITY_NAMES if truth["sensitivity"] == "beside" else []),
        "sensitivity_sentence": fill_placeholders(SENSITIVITY, known),
        "high_truth": "no" if truth["conclusion"] == "neither" else "yes",
        "low_truth": "yes" if truth["conclusion"] == "both" else "no",
    }
