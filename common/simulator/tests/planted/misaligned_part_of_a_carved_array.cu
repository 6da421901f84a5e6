// One dynamic shared array carved for several types by a helper class; templates with arrays of
// their own type.
#include <cstdint>
#include <cstdio>
struct Carver {
    char* p;
    template <class T>
    __device__ T* take(int n) {
        T* r = reinterpret_cast<T*>(p);
        p += n * sizeof(T);
        return r;
    }
};
template <class T>
struct SharedMemory {
    __device__ operator T*() {
        extern __shared__ __align__(16) unsigned char memory[];
        return reinterpret_cast<T*>(memory);
    }
};
__global__ void work(const double* in, double* out, int n) {
    Carver c{SharedMemory<char>()};
    char* flags = c.take<char>(n + 1);
    double* d = c.take<double>(n);
    int* index = c.take<int>(n);
    const int i = threadIdx.x;
    if (i < n) {
        d[i] = in[i];  // EXPECT misaligned
        flags[i] = in[i] > 2;
        index[i] = n - 1 - i;
    }
    if (i == 0) flags[n] = 1;
    __syncthreads();
    if (i < n) out[i] = d[index[i]] * (flags[index[i] + 1] ? 1 : -1);
}
template <class T>
__global__ void reverse(T* v) {
    T* s = SharedMemory<T>();
    int i = threadIdx.x;
    s[i] = v[i];
    __syncthreads();
    v[i] = s[blockDim.x - 1 - i];
}
int main() {
    const int n = 33;
    double *in, *out;
    cudaMallocManaged(&in, n * 8);
    cudaMallocManaged(&out, n * 8);
    for (int i = 0; i < n; ++i) in[i] = i % 5;
    work<<<1, 64, 40 + n * 8 + n * 4>>>(in, out, n);
    cudaDeviceSynchronize();
    bool ok = true;
    for (int i = 0; i < n; ++i) {
        int j = n - 1 - i;
        ok &= out[i] == in[j] * (j + 1 == n || in[j + 1] > 2 ? 1 : -1);
    }
    reverse<<<1, n, n * sizeof(double)>>>(out);
    reverse<<<1, 16, 16 * 2>>>((short*)in);
    cudaDeviceSynchronize();
    puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
}
