#!/usr/bin/env bash
# Every function of CUDA's runtime, and every one that device code may call, must be either declared
# or refused by its name, so that nobody reads that a function of CUDA "was not declared". The names
# come from the toolkit's headers, so that those of a new toolkit are tested as well.
#
# names.sh SIMCC NVCC; without NVCC the exit status is 77, which Meson counts as skipped.
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

# Left out: functions that no program of a course would use. They are for drivers or other vendors'
# buses, internal to the headers, or for devices newer than those that are simulated.
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

# declare_all NAMES: compiles a file that declares every name of the file NAMES with a
# using-declaration.
declare_all() {
    awk '{ print "namespace names { using ::" $1 "; }" }' "$1" >"$work/names.cu"
    "$simcc" -c "$work/names.cu" -o "$work/names.o" 2>&1
}

# simcc reports all unsupported names of a file at once; without these, the rest must compile.
{ declare_all "$work/names" || true; } | sed -nE 's|.*unsupported: .*\((\w+)\)$|\1|p' | sort -u >"$work/refused"
comm -23 "$work/names" "$work/refused" >"$work/rest"
echo "$(wc -l <"$work/names") names, $(wc -l <"$work/refused") refused"
(($(wc -l <"$work/names") > 500))
declare_all "$work/rest"
