"""Which rules of a page's style sheets hold for an element, and which may hold?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.page.declarations import (
    ESCAPED,
    LONGEST_STYLE,
    declarations,
    plain,
    split,
)
from modylbench.documents.unreadable import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_RULES = 3_000
DEEPEST_BLOCK = 6
MOST_STEPS = 3_000_000
_LATER = {"hover", "focus", "active", "focus-within", "focus-visible", "target", "visited"}
"""What holds only after a person has done something."""

_BESIDE = {"before", "after", "marker", "selection", "placeholder", "backdrop"}
_TOKEN = re.compile(
    r"(?P<tag>\*|[a-zA-Z][\w-]*)|#(?P<id>[\w\ue000-\ue0ff-]+)|\.(?P<cls>[\w\ue000-\ue0ff-]+)"
    r"|(?P<colons>::?)(?P<pseudo>[\w-]+)(?P<inside>\((?:[^()]|\([^()]*\))*\))?"
    r"|(?P<attribute>\[[^\]]*\])|(?P<between>\s*[>+~]\s*|\s+)"
)
_SCREEN = re.compile(r"(?:only\s+)?(?:all|screen)")


@dataclass(frozen=True, slots=True)
class Named:
    """What a style sheet may know an element by."""

    tag: str
    id: str = ""
    classes: frozenset[str] = frozenset()


@dataclass(slots=True)
class Compound:
    """One step of a selector: all that it asks of one element."""

    tag: str = ""
    id: str = ""
    classes: set[str] = field(default_factory=set)
    is_child: bool = False
    """True where the step before must be its parent."""

    def fits(self, element: Named) -> bool:
        """True for an element that has all of it."""
        return (
            self.tag in {"", element.tag}
            and self.id in {"", element.id}
            and self.classes <= element.classes
        )


@dataclass(slots=True)
class Rule:
    """A selector's steps and what they set; `is_sure` where we follow all of it."""

    steps: list[Compound]
    style: list[tuple[str, str, bool]]
    is_sure: bool
    weight: tuple[int, int, int]
    order: int


class Rules:
    """The rules of all style sheets of a page."""

    def __init__(self) -> None:
        self.is_foreign = False
        """True where a sheet is loaded from elsewhere; it never is."""
        self.beside: list[list[tuple[str, str, bool]]] = []
        self._rules: list[Rule] = []
        self._by_key: dict[str, list[Rule]] = {}
        self._left = MOST_STEPS

    def add(self, sheet: str, media: str = "") -> None:
        """A style sheet of the page."""
        if len(sheet) > LONGEST_STYLE:
            raise Unreadable(
                "too_large", f"found a style of more than {LONGEST_STYLE:,} characters"
            )
        sure = _media(media)
        if sure is not None:
            self._block(plain(sheet), sure, 0)

    def _block(self, text: str, is_sure: bool, depth: int) -> None:
        for prelude, inside in _blocks(text):
            if not prelude.startswith("@"):
                self._rule(prelude, inside, is_sure)
                continue
            name, _, rest = prelude[1:].partition(" ")
            if inside is None:
                self.is_foreign |= name.lower() == "import"
            elif name.lower() in {
                "keyframes",
                "font-face",
                "page",
                "-webkit-keyframes",
                "property",
            }:
                continue
            elif depth < DEEPEST_BLOCK:
                sure = _media(rest) if name.lower() == "media" else False
                if sure is not None:
                    self._block(inside, is_sure and sure, depth + 1)

    def _rule(self, prelude: str, inside: str | None, is_sure: bool) -> None:
        if inside is None:
            return
        if "{" in inside:  # rules within a rule: where they hold is not followed
            for within, own in _blocks(inside):
                self._add([Compound()], declarations(own or ""), False, (0, 0, 0), within)
            inside = re.sub(r"[^;{}]*\{[^{}]*\}", ";", inside)
        style = declarations(inside)
        for selector in split(prelude, ","):
            found = _selector(selector.strip())
            if found is None:
                continue
            steps, sure, weight, is_beside = found
            if is_beside:
                self.beside.append(style)
            else:
                self._add(steps, style, is_sure and sure, weight, selector)

    def _add(
        self,
        steps: list[Compound],
        style: list[tuple[str, str, bool]],
        is_sure: bool,
        weight: tuple[int, int, int],
        selector: str,
    ) -> None:
        if not style or ":hover" in selector:
            return
        if len(self._rules) >= MOST_RULES:
            raise Unreadable("too_large", f"found more than {MOST_RULES:,} rules of style")
        rule = Rule(steps, style, is_sure, weight, len(self._rules))
        self._rules.append(rule)
        last = steps[-1]
        key = f"#{last.id}" if last.id else f".{min(last.classes)}" if last.classes else last.tag
        self._by_key.setdefault(key, []).append(rule)

    def of(self, element: Named, around: Sequence[Named]) -> list[Rule]:
        """The rules that hold or may hold, the strongest last."""
        if not self._rules:
            return []
        keys = ("", element.tag, f"#{element.id}", *(f".{name}" for name in element.classes))
        found = [
            rule
            for key in keys
            for rule in self._by_key.get(key, ())
            if rule.steps[-1].fits(element) and self._is_inside(rule.steps, around)
        ]
        return sorted(found, key=lambda rule: (rule.weight, rule.order))

    def _is_inside(self, steps: list[Compound], around: Sequence[Named]) -> bool:
        """True where the steps before the last fit the elements around, from inside out."""
        places = {len(around)}
        for place in range(len(steps) - 1, 0, -1):
            before = steps[place - 1]
            self._left -= 1 + (len(places) if steps[place].is_child else len(around))
            if self._left < 0:
                raise Unreadable("too_large", "its styles take more work than any page needs")
            if steps[place].is_child:
                places = {p - 1 for p in places if p > 0 and before.fits(around[p - 1])}
            else:
                places = {p for p in range(max(places, default=0)) if before.fits(around[p])}
            if not places:
                return False
        return True


def _media(text: str) -> bool | None:
    """Whether a sheet for these media holds on a screen; None where it does not."""
    parts = [part.strip().lower() for part in text.split(",") if part.strip()]
    if not parts or any(_SCREEN.fullmatch(part) for part in parts):
        return True
    return None if all(part in {"print", "speech"} for part in parts) else False


def _blocks(text: str) -> Iterator[tuple[str, str | None]]:
    """What stands before each pair of braces, and between them; None without braces."""
    depth = start = opened = 0
    prelude = ""
    for found in re.finditer(r"[{};]", text):
        sign, place = found[0], found.start()
        if sign == "{":
            if not depth:
                prelude, opened = " ".join(text[start:place].split()), place + 1
            depth += 1
        elif sign == "}":
            depth = max(depth - 1, 0)
            if not depth and prelude:
                yield prelude, text[opened:place]
            if not depth:
                prelude, start = "", place + 1
        elif not depth:
            bare = " ".join(text[start:place].split())
            if bare:
                yield bare, None
            start = place + 1
    if depth and prelude:
        yield prelude, text[opened:]


def _selector(  # noqa: C901, PLR0912 - one branch for each sign of the grammar
    text: str,
) -> tuple[list[Compound], bool, tuple[int, int, int], bool] | None:
    """The steps of a selector, whether we follow it, its weight, and whether it is for `::before`.

    None for what only holds after a person has done something.
    """
    steps, sure, beside = [Compound()], True, False
    ids = classes = tags = place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            return [Compound()], False, (ids, classes, tags), False
        place = token.end()
        if token["tag"]:
            steps[-1].tag = "" if token["tag"] == "*" else token["tag"].lower()
            tags += token["tag"] != "*"
        elif token["id"]:
            steps[-1].id, ids = _unescaped(token["id"]), ids + 1
        elif token["cls"]:
            steps[-1].classes.add(_unescaped(token["cls"]))
            classes += 1
        elif token["pseudo"]:
            name = token["pseudo"].lower()
            if name in _LATER:
                return None
            classes += 1
            if name == "root":
                steps[-1].tag = "html"
            elif name in _BESIDE or name.startswith("-webkit-scrollbar"):
                beside = True
            elif name not in {"link", "any-link"}:
                sure = False
        elif token["attribute"]:
            sure, classes = False, classes + 1
        elif token["between"].strip() in {"+", "~"}:
            steps, sure = [Compound()], False
        else:
            steps.append(Compound(is_child=token["between"].strip() == ">"))
    return steps, sure, (ids, classes, tags), beside


def _unescaped(text: str) -> str:
    return "".join(chr(ord(c) - ESCAPED) if ESCAPED <= ord(c) < ESCAPED + 256 else c for c in text)
