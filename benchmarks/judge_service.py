"""A judge's service on this machine that takes next to no time of its own: `python -m` runs it."""

from __future__ import annotations

import asyncio
import json
import sys

ANSWER = json.dumps({"score": 7, "why": "as the rubric says"})
OPENAI = {
    "id": "c1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": ANSWER},
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050},
}
GOOGLE = {
    "candidates": [
        {"content": {"role": "model", "parts": [{"text": ANSWER}]}, "finishReason": "STOP"}
    ],
    "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 50},
}


async def serve(takes_s: float) -> None:
    """Answer every request after so many seconds; the port is printed first."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            await reader.readexactly(_length(head))
            await asyncio.sleep(takes_s)
            body = json.dumps(GOOGLE if b":generateContent" in head else OPENAI).encode()
            start = f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\n"
            writer.write(f"{start}content-type: application/json\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0, limit=1 << 20, backlog=256)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
