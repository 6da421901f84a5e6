#!/usr/bin/env bash
# Puts the variables of the runner where host code of a submission must not touch them: the runner
# calls a submission's functions in its own process. They become the simulator's own variables
# (memory/runtime_data.hpp).
#
# out_of_reach.sh PARTS.a OUT.a OBJCOPY AR
#
# The objects of kernels, which come from simcc, stay as they are: their host code is checked, too.
set -euo pipefail
parts=$1
out=$2
objcopy=$3 ar=$4
work=$(mktemp -d -p "$(dirname "$out")")
trap 'rm -rf "$work"' EXIT

number=0
while IFS= read -r object; do
    copy=$work/$((number += 1))-$(basename "$object")
    if [[ $object == *-sim.o ]]; then
        cp "$object" "$copy"
    else
        "$objcopy" --rename-section .data=cusim_data --rename-section .bss=cusim_bss "$object" "$copy"
    fi
done < <("$ar" t "$parts")
rm -f "$out"
"$ar" rc "$out" "$work"/*.o
