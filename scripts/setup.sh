#!/usr/bin/env bash
# Make .venv ready: `scripts/setup.sh` for the program, `scripts/setup.sh dev` with the development tools.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

part=${1:-core}
python=${PYTHON:-python3}

# Settings of the person's shell that would put packages elsewhere, or others in their place.
unset PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_CONSTRAINT PIP_REQUIREMENT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CACHE_DIR=$PWD/.cache/pip

say() { echo "setup: $*"; }
die() { say "$*" >&2; exit 1; }
fingerprint() { sha256sum | cut -c 1-12; }

version=$("$python" -c 'import sys; sys.version_info < (3, 11) and sys.exit(1); print(sys.version)' 2>/dev/null) ||
  die "$python is not Python 3.11 or newer; name one that is: make setup PYTHON=python3.11"

# .venv/ready-PART-PLACE-CONTENT exists only after a finished install. A .venv of another place (a moved
# or copied project, another interpreter) is made anew; other content is installed over the old one.
place=$(echo "$PWD $version" | fingerprint)
content=$(cat pyproject.toml constraints.txt scripts/setup.sh | fingerprint)

has_stamp() { compgen -G ".venv/ready-$1" >/dev/null; }

is_complete() {
  [[ -f .venv/installed ]] && tr '\n' '\0' <.venv/installed | xargs -0 ls -dL >/dev/null 2>&1
}

# Debian keeps ensurepip, which venv needs, in a package of its own.
need_ensurepip() {
  "$python" -m ensurepip --version >/dev/null 2>&1 && return
  if [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    say "installing python3-venv"
    apt-get update -qq >/dev/null &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null || true
    "$python" -m ensurepip --version >/dev/null 2>&1 && return
  fi
  die "$python has no ensurepip; on Debian, install it as root: apt-get install python3-venv"
}

create() {
  say "creating .venv with Python ${version%% *}"
  rm -rf .venv
  need_ensurepip
  "$python" -m venv .venv || die "could not create .venv; the lines above say why"
}

install() {
  say "installing $1"
  .venv/bin/python -m pip install --quiet --no-input -c constraints.txt "${@:2}" ||
    die "could not install $1; the lines above say why"
}

mark_ready() {
  find .venv \( -type f -o -type l \) ! -path '*/__pycache__/*' >.venv/installed
  touch ".venv/ready-core-$place-$content" ".venv/ready-$part-$place-$content"
}

if has_stamp "$part-$place-$content" && is_complete; then
  say ".venv is up to date"
  exit
fi
if ! { has_stamp "*-$place-*" && is_complete; }; then
  create
fi
rm -f .venv/ready-*
# The build back end comes from the constraints too: an isolated build would not heed them.
install "the build back end" hatchling
case $part in
  core) install "modylbench" --no-build-isolation -e . ;;
  dev) install "modylbench and the development tools" --no-build-isolation -e ".[dev]" ;;
  *) die "unknown part '$part', expected nothing or 'dev'" ;;
esac
mark_ready
say "ready after $SECONDS s"
