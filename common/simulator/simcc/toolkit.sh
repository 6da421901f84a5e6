#!/bin/sh
# toolkit.sh FOLDER INCLUDE SIMCC: a folder in which build tools find what they expect of a toolkit:
# nvcc, headers, and libraries by name. simcc links none of these, since the runtime contains them.
# simcc.cmake is a toolchain file of CMake.
set -e
mkdir -p "$1/bin" "$1/lib64" "$1/nvvm/libdevice"
ln -sfn "$2" "$1/include"
ln -sfn "$3" "$1/bin/nvcc"
for library in cudart cudart_static cudadevrt cuda cublas cublasLt cufft curand cusolver cusparse \
        culibos nvToolsExt; do
    for file in "$1/lib64/lib$library.so" "$1/lib64/lib$library.a"; do
        [ -e "$file" ] || printf '!<arch>\n' > "$file"
    done
done
# C++ compilers link programs that have C++ files, too, and do not know the runtime's place and flags.
cat > "$1/simcc.cmake" << END
set(CMAKE_CUDA_COMPILER "$3")
set(CUDAToolkit_ROOT "$1")
set(CMAKE_CXX_LINK_EXECUTABLE "\"$3\" <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
END
touch "$1"
