// Nodes are pushed onto a list without a lock. The plain read of the head only guesses what the
// compare-and-swap will find, although the node points to it by then: a warning.
// SAYS: The read only guesses what the compare-and-swap will find
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
    int value;
    Node* next;
};
using Word = unsigned long long;

__global__ void push(Node** head, Node* nodes) {
    Node* const mine = nodes + blockIdx.x * blockDim.x + threadIdx.x;
    mine->value = threadIdx.x;
    Node* old = *head;  // EXPECT race warning
    do {
        mine->next = old;
        __threadfence();
        Node* const found =
            (Node*)atomicCAS((Word*)head, (Word)old, (Word)mine);  // OTHER race warning
        if (found == old) break;
        old = found;
    } while (true);
}

int main() {
    Node **head, *nodes;
    cudaMalloc(&head, sizeof(Node*));
    cudaMemset(head, 0, sizeof(Node*));
    cudaMallocManaged(&nodes, 128 * sizeof(Node));
    push<<<2, 64>>>(head, nodes);
    Node* node = nullptr;
    cudaMemcpy(&node, head, sizeof node, cudaMemcpyDeviceToHost);
    int length = 0;
    for (; node; node = node->next) ++length;
    std::printf("%d\n", length);
    cudaFree(head);
    cudaFree(nodes);
    return length != 128;
}
