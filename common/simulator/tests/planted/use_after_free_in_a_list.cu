// A node is freed while the list on the device still points to it.
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
    int value;
    Node* next;
};

__global__ void sum(int* out, const Node* head) {
    int s = 0;
    for (const Node* node = head; node; node = node->next)
        s += node->value;  // EXPECT use_after_free
    *out = s;
}

int main() {
    Node *first, *second;
    int* out;
    cudaMalloc(&first, sizeof(Node));
    cudaMalloc(&second, sizeof(Node));
    cudaMalloc(&out, sizeof(int));
    const Node a{1, second}, b{2, nullptr};
    cudaMemcpy(first, &a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(second, &b, sizeof b, cudaMemcpyHostToDevice);
    cudaFree(second);
    sum<<<1, 1>>>(out, first);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(first);
    cudaFree(out);
}
