#!/usr/bin/env bash
# isolate.sh PARTS.a OUT.a LD NM OBJCOPY AR: links the runtime to one object that shares no function
# with the programs which it is linked with.
#
# Instances of templates and inline functions exist once per program. Without this step the linker
# could take the student's copy of, say, a member of std::string for the runtime, and that copy's
# hooks would check and count the runtime's own accesses.
set -euo pipefail
parts=$1
out=$2
ld=$3 nm=$4 objcopy=$5 ar=$6
work=$(mktemp -d -p "$(dirname "$out")")
trap 'rm -rf "$work"' EXIT

"$ld" -r --force-group-allocation -o "$work/all.o" --whole-archive "$parts"
# Weak symbols may be defined several times; the runtime defines its own functions as strong.
# json_text is left out, because the runner contains a copy, too. cublasSgemv_v2 is weak on purpose:
# a library can be linked in its place.
"$nm" --defined-only --extern-only --format=posix "$work/all.o" |
    awk '($2 !~ /^[WwVv]$/ || $1 == "cublasSgemv_v2") && $1 !~ /^_ZN9json_text/ { print $1 }' >"$work/own"
# These section names let the hooks recognise the runtime's data (memory/runtime_data.hpp).
"$objcopy" --keep-global-symbols="$work/own" \
    --rename-section .data=cusim_data --rename-section .bss=cusim_bss "$work/all.o" "$work/cusim.o"
# The runtime has its own heap (memory/runtime_heap.hpp). The first list renames its heap functions;
# the second gives its calls of the program's heap their ordinary names.
for name in malloc free _Znwm _Znam _ZnwmRKSt9nothrow_t _ZdlPv _ZdaPv _ZdlPvm; do
    echo "$name __cusim_own_$name"
done >"$work/own_heap"
printf '%s\n' '__cusim_program_malloc malloc' '__cusim_program_free free' \
    '__cusim_program_new _Znwm' '__cusim_program_delete _ZdlPv' >"$work/programs_heap"
"$objcopy" --redefine-syms="$work/own_heap" "$work/cusim.o"
"$objcopy" --redefine-syms="$work/programs_heap" "$work/cusim.o"
rm -f "$out"
"$ar" rc "$out" "$work/cusim.o"
