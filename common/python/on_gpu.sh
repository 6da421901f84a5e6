#!/usr/bin/env bash
# on_gpu.sh WHEELS [OUT]: runs lab 12's solution with the real PyCUDA, on a machine with a GPU and
# no network.
#
# WHEELS is a folder with wheels for that machine's Python: PyCUDA and the packages that it needs
# (pytools, Mako, MarkupSafe, platformdirs, siphash24, typing_extensions). NumPy must be installed.
# To make the folder, run this on a machine with a network, the same version of Python and the CUDA
# Toolkit (a GPU is not needed):
#     pip wheel --no-deps pycuda && pip download --no-deps pytools mako markupsafe platformdirs siphash24 typing_extensions
#
# PYTHON names the interpreter (default: python3). OUT is the folder for the table.
set -euo pipefail
wheels=$(cd "$1" && pwd)
mkdir -p "${2:-.}"
out=$(cd "${2:-.}" && pwd)
python=${PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for wheel in "$wheels"/*.whl; do
    "$python" -m zipfile -e "$wheel" "$work/packages"
done
export PYTHONPATH=$work/packages PATH=$PATH:/usr/local/cuda/bin
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/local/cuda/lib64
"$python" -c 'import pycuda.driver as d; d.init(); print("PyCUDA", __import__("pycuda").VERSION_TEXT, "on", d.Device(0).name())'

cp "$here/../../solutions/12-python/matmul.py" "$work/matmul.py"
cd "$work"
cat >check.py <<'END'
import numpy as np
import pycuda.gpuarray as gpuarray
import matmul

random = np.random.default_rng(1)
for m, n, k in ((1, 1, 1), (17, 15, 33), (64, 32, 16), (200, 70, 135)):
    a, b = (random.integers(-8, 9, shape).astype(np.float64) for shape in ((m, k), (k, n)))
    assert (matmul.multiply(a, b) == a @ b).all(), (m, n, k)
    a, b = a.astype(np.float32), b.astype(np.float32)
    c = gpuarray.to_gpu(np.full((m, n), np.nan, np.float32))
    matmul.multiply_tiled(gpuarray.to_gpu(a), gpuarray.to_gpu(b), c, m, n, k)
    assert (c.get() == a @ b).all(), (m, n, k)
try:
    matmul.multiply(np.zeros((3, 4)), np.zeros((3, 4)))
    raise SystemExit("matrices that do not fit were multiplied")
except ValueError:
    print("multiply and multiply_tiled: right")
END
"$python" check.py
"$python" matmul.py 64 128 256 512 1024 2048 4096 | tee "$out/python-12.txt"
