// Copies that fill arrays of the host of every sort to their ends, where other code has freed and
// allocated again what lay there before.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct Header {
    int count;
    char text[12];
};

static char of_file[300];
static Header header;

static void fill(void* to, const char* from, size_t bytes) {
    cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
}

int main() {
    char* d;
    cudaMalloc(&d, 1 << 20);
    cudaMemset(d, 'x', 1 << 20);
    char local[200], of_rows[10][20];
    cudaMemcpy(local, d, sizeof local, cudaMemcpyDeviceToHost);
    cudaMemcpy(of_rows[2], d, 160, cudaMemcpyDeviceToHost);  // to the end of the last row
    cudaMemcpy2D(of_rows, 20, d, 100, 15, 10, cudaMemcpyDeviceToHost);
    fill(of_file, d, sizeof of_file);
    fill(of_file + 100, d, 200);
    fill(&header.text, d, sizeof header.text);
    for (const size_t bytes : {1ul, 40ul, 1000ul, 40000ul, 300000ul}) {
        char* block = static_cast<char*>(std::malloc(bytes));
        fill(block, d, bytes);
        fill(block + bytes / 2, d, bytes - bytes / 2);
        block = static_cast<char*>(std::realloc(block, 2 * bytes));
        fill(block, d, 2 * bytes);
        std::free(block);
        const std::unique_ptr<char[]> owned(new char[bytes]);
        fill(owned.get(), d, bytes);
        char* const cleared = static_cast<char*>(std::calloc(bytes, 3));
        fill(cleared + 1, d, 3 * bytes - 1);
        std::free(cleared);
        std::vector<float> grown;
        while (grown.size() * sizeof(float) < bytes) grown.push_back(1);
        fill(grown.data(), d, grown.size() * sizeof(float));
        // The C library, and the C++ library's own code, allocate and free here.
        std::string text;
        for (size_t i = 0; i < bytes; ++i) text += 'a';
        fill(text.data(), d, text.size());
        std::ostringstream stream;
        stream << text << text;
        std::string both = stream.str();
        fill(both.data(), d, both.size());
        char* const copied = strdup(both.c_str());
        fill(copied, d, both.size());
        free(copied);
    }
    float* const aligned = static_cast<float*>(std::aligned_alloc(64, 256));
    fill(aligned, d, 256);
    std::free(aligned);
    std::printf("%c\n", local[199]);
    cudaFree(d);
}
