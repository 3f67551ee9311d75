#!/usr/bin/env bash
# Builds, pushes and signs the images: `push.sh CONTEXT-FOLDER IMAGE VERSION`.
# IMAGE:VERSION is `slim`; the others have their names behind the version. Each has an SBOM and its provenance attached, and is
# signed by digest, so that the signature is of what was built and not of what a tag means later.
set -euo pipefail

if [ $# -ne 3 ]; then
  echo "usage: push.sh CONTEXT-FOLDER IMAGE VERSION" >&2
  exit 2
fi
context=$1 image=$2 version=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

bash "$here/pin.sh" > "$folder/pins"
words=()
while read -r pin; do
  echo "base: $pin"
  words+=(--build-arg "$pin")
done < "$folder/pins"

for target in slim full service; do
  tag=$image:$version
  [ "$target" = slim ] || tag=$tag-$target
  docker buildx build --file "$here/Dockerfile" --target "$target" --platform linux/amd64,linux/arm64 "${words[@]}" \
    --label "org.opencontainers.image.version=$version" --sbom=true --provenance=mode=max \
    --metadata-file "$folder/$target.json" --tag "$tag" --push "$context"
  digest=$(jq -r '.["containerimage.digest"] // empty' "$folder/$target.json")
  [ -n "$digest" ] || { echo "error: buildx does not say the digest of $tag" >&2; exit 1; }
  cosign sign --yes --recursive "$image@$digest"
done
