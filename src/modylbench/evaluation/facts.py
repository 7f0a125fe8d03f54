"""What code has established about a meeting, before anybody judges it.

Facts are plain counts, shares and places. They hold no opinion of how bad a thing is: that is for
the judges, who get them as given, and for the rules of scoring. None is what could not be measured.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from modylbench.evaluation.findings import Finding
from modylbench.foundation.record import Spec
from modylbench.recording.events import Seconds, TurnOutcome
from modylbench.scenarios.script import Purpose, Response, Severity

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]

AttemptChannel = Literal["said", "chat", "surface", "file", "file_name", "screen", "attribute"]
FigureAgreement = Literal["agrees", "contradicts", "not_shown"]
WhenMet = Literal["in_turn", "later", "never"]


class ProductStanding(Spec):
    """How one deliverable stands after a turn, by the criteria against the truth due by then."""

    product_id: str
    is_shown: bool
    truth_due: Count
    truth_passed: Count
    wrong: Count
    """Those of them that are shown and wrong, rather than missing."""
    numbers: Count = 0
    """Numbers of a perfect agent's product that this one shows under the same labels."""
    numbers_right: Count = 0


class Standing(Spec):
    """How the products on the table stand after a turn, by the criteria that are due by then.

    Due is what a perfect agent's products satisfy at that turn. `truth_due` are those that
    compare with the truth or with the files; the others (agreement between products, form) can be
    met by an agent that is wrong throughout. `new_*` are those that fell due in this very turn.
    """

    due: Count
    passed: Count
    truth_due: Count
    truth_passed: Count
    new_due: Count
    new_passed: Count
    failing: tuple[str, ...] = ()
    """Criteria that are due and do not pass, by id."""
    wrong: tuple[str, ...] = ()
    """Those of them that are shown and wrong, rather than missing."""
    by_product: tuple[ProductStanding, ...] = ()
    """One for each deliverable that is due."""


class AskedChange(Spec):
    """A change that the human asked for in this turn, and when it was made."""

    product_id: str
    mutation_type: str
    path: str
    met: WhenMet


class WorkFacts(Spec):
    """What the agent did to its products in a turn."""

    standing: Standing | None
    asked: tuple[AskedChange, ...]
    edits: Count
    correct_edits: Count
    incorrect_edits: Count
    destructive_edits: Count
    products: Count
    """How many of the deliverables asked for are on the table."""
    products_due: Count
    resent_share: Share | None
    """Of what it sent, the part that stood there before without change."""
    has_changed: bool
    """Whether anything that can be seen changed in this turn."""
    chart_faults: tuple[str, ...] = ()
    """Charts whose axes are named the wrong way round."""


class SaidFigure(Spec):
    """A number that the agent said or wrote, against what is shown at that moment."""

    text: str
    value: float
    unit: str
    channel: Literal["said", "chat"]
    agreement: FigureAgreement
    is_true: bool | None
    """Whether it is the truth's value of what it is said to be; None where nobody can tell."""
    quantity: str = ""
    """The quantity it is said to be, where that can be told."""
    shown: float | None = None
    product_id: str = ""
    pointer: str = ""


class ExpectedFigure(Spec):
    """A number of a perfect answer to this turn, and whether the agent gave it."""

    text: str
    value: float
    unit: str
    given: bool
    is_echo: bool = False
    """Whether the human had just said it."""


class UngroundedSource(Spec):
    """A source, a name, an address or a cause behind a claim that occurs in nothing given."""

    text: str
    kind: Literal["address", "study", "name", "cause", "assurance"]
    channel: AttemptChannel
    product_id: str = ""
    pointer: str = ""


class SpeechFacts(Spec):
    """What the agent's words come to; `source` says whose transcript they are."""

    source: Literal["asr", "captions", "none"]
    words: Count
    figures: tuple[SaidFigure, ...]
    expected_figures: tuple[ExpectedFigure, ...]
    coverage: Share | None
    """Of what a perfect answer speaks of, the part that the agent speaks of too."""
    similarity_to_earlier: Share
    """How much of it is word for word what it had said in one earlier turn."""
    fillers: Share
    """The part of its words that says nothing of the matter: courtesies, hedges, promises."""
    ungrounded: tuple[UngroundedSource, ...] = ()
    foreign_figures: tuple[str, ...] = ()
    """Figures that occur in nothing given, shown or true, and follow from no two that it names."""
    denies: bool = False
    """Whether it says that it did not, or will not, do what it should, or takes its words back."""
    abuse: Count = 0
    """Insults and abusive words."""
    off_topic_share: Share = 0.0
    """The part of its words that stands in sentences beside the matter of the turn."""
    personal_remarks: Count = 0
    """Remarks on the person spoken to, and confidences that are given away."""
    echo: Share = 0.0
    """Of its content, the part that is only the question's own words."""
    why_unusable: str = ""
    """Why nobody can use the answer: disowned, turned round, in no order, not what is shown."""


class TimingFacts(Spec):
    """When the agent spoke; None without sound or times."""

    response_s: float | None
    talk_over_s: Seconds
    longest_pause_s: Seconds | None
    spoken_s: Seconds | None


class VoicePause(Spec):
    """A silence between two stretches of the agent's voice in one turn.

    `after` is what the words before it came to the end of, by their punctuation; unknown without
    word times. It is filled where a filler stands at one of its ends.
    """

    at_s: Seconds
    duration_s: Seconds
    after: Literal["sentence", "clause", "word", "unknown"]
    is_filled: bool
    shows: bool
    """Whether something that people can see changed in it."""


class SpokenFiller(Spec):
    """A filler and when it was said."""

    text: str
    at_s: Seconds


class SoundFacts(Spec):
    """How the agent's voice sounded in a turn; what could not be measured is None, for a `reason`.

    Times are the meeting's. Rates are words a minute: of speech with its pauses, of articulation
    without them. `final_lengthening` is how much longer a syllable lasts in words before a pause
    than elsewhere. Nothing of this is added to a score.
    """

    reason: str = ""
    duration_s: Seconds | None = None
    voiced_s: Seconds | None = None
    silence_share: Share | None = None
    speech_rate_wpm: float | None = None
    articulation_rate_wpm: float | None = None
    loudness_lufs: float | None = None
    level_dbfs: float | None = None
    level_range_db: float | None = None
    noise_floor_dbfs: float | None = None
    clipped_share: Share | None = None
    pitch_by: str = ""
    """Who told the pitch, by name and version."""
    pitch_hz: float | None = None
    """The median; `pitch_low_hz` and `pitch_high_hz` are the 10th and 90th percentile."""
    pitch_low_hz: float | None = None
    pitch_high_hz: float | None = None
    pitch_range_semitones: float | None = None
    pitch_deviation_semitones: float | None = None
    pitched_share: Share | None = None
    """The part of the voice in which a pitch was found: little of noise, or of whispering."""
    final_lengthening: float | None = None
    pauses: tuple[VoicePause, ...] = ()
    fillers: tuple[SpokenFiller, ...] | None = None
    """None without word times."""


class PageFinding(Spec):
    """Something wrong with what could be seen."""

    code: str
    severity: Literal["error", "warning"]
    reason: str
    surface_id: str | None = None
    product_id: str = ""


class ScreenChange(Spec):
    """A surface that a person saw change, at its second by the log of what the agent sent."""

    at_s: Seconds
    surface_id: str
    leads_on: bool
    """Whether anything in it came nearer to what stood at the end of the turn."""


class ScreenReference(Spec):
    """A phrase of the agent's that points at the screen, against the nearest change of it."""

    at_s: Seconds
    offset_s: float | None
    """How long after the phrase the change came, below 0 before it; None beyond 5 s."""
    is_early: bool
    """Whether it points at what comes only later, or at a screen that shows nothing so far."""


class ScreenChecks(Spec):
    """What holds on a surface or a shared screen as it was left; None where nobody can tell."""

    source: Literal["surface", "screenshare"]
    product_id: str = ""
    contrast_ok: bool | None = None
    graphics_contrast_ok: bool | None = None
    font_size_ok: bool | None = None
    axis_labels_ok: bool | None = None
    chart_titles_ok: bool | None = None
    not_empty: bool | None = None
    nothing_clipped: bool | None = None
    nothing_overlapping: bool | None = None
    nothing_hidden: bool | None = None


class FrameCounts(Spec):
    """Of the pictures that have one before them, how many are new, and to whom."""

    compared: Count = 0
    changed: Count = 0
    """By the log of what the agent sent, or by the pixels."""
    changed_by_hash: Count = 0
    """By the paper's hash alone, which does not see one changed cell."""
    unreadable: Count = 0
    """Pictures of ours that could not be opened: never the agent's fault."""
    uncompared: Count = 0
    """Pictures beyond what is opened of one meeting."""


class ScreenFacts(Spec):
    """What could be seen at the end of a turn; findings are those of this turn's frames."""

    frames: Count
    findings: tuple[PageFinding, ...]
    faults: Count
    """Messages for the surfaces that were refused, or left them broken."""
    changes: tuple[ScreenChange, ...] = ()
    """The first of them; `more_changes` came besides."""
    more_changes: Count = 0
    undone_changes: Count = 0
    """Of all changes, those that led to nothing that stood at the end of the turn."""
    references: tuple[ScreenReference, ...] = ()
    stability: Share | None = None
    """How steady the surfaces were; None without two pictures of one."""
    checks: tuple[ScreenChecks, ...] = ()


class Attempt(Spec):
    """Text that speaks to whoever judges, where it stood and what it tries."""

    channel: AttemptChannel
    kind: str
    excerpt: str
    """Short and plain: for people to read, never to be sent to a judge."""
    turn_index: int
    product_id: str = ""
    pointer: str = ""

    @property
    def stands(self) -> bool:
        """Whether it stays where it was put, turn after turn."""
        return self.channel in ("surface", "attribute")

    @property
    def stands_as(self) -> tuple[str, str, str]:
        """What tells it from another; moved to another cell it is the same."""
        return self.channel, self.product_id, self.excerpt


class TurnFacts(Spec):
    """One agent turn; `turn_index` is the human's, as in the recording."""

    turn_index: int
    phase: str
    purpose: Purpose
    expects: Response
    edge_case: str | None
    outcome: TurnOutcome
    work: WorkFacts
    speech: SpeechFacts
    timing: TimingFacts
    screen: ScreenFacts
    sound: SoundFacts | None = None
    """None where nobody looked at the sound."""
    defects: dict[str, bool] = Field(default_factory=dict)
    """Defects of the files handed over in it, and whether each was named by the end."""
    unmade_correction: str = ""
    """What it says here that it has corrected, and shows wrong to the end; empty if nothing."""
    put_off: str = ""
    """The announcement that stands in place of the words or the work that was asked for."""
    misattributed: Count = 0
    """How often it lays in somebody's mouth what another said."""
    clean_claims: tuple[str, ...] = ()
    """Where it says here that files are in order which have defects, none of them ever named."""
    attempts: tuple[Attempt, ...] = ()
    """Also those that stand on its surfaces since an earlier turn."""
    audio_sha256: str = ""
    """Of the agent's voice: what judges that hear are to be sent."""
    frame_sha256s: tuple[str, ...] = ()
    """Of the pictures that judges who see are to be sent, those of earlier turns that still hold
    among them."""

    @property
    def is_answered(self) -> bool:
        """Whether there is anything to judge."""
        return self.outcome in ("answered", "unfinished")

    @property
    def asks_for_words(self) -> bool:
        """Whether something has to be said: to show something is no answer to it."""
        return self.expects in ("answer", "pushback")


class ProductFacts(Spec):
    """A deliverable at the end of the meeting."""

    product_id: str
    is_present: bool
    shown_as: str = ""
    """The agent's own name for it."""
    is_of_kind: bool = False
    findings: tuple[Finding, ...] = ()
    """Its own criteria, and those across products that read it."""
    truth_criteria: tuple[str, ...] = ()
    """Those of them that compare with the truth or with the files, by id."""
    numbers_due: Count = 0
    """Numbers of a perfect product that the truth fixes: by a criterion, by a tie to others, or by
    standing under the same labels in both."""
    numbers_shown: Count = 0
    numbers_right: Count = 0
    contradictions: tuple[SaidFigure, ...] = ()
    """What the agent said or wrote of this product, and it shows otherwise."""
    ungrounded: tuple[UngroundedSource, ...] = ()
    page_findings: tuple[PageFinding, ...] = ()
    placeholders: Share | None = None
    """Of its cells and paragraphs, the part with nothing but a placeholder in it."""
    incorrect_edits: Count = 0
    destructive_edits: Count = 0
    text_covered: Share | None = None
    """Of what a perfect product's texts say, the part that this one says too; None where a perfect
    one has no text."""
    sentences_compared: Count = 0
    """Its sentences that are nearly word for word a perfect product's."""
    sentences_reversed: Count = 0
    """Those of them that say its opposite: denied, by opposite words, or with names exchanged."""
    reversed_parts: tuple[str, ...] = ()
    """Its parts in which most of the compared sentences say the opposite."""
    jumbled_text: Share | None = None
    """Of the words of its texts, the part that stands in no order; None where there are few."""
    disowned: Share = 0.0
    """The part of it that its own texts disown: not worked out, not to be used."""
    disclaimers: tuple[str, ...] = ()
    """The sentences that do so."""
    parts_compared: Count = 0
    """Its parts that are called as in a perfect product and have the content of some part of it."""
    misplaced_parts: tuple[str, ...] = ()
    """Those of them that have the content of another part."""
    hollow_conclusions: tuple[str, ...] = ()
    """Its parts that should conclude, by their names, and say nothing of what is due there."""
    copy_of: str = ""
    """The deliverable whose content stands here under this one's name."""
    other_versions: tuple[str, ...] = ()
    """Titles of other versions on the table that differ, and do not say that they are older."""
    foreign_text: Share | None = None
    """Of its words, the part that has nothing to do with anything given, true or asked for."""
    padding: Share = 0.0
    """Of its running text, the part that says nothing of the matter, where that is much."""
    chart_faults: tuple[str, ...] = ()
    """Charts whose axes are named the wrong way round."""
    taken_up: Share | None = None
    """Of the turns in which a change to it was asked for, the part in which it changed at all."""
    attempts: tuple[Attempt, ...] = ()


class EdgeCaseFacts(Spec):
    """What the agent's words and products show of an edge case; None where layer 4 is off.

    A look-alike is detected where it was taken for what it is, and pushed back where it was
    refused; what was not carried out stands under `forbidden`.
    """

    name: str
    severity: Severity
    turns: tuple[int, ...]
    detected: bool
    pushed_back: bool
    complied: bool
    """Whether it says that it did, or will do, what it should not."""
    forbidden: tuple[str, ...] | None
    """Expressions that hold of the products, and only if it did what it should not."""
    is_look_alike: bool = False


class DynamicsMoment(Spec):
    """One event that a metric of dynamics rests on: when, between whom, and what it is worth."""

    at_s: Seconds
    until_s: Seconds
    who: tuple[str, ...]
    """Identities: who did it first, whom it concerned after."""
    value: float | None = None
    """In the metric's own unit for the event: seconds, a share, 1 as it should be, 0 not."""
    note: str = ""


class DynamicsMeasure(Spec):
    """One of the twelve metrics of SPEC 7; without a value there is a reason."""

    symbol: str
    value: Share | None
    reason: str = ""
    moments: tuple[DynamicsMoment, ...] = ()
    interval: tuple[Share, Share] | None = None
    """Where 95 % of the values lie that chance gives, where that is estimated."""


class DynamicsFacts(Spec):
    """How the agent took part in the conversation, against a named reference of how people do."""

    norms: str
    """Name and version of the reference."""
    is_multi_party: bool
    measures: tuple[DynamicsMeasure, ...]
    competitive_interruptions: tuple[DynamicsMoment, ...] = ()


class MeetingFacts(Spec):
    """All of it."""

    turns: tuple[TurnFacts, ...]
    products: tuple[ProductFacts, ...]
    edge_cases: tuple[EdgeCaseFacts, ...]
    hearing: str
    """How the agent's words came to us: the transcriber's name, or `the agent's own captions`."""
    captions_differ: bool = False
    """Whether the agent's captions were found to say something else than its voice."""
    screens: str
    """How pictures were made, or why there are none."""
    talk_over_s: Seconds
    resent_share: Share | None
    mutation_scores: dict[str, float | int | None]
    has_findings: bool = True
    """False where layer 4 is switched off: what verification found was left out."""
    dynamics: DynamicsFacts | None = None
    frames: FrameCounts = FrameCounts()
    synchrony: Share | None = None
    """How near to the words that point at the screen it changed; None without such words."""
    stability: Share | None = None

    def attempts_made_in(self, turn_index: int) -> tuple[Attempt, ...]:
        """The attempts of a turn that were not there before it.

        What is said or written anew counts each time; what stands on a surface, when it first came.
        """
        turn = next((turn for turn in self.turns if turn.turn_index == turn_index), None)
        if turn is None or not turn.attempts:
            return ()
        stood = {
            attempt.stands_as
            for earlier in self.turns
            if earlier.turn_index < turn_index
            for attempt in earlier.attempts
        }
        return tuple(
            attempt
            for attempt in turn.attempts
            if not attempt.stands or attempt.stands_as not in stood
        )
