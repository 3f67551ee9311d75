#!/usr/bin/env bash
# Unpacks an archive in an empty folder and uses it there as its user would: `try.sh ARCHIVE`.
# Both programs must tell the version that the archive's name has, and the server that is built in must pass a test.
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: try.sh ARCHIVE" >&2
  exit 2
fi
archive=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
case $archive in
  *.zip) unzip -q "$archive" ;;
  *) tar -xzf "$archive" ;;
esac
inside=$(basename "$archive")
inside=${inside%.tar.gz}
inside=${inside%.zip}
cd "$inside"

for program in mcpvals mcp-evaluate; do
  said=$("./$program" --version)
  case $inside in
    "mcpvals-${said#"$program "}-"*) echo "$said" ;;
    *) echo "error: $program says \`$said\`, and is in $inside" >&2; exit 1 ;;
  esac
done

export PATH=$PWD:$PATH
cat > mcp-eval.config.yaml <<'CONFIG'
server: { transport: stdio, command: mcpvals, args: [example-server] }
toolHealthSuites:
  - name: Calculator
    tests:
      - { name: add, args: { a: 5, b: 3 }, expectedResult: 8 }
CONFIG
mcpvals eval
mcp-evaluate list-tools . --command "mcpvals example-server" > tools.json
grep -q '"add"' tools.json || { echo "error: mcp-evaluate does not list the tool \`add\`" >&2; exit 1; }
