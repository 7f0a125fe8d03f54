#!/usr/bin/env bash
# Hold all suites at full size, one after the other: a step that fails hides none of the others.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export MODYLBENCH_TEST_PROFILE=nightly
tests=(.venv/bin/pytest "$@")
check=(.venv/bin/modylbench scenarios check --seeds 0-199)
failed=()

hold() {
  local name=$1 began=$SECONDS
  shift
  echo "nightly: $name"
  "$@" || failed+=("$name")
  echo "nightly: $name took $((SECONDS - began)) s"
}

hold "a small language model" scripts/small_model.sh
hold "tests" "${tests[@]}" --ignore=tests/livekit
hold "tests on LiveKit" "${tests[@]}" tests/livekit
for suite in core freeform multiparty; do
  hold "scenarios of $suite" "${check[@]}" --scenarios "$suite"
done

if ((${#failed[@]})); then
  printf 'nightly: failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
echo "nightly: all passed in $((SECONDS / 60)) min"
