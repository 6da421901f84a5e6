// A matrix's descriptor is destroyed before the product that takes it.
#include <cuda_runtime.h>
#include <cusparse.h>

__global__ void fill(int* offsets, int* columns, float* values, float* x) {
    const int i = threadIdx.x;
    offsets[i] = i;
    if (i == 0) offsets[3] = 3;
    columns[i] = i;
    values[i] = x[i] = i + 1;
}

int main() {
    int *offsets, *columns;
    float *values, *x, *y;
    cudaMalloc(&offsets, 4 * sizeof(int));
    cudaMalloc(&columns, 3 * sizeof(int));
    cudaMalloc(&values, 3 * sizeof(float));
    cudaMalloc(&x, 3 * sizeof(float));
    cudaMalloc(&y, 3 * sizeof(float));
    fill<<<1, 3>>>(offsets, columns, values, x);
    cusparseHandle_t sparse;
    cusparseCreate(&sparse);
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t dx, dy;
    cusparseCreateCsr(&a, 3, 3, 3, offsets, columns, values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&dx, 3, x, CUDA_R_32F);
    cusparseCreateDnVec(&dy, 3, y, CUDA_R_32F);
    cusparseDestroySpMat(a);
    const float one = 1, none = 0;
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseSpMVAlg_t any = CUSPARSE_SPMV_ALG_DEFAULT;
    // clang-format off
    cusparseSpMV(sparse, as_is, &one, a, dx, &none, dy, CUDA_R_32F, any, nullptr);  // EXPECT use_after_free
    // clang-format on
    cudaDeviceSynchronize();
    cusparseDestroyDnVec(dx);
    cusparseDestroyDnVec(dy);
    cusparseDestroy(sparse);
    cudaFree(offsets);
    cudaFree(columns);
    cudaFree(values);
    cudaFree(x);
    cudaFree(y);
}
