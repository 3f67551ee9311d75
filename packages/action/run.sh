#!/usr/bin/env bash
# Evaluates, audits, and tells the workflow what came of it. Inputs and outputs: see action.yml.
# It ends with 0 also where mcpvals did not: reports are kept before verdict.sh ends the job.
set -euo pipefail
action=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=packages/action/say.sh
. "$action/say.sh"

# Words for `eval`, from the inputs, in the array `words`.
eval_words() {
  local line
  words=(--reporter console --reporter "github=$annotations" --reporter "json=$json" --reporter "junit=$junit")
  [ -z "$INPUT_CONFIG" ] || words+=(--config "$INPUT_CONFIG")
  [ -z "$INPUT_BASELINE" ] || words+=(--baseline "$INPUT_BASELINE")
  [ "$INPUT_FAIL_ON" != regression ] || words+=(--fail-on regression)
  while IFS= read -r line; do
    line=${line%$'\r'}
    [ -z "$line" ] || words+=("$line")
  done <<< "$INPUT_ARGS"
}

# Runs the evaluation; annotations are the only thing of it that may be a workflow command, and mcpvals escapes them.
evaluate() {
  local code=0
  eval_words
  quietly mcpvals eval "${words[@]}" || code=$?
  [ ! -f "$annotations" ] || annotate
  return "$code"
}

# within FOLDER: its path in the repository with a slash behind, and nothing for the repository itself: code hosts know no
# other folder. What lies outside of it stays as it is.
within() {
  local root here
  root=$(cd "$GITHUB_WORKSPACE" && pwd -P)
  here=$(cd -- "$1" && pwd -P)
  case $here/ in
    "$root"/?*) printf '%s/' "${here#"$root"/}" ;;
  esac
}

# The annotations, with the paths of their files seen from the repository.
annotate() {
  local line before prefix
  prefix=$(in_property "$(within .)")
  while IFS= read -r line; do
    case $line in
      "::error file=/"* | "::warning file=/"* | "::notice file=/"* | "::"*" file="?:[/\\]*) echo "$line" ;;
      "::error file="* | "::warning file="* | "::notice file="*)
        before=${line%%file=*}
        echo "${before}file=$prefix${line#"${before}file="}"
        ;;
      "::error "* | "::warning "* | "::notice "*) echo "$line" ;;
    esac
  done < "$annotations"
}

audit() {
  local code=0
  quietly mcpvals audit "$INPUT_AUDIT" --fail-on "$INPUT_AUDIT_FAIL_ON" --report "$sarif" || code=$?
  if [ -f "$sarif" ] && [ -d "$INPUT_AUDIT" ]; then
    rebase "$(within "$INPUT_AUDIT")"
  elif [ -f "$sarif" ] && [ -f "$INPUT_AUDIT" ]; then
    case $INPUT_AUDIT in
      # Its files lie within it.
      *.tgz | *.tar.gz | *.zip | *.whl | *.mcpb | *.dxt) ;;
      *) rebase "$(within "$(dirname -- "$INPUT_AUDIT")")" ;;
    esac
  fi
  return "$code"
}

# rebase PREFIX: the findings' files, seen from the repository.
rebase() {
  [ -n "$1" ] || return 0
  jq --arg prefix "$1" '($prefix | split("/") | map(@uri) | join("/")) as $prefix
    | walk(if type == "object" and .uriBaseId? == "%SRCROOT%" and (.uri? | type) == "string" then .uri = $prefix + .uri else . end)
    | .runs[].originalUriBaseIds["%SRCROOT%"]?.description.text = "The repository."' "$sarif" > "$sarif.part"
  mv "$sarif.part" "$sarif"
}

# passed_of CODE: what the outputs say of an exit code.
passed_of() {
  if [ "$1" -eq 0 ]; then echo true; else echo false; fi
}

# The badge in the form of shields.io's endpoint.
badge() {
  if [ ! -f "$json" ]; then
    jq -nc '{schemaVersion: 1, label: "mcpvals", message: "not run", color: "lightgrey", isError: true}'
    return
  fi
  jq -c --argjson passed "$1" '{schemaVersion: 1, label: "mcpvals",
    message: "\(.summary.passed) of \(.summary.total) passed",
    color: (if $passed then "brightgreen" else "red" end)}' "$json"
}

write_badge() {
  if ! { mkdir -p -- "$(dirname -- "$INPUT_BADGE")" && printf '%s\n' "$1" > "$INPUT_BADGE"; }; then
    fail "the input \`badge\` is \`$INPUT_BADGE\`, which cannot be written"
  fi
}

existing() {
  [ ! -f "$1" ] || printf '%s' "$1"
}

# tell CODE: the outputs for those who use the action.
tell() {
  local passed shown score=''
  passed=$(passed_of "$1")
  shown=$(badge "$passed")
  [ ! -f "$json" ] || score=$(jq -r '.score // empty' "$json")
  [ -z "$INPUT_BADGE" ] || write_badge "$shown"
  output passed "$passed"
  output score "$score"
  output exit-code "$1"
  output reports "$reports"
  output json "$(existing "$json")"
  output junit "$(existing "$junit")"
  output sarif "$(existing "$sarif")"
  output badge "$shown"
}

one_of fail-on "$INPUT_FAIL_ON" failure regression never
one_of eval "$INPUT_EVAL" true false
one_of summary "$INPUT_SUMMARY" true false
one_of audit-fail-on "$INPUT_AUDIT_FAIL_ON" critical high medium low never
if [ "$INPUT_FAIL_ON" = regression ] && [ -z "$INPUT_BASELINE" ]; then
  fail "\`fail-on: regression\` needs the input \`baseline\`: the JSON report of an earlier run"
fi
if [ "$INPUT_EVAL" = false ] && [ -z "$INPUT_AUDIT" ]; then
  fail "\`eval: false\` without the input \`audit\` leaves nothing to do"
fi
command -v jq > /dev/null || fail "jq is not installed on this runner, and the outputs are read with it"

reports=${INPUT_REPORTS:-$RUNNER_TEMP/mcpvals-reports}
case $reports in
  /* | ?:*) ;;
  *) reports=$GITHUB_WORKSPACE/$reports ;;
esac
mkdir -p "$reports"
json=$reports/report.json junit=$reports/junit.xml sarif=$reports/audit.sarif annotations=$RUNNER_TEMP/mcpvals-annotations
# Those of an earlier step would be taken for ours.
rm -f "$json" "$junit" "$sarif" "$annotations"
cd -- "$INPUT_WORKING_DIRECTORY" 2> /dev/null || fail "the input \`working-directory\` is \`$INPUT_WORKING_DIRECTORY\`, which is no folder"
[ "$INPUT_SUMMARY" = true ] || unset GITHUB_STEP_SUMMARY

evaluated=0 audited=0
[ "$INPUT_EVAL" = false ] || evaluate || evaluated=$?
[ -z "$INPUT_AUDIT" ] || audit || audited=$?
code=$evaluated
[ "$code" -ne 0 ] || code=$audited
tell "$code"

# How the job ends, for verdict.sh: with `never`, an evaluation that failed does not count, and the audit still does.
if [ "$INPUT_FAIL_ON" = never ] && [ "$evaluated" -eq 1 ]; then
  code=$audited
fi
output verdict "$code"
