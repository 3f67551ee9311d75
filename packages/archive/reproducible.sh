# shellcheck shell=bash
# Sourced by what builds for a release, in the project's folder: `reproducible TARGET`.
# The same commit gives the same bytes, in whatever folder it is built:
#   - no path of this machine is in the program: what rustc and the C compiler would write of the checkout and of cargo's
#     folder is replaced;
#   - the only time is that of the commit.

reproducible() {
  local target=$1 project=$PWD cargo_home=${CARGO_HOME:-$HOME/.cargo}
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH CARGO_INCREMENTAL=0
  export RUSTFLAGS="--remap-path-prefix=$project=mcpvals --remap-path-prefix=$cargo_home=cargo"
  case $target in
    # Microsoft's linker writes the time unless it is told not to; its compiler knows no such flag as below.
    *-windows-msvc) export RUSTFLAGS="$RUSTFLAGS -Clink-arg=/Brepro" ;;
    *) export CFLAGS="-ffile-prefix-map=$project=mcpvals -ffile-prefix-map=$cargo_home=cargo" ;;
  esac
}
