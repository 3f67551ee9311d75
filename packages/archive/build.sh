#!/usr/bin/env bash
# Builds the programs of one platform and packs them: `build.sh TRIPLE OUTPUT-FOLDER`, on a machine of that platform.
# On Linux zig links (cargo-zigbuild): for musl, which is static, and for glibc 2.17, which every distribution that is still
# supported has.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: build.sh TRIPLE OUTPUT-FOLDER" >&2
  exit 2
fi
target=$1
output=$(mkdir -p "$2" && cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=packages/archive/reproducible.sh
. packages/archive/reproducible.sh
reproducible "$target"

case $target in
  *-linux-gnu) set -- zigbuild --target "$target.2.17" ;;
  *-linux-musl) set -- zigbuild --target "$target" ;;
  *) set -- build --target "$target" ;;
esac
cargo "$@" --locked --profile dist --package mcpvals-cli --bins
python3 packages/archive/archive.py --target "$target" --binaries "${CARGO_TARGET_DIR:-target}/$target/dist" --output "$output"
