#!/usr/bin/env bash
# Prints the version of the SDKs, which is not that of the program, if both say the same, and the tag, if one is given:
# `sdk-version.sh [TAG]`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../sdks"

version=$(jq -r .version node/package.json)
node=$(sed -n "s/^export const VERSION = '\(.*\)';$/\1/p" node/src/version.ts)
python=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' python/src/mcp_evaluator/_version.py)

# says WHAT VERSION
says() {
  [ "$2" = "$version" ] || { echo "error: sdks/node/package.json says $version, and $1 says $2" >&2; exit 1; }
}

says sdks/node/src/version.ts "$node"
says sdks/python/src/mcp_evaluator/_version.py "$python"
[ $# -eq 0 ] || says "the tag" "${1#sdk-v}"
echo "$version"
