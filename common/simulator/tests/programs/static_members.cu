// Static members that device code may use: constants, functions, and those of templates.
#include <cstdio>

struct Limits {
    static constexpr int width = 8;
    static constexpr float scale = 0.5f;
    static const int height = 4;
    enum { depth = 2 };
    static __host__ __device__ constexpr int volume() { return width * height * depth; }
    static int launches;  // of the host, which alone uses it
};
int Limits::launches = 0;

template <class T>
struct Traits {
    static constexpr int lanes = 16 / sizeof(T);
    static constexpr bool wide = sizeof(T) > 4;
};

__device__ int used;

struct Pool {
    static __device__ int take() { return atomicAdd(&used, 1); }
    static __host__ void reset() {
        const int zero = 0;
        cudaMemcpyToSymbol(used, &zero, sizeof zero);
    }
};

__global__ void fill(int* out) {
    out[Pool::take()] = Limits::volume() + Traits<double>::lanes + (Traits<char>::wide ? 1 : 0);
    if (threadIdx.x == 0) out[Limits::width] = int(Limits::scale * 10) + Limits::height;
}

int main() {
    int *out, h[Limits::width + 1];
    cudaMalloc(&out, sizeof h);
    Pool::reset();
    fill<<<1, Limits::width>>>(out);
    ++Limits::launches;
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    bool right = h[Limits::width] == 9 && Limits::launches == 1;
    for (int i = 0; i < Limits::width; ++i) right = right && h[i] == 66;
    std::puts(right ? "OK" : "wrong");
    cudaFree(out);
    return !right;
}
