// NVCC: --extended-lambda
// Bitonic sort of any length (virtual padding), comparator as a lambda.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
template <class T, class Less>
__global__ void step(T* v, unsigned n, unsigned j, unsigned k, Less less) {
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned p = i ^ j;
    // ascending everywhere: the first step of a merge compares with the mirrored element
    if (j == k / 2) p = i ^ (k - 1);
    if (p > i) {
        T a = v[i], b = v[p];  // EXPECT out_of_bounds
        if (less(b, a)) {
            v[i] = b;
            v[p] = a;
        }
    }
}
template <class T, class Less>
void sort(T* d, unsigned n, Less less) {
    unsigned m = 1;
    while (m < n) m *= 2;
    for (unsigned k = 2; k <= m; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) step<<<(n + 63) / 64, 64>>>(d, n, j, k, less);
}
int main() {
    const unsigned n = 300;
    std::vector<float> h(n), r(n);
    for (auto& x : h) x = rand() % 1000 / 7.f;
    float* d;
    cudaMalloc(&d, n * sizeof *d);
    cudaMemcpy(d, h.data(), n * sizeof *d, cudaMemcpyHostToDevice);
    const float centre = 50;
    auto less = [centre] __host__ __device__(float a, float b) {
        return fabsf(a - centre) < fabsf(b - centre);
    };
    sort(d, n, less);
    cudaMemcpy(r.data(), d, n * sizeof *d, cudaMemcpyDeviceToHost);
    std::sort(h.begin(), h.end(), less);
    bool ok = true;
    for (unsigned i = 0; i < n; ++i) ok &= std::abs(r[i] - centre) == std::abs(h[i] - centre);
    puts(ok ? "OK" : "wrong");
    cudaFree(d);
}
