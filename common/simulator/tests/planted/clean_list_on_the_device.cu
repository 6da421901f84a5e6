// A list with its nodes in one array, built by one kernel and read by another.
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
    int value;
    Node* next;
};

__global__ void link(Node* nodes, int n) {
    const int i = threadIdx.x;
    nodes[i].value = i;
    nodes[i].next = i + 1 < n ? nodes + i + 1 : nullptr;
}

__global__ void sum(int* out, const Node* head) {
    int s = 0;
    for (const Node* node = head; node; node = node->next) s += node->value;
    *out = s;
}

int main() {
    Node* nodes;
    int *out, result;
    cudaMalloc(&nodes, 50 * sizeof(Node));
    cudaMalloc(&out, sizeof(int));
    link<<<1, 50>>>(nodes, 50);
    sum<<<1, 1>>>(out, nodes);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(nodes);
    cudaFree(out);
}
