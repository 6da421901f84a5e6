#!/usr/bin/env bash
# new_lab.sh GRADE SIMCC ROOT: checks that the files which `grade new-lab` writes compile unchanged:
# the suite and the program with g++, and the solution with simcc.
set -euo pipefail
grade=$1 simcc=$2 root=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/grader/authoring" "$scratch/solutions"  # a student's kit has neither
cp -r "$root/grader/authoring/template" "$scratch/grader/authoring/"
cp "$root/meson.build" "$scratch/"
KIT_SOURCE=$scratch "$grade" new-lab 99-fresh-start >/dev/null
includes=(-I "$root/common" -I "$root/grader" -I "$scratch/labs" -I "$scratch/labs/99-fresh-start")
for file in "$scratch/grader/suites/99-fresh-start.cpp" "$scratch/labs/99-fresh-start/main.cpp"; do
    c++ -std=c++20 -fsyntax-only "${includes[@]}" "$file"
done
for file in "$scratch"/solutions/99-fresh-start/*.cu; do
    "$simcc" "${includes[@]}" -c "$file" -o "$scratch/object.o"
done
