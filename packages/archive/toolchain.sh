#!/usr/bin/env bash
# Prepares a runner of GitHub for build.sh and wheel.sh: `toolchain.sh TRIPLE`. Their tools go into an environment of their own.
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: toolchain.sh TRIPLE" >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
rustup target add "$1"
tools=$RUNNER_TEMP/tools
bin=$tools/bin
[ "$RUNNER_OS" != Windows ] || bin=$tools/Scripts
python3 -m venv "$tools"
"$bin/python" -m pip install --quiet --requirement packages/archive/requirements.txt
echo "$bin" >> "$GITHUB_PATH"
