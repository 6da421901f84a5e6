// Conversions of what does not fit, and shifts by too much, go on with the device's results: the
// nearest number, and no bits. On the host, the same function goes on as its processor does.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

struct Results {
    int whole[4];
    unsigned natural[4];
    long long wide[4];
    short narrow[4];
    unsigned left[4], right[4];
    int arithmetic[4];
    long long wide_left[4], wide_right[4];
};

__host__ __device__ void compute(const float* x, const double* y, const int* by, Results* r,
                                 int i) {
    r->whole[i] = (int)x[i];                         // EXPECT crash warning
    r->natural[i] = (unsigned)x[i];                  // EXPECT crash warning
    r->wide[i] = (long long)(2 * y[i]);              // EXPECT crash warning
    r->narrow[i] = (short)(x[i] / 65536);            // MAY crash warning
    r->left[i] = 5u << by[i];                        // EXPECT crash warning
    r->right[i] = 0x80000001u >> by[i];              // EXPECT crash warning
    r->arithmetic[i] = -by[i] >> (by[i] + 1);        // EXPECT crash warning
    r->wide_left[i] = 3ll << (2 * by[i]);            // EXPECT crash warning
    r->wide_right[i] = (-1ll - by[i]) >> by[i] * 2;  // EXPECT crash warning
}

__global__ void on_device(const float* x, const double* y, const int* by, Results* r) {
    compute(x, y, by, r, threadIdx.x);
}

int main() {
    const float x[4] = {1.5f, -3e9f, 5e9f, NAN};
    const double y[4] = {-2.5, 1e300, -1e300, 3};
    const int by[4] = {3, 32, 40, 31};
    float* dx;
    double* dy;
    int* dby;
    Results *dr, r;
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMalloc(&dby, sizeof by);
    cudaMalloc(&dr, sizeof r);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
    cudaMemcpy(dby, by, sizeof by, cudaMemcpyHostToDevice);
    on_device<<<1, 4>>>(dx, dy, dby, dr);
    cudaMemcpy(&r, dr, sizeof r, cudaMemcpyDeviceToHost);
    const Results expected = {
        {1, -2147483647 - 1, 2147483647, 0},
        {1, 0, 4294967295u, 0},
        {-5, 9223372036854775807ll, -9223372036854775807ll - 1, 6},
        {0, 0, 0, 0},
        {40, 0, 0, 0x80000000u},
        {0x10000000u, 0, 0, 1},
        {-1, -1, -1, -1},
        {192, 0, 0, 3ll << 62},
        {-1, -1, -1, -1},
    };
    int wrong = 0;
    for (int i = 0; i < 4; ++i) {
        wrong += r.whole[i] != expected.whole[i];
        wrong += r.natural[i] != expected.natural[i];
        wrong += r.wide[i] != expected.wide[i];
        wrong += i == 0 && r.narrow[i] != expected.narrow[i];
        wrong += r.left[i] != expected.left[i] || r.right[i] != expected.right[i];
        wrong += r.arithmetic[i] != expected.arithmetic[i];
        wrong += r.wide_left[i] != expected.wide_left[i];
        wrong += r.wide_right[i] != expected.wide_right[i];
        if (wrong)
            std::printf("%d: %d %u %lld %d %u %u %d %lld %lld\n", i, r.whole[i], r.natural[i],
                        r.wide[i], r.narrow[i], r.left[i], r.right[i], r.arithmetic[i],
                        r.wide_left[i], r.wide_right[i]);
    }
    const volatile int count = 33;
    const volatile unsigned shifted = 5u << count;
    wrong += shifted != 10;
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(dby);
    cudaFree(dr);
    return wrong;
}
