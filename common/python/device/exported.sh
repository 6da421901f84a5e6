#!/usr/bin/env bash
# exported.sh LIBCUSIM.a: its own functions and variables, as a list for the linker's --dynamic-list.
set -euo pipefail
echo '{'
nm --defined-only --extern-only --format=posix "$1" | awk 'NF > 2 && $2 !~ /^[WwVv]$/ { print "  \"" $1 "\";" }'
echo '};'
