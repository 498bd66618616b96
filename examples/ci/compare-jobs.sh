#!/usr/bin/env bash
# Compares the filter of a job with an earlier one over stored logs, and writes the comparison as Markdown. Fails with headgate's exit code.
# Usage: compare-jobs.sh <old job file> <new job file> <source> [output]     without an output: standard output
# HEADGATE is the command to run; SINCE is passed to --since. Change price and guards to yours.
set -euo pipefail
read -ra headgate <<<"${HEADGATE:-headgate}"
usage='usage: compare-jobs.sh OLD_JOB NEW_JOB SOURCE [OUTPUT]'

"${headgate[@]}" compare "${3:?$usage}" --from-job "${1:?$usage}" --to-job "${2:?$usage}" ${SINCE:+--since "$SINCE"} --quiet \
  --price 0.50/GB --guard 'newly-dropped <= 1%' --format markdown --out "${4:--}"
