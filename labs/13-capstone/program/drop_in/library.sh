#!/usr/bin/env bash
# library.sh COMPILER GEMV OUT [OPTION...]: makes a library of GEMV, a gemv.cu, that stands in the
# place of cuBLAS's sgemv in programs that are compiled already. It has cuBLAS's symbol
# cublasSgemv_v2 and no other; the handle's functions stay cuBLAS's.
#
# nvcc makes a shared library:       LD_PRELOAD=OUT.so ./program
# simcc, which links whole programs, a static one:    simcc program.o OUT.a -o program -lcublas
#
# --depfile FILE as the last options also writes the files that OUT depends on, for Ninja.
set -euo pipefail
compiler=$1 gemv=$2 out=$3
shift 3
depfile=
if (($# >= 2)) && [[ ${*: -2:1} == --depfile ]]; then
    depfile=${*: -1}
    set -- "${@:1:$#-2}"
fi
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
lab=$(cd "$here/../.." && pwd)
common=$(cd "$lab/../../common" && pwd)
headers=(-std=c++20 "-I$lab" "-I$common")
options=("${headers[@]}" "$@")
sources=("$here"/{sgemv,in_its_place}.cpp "$gemv")
if [[ -n $depfile ]]; then
    files=$(g++ -MM -x c++ "${headers[@]}" -isystem "$common/simulator/include" "${sources[@]}" |
        sed 's/^[^ ]*: //; s/\\$//')
    echo "$out:" $files >"$depfile"
fi
if [[ $out == *.so ]]; then
    # The runtime's own symbols are hidden, or they would stand in the place of the program's.
    "$compiler" "${options[@]}" -shared -Xcompiler -fPIC,-fvisibility=hidden \
        -Xlinker --exclude-libs,ALL -o "$out" "${sources[@]}"
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
objects=()
for source in "${sources[@]}"; do
    objects+=("$scratch/$(basename "$source").o")
    "$compiler" "${options[@]}" -c -o "${objects[-1]}" "$source"
done
rm -f "$out"
ar rcs "$out" "${objects[@]}"
