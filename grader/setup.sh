# Sourced by grader/grade and grader/test: installs missing packages and brings the build up to
# date. Prints what it is doing if that takes long, and nothing if there is nothing to do.
#
# Needs Debian 12 and git. Installs with apt-get if it may (as root, or by sudo without a password);
# otherwise prints the exact command and exits 2. Where nothing can be installed, KIT_DEPS names a
# folder into which `grader/grade-deps` has unpacked the same packages.

packages=(
    g++ meson ninja-build pkg-config
    doctest-dev libboost-context-dev libcli11-dev nlohmann-json3-dev libfmt-dev
    libtomlplusplus-dev libdw-dev libseccomp-dev libarchive-dev libpng-dev
    libcsv-dev libutf8proc-dev libsqlite3-dev nettle-dev bubblewrap
    python3 python3-numpy python3-matplotlib
)

fail() {
    echo "${0##*/}: $*" >&2
    exit 2
}

missing_packages() {
    local package installed
    # dpkg-query fails if it does not know one of the packages, but still prints the others.
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)
    for package in "${packages[@]}"; do
        [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || echo "$package"
    done
}

install_packages() {
    local missing
    missing=$(missing_packages | tr '\n' ' ')
    missing=${missing% }
    [[ -z $missing ]] && return
    local command="apt-get update && apt-get install -y --no-install-recommends $missing"
    local as_root=()
    if [[ $EUID -ne 0 ]]; then
        if ! sudo -n true 2>/dev/null; then
            echo "${0##*/}: these packages are missing and this user may not install them; run" >&2
            echo "    sudo sh -c '$command'" >&2
            exit 2
        fi
        as_root=(sudo -n)
    fi
    echo "Installing: $missing" >&2
    local log
    log=$(mktemp)
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c "$command" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fail "installing the packages failed; the whole log is $log"
    fi
    rm -f "$log"
}

# Lets compilers, pkg-config, Meson and the loader find the packages in KIT_DEPS.
use_prepared_folder() {
    [[ -d $KIT_DEPS/usr/include ]] || fail "KIT_DEPS=$KIT_DEPS holds no usr/include; see docs/getting-started.md"
    KIT_DEPS=$(cd "$KIT_DEPS" && pwd)
    export KIT_DEPS
    local usr=$KIT_DEPS/usr machine
    machine=$(gcc -print-multiarch 2>/dev/null)
    machine=${machine:-$(uname -m)-linux-gnu}
    export CPATH=$usr/include:$usr/include/$machine${CPATH:+:$CPATH}
    export LIBRARY_PATH=$usr/lib/$machine:$usr/lib:$KIT_DEPS/lib/$machine${LIBRARY_PATH:+:$LIBRARY_PATH}
    export LD_LIBRARY_PATH=$usr/lib/$machine:$KIT_DEPS/lib/$machine${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export PKG_CONFIG_PATH=$usr/lib/$machine/pkgconfig:$usr/lib/pkgconfig:$usr/share/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR=$KIT_DEPS
    export BOOST_ROOT=$usr
    export PATH=$PATH:$usr/bin
}

# Shows Ninja's progress: on a terminal as one line that is updated, elsewhere one line for every
# tenth.
show_progress() {
    local line shown=0
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        local done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then
            printf '\r  %d of %d' "$done" "$all" >&2
        elif ((done * 10 / all > shown)); then
            shown=$((done * 10 / all))
            echo "  $done of $all" >&2
        fi
    done
    if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then printf '\r%20s\r' '' >&2; fi
}

# Locks the folder, because Ninja does not check whether another Ninja is building in it.
build_kit() {
    mkdir -p "$build" 2>/dev/null && [[ -w $build ]] ||
        fail "cannot write to $build; set KIT_BUILD to a folder that can be written to"
    local lock
    exec {lock}>"$build/.lock"
    flock "$lock"
    build_kit_alone "$@"
    exec {lock}>&-
}

# Configures the build once, then builds what has changed. Prints part of the log if that fails.
build_kit_alone() {
    local log=$build/setup.log targets=("$@")
    if [[ ! -f $build/build.ninja ]]; then
        echo "Configuring the build in ${build#"$root"/}/ …" >&2
        # A unity build takes 0.6 of the time. Callers that want each file compiled by itself set
        # unity=off.
        if ! meson setup -Dunity="${unity:-on}" "$build" "$root" >"$log" 2>&1; then
            tail -n 20 "$log" >&2
            fail "configuring failed; the whole log is $log"
        fi
    fi
    # Meson looks for an instructor's hidden cases only when it configures.
    local hidden
    hidden=$(cd "$root/hidden" 2>/dev/null && echo * || true)
    if [[ $hidden != "$(cat "$build/hidden" 2>/dev/null || true)" ]]; then
        meson setup --reconfigure "$build" "$root" >"$log" 2>&1 || fail "configuring failed; the whole log is $log"
        echo "$hidden" >"$build/hidden"
    fi
    if ninja -C "$build" -n "${targets[@]}" 2>/dev/null | grep -q 'no work to do'; then
        return
    fi
    local what="the kit (about two minutes the first time)"
    [[ ${targets[*]} != grader/grade-bin ]] || what="the grader (about a minute the first time)"
    echo "Building $what …" >&2
    # Ninja would run two more jobs than there are cores, which needs more memory and is a tenth
    # slower.
    if ! NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "$(nproc)" "${targets[@]}" 2>&1 |
        tee "$log" | show_progress; then
        # sed and not head: head would close the pipe, and with pipefail this script would end
        # without a message.
        grep -E -A 12 'FAILED|error:' "$log" | sed -n '1,40p' >&2
        fail "the kit does not build; the whole log is $log"
    fi
}

set_up() {
    if [[ -n ${KIT_DEPS:-} ]]; then
        use_prepared_folder
    else
        command -v dpkg-query >/dev/null || fail "this is not Debian; set KIT_DEPS (docs/getting-started.md)"
        install_packages
    fi
    # nvcc is often installed without being on PATH.
    if ! command -v nvcc >/dev/null && [[ -x /usr/local/cuda/bin/nvcc ]]; then
        export PATH=$PATH:/usr/local/cuda/bin
    fi
    build_kit "$@"
}
