#!/usr/bin/env bash
# without_bubblewrap.sh COMMAND...: runs the command where bubblewrap cannot start, so that the
# grader uses its own sandbox. If it has not the rights to arrange that, the exit status is 77
# (skipped).
set -euo pipefail
bubblewrap=/usr/bin/bwrap
hide="mount --bind /bin/false $bubblewrap"
if [[ -e $bubblewrap ]] && ! unshare --mount sh -c "$hide" 2>/dev/null; then
    echo "skipped: bubblewrap cannot be hidden here"
    exit 77
fi
if [[ ! -e $bubblewrap ]]; then exec "$@"; fi
exec unshare --mount sh -c "$hide && exec \"\$@\"" sh "$@"
