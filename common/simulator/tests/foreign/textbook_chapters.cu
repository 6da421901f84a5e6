/* One small exercise after another, as textbooks for beginners print them; C with a few casts. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

static void HandleError(cudaError_t err, const char *file, int line) {
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
#define HANDLE_NULL(a) { if (a == NULL) { printf("Host memory failed in %s at line %d\n", __FILE__, __LINE__); exit(EXIT_FAILURE); } }
#define imin(a, b) (a < b ? a : b)
#define SQ(x) ((x) * (x))
#define N (3 * 1024 + 5)
#define DIM 32
#define rnd(x) (x * rand() / RAND_MAX)
#define SPHERES 6

const int threadsPerBlock = 128;
const int blocksPerGrid = imin(8, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void add_scalar(int a, int b, int *c) { *c = a + b; }

__global__ void add(int *a, int *b, int *c) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < N) {
        c[tid] = a[tid] + b[tid];
        tid += blockDim.x * gridDim.x;
    }
}

__global__ void dot(float *a, float *b, float *c) {
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

struct cuComplexNumber {
    float r;
    float i;
    __device__ cuComplexNumber(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2(void) { return r * r + i * i; }
    __device__ cuComplexNumber operator*(const cuComplexNumber &a) { return cuComplexNumber(r * a.r - i * a.i, i * a.r + r * a.i); }
    __device__ cuComplexNumber operator+(const cuComplexNumber &a) { return cuComplexNumber(r + a.r, i + a.i); }
};
__device__ int julia(int x, int y) {
    const float scale = 1.5;
    float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
    float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
    cuComplexNumber c(-0.8, 0.156), a(jx, jy);
    int i = 0;
    for (i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000) return 0;
    }
    return 1;
}
__global__ void julia_kernel(unsigned char *ptr) {
    int x = blockIdx.x, y = blockIdx.y, offset = x + y * gridDim.x;
    int juliaValue = julia(x, y);
    ptr[offset * 4 + 0] = 255 * juliaValue;
    ptr[offset * 4 + 1] = ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}
__global__ void ripple(unsigned char *ptr, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float fx = x - DIM / 2, fy = y - DIM / 2, d = sqrtf(fx * fx + fy * fy);
    unsigned char grey = (unsigned char)(128.0f + 127.0f * cos(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    ptr[offset * 4 + 0] = ptr[offset * 4 + 1] = ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}
__global__ void green(unsigned char *ptr) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    __shared__ float shared[16][16];
    shared[threadIdx.x][threadIdx.y] = 255 * (sinf(x * 2.0f * 3.14159f / 128) + 1.0f) * (sinf(y * 2.0f * 3.14159f / 128) + 1.0f) / 4.0f;
    __syncthreads();
    ptr[offset * 4 + 1] = shared[15 - threadIdx.x][15 - threadIdx.y];
}
struct Sphere {
    float r, b, g, radius, x, y, z;
    __device__ float hit(float ox, float oy, float *n) {
        float dx = ox - x, dy = oy - y;
        if (dx * dx + dy * dy < radius * radius) {
            float dz = sqrtf(radius * radius - dx * dx - dy * dy);
            *n = dz / sqrtf(radius * radius);
            return dz + z;
        }
        return -INFINITY;
    }
};
__constant__ Sphere s[SPHERES];
__global__ void rays(unsigned char *ptr) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float ox = (x - DIM / 2), oy = (y - DIM / 2), r = 0, maxz = -INFINITY;
    for (int i = 0; i < SPHERES; i++) {
        float n, t = s[i].hit(ox, oy, &n);
        if (t > maxz) r = s[i].r * n, maxz = t;
    }
    ptr[offset * 4] = (int)(r * 255);
}
__global__ void copy_const_kernel(float *iptr, const float *cptr) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    if (cptr[offset] != 0) iptr[offset] = cptr[offset];
}
__global__ void blend_kernel(float *outSrc, const float *inSrc) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    int left = offset - 1, right = offset + 1;
    if (x == 0) left++;
    if (x == DIM - 1) right--;
    int top = offset - DIM, bottom = offset + DIM;
    if (y == 0) top += DIM;
    if (y == DIM - 1) bottom -= DIM;
    outSrc[offset] = inSrc[offset] + 0.25f * (inSrc[top] + inSrc[bottom] + inSrc[left] + inSrc[right] - inSrc[offset] * 4);
}

int main(void) {
    int fail = 0, c, *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof(int)));
    add_scalar<<<1, 1>>>(2, 7, dev_c);
    HANDLE_ERROR(cudaMemcpy(&c, dev_c, sizeof(int), cudaMemcpyDeviceToHost));
    fail += c != 9;
    cudaFree(dev_c);

    int *a, *b, *sum, *dev_a, *dev_b;
    a = (int *)malloc(N * sizeof(int)), b = (int *)malloc(N * sizeof(int)), sum = (int *)malloc(N * sizeof(int));
    HANDLE_NULL(a); HANDLE_NULL(b); HANDLE_NULL(sum);
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, N * sizeof(int)));
    for (int i = 0; i < N; i++) a[i] = -i, b[i] = i * i;
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice));
    add<<<8, 64>>>(dev_a, dev_b, dev_c);
    HANDLE_ERROR(cudaMemcpy(sum, dev_c, N * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) fail += sum[i] != a[i] + b[i];

    float *x = (float *)malloc(N * sizeof(float)), *partial = (float *)malloc(blocksPerGrid * sizeof(float));
    for (int i = 0; i < N; i++) x[i] = i % 10;
    HANDLE_ERROR(cudaMemcpy(dev_a, x, N * sizeof(float), cudaMemcpyHostToDevice));
    dot<<<blocksPerGrid, threadsPerBlock>>>((float *)dev_a, (float *)dev_a, (float *)dev_c);
    HANDLE_ERROR(cudaMemcpy(partial, dev_c, blocksPerGrid * sizeof(float), cudaMemcpyDeviceToHost));
    float total = 0, expected = 0;
    for (int i = 0; i < blocksPerGrid; i++) total += partial[i];
    for (int i = 0; i < N; i++) expected += SQ(x[i]);
    fail += total != expected;

    unsigned char *dev_bitmap, bitmap[DIM * DIM * 4];
    HANDLE_ERROR(cudaMalloc((void **)&dev_bitmap, sizeof bitmap));
    dim3 grid(DIM, DIM), blocks(DIM / 16, DIM / 16), threads(16, 16);
    julia_kernel<<<grid, 1>>>(dev_bitmap);
    HANDLE_ERROR(cudaMemcpy(bitmap, dev_bitmap, sizeof bitmap, cudaMemcpyDeviceToHost));
    fail += bitmap[0] != 0 || bitmap[3] != 255;
    ripple<<<blocks, threads>>>(dev_bitmap, 3);
    green<<<blocks, threads>>>(dev_bitmap);
    Sphere *temp_s = (Sphere *)malloc(sizeof(Sphere) * SPHERES);
    for (int i = 0; i < SPHERES; i++) {
        temp_s[i].r = rnd(1.0f), temp_s[i].g = rnd(1.0f), temp_s[i].b = rnd(1.0f);
        temp_s[i].x = rnd(20.0f) - 10, temp_s[i].y = rnd(20.0f) - 10, temp_s[i].z = rnd(100.0f) - 50;
        temp_s[i].radius = rnd(6.0f) + 2;
    }
    HANDLE_ERROR(cudaMemcpyToSymbol(s, temp_s, sizeof(Sphere) * SPHERES));
    rays<<<blocks, threads>>>(dev_bitmap);
    HANDLE_ERROR(cudaMemcpy(bitmap, dev_bitmap, sizeof bitmap, cudaMemcpyDeviceToHost));
    int lit = 0;
    for (int i = 0; i < DIM * DIM; i++) lit += bitmap[4 * i] > 0;
    fail += lit < 20 || bitmap[0] != 0;

    float heat[DIM * DIM] = {}, *dev_const, *dev_in, *dev_out;
    heat[10 * DIM + 10] = 1.0f;
    HANDLE_ERROR(cudaMalloc((void **)&dev_const, sizeof heat));
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, sizeof heat));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof heat));
    HANDLE_ERROR(cudaMemcpy(dev_const, heat, sizeof heat, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_in, heat, sizeof heat, cudaMemcpyHostToDevice));
    for (int i = 0; i < 6; i++) {
        copy_const_kernel<<<blocks, threads>>>(dev_in, dev_const);
        blend_kernel<<<blocks, threads>>>(dev_out, dev_in);
        float *swap = dev_in;
        dev_in = dev_out;
        dev_out = swap;
    }
    HANDLE_ERROR(cudaMemcpy(heat, dev_in, sizeof heat, cudaMemcpyDeviceToHost));
    fail += !(heat[10 * DIM + 9] == heat[9 * DIM + 10] && heat[10 * DIM + 9] > heat[10 * DIM + 7] && heat[10 * DIM + 7] > 0 && heat[0] == 0);
    free(a); free(b); free(sum); free(x); free(partial); free(temp_s);
    cudaFree(dev_a); cudaFree(dev_b); cudaFree(dev_c); cudaFree(dev_bitmap); cudaFree(dev_const); cudaFree(dev_in); cudaFree(dev_out);
    printf(fail ? "FAILED\n" : "OK\n");
    return fail != 0;
}
