# Sourced by grader/grade for `grade docs`: makes the book's site in build/book with Sphinx. Does
# not need the kit's build, and installs the packages that it needs when it is first called.

book_packages=(python3 python3-sphinx python3-myst-parser furo libjs-mathjax)

build_book() {
    packages=("${book_packages[@]}")
    install_packages
    local stage=$build/book-pages site=$build/book log=$build/book.log
    mkdir -p "$build"
    /usr/bin/python3 "$root/grader/book/stage.py" "$root" "$stage" || fail "the book's pages cannot be laid out"
    if ! /usr/bin/python3 -m sphinx -W --keep-going -q -b html -c "$root/grader/book" "$stage" "$site" >"$log" 2>&1; then
        head -n 20 "$log" >&2
        fail "the book cannot be made; the whole log is $log"
    fi
    mkdir -p "$site/_static/mathjax"
    local part
    for part in MathJax.js config extensions jax localization fonts; do
        cp -rL --no-clobber "/usr/share/javascript/mathjax/$part" "$site/_static/mathjax/" 2>/dev/null || true
    done
    printf '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=docs/README.html">\n' >"$site/index.html"
    echo "the book: $site/index.html"
    if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] && command -v xdg-open >/dev/null; then
        xdg-open "$site/index.html" >/dev/null 2>&1 || true
    fi
}
