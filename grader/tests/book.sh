#!/usr/bin/env bash
# book.sh ROOT: checks that `grade docs` makes a site that contains every page and figure of the
# book, and the script that draws formulas. It installs nothing; if packages are missing the exit
# status is 77.
set -euo pipefail
root=$1
source "$root/grader/setup.sh"
source "$root/grader/book/build.sh"
packages=("${book_packages[@]}")
missing=$(missing_packages)
if [[ -n $missing ]]; then
    echo "skipped: not installed:" $missing
    exit 77
fi
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
build_book
site=$build/book
for page in "$root"/docs/*.md "$root"/docs/labs/*.md "$root"/labs/*/README.md; do
    made=$site/${page#"$root"/}
    [[ -s ${made%.md}.html ]] || fail "there is no page of ${page#"$root"/}"
    grep -q "href=\"[^\"]*$(basename "${made%.md}").html" "$site/docs/README.html" || [[ $page == */docs/README.md ]] ||
        fail "the contents do not name ${page#"$root"/}"
done
[[ -s $site/_static/mathjax/MathJax.js ]] || fail "the formulas' script is missing"
! grep -rqE '<script[^>]* src="https?:' "$site" || fail "a page asks the network for a script"
