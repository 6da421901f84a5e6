#!/usr/bin/env bash
# The runtime as one object that shares no function with the programs it is linked with. Instances of
# templates and inline functions exist once a program: the linker would take the student's copy of, say,
# std::string's, whose hooks would then check, and count, what the runtime itself does.
#
# isolate.sh PARTS.a OUT.a LD NM OBJCOPY AR
set -euo pipefail
parts=$1
out=$2
ld=$3 nm=$4 objcopy=$5 ar=$6
work=$(mktemp -d -p "$(dirname "$out")")
trap 'rm -rf "$work"' EXIT

"$ld" -r --force-group-allocation -o "$work/all.o" --whole-archive "$parts"
# Weak are those that may be there several times; what is its own the runtime defines as strong. Of
# json_text the runner has a copy, too.
"$nm" --defined-only --extern-only --format=posix "$work/all.o" |
    awk '$2 !~ /^[WwVv]$/ && $1 !~ /^_ZN9json_text/ { print $1 }' >"$work/own"
# Its data have names by which the hooks know them (memory/runtime_data.hpp).
"$objcopy" --keep-global-symbols="$work/own" \
    --rename-section .data=cusim_data --rename-section .bss=cusim_bss "$work/all.o" "$work/cusim.o"
# It has a heap of its own (memory/runtime_heap.hpp). Then what it calls of the program's gets its
# name, and its operator delete becomes the program's.
for name in malloc free _Znwm _Znam _ZnwmRKSt9nothrow_t _ZdlPv _ZdaPv _ZdlPvm; do
    echo "$name __cusim_own_$name"
done >"$work/own_heap"
printf '%s\n' '__cusim_program_malloc malloc' '__cusim_program_free free' \
    '__cusim_program_new _Znwm' '__cusim_program_delete _ZdlPv' >"$work/programs_heap"
"$objcopy" --redefine-syms="$work/own_heap" "$work/cusim.o"
"$objcopy" --redefine-syms="$work/programs_heap" "$work/cusim.o"
rm -f "$out"
"$ar" rc "$out" "$work/cusim.o"
