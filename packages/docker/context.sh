#!/usr/bin/env bash
# Makes the context of the images from the static archives of a release: `context.sh RELEASE-FOLDER CONTEXT-FOLDER`.
# Docker's names of platforms are its folders.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: context.sh RELEASE-FOLDER CONTEXT-FOLDER" >&2
  exit 2
fi

# unpack DOCKER-NAME RUST-NAME
unpack() {
  local archives=("$release"/mcpvals-*-"$2".tar.gz)
  if [ ${#archives[@]} -ne 1 ] || [ ! -f "${archives[0]}" ]; then
    echo "error: \`$release\` must have one archive for $2" >&2
    exit 1
  fi
  mkdir -p "$context/$1"
  tar -xzf "${archives[0]}" --strip-components 1 -C "$context/$1"
}

release=$1
context=$2
unpack amd64 x86_64-unknown-linux-musl
unpack arm64 aarch64-unknown-linux-musl
