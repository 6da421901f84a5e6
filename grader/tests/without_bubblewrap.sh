#!/usr/bin/env bash
# without_bubblewrap.sh COMMAND...: runs it where bubblewrap does not start, so that the grader takes
# its own sandbox. Where this needs rights that nobody has here, the status is 77: skipped.
set -euo pipefail
bubblewrap=/usr/bin/bwrap
hide="mount --bind /bin/false $bubblewrap"
if [[ -e $bubblewrap ]] && ! unshare --mount sh -c "$hide" 2>/dev/null; then
    echo "skipped: bubblewrap cannot be hidden here"
    exit 77
fi
if [[ ! -e $bubblewrap ]]; then exec "$@"; fi
exec unshare --mount sh -c "$hide && exec \"\$@\"" sh "$@"
