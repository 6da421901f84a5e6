#!/usr/bin/env bash
# times.sh BUILD SUBMISSIONS SCRATCH: lab 12's products beside NumPy's on a real device, as a CSV.
# times.sh --missing: what this machine lacks for that.
#
# KIT_PYTHON names a Python with PyCUDA and NumPy (default: python3). The head of on_gpu.sh says how
# to make PyCUDA's wheels for a machine without a network; PYTHONPATH can name the folder in which
# they are unpacked.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
python=${KIT_PYTHON:-python3}
export PATH=$PATH:/usr/local/cuda/bin # PyCUDA calls nvcc
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/local/cuda/lib64
if [[ $1 == --missing ]]; then
    "$python" -c 'import numpy, pycuda.driver' 2>/dev/null ||
        echo "$python has no PyCUDA, or no NumPy; KIT_PYTHON may name another"
    exit
fi
cd "$3"
"$python" "$here/times.py" "$2/12-python/matmul.py" 2>errors || {
    cat errors
    exit 1
}
