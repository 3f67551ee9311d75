#!/usr/bin/env bash
# Ends the job as run.sh decided.
set -euo pipefail
action=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=packages/action/say.sh
. "$action/say.sh"

# Failures have annotations of their own.
case $VERDICT in
  0 | 1) ;;
  *) echo "::error title=mcpvals::$(escaped "mcpvals ended with exit code $VERDICT: its last lines in the log of this job say why")" ;;
esac
exit "$VERDICT"
