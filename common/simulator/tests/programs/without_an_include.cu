// What nvcc makes visible to a .cu file that includes nothing: CUDA, and these parts of the C and
// C++ libraries. Neither printf nor assert nor the types of <cstdint> are among them.
extern "C" int puts(const char*);

__global__ void halves(float* y, int n) {
    const int i = threadIdx.x;
    if (i < n) y[i] = fmaxf(static_cast<float>(max(i, 1)) / 2, 0.0f);
}

template <typename T>
std::enable_if_t<std::is_floating_point_v<T>, T> length(T x, T y) {
    return std::sqrt(std::fma(x, x, y * y));
}

struct Failed : std::exception {
    const char* what() const noexcept override { return "wrong"; }
};

int main() {
    constexpr std::size_t n = 8;
    std::initializer_list<float> expected = {0.5f, 0.5f, 1, 1.5f, 2, 2.5f, 3, 3.5f};
    float* y = nullptr;
    if (cudaMallocManaged(&y, n * sizeof(float)) != cudaSuccess) return EXIT_FAILURE;
    halves<<<1, n>>>(y, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return EXIT_FAILURE;
    try {
        const bool same = std::equal(expected.begin(), expected.end(), y);
        auto ends = std::make_pair(INT_MIN, INT_MAX);
        std::swap(ends.first, ends.second);
        const bool ordered = (ends.second <=> ends.first) < 0;
        if (!same || !ordered || length(3.0, 4.0) != 5.0 || std::abs(-1.5) != 1.5) throw Failed();
        float* copy = new (std::nothrow) float[n];
        memset(copy, 0, sizeof(float));
        std::copy(y, y + n, std::move(copy));
        if (toupper('k') != 'K' || copy[7] != std::max(3.5f, std::numeric_limits<float>::min()) ||
            clock() < 0)
            throw Failed();
        puts("OK");
        delete[] copy;
        std::exit(cudaFree(y));
    } catch (const std::exception& wrong) {
        puts(wrong.what());
        abort();
    }
}
