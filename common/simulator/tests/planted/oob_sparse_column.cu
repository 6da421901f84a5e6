// The columns count from one, and the matrix was made for columns from zero: the last one is
// outside of it.
#include <cuda_runtime.h>
#include <cusparse.h>

int main() {
    const int offsets[] = {0, 1, 2, 3}, columns[] = {1, 2, 3};
    const float values[] = {1, 2, 3}, ones[] = {1, 1, 1};
    int *o, *c;
    float *v, *x, *y;
    cudaMalloc(&o, sizeof offsets);
    cudaMalloc(&c, sizeof columns);
    cudaMalloc(&v, sizeof values);
    cudaMalloc(&x, sizeof ones);
    cudaMalloc(&y, sizeof ones);
    cudaMemcpy(o, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(c, columns, sizeof columns, cudaMemcpyHostToDevice);
    cudaMemcpy(v, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
    cusparseHandle_t sparse;
    cusparseCreate(&sparse);
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t dx, dy;
    cusparseCreateCsr(&a, 3, 3, 3, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&dx, 3, x, CUDA_R_32F);
    cusparseCreateDnVec(&dy, 3, y, CUDA_R_32F);
    const float one = 1, none = 0;
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseSpMVAlg_t any = CUSPARSE_SPMV_ALG_DEFAULT;
    // clang-format off
    cusparseSpMV(sparse, as_is, &one, a, dx, &none, dy, CUDA_R_32F, any, nullptr);  // EXPECT out_of_bounds
    // clang-format on
    cudaDeviceSynchronize();
    cusparseDestroy(sparse);
    cudaDeviceReset();
    return 0;
}
