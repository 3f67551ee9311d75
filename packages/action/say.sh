# shellcheck shell=bash
# How the scripts of the action speak to the workflow that runs them. Sourced by each of them.

# fail MESSAGE: shows it as an annotation and ends the step.
fail() {
  echo "::error title=mcpvals::$(escaped "$1")"
  exit 2
}

# escaped TEXT: the text as the value of a workflow command, which ends at the end of its line.
escaped() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  printf '%s' "$text"
}

# in_property TEXT: the text within a property of a workflow command, which ends at a comma or colon, too.
in_property() {
  local text
  text=$(escaped "$1")
  text=${text//:/%3A}
  printf '%s' "${text//,/%2C}"
}

# output NAME VALUE: an output of the step. A value with an end of line would begin another output.
output() {
  case $2 in
    *$'\n'*) fail "the output \`$1\` has more than one line" ;;
  esac
  printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"
}

# one_of NAME VALUE CHOICE...: ends the step unless the input has one of these values.
one_of() {
  local name=$1 value=$2 choice
  shift 2
  for choice; do
    [ "$value" != "$choice" ] || return 0
  done
  fail "the input \`$name\` is \`$value\`; it must be one of: $*"
}

# quietly COMMAND...: runs it so that nothing it prints is taken for a workflow command: a server under test may print
# anything. Returns its exit code.
quietly() {
  local token code=0
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  "$@" 2>&1 || code=$?
  printf '\n::%s::\n' "$token"
  return "$code"
}
