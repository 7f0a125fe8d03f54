"""Which CodeFiles belong together as one set of files?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.code import Code, CodeFile
from modylbench.products.findings import quote_value
from modylbench.surfaces.reading.exact.parts import parts
from modylbench.surfaces.reading.exact.repair import all_kept, kept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.findings import Complaints
    from modylbench.surfaces.reading.exact.parts import Fields


def code(product_id: str, files: Sequence[Fields], complaints: Complaints) -> Code | None:
    """The files of one product; each keeps the id of its component, and the first title holds."""
    titles = [title for file in files if (title := file.get("title")) is not None]
    for other in titles[1:]:
        if other != titles[0]:
            reason = (
                f"found the title {quote_value(other)} beside {quote_value(titles[0])}, which holds"
            )
            complaints.warning("titles_differ", reason, "/title")
    named = [{name: value for name, value in file.items() if name != "title"} for file in files]
    read = all_kept(CodeFile, parts(named, "/files", "path", complaints), complaints, "/files")
    title = titles[0] if titles else read[0].path if read else ""
    return kept(Code, {"id": product_id, "title": title, "files": read}, complaints)
