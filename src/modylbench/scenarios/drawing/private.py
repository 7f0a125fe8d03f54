"""Private variants: scenarios whose draws depend on a secret, so that nobody has read them."""

from __future__ import annotations

import hashlib
import hmac
import re
import shutil
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.record import read_text
from modylbench.scenarios.loader import CARD, ORACLE, YAML_FILES, ScenarioSource, load

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.scenarios.template import Card

LEAST_BYTES, MOST_BYTES = 16, 65_536  # ours: as many as nobody guesses; more is another file
LEAST_DISTINCT = 8  # ours: bytes that differ; 16 drawn ones have fewer in none of a million cases
MARK_DIGITS, SHOWN_OF_MARK = 16, 8
ADVICE = "`head -c 32 /dev/urandom > FILE` makes one"
_STRETCHING = {"n": 2**14, "r": 8, "p": 1}  # ours: the mark is shown, so a guess is to cost 50 ms


@dataclass(frozen=True)
class VariantSecret:
    """What private variants are drawn from; `mark` alone may be shown."""

    content: bytes = field(repr=False)

    @cached_property
    def _key(self) -> bytes:
        salt = b"modylbench private variant"
        return hashlib.scrypt(self.content, salt=salt, dklen=32, **_STRETCHING)

    @cached_property
    def mark(self) -> str:
        """The fingerprint that tells this secret from others and does not give it away."""
        return self._digest("mark")[:MARK_DIGITS]

    def card(self, card: Card) -> Card:
        """The card of a scenario's private variant."""
        names = {"id": f"{card.id}_{self.mark[:SHOWN_OF_MARK]}", "private_mark": self.mark}
        return card.model_copy(update=names | {"salt": self._digest(f"salt {card.id}")[:32]})

    def source(self, source: ScenarioSource) -> ScenarioSource:
        """A scenario's private variant without a folder of its own."""
        card = self.card(source.template.card)
        template = source.template.model_copy(update={"card": card})
        return ScenarioSource(source.folder, template, source.base)

    def _digest(self, name: str) -> str:
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()


def read_secret(path: Path) -> VariantSecret:
    """The secret in a file, without the newline that editors add; a BadFile where it is none."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror}); {ADVICE}") from error
    if len(content) > MOST_BYTES:
        problem = f"found more than {MOST_BYTES:,} bytes, expected a secret; {ADVICE}"
        raise BadFile(path, "", problem)
    content = content.rstrip(b"\r\n")
    if len(content) < LEAST_BYTES:
        problem = (
            f"found a secret of {len(content)} bytes, expected {LEAST_BYTES} or more; {ADVICE}"
        )
        raise BadFile(path, "", problem)
    if len(set(content)) < LEAST_DISTINCT:
        problem = (
            f"found a secret of {len(set(content))} different bytes, expected {LEAST_DISTINCT} or "
            f"more, as others are guessed; {ADVICE}"
        )
        raise BadFile(path, "", problem)
    return VariantSecret(content)


def write_private_variant(source: ScenarioSource, secret: VariantSecret, into: Path) -> Path:
    """Write the scenario's folder with a salt from the secret in its card, under an id of its own.

    Wordings, orders, choices, defects and numbers at a seed are then others than the published
    ones; the same secret gives the same again, and whoever has the folder can hold its meetings.
    """
    if source.template.card.salt:
        message = f"found {source.id}, a private variant; expected the scenario that it is one of"
        raise UserMistake(message)
    card = secret.card(source.template.card)
    folder = into / card.id
    try:
        if folder.exists():
            message = f"{folder} is there already: this secret has made it before"
            raise UserMistake(message)
        into.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        for file in (*YAML_FILES, ORACLE):
            if file != CARD and (source.folder / file).exists():
                shutil.copyfile(source.folder / file, folder / file)
        own = f"id: {card.id}\nsalt: {card.salt}\nprivate_mark: {card.private_mark}"
        text = re.sub(r"(?m)^id: .*$", own, read_text(source.folder / CARD), count=1)
        (folder / CARD).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(folder, "", f"cannot be written ({error.strerror})") from error
    load(folder)
    return folder
