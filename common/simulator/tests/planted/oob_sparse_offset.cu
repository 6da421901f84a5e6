// The offsets of the rows are those of another matrix, with four elements, and the arrays of this
// one have three: a conversion would write behind them.
#include <cuda_runtime.h>
#include <cusparse.h>

int main() {
    const int offsets[] = {0, 1, 2, 4};
    int *csr, *coo;
    cudaMalloc(&csr, sizeof offsets);
    cudaMalloc(&coo, 3 * sizeof(int));
    cudaMemcpy(csr, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cusparseHandle_t sparse;
    cusparseCreate(&sparse);
    cusparseXcsr2coo(sparse, csr, 3, 3, coo, CUSPARSE_INDEX_BASE_ZERO);  // EXPECT out_of_bounds
    cudaDeviceSynchronize();
    cusparseDestroy(sparse);
    cudaDeviceReset();
    return 0;
}
