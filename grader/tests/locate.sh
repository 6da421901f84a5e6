#!/bin/bash
# Checks that `grade locate` marks the place of a mistake, and says so where there is none.
# locate.sh GRADE-BIN SOLUTIONS
set -u
grade=$1 solutions=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
lab=02-simple-gather
cp -r "$solutions/$lab" "$folder/"
file=$folder/$lab/matvec.cu

failures=0
expect() {  # expect WHAT PATTERN TEXT
    if ! grep -qE -- "$2" <<<"$3"; then
        printf 'not found: %s (%s) in\n%s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}
expect_status() {  # expect_status WHAT STATUS
    [[ $? == "$2" ]] || { echo "$1: wrong exit status"; failures=$((failures + 1)); }
}

told=$("$grade" locate 02 --from "$folder" 2>&1)
expect_status "nothing wrong" 0
expect "that nothing fails" "^$lab: no case fails$" "$told"

# The grid of rung 3's first kernel is that of the columns.
sed -i 's/start_kernel<<<(n + /start_kernel<<<(m + /' "$file"
number=$(grep -n 'start_kernel<<<(m' "$file" | cut -d: -f1)
told=$("$grade" locate 02 --from "$folder" 2>&1)
expect_status "one mistake" 0
expect "the failing case" "^$lab: 'rung 3: scatter: .*' fails; trying [0-9]+ small changes" "$told"
expect "how far it is, though this is no terminal" '^  [0-9]+ of [0-9]+ tried, [0-9]+ repairs? it$' "$told"
expect "that the rung would pass" '^every case of rung 3 passes if the marked part is changed:$' "$told"
expect "the line" "^matvec\.cu:$number\$" "$told"
expect "the place in it" '^ {4} +\^$' "$told"
if grep -q 'repaired:' <<<"$told"; then
    echo "the change is shown without --show"
    failures=$((failures + 1))
fi

told=$("$grade" locate 02 --from "$folder" --case "rung 1" 2>&1)
expect_status "a rung without a mistake" 0
expect "that nothing fails there" "no case fails with 'rung 1' in its name" "$told"

told=$("$grade" locate 02 --from "$folder" --case "rnug 1" 2>&1)
expect_status "words of no case" 2
expect "the words, and what was meant" "no case of $lab has 'rnug 1' in its name; .*did you mean 'rung 1" "$told"
[[ $(wc -l <<<"$told") == 1 ]] || { echo "words of no case: more than a line"; failures=$((failures + 1)); }

echo 'int main() {' >> "$file"
told=$("$grade" locate 02 --from "$folder" 2>&1)
expect_status "no program" 2
told=$("$grade" locate 99 2>&1)
expect_status "no such lab" 2
expect "the labs that there are" "unknown lab '99'" "$told"

exit $((failures > 0))
