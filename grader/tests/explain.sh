#!/bin/bash
# Checks that `grade run --explain` describes a lab's launch in detail, and that a run without it
# does not.
# explain.sh GRADE-BIN
set -u
grade=$1

failures=0
expect() {  # expect WHAT PATTERN TEXT
    if ! grep -qE -- "$2" <<<"$3"; then
        printf 'not found: %s (%s) in\n%s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

told=$("$grade" run 02 --from solutions --explain -- --rows 256 --cols 64 2>&1)
expect "the source line" '^> +[0-9]+ \|.*A\[i \* m \+ j\]' "$told"
expect "the count beside the least" 'loads of A: 16384 sectors in 512 requests' "$told"
expect "a lane in its sector" '  A\[64\] +1\.{7}' "$told"

told=$("$grade" run 04 --from solutions --explain -- --rows 3 --cols 256 2>&1)
expect "a wavefront without conflicts" 'wavefront +1  0123456789abcdefghijklmnopqrstuv' "$told"
expect "a barrier at which warps wait" '^  reduce\.cu:[0-9]+ +2 +256   3 3 3 3 \. \. \. \.$' "$told"

told=$("$grade" run 04 --from solutions --explain --block 2 -- --rows 3 --cols 256 2>&1)
expect "the block asked for" '^Barriers of block \(2,0,0\)$' "$told"
told=$("$grade" run 04 --from solutions --explain --block x -- --rows 3 --cols 256 2>&1)
[[ $? == 2 ]] || { echo "a block that is none: wrong exit status"; failures=$((failures + 1)); }
expect "that it is none" "'x' is not a BLOCK, such as 2 or 1,0" "$told"
told=$("$grade" run 04 --from solutions --block 2 -- --rows 3 --cols 256 2>&1)
[[ $? == 2 ]] || { echo "a block without --explain: wrong exit status"; failures=$((failures + 1)); }

told=$("$grade" run 01 --from solutions --explain -- --rows 3 --cols 3 2>&1)
expect "that there is nothing to see" '^simulator: no kernel was launched' "$told"

told=$("$grade" run 02 --from solutions --explain --backend cuda 2>&1)
[[ $? == 2 ]] || { echo "on cuda: wrong exit status"; failures=$((failures + 1)); }
expect "what it needs" '^grade: --explain shows what the simulator saw' "$told"

told=$("$grade" run 02 --from solutions -- --rows 8 --cols 8 2>&1)
if grep -q 'in detail, launch' <<<"$told"; then
    echo "told without being asked"
    failures=$((failures + 1))
fi

exit $((failures > 0))
