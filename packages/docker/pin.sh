#!/usr/bin/env bash
# Prints the base images of the Dockerfile by digest, as `NAME=IMAGE@sha256:…` on a line each: what `--build-arg` takes.
# The digest is that of the list of platforms, as the registry has it now; the release's log and its provenance keep it.
set -euo pipefail

dockerfile=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/Dockerfile
sed -n 's/^ARG \([A-Z]*_BASE\)=\(.*\)$/\1 \2/p' "$dockerfile" | while read -r name image; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{json .Manifest}}' < /dev/null | jq -r .digest)
  if ! [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
    echo "error: the registry has no digest of $image" >&2
    exit 1
  fi
  echo "$name=$image@$digest"
done
