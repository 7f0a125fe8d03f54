"""How is an attachment given to pydantic-ai without being encoded anew for every judge?"""

from __future__ import annotations

from pydantic_ai.messages import BinaryContent
from typing_extensions import override


class OnceEncoded(BinaryContent):
    """Bytes whose base64 is known already."""

    def __init__(self, data: bytes, media_type: str, encoded: str) -> None:
        super().__init__(data, media_type=media_type)
        self._encoded = encoded

    @property
    @override
    def base64(self) -> str:
        """As it was encoded once."""
        return self._encoded
