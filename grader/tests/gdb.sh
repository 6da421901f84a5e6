#!/bin/bash
# Checks that `grade run --gdb` stops in the requested thread, at the student's line, with its
# variables.
# gdb.sh GRADE-BIN
#
# The exit status is 77 (skipped) if gdb is missing or may not trace processes.
set -u
grade=$1

command -v gdb >/dev/null || { echo "skipped: no gdb"; exit 77; }
gdb -q -nx -batch -ex run --args /bin/true 2>&1 | grep -q 'exited normally' ||
    { echo "skipped: gdb cannot run a program here"; exit 77; }

failures=0
expect() {  # expect WHAT PATTERN TEXT
    if ! grep -qE -- "$2" <<<"$3"; then
        printf 'not found: %s (%s) in\n%s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

told=$("$grade" run 02 --from solutions --gdb 1:3 -- --rows 300 --cols 8 --order reverse 2>&1 <<'END'
print blockIdx.x
print threadIdx.x
next
print n
info source
kill
quit
END
)
expect "the block" '= 1$' "$told"
expect "the thread" '= 3$' "$told"
expect "the kernel's line" 'at matvec\.cu:[0-9]+' "$told"
expect "an argument" '= 300$' "$told"
expect "the source's name" 'Current source file is matvec\.cu' "$told"

told=$("$grade" run 02 --from solutions --gdb 99:0 -- --rows 8 --cols 8 2>&1 <<<quit)
expect "that the thread does not exist" 'no launch had that thread' "$told"

told=$(PATH=/nowhere "$grade" run 02 --from solutions --gdb 0:0 2>&1)
[[ $? == 2 ]] || { echo "without gdb: wrong exit status"; failures=$((failures + 1)); }
expect "what is missing" '^grade: --gdb needs gdb' "$told"

exit $((failures > 0))
