#!/usr/bin/env bash
# Prints the version of the project, if everything that is released says the same, and the tag, if one is given: `version.sh [TAG]`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=$(sed -n 's/^version = "\([^"]*\)"$/\1/p' Cargo.toml | head -n 1)
npm=$(jq -r .version packages/npm/package.json)
image=$(sed -n 's|^ *default: ghcr.io/mcpvals/mcpvals:\(.*\)-full$|\1|p' packages/gitlab/templates/mcpvals.yml)

# says WHAT VERSION
says() {
  [ "$2" = "$version" ] || { echo "error: Cargo.toml says $version, and $1 says $2" >&2; exit 1; }
}

says packages/npm/package.json "$npm"
says "the image of packages/gitlab/templates/mcpvals.yml" "$image"
[ $# -eq 0 ] || says "the tag" "${1#v}"
echo "$version"
