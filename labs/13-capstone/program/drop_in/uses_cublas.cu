// A program of cuBLAS that knows nothing of gemv. Linked or loaded together with the library of
// library.sh, it calls that instead.
//
//     uses_cublas --write FILE     keeps the products of many calls
//     uses_cublas --compare FILE   compares its own with them
//     uses_cublas --times NAME     lines of a CSV: NAME, operation, m, n, microseconds of a call
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

struct Product {
    cublasOperation_t operation;
    int m, n, lda, incx, incy;
    float alpha, beta;

    bool is_plain() const { return operation == CUBLAS_OP_N; }
    int length() const { return is_plain() ? n : m; }  // of a sum
    int outputs() const { return is_plain() ? m : n; }
};

void check(bool fine, const char* what) {
    if (fine) return;
    std::fprintf(stderr, "%s failed\n", what);
    std::exit(2);
}

class Floats {
  public:
    explicit Floats(size_t count) : count_(count) {
        check(cudaMalloc(&data_, 4 * count) == cudaSuccess, "cudaMalloc");
    }
    Floats(const Floats&) = delete;
    Floats& operator=(const Floats&) = delete;
    ~Floats() { cudaFree(data_); }

    void fill(unsigned state) {
        std::vector<float> made(count_);
        for (float& value : made) {
            state = state * 1664525u + 1013904223u;
            value = static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
        }
        check(cudaMemcpy(data_, made.data(), 4 * count_, cudaMemcpyHostToDevice) == cudaSuccess,
              "cudaMemcpy");
    }
    std::vector<float> values() const {
        std::vector<float> values(count_);
        check(cudaMemcpy(values.data(), data_, 4 * count_, cudaMemcpyDeviceToHost) == cudaSuccess,
              "cudaMemcpy");
        return values;
    }
    float* data() const { return data_; }

  private:
    size_t count_;
    float* data_ = nullptr;
};

struct Arrays {
    explicit Arrays(const Product& p)
        : A(static_cast<size_t>(p.lda) * p.n),
          x(static_cast<size_t>(p.length()) * p.incx),
          y(static_cast<size_t>(p.outputs()) * p.incy) {
        A.fill(1);
        x.fill(2);
        y.fill(3);
    }
    Floats A, x, y;
};

void multiply(cublasHandle_t handle, const Product& p, const Arrays& arrays) {
    check(cublasSgemv(handle, p.operation, p.m, p.n, &p.alpha, arrays.A.data(), p.lda,
                      arrays.x.data(), p.incx, &p.beta, arrays.y.data(),
                      p.incy) == CUBLAS_STATUS_SUCCESS,
          "cublasSgemv");
}

const std::vector<Product>& products() {
    static const std::vector<Product> all = [] {
        std::vector<Product> made;
        for (const auto operation : {CUBLAS_OP_N, CUBLAS_OP_T}) {
            for (const int m : {1, 33, 128})
                for (const int n : {1, 100, 257})
                    made.push_back({operation, m, n, m, 1, 1, 1.0f, 0.0f});
            made.push_back({operation, 41, 33, 43, 2, 3, -0.5f, 2.0f});
            made.push_back({operation, 8, 3000, 8, 1, 1, 1.5f, 1.0f});
        }
        return made;
    }();
    return all;
}

std::vector<float> result_of(cublasHandle_t handle, const Product& product) {
    const Arrays arrays(product);
    multiply(handle, product, arrays);
    return arrays.y.values();
}

int write(cublasHandle_t handle, const char* name) {
    FILE* const file = std::fopen(name, "wb");
    check(file != nullptr, name);
    for (const Product& product : products()) {
        const auto y = result_of(handle, product);
        check(std::fwrite(y.data(), 4, y.size(), file) == y.size(), name);
    }
    std::fclose(file);
    return 0;
}

int compare(cublasHandle_t handle, const char* name) {
    FILE* const file = std::fopen(name, "rb");
    check(file != nullptr, name);
    int different = 0;
    for (const Product& product : products()) {
        const auto y = result_of(handle, product);
        std::vector<float> other(y.size());
        check(std::fread(other.data(), 4, other.size(), file) == other.size(), name);
        const float allowed = 1e-6f * static_cast<float>(product.length() + 4);
        for (size_t i = 0; i < y.size(); ++i) different += !(std::abs(y[i] - other[i]) <= allowed);
    }
    std::fclose(file);
    std::printf("%zu products, %d elements differ\n", products().size(), different);
    return different == 0 ? 0 : 1;
}

double microseconds(cublasHandle_t handle, const Product& product, const Arrays& arrays) {
    constexpr int calls = 20;
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess,
          "cudaEventCreate");
    cudaEventRecord(start);
    for (int call = 0; call < calls; ++call) multiply(handle, product, arrays);
    cudaEventRecord(stop);
    check(cudaEventSynchronize(stop) == cudaSuccess, "a product");
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return 1e3 * milliseconds / calls;
}

int show_times(cublasHandle_t handle, const char* name) {
    constexpr int rounds = 21;
    constexpr int shapes[][2] = {
        {1024, 1024}, {4096, 4096}, {64, 16384}, {16384, 64}, {16384, 16384}};
    for (const auto operation : {CUBLAS_OP_N, CUBLAS_OP_T})
        for (const auto& [m, n] : shapes) {
            const Product product{operation, m, n, m, 1, 1, 1.0f, 0.0f};
            const Arrays arrays(product);
            std::vector<double> times(rounds);
            microseconds(handle, product, arrays);
            for (double& time : times) time = microseconds(handle, product, arrays);
            std::sort(times.begin(), times.end());
            std::printf("%s,%s,%d,%d,%.3f\n", name, product.is_plain() ? "plain" : "transposed", m,
                        n, times[rounds / 2]);
        }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    cublasHandle_t handle;
    check(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
    cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    int status = 2;
    if (std::strcmp(argv[1], "--write") == 0) status = write(handle, argv[2]);
    if (std::strcmp(argv[1], "--compare") == 0) status = compare(handle, argv[2]);
    if (std::strcmp(argv[1], "--times") == 0) status = show_times(handle, argv[2]);
    cublasDestroy(handle);
    return status;
}
