#!/usr/bin/env bash
# Puts `mcpvals` into a folder of the runner's temporary one, and that folder into PATH. Inputs: see action.yml.
set -euo pipefail
action=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=packages/action/say.sh
. "$action/say.sh"

SECONDS_MAX=300
folder=$RUNNER_TEMP/mcpvals
bin=$folder/bin

# The version that this copy of the action was released with.
own_version() {
  sed -n 's/^version = "\([^"]*\)"$/\1/p' "$action/../../Cargo.toml" | head -n 1
}

target() {
  case ${RUNNER_OS:-}-${RUNNER_ARCH:-} in
    Linux-X64) echo x86_64-unknown-linux-musl ;;
    Linux-ARM64) echo aarch64-unknown-linux-musl ;;
    macOS-X64) echo x86_64-apple-darwin ;;
    macOS-ARM64) echo aarch64-apple-darwin ;;
    Windows-X64 | Windows-ARM64) echo x86_64-pc-windows-msvc ;;
    *) fail "there is no release for ${RUNNER_OS:-?} on ${RUNNER_ARCH:-?}: build mcpvals, and give it as \`path\`" ;;
  esac
}

download() {
  curl --fail --silent --show-error --location --retry 3 --max-time "$SECONDS_MAX" --output "$2" -- "$1" ||
    fail "cannot download $1"
}

sha256_of() {
  if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

from_release() {
  local stem archive url=$INPUT_RELEASES_URL/v$version expected
  stem=mcpvals-$version-$(target)
  archive=$stem.tar.gz
  [ "$RUNNER_OS" != Windows ] || archive=$stem.zip
  download "$url/$archive" "$folder/$archive"
  download "$url/SHA256SUMS" "$folder/SHA256SUMS"
  expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
  if [ -z "$expected" ] || [ "$(sha256_of "$folder/$archive")" != "$expected" ]; then
    fail "$archive is not what SHA256SUMS of $url says: it was not unpacked"
  fi
  if [ "$RUNNER_OS" = Windows ]; then unzip -q "$folder/$archive" -d "$folder"; else tar -xzf "$folder/$archive" -C "$folder"; fi
  bin=$folder/$stem
}

from_npm() {
  npm install --prefix "$folder" --no-audit --no-fund --ignore-scripts --save-exact "mcpvals@$version" >&2 ||
    fail "cannot install mcpvals@$version from npm"
  bin=$folder/node_modules/.bin
}

from_path() {
  [ -f "$INPUT_PATH" ] || fail "the input \`path\` is \`$INPUT_PATH\`, which is no file"
  local suffix=
  [ "$RUNNER_OS" != Windows ] || suffix=.exe
  mkdir -p "$bin"
  cp "$INPUT_PATH" "$bin/mcpvals$suffix"
  chmod +x "$bin/mcpvals$suffix"
}

one_of from "$INPUT_FROM" release npm path
version=${INPUT_VERSION:-$(own_version)}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "the input \`version\` is \`$version\`; it must look like 1.2.3"
rm -rf "$folder"
mkdir -p "$folder"
"from_$INPUT_FROM"
said=$("$bin/mcpvals" --version) || fail "\`$bin/mcpvals\` does not run on this machine"
echo "$bin" >> "$GITHUB_PATH"
output version "${said#mcpvals }"
