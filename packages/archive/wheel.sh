#!/usr/bin/env bash
# Makes the wheel of one platform: `wheel.sh TRIPLE OUTPUT-FOLDER`, after build.sh, whose objects cargo takes again.
# With zig, as there, it fits manylinux2014 and musllinux 1.2; maturin looks whether it does.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: wheel.sh TRIPLE OUTPUT-FOLDER" >&2
  exit 2
fi
target=$1
output=$(mkdir -p "$2" && cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=packages/archive/reproducible.sh
. packages/archive/reproducible.sh
reproducible "$target"

case $target in
  *-linux-gnu) set -- --zig --compatibility manylinux2014 ;;
  *-linux-musl) set -- --zig --compatibility musllinux_1_2 ;;
  *) set -- ;;
esac
cd packages/python
maturin build --target "$target" --profile dist --out "$output" "$@"
