// Objects in managed memory that both sides walk: a base class with its own operator new, a linked
// list, a __managed__ counter.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <new>

class Managed {
public:
    void *operator new(std::size_t len) {
        void *ptr;
        if (cudaMallocManaged(&ptr, len) != cudaSuccess) throw std::bad_alloc();
        return ptr;
    }
    void operator delete(void *ptr) {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
};

class Node : public Managed {
public:
    explicit Node(int value, Node *next = nullptr) : value_{value}, next_{next} {}
    __host__ __device__ int value() const { return value_; }
    __host__ __device__ Node *next() const { return next_; }
    __device__ void add(int amount) { value_ += amount; }

private:
    int value_;
    Node *next_;
};

class List : public Managed {
    Node *head = nullptr;
    int size = 0;

public:
    void push(int value) {
        head = new Node(value, head);
        ++size;
    }
    ~List() {
        while (head) {
            Node *next = head->next();
            delete head;
            head = next;
        }
    }
    __host__ __device__ int length() const { return size; }
    __host__ __device__ Node *at(int index) const {
        Node *node = head;
        while (index-- > 0) node = node->next();
        return node;
    }
};

__managed__ int visits = 0;
__managed__ float weights[4] = {0.5f, 1.0f, 1.5f, 2.0f};

__global__ void visit(List *list, float *weighted) {
    const int i = threadIdx.x;
    if (i >= list->length()) return;
    Node *node = list->at(i);
    node->add(i);
    weighted[i] = weights[i % 4] * node->value();
    atomicAdd(&visits, 1);
}

int main() {
    const int n = 20;
    List *list = new List;
    for (int i = 0; i < n; ++i) list->push(100 - i);
    float *weighted;
    cudaMallocManaged(&weighted, n * sizeof(float));
    weights[3] = 4.0f;
    for (int round = 0; round < 2; ++round) {
        visit<<<1, 32>>>(list, weighted);
        if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    }
    int wrong = visits != 2 * n;
    for (int i = 0; i < n; ++i) {
        const int value = 100 - (n - 1 - i) + 2 * i;
        wrong += list->at(i)->value() != value;
        wrong += weighted[i] != (i % 4 == 3 ? 4.0f : 0.5f * (1 + i % 4)) * value;
    }
    delete list;
    cudaFree(weighted);
    std::puts(wrong ? "FAILED" : "OK");
    return wrong != 0;
}
