#!/usr/bin/env bash
# Every function that CUDA's runtime has, and every one that device code may call, is there or is
# refused by its name: nobody is told that a word of CUDA's "was not declared". The names come from
# the toolkit's headers, so that a new one's are asked for, too.
#
# names.sh SIMCC NVCC; without an NVCC the status is 77, which Meson counts as skipped.
set -euo pipefail
simcc=$1
nvcc=$2
if [[ -z $nvcc ]]; then
    echo "skipped: no nvcc on this machine"
    exit 77
fi
include=$(dirname "$(dirname "$(readlink -f "$nvcc")")")/include
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of no use in a program that a lab, or a course, would have: for drivers, other vendors' buses, and
# what the headers keep to themselves or have for devices newer than those simulated.
unwanted='^(__cuda.*|.*_ptsz|cuda(DeviceFlushGPUDirectRDMAWrites|DeviceGet(HostAtomicCapabilities|NvSciSyncAttributes)'
unwanted+='|Device(Unr|R)egisterAsyncNotification|GetExportTable|FuncGetParamInfo'
unwanted+='|DeviceGetTexture1DLinearMaxWidth|GetTextureObjectResourceViewDesc'
unwanted+='|OccupancyMaxPotentialBlockSizeVariableSMemWithFlags)'
unwanted+='|__(nv_|internal_|host_|libcpp_|cvta_|barrier_sync|is|has_|signbitd|pm[0-3]|pow_helper'
unwanted+='|cmath_power|declspec|func__|attribute__|prof_trigger|uni_sync|fmaf_ieee_|f(add|mul|fma)2_|ffma2_).*)$'

{
    grep -hoE '\bcuda[A-Z]\w*\(' "$include/cuda_runtime_api.h"
    grep -hoE '\b(__[a-z]\w*|atomic[A-Z]\w*)\(' "$include"/crt/{device_functions,device_double_functions,math_functions}.h \
        "$include"/device_atomic_functions.h "$include"/sm_*_{intrinsics,atomic_functions}.h
} | tr -d '(' | sort -u | grep -vE "$unwanted" >"$work/names"

# declare_all NAMES
declare_all() {
    awk '{ print "namespace names { using ::" $1 "; }" }' "$1" >"$work/names.cu"
    "$simcc" -c "$work/names.cu" -o "$work/names.o" 2>&1
}

# What is refused is told of all lines at once; the rest must compile.
{ declare_all "$work/names" || true; } | sed -nE 's|.*unsupported: .*\((\w+)\)$|\1|p' | sort -u >"$work/refused"
comm -23 "$work/names" "$work/refused" >"$work/rest"
echo "$(wc -l <"$work/names") names, $(wc -l <"$work/refused") refused"
(($(wc -l <"$work/names") > 500))
declare_all "$work/rest"
