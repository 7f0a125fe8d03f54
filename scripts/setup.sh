#!/usr/bin/env bash
# Make .venv, the page for surfaces and the voices ready: `scripts/setup.sh` for the program,
# `scripts/setup.sh dev` with the development tools.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

part=${1:-core}
python=${PYTHON:-python3}

# Settings of the person's shell that would put packages elsewhere, or others in their place.
unset PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_CONSTRAINT PIP_REQUIREMENT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CACHE_DIR=$PWD/.cache/pip
unset NODE_ENV NODE_PATH NODE_OPTIONS npm_config_global npm_config_location npm_config_prefix npm_config_omit
export npm_config_cache=$PWD/.cache/npm

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

# Only root can install what the machine lacks; whoever calls this looks whether it helped.
apt_install() {
  [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null || return 0
  say "installing $*"
  apt-get update -qq >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null || true
}

# Debian keeps ensurepip, which venv needs, in a package of its own.
need_ensurepip() {
  "$python" -m ensurepip --version >/dev/null 2>&1 && return
  apt_install python3-venv
  "$python" -m ensurepip --version >/dev/null 2>&1 && return
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

make_venv() {
  if has_stamp "$part-$place-$content" && is_complete; then
    say ".venv is up to date"
    return
  fi
  if ! { has_stamp "*-$place-*" && is_complete; }; then
    create
  fi
  rm -f .venv/ready-*
  # The build back end comes from the constraints too: an isolated build would not heed them.
  install "the build back end" hatchling
  case $part in
    core) install "modylbench" --no-build-isolation -e ".[dataset,frames,leaderboard,livekit,models,plots,screens,speech,view]" ;;
    dev) install "modylbench and the development tools" --no-build-isolation -e ".[dev]" ;;
    *) die "unknown part '$part', expected nothing or 'dev'" ;;
  esac
  mark_ready
}

page=src/modylbench/surfaces/page
report_page=src/modylbench/publishing/page
page_content=$(find web src/modylbench/surfaces/catalog scripts/setup.sh -type f \
  ! -path '*/node_modules/*' ! -path '*/__pycache__/*' -print0 |
  LC_ALL=C sort -z | xargs -0 sha256sum | fingerprint)
modules=web/node_modules/.ready-$(cat web/package.json web/package-lock.json | fingerprint)

page_is_built() {
  [[ -f $page/host.html && -f $page/host.js && -f $page/document.js && -f $page/catalog.json && -f $report_page/report.css ]] &&
    grep -qs "\"$page_content\"" $page/build.json
}

has_node() {
  command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null
}

has_chromium() {
  for program in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v $program >/dev/null && return
  done
  return 1
}

has_postgresql() {
  command -v initdb >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null
}

# Tests need the browser, Node and the sandbox; the program does without where it finds none. Without
# PostgreSQL the leaderboard's tests run on SQLite alone.
need_programs() {
  has_node || apt_install nodejs npm
  has_node || die "Node.js 18 or newer with npm is needed; on Debian, install them as root: apt-get install nodejs npm"
  has_chromium || apt_install chromium
  has_chromium || die "Chromium is needed; on Debian, install it as root: apt-get install chromium"
  command -v bwrap >/dev/null || apt_install bubblewrap
  command -v bwrap >/dev/null || die "bubblewrap is needed; on Debian, install it as root: apt-get install bubblewrap"
  has_postgresql || apt_install postgresql
  has_postgresql || say "no PostgreSQL, so the leaderboard is tested on SQLite alone"
}

# So that the first report has pictures; without root all works but those.
want_chromium() {
  has_chromium || apt_install chromium
  has_chromium || say "no Chromium, so reports have no pictures; on Debian, install it as root: apt-get install chromium"
}

install_modules() {
  [[ -f $modules ]] && return
  say "installing what the page is made of"
  (cd web && npm ci --ignore-scripts --prefer-offline --loglevel=error >/dev/null) && touch "$modules"
}

build_page() {
  say "building the page for surfaces"
  .venv/bin/python -m modylbench.surfaces.catalog.document && (cd web && node build.mjs "../$page" "$page_content" "../$report_page")
}

make_page() {
  if [[ $part == dev ]]; then
    need_programs
    install_modules || die "could not install what the page is made of; the lines above say why"
  fi
  [[ $part == dev ]] || want_chromium
  if page_is_built; then
    say "the page for surfaces is up to date"
  elif [[ $part == core ]] && ! has_node; then
    say "no Node.js 18 or newer with npm, so surfaces will not be shown; all else works"
    .venv/bin/python -m modylbench.surfaces.catalog.document
  elif ! { install_modules && build_page; }; then
    [[ $part == core ]] || die "could not build the page for surfaces; the lines above say why"
    say "the page could not be built, so surfaces will not be shown; all else works"
  fi
}

has_rhvoice() { echo ready | RHVoice-test -p bdl -o /dev/null >/dev/null 2>&1; }

# Debian's own sources with the component non-free, in a folder of their own: $1 the system's folder,
# $2 the new one. Lists of other vendors are left out: they have no such component.
write_non_free_sources() {
  local list
  for list in "$1"/sources.list.d/*.sources; do
    [[ -f $list ]] || continue
    awk 'BEGIN { RS = ""; ORS = "\n\n" } /debian/' "$list" |
      sed -E '/^Components:.* non-free( |$)/! s/^(Components:.*)/\1 non-free/' >"$2/${list##*/}"
  done
  for list in "$1"/sources.list "$1"/sources.list.d/*.list; do
    [[ -f $list ]] || continue
    sed -nE '/^ *deb .*debian/ { s/ *#.*//; / non-free( |$)/! s/$/ non-free/; p }' "$list" >"$2/${list##*/}"
    [[ $list == */sources.list ]] && mv "$2/sources.list" "$2/sources-main.list"
  done
}

# RHVoice is in Debian's non-free, which is off by default. It comes through temporary sources, and the
# system's own, with what it knows of them, stay as they are.
apt_install_non_free() {
  [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null || return 0
  say "installing $*"
  local own
  own=$(mktemp -d)
  mkdir -p "$own/sources" "$own/lists/partial"
  chmod -R 755 "$own" # apt reads as a user of its own
  write_non_free_sources /etc/apt "$own/sources"
  local apt=(apt-get -qq -o "Dir::Etc::sourceparts=$own/sources" -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::State::lists=$own/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
  "${apt[@]}" update >/dev/null &&
    DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "$@" >/dev/null || true
  rm -rf "$own"
}

# Tests need the voices of RHVoice; the program takes others, or holds its meetings without sound.
make_voices() {
  has_rhvoice || apt_install_non_free rhvoice rhvoice-english
  if has_rhvoice; then
    say "the voices are up to date"
  elif [[ $part == dev ]]; then
    die "RHVoice is needed; on Debian, install it as root from the component non-free: apt-get install rhvoice rhvoice-english"
  else
    command -v flite >/dev/null || apt_install flite
    if command -v flite >/dev/null; then
      say "no RHVoice, so people will speak with the lesser voices of flite"
    else
      say "found no voices, so meetings need --no-audio; docs/speech.md says how to get some"
    fi
  fi
}

# Only the tests on LiveKit need the server, and agents of other frameworks. Building the server takes
# minutes, once, into the person's cache: it goes on beside what waits for the network.
begin_server() {
  .venv/bin/modylbench livekit build >.cache/livekit-build.log 2>&1 &
  server_build=$!
}

# Their packages come over the network at the same time as ours.
begin_agents() {
  need_ensurepip
  mkdir -p .cache
  scripts/agents_env.sh >.cache/agents-env.log 2>&1 &
  agents_env=$!
  trap 'kill $agents_env ${server_build:-} 2>/dev/null || true' EXIT
}

await_agents() {
  local result=0
  wait $agents_env || result=$?
  cat .cache/agents-env.log
  [[ $result -eq 0 ]] || die "the agents of the tests could not be installed; the lines above say why"
}

# 3: there is neither a server nor any Go. All else is a failure: those tests must not go missing.
await_server() {
  kill -0 $server_build 2>/dev/null && say "waiting for the LiveKit server that is being built"
  local result=0
  wait $server_build || result=$?
  trap - EXIT
  case $result in
    0) say "the LiveKit server is up to date" ;;
    3) say "$(tail -n 1 .cache/livekit-build.log)"
       say "without a LiveKit server the tests in tests/livekit are skipped" ;;
    *) die "$(tail -n 1 .cache/livekit-build.log)" ;;
  esac
}

[[ $part == dev ]] && begin_agents
make_venv
[[ $part == dev ]] && begin_server
make_page
make_voices
if [[ $part == dev ]]; then
  await_agents
  await_server
fi
say "ready after $SECONDS s"
