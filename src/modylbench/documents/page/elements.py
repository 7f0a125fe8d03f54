"""Which elements of a page are open, and is what stands in the innermost one seen?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.documents.page.declarations import LONGEST_STYLE, declarations, plain
from modylbench.documents.page.look import Look, styled
from modylbench.documents.page.rules import Named
from modylbench.documents.unreadable import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.documents.page.rules import Rules
    from modylbench.products.findings import Complaints

DEEPEST = 2_000
MOST_REOPENED = 20
VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr", "param",
}  # fmt: skip
_NEVER = {
    "template", "noscript", "noframes", "noembed", "datalist", "rp", "video", "audio", "canvas",
    "object", "iframe", "select", "progress", "meter",
}  # fmt: skip
"""Their content is not shown, or only where they themselves cannot be; of a list only a part."""

_SCOPES = {"td", "th", "caption", "table", "html", "body"}
_TABLE = {"table", "tr", "td", "th", "thead", "tbody", "tfoot", "caption"}
_FORMATS = {
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
}  # fmt: skip
"""A browser opens these again behind the block that they were not closed in."""

_ENDS_P = {
    "address", "article", "aside", "blockquote", "center", "details", "dialog", "div", "dl",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table",
    "ul", "dt", "dd",
}  # fmt: skip
_ENDS = {
    "li": ({"li"}, {"ul", "ol", "menu"}),
    "dt": ({"dt", "dd"}, {"dl"}),
    "dd": ({"dt", "dd"}, {"dl"}),
    "td": ({"td", "th"}, {"table", "tr"}),
    "th": ({"td", "th"}, {"table", "tr"}),
    "tr": ({"tr"}, {"table"}),
    "tbody": ({"thead", "tbody", "tfoot"}, {"table"}),
    "thead": ({"thead", "tbody", "tfoot"}, {"table"}),
    "tfoot": ({"thead", "tbody", "tfoot"}, {"table"}),
}
"""Which open elements a new one ends, and what keeps it from doing so."""


@dataclass(slots=True)
class _Open:
    named: Named
    given: Mapping[str, str | None]
    sure: Look
    maybe: Look
    """As it looks where all rules that we do not follow hold as well."""
    is_counted: bool = False


class Elements:
    """The open elements, and how much nobody sees."""

    def __init__(self, rules: Rules) -> None:
        self.hidden = self.unclear = 0
        self.may_cover = False
        self._has_begun = False
        self._rules = rules
        self._open: list[_Open] = []
        self._names: list[Named] = []
        ground = Look()
        for style in rules.beside:
            self.may_cover |= styled(ground, {name: value for name, value, _ in style}).covers
        self._push("html", {})  # a page has them, whether their tags are written or not
        self._push("body", {})

    @property
    def is_seen(self) -> bool:
        """True where a person sees what stands here."""
        top = self._open[-1] if self._open else None
        return top is None or (top.sure.is_seen and (top.maybe is top.sure or top.maybe.is_seen))

    @property
    def is_there(self) -> bool:
        """True where the element takes a place on the page, whether its text is seen or not."""
        return not self._open or _is_there(self._open[-1])

    def count(self) -> None:
        """Text stands here that nobody sees, or that we do not know anyone to see."""
        top = self._open[-1] if self._open else None
        if top is not None and not top.is_counted:
            top.is_counted = True
            is_known = top.sure.is_known and (not top.sure.is_seen or top.maybe is top.sure)
            self.hidden += is_known
            self.unclear += not is_known

    def open(self, tag: str, given: Mapping[str, str | None]) -> None:
        """An element begins; what it ends, ends."""
        self._end_before(tag)
        if tag in VOID:
            return
        if len(self._open) >= DEEPEST:
            raise Unreadable("too_large", f"found more than {DEEPEST:,} elements in each other")
        if tag in {"html", "body"}:
            self._root(tag, given)
            return
        self._push(tag, given)

    def _root(self, tag: str, given: Mapping[str, str | None]) -> None:
        """The tag of an element that is open already: its attributes hold for all."""
        if not given:
            return
        if len(self._open) > 2 or self._has_begun:
            raise Unreadable("page_broken", f"found <{tag}> in the middle of the page")
        kept = {each.named.tag: each.given for each in self._open}
        self._open, self._names = [], []
        for name in ("html", "body"):
            self._push(name, given if name == tag else kept[name])

    def begin(self) -> None:
        """Text has been read: what holds for all of it must have been said."""
        self._has_begun = True

    def _push(self, tag: str, given: Mapping[str, str | None]) -> None:
        classes = frozenset((given.get("class") or "")[:2_000].split())
        named = Named(tag, given.get("id") or "", classes)
        around = self._open[-1] if self._open else None
        outer = around.sure if around else Look()
        outer_maybe = around.maybe if around else outer
        own = _attributes(tag, given)
        inline = (given.get("style") or "")[:LONGEST_STYLE]
        own_style = declarations(plain(inline)) if inline else []
        rules = self._rules.of(named, self._names)
        sure_rules = [rule.style for rule in rules if rule.is_sure]
        sure = styled(outer, _cascade(own, sure_rules, own_style))
        if len(sure_rules) == len(rules) and outer_maybe is outer:
            maybe = sure
        else:
            maybe = styled(outer_maybe, _cascade(own, [rule.style for rule in rules], own_style))
        if self._is_folded(tag, given):
            hidden = styled(outer, {"display": "none"})
            sure = maybe = hidden
        self.may_cover |= sure.covers or maybe.covers
        self._open.append(_Open(named, given, sure, maybe))
        self._names.append(named)

    def _is_folded(self, tag: str, given: Mapping[str, str | None]) -> bool:
        """True for what a browser does not show until a person asks for it, or never."""
        around = self._open[-1] if self._open else None
        is_in_fold = (
            around is not None
            and around.named.tag == "details"
            and "open" not in around.given
            and tag != "summary"
        )
        return (
            tag in _NEVER
            or is_in_fold
            or "hidden" in given
            or "popover" in given
            or (tag == "dialog" and "open" not in given)
        )

    @property
    def is_in_fold(self) -> bool:
        """True for bare text inside a folded `details`."""
        top = self._open[-1] if self._open else None
        return top is not None and top.named.tag == "details" and "open" not in top.given

    def _end_before(self, tag: str) -> None:
        if tag in _ENDS:
            ended, kept = _ENDS[tag]
            for place in range(len(self._open) - 1, -1, -1):
                if self._open[place].named.tag in ended:
                    self._close_from(place)
                    break
                if self._open[place].named.tag in kept:
                    break
        if tag in _ENDS_P:
            self._close("p", _SCOPES | {"li", "button"} if tag != "li" else _SCOPES)

    def close(self, tag: str) -> bool:
        """An element ends, with all that is open in it; True for one with a place on the page."""
        if tag in {"html", "body"}:
            return True
        return self._close(tag, {"table"} if tag in _TABLE else _SCOPES)

    def _close(self, tag: str, scopes: set[str]) -> bool:
        for place in range(len(self._open) - 1, -1, -1):
            name = self._open[place].named.tag
            if name == tag:
                was_there = _is_there(self._open[place])
                self._close_from(place)
                return was_there
            if name in scopes:
                break
        return False

    def _close_from(self, place: int) -> None:
        ended = self._open[place]
        formats = [each for each in self._open[place + 1 :] if each.named.tag in _FORMATS]
        del self._open[place:], self._names[place:]
        if ended.named.tag not in _TABLE:
            for each in formats[-MOST_REOPENED:]:
                self._push(each.named.tag, each.given)

    def complain(self, complaints: Complaints) -> None:
        """What is not read because nobody sees it, or because nobody knows."""
        if self.hidden:
            complaints.warning("hidden_content", f"{self.hidden:,} hidden elements; not read")
        if self.unclear:
            reason = f"{self.unclear:,} elements with styles that are not followed; not read"
            complaints.error("style_not_followed", reason)
        if self.may_cover:
            reason = "a painted box is placed freely and may lie over what is read"
            complaints.error("style_not_followed", reason)
        if self._rules.is_foreign:
            reason = "style sheets from elsewhere are never loaded; read as the page is without"
            complaints.warning("style_not_loaded", reason)


def _is_there(element: _Open) -> bool:
    return not (element.sure.is_hidden or element.maybe.is_hidden)


def _cascade(
    own: dict[str, str],
    rules: list[list[tuple[str, str, bool]]],
    inline: list[tuple[str, str, bool]],
) -> dict[str, str]:
    """What holds in the end: the later and the important."""
    if not rules and not inline:
        return own
    result = dict(own)
    for important in (False, True):
        for style in (*rules, inline):
            for name, value, is_important in style:
                if is_important is important:
                    result.pop(name, None)
                    result[name] = value
    return result


def _attributes(tag: str, given: Mapping[str, str | None]) -> dict[str, str]:
    """What old attributes say of the look."""
    result: dict[str, str] = {}
    if tag == "font" and given.get("color"):
        result["color"] = _old_colour(given["color"] or "")
    if tag == "body" and given.get("text"):
        result["color"] = _old_colour(given["text"] or "")
    if given.get("bgcolor"):
        result["background-color"] = _old_colour(given["bgcolor"] or "")
    return result


def _old_colour(text: str) -> str:
    bare = text.strip().lower()
    return f"#{bare}" if len(bare) == 6 and all(c in "0123456789abcdef" for c in bare) else bare
