// NVCC: --extended-lambda --expt-relaxed-constexpr
// Lambdas of all sorts in device code: in kernels, recursive, generic, init-captures, captured by
// reference, *this, stored in structs.
#include <cstdio>
#include <tuple>
template <class F>
__global__ void run(int* p, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(p, i);
}
struct Scaler {
    int k;
    void launch(int* p, int n) const {
        run<<<2, 32>>>(p, n, [*this] __device__(int* q, int i) { q[i] *= k; });
    }
};
template <class A, class B>
struct Compose {
    A a;
    B b;
    __host__ __device__ int operator()(int x) const { return b(a(x)); }
};
template <class A, class B>
Compose(A, B) -> Compose<A, B>;
__global__ void inside(int* p) {
    auto fib = [](auto self, int n) -> int {
        return n < 2 ? n : self(self, n - 1) + self(self, n - 2);
    };
    int calls = 0;
    auto count = [&calls](auto... xs) {
        calls += sizeof...(xs);
        return (xs + ... + 0);
    };
    auto next = [state = 1u]() mutable { return state = state * 1664525u + 1013904223u; };
    constexpr auto square = [](int x) constexpr {
        return x * x;
    };
    static_assert(square(3) == 9);
    unsigned a = next(), b = next();
    p[threadIdx.x] =
        fib(fib, threadIdx.x % 10) + count(1, 2, 3) + calls + square(threadIdx.x) + (a != b);
}
int main() {
    const int n = 50;
    int* p;
    cudaMallocManaged(&p, n * sizeof(int));
    int offset = 3;
    run<<<2, 32>>>(p, n, [=] __device__(int* q, int i) { q[i] = i + offset; });
    Scaler{4}.launch(p, n);
    auto f = Compose{[] __host__ __device__(int x) { return x + 1; },
                     [offset] __host__ __device__(int x) { return x * offset; }};
    run<<<2, 32>>>(p, n, [f] __device__(int* q, int i) { q[i] = f(q[i]); });
    cudaDeviceSynchronize();
    bool ok = true;
    for (int i = 0; i < n; ++i) ok &= p[i] == f((i + 3) * 4);
    inside<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    int fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
    for (int i = 0; i < 32; ++i) ok &= p[i] == fib[i % 10] + 6 + 3 + i * i + 1;
    puts(ok ? "OK" : "wrong");
    cudaFree(p);
}
