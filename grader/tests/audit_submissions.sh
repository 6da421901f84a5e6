#!/usr/bin/env bash
# Runs every function of a lab at small sizes with SIM_AUDIT=1: of the solution, and of the right
# submissions in other styles. It checks that none of them accesses memory that the simulator does
# not know about.
#
# audit_submissions.sh GRADE SOURCE LAB LAY; LAY writes out the submissions.
set -euo pipefail
grade=$1 source=$2 lab=$3 lay=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $lab in
    03-*) sizes=(--rows 3 --cols 4) ;;
    07-* | 08-*) sizes=(--rows 70) ;;
    09-*) sizes=(--columns 24 --rows 24 --chains 64 --samples 12 --side 24 --levels 20 --frames 2) ;;
    10-*) sizes=(--m 20 --n 18 --k 17) ;;
    11-*) sizes=(--rows 70 --cols 45 --length 5) ;;
    *) sizes=(--rows 70 --cols 45) ;;
esac

run() { "$grade" run "$lab" --backend sim --from "$@" 2>&1; }

functions=$(run "$source/solutions" -- --help | grep -oE -- '--function TEXT:\{[^}]*' | sed 's/.*{//; s/,/ /g')
[[ -n $functions ]] || { echo "$lab: its program lists no functions"; exit 1; }

checked=0
"$lay" "$work/laid"
for submission in "$source/solutions/$lab" "$work/laid/$lab"/right-*/; do
    [[ -d $submission ]] || continue
    rm -rf "$work/from"
    mkdir -p "$work/from"
    cp -r "$submission" "$work/from/$lab"
    for function in $functions; do
        status=0 these=("${sizes[@]}")
        [[ $function == one_buffer ]] && these=(--rows 64 --sx 8) # its rows must be a power of sx
        said=$(run "$work/from" --audit -- --function "$function" "${these[@]}") || status=$?
        if grep -q "an audit saw an access" <<<"$said"; then
            echo "${submission#"$work/laid/"}, $function:"
            echo "$said"
            exit 1
        fi
        if ((status == 2)) || grep -qE "^grade: |could not|was ended" <<<"$said"; then
            echo "${submission#"$work/laid/"}, $function did not run:"
            echo "$said"
            exit 1
        fi
        checked=$((checked + 1))
    done
done
echo "$lab: $checked functions audited, no access unannounced"
