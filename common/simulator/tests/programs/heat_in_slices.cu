// Seven-point stencil, tiles with halos in x and y, marching along z with registers.
#include <cmath>
#include <cstdio>
#include <vector>
constexpr int TX = 8, TY = 8;
__global__ void __launch_bounds__(TX* TY)
    heat(const float* __restrict__ in, float* __restrict__ out, int3 dim, float c) {
    __shared__ float tile[TY + 2][TX + 2];
    const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool inside = x < dim.x && y < dim.y;
    auto at = [&](int i, int j, int k) { return in[(k * dim.y + j) * dim.x + i]; };
    float below = 0, here = inside ? at(x, y, 0) : 0, above = 0;
    for (int z = 0; z < dim.z; ++z) {
        above = inside && z + 1 < dim.z ? at(x, y, z + 1) : 0;
        tile[ty][tx] = here;
        if (threadIdx.x == 0) tile[ty][0] = x > 0 && y < dim.y ? at(x - 1, y, z) : 0;
        if (threadIdx.x == TX - 1)
            tile[ty][TX + 1] = x + 1 < dim.x && y < dim.y ? at(x + 1, y, z) : 0;
        if (threadIdx.y == 0) tile[0][tx] = y > 0 && x < dim.x ? at(x, y - 1, z) : 0;
        if (threadIdx.y == TY - 1)
            tile[TY + 1][tx] = y + 1 < dim.y && x < dim.x ? at(x, y + 1, z) : 0;
        __syncthreads();
        if (inside)
            out[(z * dim.y + y) * dim.x + x] =
                here + c * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                            tile[ty + 1][tx] + below + above - 6 * here);
        __syncthreads();
        below = here;
        here = above;
    }
}
int main() {
    const int3 d{19, 13, 5};
    const size_t n = size_t(d.x) * d.y * d.z;
    std::vector<float> h(n), r(n);
    for (size_t i = 0; i < n; ++i) h[i] = float(i * 37 % 101);
    float *a, *b;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&b, n * 4);
    cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
    heat<<<dim3((d.x + TX - 1) / TX, (d.y + TY - 1) / TY), dim3(TX, TY)>>>(a, b, d, 0.1f);
    cudaMemcpy(r.data(), b, n * 4, cudaMemcpyDeviceToHost);
    bool ok = true;
    auto get = [&](int x, int y, int z) {
        return x < 0 || y < 0 || z < 0 || x >= d.x || y >= d.y || z >= d.z
                   ? 0.f
                   : h[(z * d.y + y) * d.x + x];
    };
    for (int z = 0; z < d.z; ++z)
        for (int y = 0; y < d.y; ++y)
            for (int x = 0; x < d.x; ++x) {
                float e =
                    get(x, y, z) + 0.1f * (get(x - 1, y, z) + get(x + 1, y, z) + get(x, y - 1, z) +
                                           get(x, y + 1, z) + get(x, y, z - 1) + get(x, y, z + 1) -
                                           6 * get(x, y, z));
                ok &= std::fabs(e - r[(z * d.y + y) * d.x + x]) < 1e-3;
            }
    puts(ok ? "OK" : "wrong");
    cudaFree(a);
    cudaFree(b);
}
