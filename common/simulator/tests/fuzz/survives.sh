#!/usr/bin/env bash
# survives.sh SIMCC SECONDS SEED: checks that the random calls of api_calls.cu neither crash nor
# hang the runtime. Errors that the simulator reports about the calls are ignored.
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
