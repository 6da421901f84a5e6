// What a launch does with its arguments: classes with copy constructors and destructors of their
// own come as bytes, references are addresses of what both sides reach, and the forms that nvcc
// takes of the angle brackets.
#include <cstdio>
#include <new>

static int host_copies, host_ends;

// Counts on the host; on the device neither must run.
class Text {
  public:
    Text() : length_(3) { cudaMallocManaged(&letters_, 4); }
    Text(const Text& other) : length_(other.length_) {
        ++host_copies;
        cudaMallocManaged(&letters_, 4);
        for (int i = 0; i < 4; ++i) letters_[i] = other.letters_[i];
    }
    ~Text() {
        ++host_ends;
        cudaFree(letters_);
    }
    __host__ __device__ char& operator[](int i) { return letters_[i]; }
    __host__ __device__ int& length() { return length_; }

  private:
    int length_;
    char* letters_ = nullptr;
};
struct Assigned {  // not trivially copyable, and yet taken as it is
    int value;
    __host__ __device__ Assigned& operator=(const Assigned& other) {
        value = other.value + 1;
        return *this;
    }
};
struct Large {
    Large() = default;
    __host__ __device__ Large(const Large& other) {
        for (int i = 0; i < 400; ++i) numbers[i] = other.numbers[i];
    }
    long numbers[400] = {};
};

__global__ void by_value(Text text, int* seen, const int n) {
    const int i = threadIdx.x;
    text.length() += i;  // each thread's own
    seen[i] = text.length() * 100 + (text[0] - 'a') + n;
}
__global__ void by_reference(Text& text, const int& n) {
    text.length() = n;
    text[1] = 'z';
}
__global__ void mixed(double x, Large large, Assigned assigned, int* seen, Large& shared) {
    seen[threadIdx.x] = int(x) + int(large.numbers[399]) + assigned.value;
    large.numbers[0] = 1;
    if (threadIdx.x == 0) shared.numbers[0] += 5;
}
template <class T>
__global__ void add_one(T* a) {
    ++*a;
}

static bool classes(int* seen) {
    Text* text = nullptr;
    cudaMallocManaged(&text, sizeof(Text));
    new (text) Text;
    for (int i = 0; i < 4; ++i) (*text)[i] = char('b' + i);
    by_value<<<1, 4>>>(*text, seen, 7);
    bool good = cudaDeviceSynchronize() == cudaSuccess && host_copies == 1 && host_ends == 1;
    for (int i = 0; i < 4; ++i) good = good && seen[i] == (3 + i) * 100 + 1 + 7;
    int* n = nullptr;
    cudaMallocManaged(&n, sizeof(int));
    *n = 21;
    by_reference<<<1, 1>>>(*text, *n);
    good = good && cudaDeviceSynchronize() == cudaSuccess;
    good = good && text->length() == 21 && (*text)[1] == 'z' && host_copies == 1;
    text->~Text();
    cudaFree(text);
    cudaFree(n);
    return good;
}

static bool several_in_a_queue(int* seen) {
    Large* shared = nullptr;
    cudaMallocManaged(&shared, sizeof(Large));
    new (shared) Large;
    Large large;
    large.numbers[399] = 1000;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    mixed<<<1, 2, 0, stream>>>(2.5, large, Assigned{30}, seen, *shared);
    mixed<<<1, 2, 0, stream>>>(2.5, large, Assigned{40}, seen + 2, *shared);
    cudaStreamSynchronize(stream);
    const bool good = seen[0] == 1032 && seen[1] == 1032 && seen[3] == 1042 &&
                      shared->numbers[0] == 10 && large.numbers[0] == 0;
    cudaStreamDestroy(stream);
    cudaFree(shared);
    return good;
}

static bool spaced_brackets(int* seen) {
    seen[0] = 0;
    // clang-format off
    add_one << <1, 1 >> > (seen);
    add_one<int> << <dim3(1), 1, 0 >> >(seen);
    add_one << <1, (2 >> 1) >>>(seen);
    add_one<<<1, 1>> > (seen);
    // clang-format on
    cudaDeviceSynchronize();
    return seen[0] == 4;
}

__device__ float table[3];
static bool arguments_left_out() {
    const float values[3] = {1, 2, 3};
    float back[3] = {};
    cudaMemcpyToSymbolAsync(table, values, sizeof values);
    cudaMemcpyFromSymbolAsync(back, table, sizeof back);
    cudaDeviceSynchronize();
    return back[2] == 3;
}

int main() {
    int* seen = nullptr;
    cudaMallocManaged(&seen, 4 * sizeof(int));
    const bool good =
        classes(seen) && several_in_a_queue(seen) && spaced_brackets(seen) && arguments_left_out();
    std::puts(good ? "OK" : "wrong");
    cudaFree(seen);
    return !good;
}
