"""One meeting as its page shows it, made as for a report and kept while its records stay."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import orjson

from modylbench.foundation.errors import BadFile, one_line
from modylbench.publishing.report.filling.trial import trial_data
from modylbench.publishing.report.filling.work import error_text, meeting_in
from modylbench.runs.journal import RunJournal
from modylbench.viewer.listing import RECORDS, signature_of
from modylbench.viewer.media import ServedMedia

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.viewer.index import ListedMeeting
    from modylbench.viewer.listing import RecordStamps

MOST_KEPT = 12  # ours: half a megabyte each
JUDGED = tuple(name for name in RECORDS if name.endswith(".json"))


class MeetingPages:
    """The data of meetings' pages; `journals` know which records were changed since."""

    def __init__(self, journals: Path) -> None:
        self._journals = journals
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[RecordStamps, bytes]] = OrderedDict()

    def page(self, listed: ListedMeeting) -> bytes:
        """The meeting as JSON; raises BadFile where there is none to show."""
        signature = signature_of(listed.folder)
        with self._lock:  # two at once would take as long, and twice the memory
            known = self._kept.pop(listed.key, None)
            if known is None or known[0] != signature:
                known = signature, self._make(listed)
            self._kept[listed.key] = known
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return known[1]

    def _make(self, listed: ListedMeeting) -> bytes:
        meeting = meeting_in(listed.folder, 0, planned=(listed.scenario_id, listed.seed))
        if meeting.recording is None:
            raise BadFile(listed.folder.name, "", "; ".join(meeting.trouble))
        if altered := self._altered_records(listed):
            raise BadFile(listed.folder.name, "", "; ".join(altered))
        data = trial_data(meeting, meeting.recording, ServedMedia(listed.key))
        return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)

    def _altered_records(self, listed: ListedMeeting) -> list[str]:
        """What of its records is not what the harness has made, a line each."""
        journal = RunJournal(self._journals, listed.run_folder)
        try:
            altered = journal.find_altered((listed.folder,), JUDGED)
        except BadFile as error:
            return [one_line(error_text(error, listed.run_folder))]
        return [
            f"{path.name} was changed after it was made, so nothing in it counts"
            for path in altered
        ]
