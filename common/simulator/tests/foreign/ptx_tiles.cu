// A tiled product as tuned ones are written: tiles come by cp.async in two stages, ldmatrix hands
// them to the warp's lanes, mma multiplies. Beside it the other shapes of mma, one matrix each.

// NVCC: -arch=sm_90
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

__device__ __forceinline__ uint32_t shared_address(const void* p) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ void copy_16(void* to, const void* from, bool inside) {
    const int bytes = inside ? 16 : 0;
    asm volatile(
        "cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\n" ::"r"(shared_address(to)),
        "l"(from), "r"(bytes));
}
template <int Pending>
__device__ __forceinline__ void wait() {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(Pending));
}

constexpr int rows = 16, columns = 8, depth = 16;

struct Stage {
    alignas(16) half a[rows][depth + 8];
    alignas(16) half b[depth][columns];
};

// Rows of A behind n are taken as zeros.
__device__ void begin(Stage& s, const half* A, const half* B, int k, int inner, int n) {
    const int row = threadIdx.x / 2, part = threadIdx.x % 2 * 8;
    copy_16(&s.a[row][part], row < n ? A + row * inner + k + part : A, row < n);
    if (threadIdx.x < depth) copy_16(s.b[threadIdx.x], B + (k + threadIdx.x) * columns, true);
    asm volatile("cp.async.commit_group;\n" ::);
}

__global__ void product(const half* A, const half* B, float* C, int inner, int n) {
    __shared__ Stage stages[2];
    const int lane = threadIdx.x;
    float c[4] = {};
    begin(stages[0], A, B, 0, inner, n);
    for (int k = 0, at = 0; k < inner; k += depth, at ^= 1) {
        if (k + depth < inner) {
            begin(stages[at ^ 1], A, B, k + depth, inner, n);
            wait<1>();
        } else {
            wait<0>();
        }
        __syncwarp();
        const Stage& s = stages[at];
        uint32_t a[4], b[2];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                     : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                     : "r"(shared_address(&s.a[lane % 16][lane / 16 * 8])));
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"
                     : "=r"(b[0]), "=r"(b[1])
                     : "r"(shared_address(s.b[lane % 16])));
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        __syncwarp();
    }
    const int row = lane / 4, column = lane % 4 * 2;
    for (int i = 0; i < 4; ++i) C[(row + i / 2 * 8) * columns + column + i % 2] = c[i];
}

__device__ uint32_t word(const void* p) {
    return *static_cast<const uint32_t*>(p);
}

__global__ void in_halves(const half* A, const half* B, half2* C) {
    const int row = threadIdx.x / 4, part = threadIdx.x % 4;
    uint32_t d[2];
    const half2 b = __halves2half2(B[part * 2 * 8 + row], B[(part * 2 + 1) * 8 + row]);
    asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %5};"
        : "=r"(d[0]), "=r"(d[1])
        : "r"(word(A + row * 8 + part * 2)), "r"(word(A + (row + 8) * 8 + part * 2)), "r"(word(&b)),
          "r"(0));
    for (int i = 0; i < 2; ++i) C[(row + 8 * i) * 4 + part] = *reinterpret_cast<half2*>(&d[i]);
}

__global__ void in_tf32(const float* A, const float* B, float* C) {
    const int row = threadIdx.x / 4, part = threadIdx.x % 4;
    float* d = C + row * 8 + part * 2;
    uint32_t b;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(b) : "f"(B[part * 8 + row]));
    asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%7, %7, %7, %7};"
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[64]), "=f"(d[65])
        : "r"(word(A + row * 4 + part)), "r"(word(A + (row + 8) * 4 + part)), "r"(b), "f"(0.5f));
}

// B is stored by columns.
__global__ void in_bytes(const signed char* A, const signed char* B, int* C) {
    const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
    int* d = C + row * 8 + part / 2;
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%10, %10, %10, %10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[64]), "=r"(d[65])
        : "r"(word(A + row * 32 + part)), "r"(word(A + (row + 8) * 32 + part)),
          "r"(word(A + row * 32 + part + 16)), "r"(word(A + (row + 8) * 32 + part + 16)),
          "r"(word(B + row * 32 + part)), "r"(word(B + row * 32 + part + 16)), "r"(0));
}

template <class T>
T* numbers(int count, int period) {
    T* p;
    cudaMallocManaged(&p, count * sizeof(T));
    for (int i = 0; i < count; ++i) p[i] = T(float(i * 7 % period - period / 2));
    return p;
}

int main() {
    const int inner = 4 * depth, n = 13;
    half *A = numbers<half>(rows * inner, 11), *B = numbers<half>(inner * columns, 5);
    float* C = numbers<float>(rows * columns, 3);
    product<<<1, 32>>>(A, B, C, inner, n);
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            float sum = 0;
            for (int k = 0; k < inner && i < n; ++k)
                sum += float(A[i * inner + k]) * float(B[k * columns + j]);
            good &= C[i * columns + j] == sum;
        }
    expect(good, "a product by tiles");

    half2* H;
    cudaMallocManaged(&H, rows * 4 * sizeof(half2));
    in_halves<<<1, 32>>>(A, B, H);
    float *x = numbers<float>(16 * 4, 9), *y = numbers<float>(4 * 8, 7);
    in_tf32<<<1, 32>>>(x, y, C);
    signed char *p = numbers<signed char>(16 * 32, 19), *q = numbers<signed char>(8 * 32, 23);
    int* Z = numbers<int>(16 * 8, 3);
    in_bytes<<<1, 32>>>(p, q, Z);
    cudaDeviceSynchronize();
    bool halves = true, floats = true, bytes = true;
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 8; ++j) {
            float h = 0, f = 0.5f;
            int z = 0;
            for (int k = 0; k < 8; ++k) h += float(A[i * 8 + k]) * float(B[k * 8 + j]);
            for (int k = 0; k < 4; ++k) f += x[i * 4 + k] * y[k * 8 + j];
            for (int k = 0; k < 32; ++k) z += p[i * 32 + k] * q[j * 32 + k];
            const half2 pair = H[i * 4 + j / 2];
            halves &= (j % 2 ? __high2float(pair) : __low2float(pair)) == h;
            floats &= C[i * 8 + j] == f;
            bytes &= Z[i * 8 + j] == z;
        }
    expect(halves, "sums of halves");
    expect(floats, "products of tf32");
    expect(bytes, "products of bytes");

    for (void* each :
         {(void*)A, (void*)B, (void*)C, (void*)H, (void*)x, (void*)y, (void*)p, (void*)q, (void*)Z})
        cudaFree(each);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
