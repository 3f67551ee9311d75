#!/usr/bin/env bash
# Runs a command of mcpvals for each file that pre-commit gives: `each.sh COMMAND [FLAG...] FILE...`.
# Flags are the words between the command and the first that is a file. Ends with the worst exit code.
set -euo pipefail

command -v mcpvals > /dev/null || {
  echo "error: mcpvals is not in PATH; install it, for example with \`npm install --global mcpvals\`" >&2
  exit 2
}
words=("$1")
shift
while [ $# -gt 0 ] && [ ! -e "$1" ]; do
  words+=("$1")
  shift
done
worst=0
for file; do
  code=0
  mcpvals "${words[@]}" -- "$file" || code=$?
  [ "$code" -le "$worst" ] || worst=$code
done
exit "$worst"
