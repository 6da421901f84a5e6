// An object that owns memory is copied, and both copies free it.
// SAYS: after it was freed on the same line
// SAYS: let one object own it
#include <cuda_runtime.h>

#include <vector>

struct Buffer {
    float* data = nullptr;

    Buffer() { cudaMalloc(&data, 64 * sizeof(float)); }
    ~Buffer() {
        cudaFree(data);  // EXPECT use_after_free
    }
};

int main() {
    std::vector<Buffer> buffers;
    buffers.push_back(Buffer());
}
