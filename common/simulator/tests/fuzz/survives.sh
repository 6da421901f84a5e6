#!/usr/bin/env bash
# survives.sh SIMCC SECONDS SEED: the random calls of api_calls.cu bring neither the runtime nor the
# machine's patience down. What they are found to do wrong is of no interest.
set -euo pipefail
simcc=$1 seconds=$2 seed=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$simcc" "$(dirname "$0")/api_calls.cu" -o "$folder/api_calls"
status=0
"$folder/api_calls" "$seconds" "$seed" >"$folder/output" 2>"$folder/findings" || status=$?
cat "$folder/output"
if ! grep -q '^survived' "$folder/output"; then
    tail -20 "$folder/findings"
    echo "ended with status $status: FUZZ_TELL=1 api_calls $seconds $seed tells each call before it"
    exit 1
fi
