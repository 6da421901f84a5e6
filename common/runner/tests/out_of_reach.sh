#!/usr/bin/env bash
# out_of_reach.sh LIBRUNNER.a: checks that all variables of the runner lie in the sections that host
# code of a submission must not touch. A submission that could set them would write its own records.
set -euo pipefail
library=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ar x "$library"
failed=0 own=0
for object in *.o; do
    [[ $object == *-sim.o ]] && continue
    open=$(objdump -h "$object" | awk '($2 == ".data" || $2 == ".bss") && $3 !~ /^0+$/ { print $2 }')
    if [[ -n $open ]]; then
        echo "$object:" $open
        failed=1
    fi
    own=$((own + $(objdump -h "$object" | grep -c ' cusim_bss ' || true)))
done
((own > 0)) || { echo "the runner has no variables at all"; failed=1; }
exit $failed
