// A Julia set on a two-dimensional grid with a class of complex numbers, and a tiled product with
// blocks of three dimensions.
#include <cstdio>
#include <vector>

class Complex {
  public:
    __host__ __device__ Complex(float re, float im) : re_(re), im_(im) {}
    __host__ __device__ friend Complex operator*(Complex a, Complex b) {
        return {a.re_ * b.re_ - a.im_ * b.im_, a.im_ * b.re_ + a.re_ * b.im_};
    }
    __host__ __device__ Complex operator+(const Complex& o) const { return {re_ + o.re_, im_ + o.im_}; }
    __host__ __device__ float norm() const { return re_ * re_ + im_ * im_; }

  private:
    float re_, im_;
};

__host__ __device__ int escape(int x, int y, int side) {
    Complex z(1.5f * (x - side / 2) / (side / 2), 1.5f * (y - side / 2) / (side / 2));
    const Complex c(-0.8f, 0.156f);
    int steps = 0;
    for (; steps < 50 && z.norm() < 1000; ++steps) z = z * z + c;
    return steps;
}

__global__ void julia(int* image, int side) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < side && y < side) image[y * side + x] = escape(x, y, side);
}

template <int Tile>
__global__ void product(const float* a, const float* b, float* c, int n) {
    __shared__ float as[Tile][Tile], bs[Tile][Tile + 1];
    const int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < (n + Tile - 1) / Tile; ++tile) {
        const int k = tile * Tile;
        as[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : 0;
        bs[threadIdx.y][threadIdx.x] = column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < Tile; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

__global__ void where(int3* out) {
    const int z = threadIdx.z + blockDim.z * blockIdx.z;
    const int in_block = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[block * blockDim.x * blockDim.y * blockDim.z + in_block] = make_int3(threadIdx.x, blockIdx.y, z);
}

int main() {
    const int side = 37, n = 20;
    int* image;
    float *a, *b, *c;
    int3* places;
    cudaMallocManaged(&image, side * side * sizeof(int));
    for (float** p : {&a, &b, &c}) cudaMallocManaged(p, n * n * sizeof(float));
    cudaMallocManaged(&places, 2 * 3 * 2 * 4 * 2 * 2 * sizeof(int3));
    for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i % 5;
    julia<<<dim3(5, 5), dim3(8, 8)>>>(image, side);
    product<8><<<{3, 3}, {8, 8}>>>(a, b, c, n);
    where<<<dim3{2, 3, 2}, dim3{4, 2, 2}>>>(places);
    cudaDeviceSynchronize();
    bool right = places[191].x == 3 && places[191].y == 2 && places[191].z == 3;
    for (int i = 0; i < side * side; ++i) right = right && image[i] == escape(i % side, i / side, side);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
            right = right && c[i * n + j] == sum;
        }
    }
    std::puts(right ? "OK" : "wrong");
    for (void* p : {(void*)image, (void*)a, (void*)b, (void*)c, (void*)places}) cudaFree(p);
    return !right;
}
