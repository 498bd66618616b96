#!/usr/bin/env bash
# Compares the filter of a job with an earlier one over stored logs, and writes the comparison as Markdown. Fails with headgate's exit code.
# Usage: compare-jobs.sh <old job file> <new job file> <source> [output]     without an output: standard output
# HEADGATE is the command to run; SINCE is passed to --since, PRICE to --price: cloudflare,external=60GB. Change the guard to yours.
set -euo pipefail
read -ra headgate <<<"${HEADGATE:-headgate}"
if (($# < 3)); then
  echo 'usage: compare-jobs.sh OLD_JOB NEW_JOB SOURCE [OUTPUT]' >&2
  exit 2
fi

"${headgate[@]}" compare "$3" --from-job "$1" --to-job "$2" ${SINCE:+--since "$SINCE"} --quiet \
  --price "${PRICE:-cloudflare}" --guard 'newly-dropped <= 1%' --format markdown --out "${4:--}"
