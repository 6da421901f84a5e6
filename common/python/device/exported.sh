#!/usr/bin/env bash
# exported.sh NM LIBCUSIM.a: prints the functions and variables that the library itself defines, as
# a list for the linker's --dynamic-list.
set -euo pipefail
echo '{'
"$1" --defined-only --extern-only --format=posix "$2" | awk 'NF > 2 && $2 !~ /^[WwVv]$/ { print "  \"" $1 "\";" }'
echo '};'
