#!/usr/bin/env bash
# Checks the jobs of a file and replays them over stored logs. Fails on a negative answer, with headgate's exit code.
# Usage: check-jobs.sh <jobs file> [source]     without a source: the destination of each job
# HEADGATE is the command to run; SINCE is passed to --since. Change the guards to what your jobs must keep.
set -euo pipefail
read -ra headgate <<<"${HEADGATE:-headgate}"
if (($# < 1)); then
  echo 'usage: check-jobs.sh JOBS_FILE [SOURCE]' >&2
  exit 2
fi
jobs=$1

"${headgate[@]}" check --job "$jobs" --quiet
"${headgate[@]}" replay ${2:+"$2"} --job "$jobs" ${SINCE:+--since "$SINCE"} --counts --strict --quiet \
  --guard 'kept > 0' --guard 'undecided == 0'
