// Memory that kernels allocate themselves: malloc and new in threads, lists, a matrix of rows, freed
// by another launch; function pointers, virtual-free polymorphism, recursion.
#include <cstdio>
#include <cstdlib>

struct Node {
    int key;
    Node *next;
    __device__ Node(int k, Node *n) : key(k), next(n) {}
};

__device__ Node *lists[64];
__device__ float **rows;

__global__ void build(int length) {
    Node *head = nullptr;
    for (int i = 0; i < length; i++) head = new Node(i + threadIdx.x, head);
    lists[threadIdx.x] = head;
}
__global__ void sum_lists(long *sums) {
    long sum = 0;
    for (const Node *n = lists[threadIdx.x]; n; n = n->next) sum += n->key;
    sums[threadIdx.x] = sum;
}
__global__ void tear_down() {
    for (Node *n = lists[threadIdx.x]; n;) {
        Node *next = n->next;
        delete n;
        n = next;
    }
    lists[threadIdx.x] = NULL;
}

__global__ void scratch(int *out) {
    __shared__ int *data;
    if (threadIdx.x == 0) data = (int *)malloc(blockDim.x * sizeof(int));
    __syncthreads();
    if (data == NULL) return;
    data[threadIdx.x] = threadIdx.x * 2;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) free(data);
}

__global__ void ragged(double *out) {
    rows = new float *[8];
    for (int i = 0; i < 8; i++) {
        rows[i] = new float[i + 1];
        memset(rows[i], 0, (i + 1) * sizeof(float));
        rows[i][i] = 1.5f;
    }
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j <= i; j++) sum += rows[i][j];
        delete[] rows[i];
    }
    delete[] rows;
    *out = sum;
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
typedef int (*operation)(int);
__device__ operation table[] = {twice, square, fibonacci};

__global__ void through_pointers(int *out) { out[threadIdx.x] = table[threadIdx.x % 3](threadIdx.x); }

int main() {
    long *d_sums, sums[64];
    int *d_out, out[64];
    double *d_total, total;
    bool ok = cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20) == cudaSuccess;
    cudaMalloc(&d_sums, sizeof sums), cudaMalloc(&d_out, sizeof out), cudaMalloc(&d_total, 8);
    build<<<1, 64>>>(5);
    sum_lists<<<1, 64>>>(d_sums);
    tear_down<<<1, 64>>>();
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 64; t++) ok = ok && sums[t] == 10 + 5 * t;
    scratch<<<2, 32>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) ok = ok && out[i] == 2 * (31 - i % 32);
    ragged<<<1, 1>>>(d_total);
    cudaMemcpy(&total, d_total, 8, cudaMemcpyDeviceToHost);
    ok = ok && total == 12;
    through_pointers<<<1, 12>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    const int fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    for (int i = 0; i < 12; i++) ok = ok && out[i] == (i % 3 == 0 ? 2 * i : i % 3 == 1 ? i * i : fib[i]);
    cudaFree(d_sums), cudaFree(d_out), cudaFree(d_total);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
