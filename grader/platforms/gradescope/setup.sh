#!/usr/bin/env bash
# Gradescope runs this once, as root, when it makes the image: packages are installed, the kit is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/gpu-matrix-vector-labs"
root=$PWD build=${KIT_BUILD:-$PWD/build}
source grader/setup.sh
set_up kit
