// A matrix's descriptor is destroyed before the size of a product's buffer is asked for.
#include <cuda_runtime.h>
#include <cusparse.h>

int main() {
    int* indices;
    float* values;
    cudaMalloc(&indices, 7 * sizeof(int));
    cudaMalloc(&values, 9 * sizeof(float));
    cudaMemset(indices, 0, 7 * sizeof(int));
    cudaMemset(values, 0, 9 * sizeof(float));
    cusparseHandle_t sparse;
    cusparseCreate(&sparse);
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    cusparseCreateCsr(&a, 3, 3, 3, indices, indices + 4, values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&x, 3, values + 3, CUDA_R_32F);
    cusparseCreateDnVec(&y, 3, values + 6, CUDA_R_32F);
    cusparseDestroySpMat(a);
    const float one = 1;
    size_t bytes = 0;
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseSpMVAlg_t any = CUSPARSE_SPMV_ALG_DEFAULT;
    // clang-format off
    cusparseSpMV_bufferSize(sparse, as_is, &one, a, x, &one, y, CUDA_R_32F, any, &bytes);  // EXPECT use_after_free
    // clang-format on
    cusparseDestroyDnVec(x);
    cusparseDestroyDnVec(y);
    cusparseDestroy(sparse);
    cudaFree(indices);
    cudaFree(values);
}
