// Thrust as courses use it: vectors of both sides, transformations, reductions, scans, sorting,
// iterators that compute, policies, and functors that read memory of the program's own.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

struct scaled_sum {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct squared {
    __host__ __device__ long operator()(int x) const { return long(x) * x; }
};
struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
// Neighbours' mean, of an array that the functor holds a pointer to.
struct mean_of_neighbours {
    const float* from;
    int n;
    __device__ float operator()(int i) const {
        const float left = from[i > 0 ? i - 1 : i], right = from[i < n - 1 ? i + 1 : i];
        return (left + right) / 2;
    }
};
struct add_first_to_second {
    template <class Tuple>
    __host__ __device__ void operator()(Tuple t) const {
        thrust::get<1>(t) += thrust::get<0>(t);
    }
};

__global__ void twice(int* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}

static void vectors() {
    const int n = 500;
    thrust::host_vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 1009;
    thrust::device_vector<int> d = h;
    twice<<<2, 256>>>(thrust::raw_pointer_cast(d.data()), n);
    thrust::host_vector<int> back = d;
    bool good = true;
    for (int i = 0; i < n; ++i) good = good && back[i] == 2 * h[i];
    expect(good, "there and back");
    d[3] = 12345;
    expect(d[3] == 12345 && *thrust::max_element(d.begin(), d.end()) == 12345, "one element");
    const thrust::device_vector<int> copied(d);
    d.resize(n + 2, -1);
    expect(d.size() == n + 2u && d[n + 1] == -1 && copied.size() == size_t(n), "resize and copy");
    d.push_back(5);
    expect(d.back() == 5, "push_back");
    std::vector<int> standard(n);
    thrust::copy(copied.begin(), copied.end(), standard.begin());
    expect(standard[3] == 12345, "to a standard vector");
}

static void sums_and_scans() {
    const int n = 1000;
    thrust::device_vector<int> d(n);
    thrust::sequence(d.begin(), d.end());
    expect(thrust::reduce(d.begin(), d.end()) == n * (n - 1) / 2, "reduce");
    expect(thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) == n - 1, "maximum");
    expect(thrust::transform_reduce(d.begin(), d.end(), squared(), 0l, thrust::plus<long>()) ==
               332833500l,
           "transform_reduce");
    expect(thrust::inner_product(d.begin(), d.end(), d.begin(), 0l) == 332833500l, "inner_product");
    expect(thrust::count_if(d.begin(), d.end(), is_even()) == n / 2, "count_if");
    thrust::device_vector<int> sums(n);
    thrust::inclusive_scan(d.begin(), d.end(), sums.begin());
    expect(sums[9] == 45, "inclusive_scan");
    thrust::exclusive_scan(sums.begin(), sums.end(), sums.begin(), 100);
    expect(sums[0] == 100 && sums[2] == 101, "exclusive_scan in place");
    const auto squares =
        thrust::make_transform_iterator(thrust::counting_iterator<int>(0), squared());
    expect(thrust::reduce(thrust::device, squares, squares + n) == 332833500l, "computed elements");
}

static void transformations() {
    const int n = 300;
    thrust::device_vector<float> x(n), y(n, 1.0f), z(n);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), scaled_sum{2});
    expect(z[10] == 21, "transform");
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                      y.begin(), mean_of_neighbours{thrust::raw_pointer_cast(z.data()), n});
    expect(y[10] == 21 && y[0] == 2, "a functor with a pointer");
    const auto both = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
    thrust::for_each(both, both + n, add_first_to_second());
    expect(y[10] == 31, "for_each of a zip");
    int* raw;
    cudaMalloc(&raw, n * sizeof(int));
    thrust::fill(thrust::device, raw, raw + n, 7);
    const thrust::device_ptr<int> wrapped = thrust::device_pointer_cast(raw);
    expect(wrapped[n - 1] == 7 && thrust::reduce(wrapped, wrapped + n) == 7 * n, "raw pointers");
    cudaFree(raw);
    int host[] = {4, 1, 3};
    thrust::sort(thrust::host, host, host + 3);
    expect(host[0] == 1 && host[2] == 4, "on the host");
}

static void sorting() {
    const int n = 200;
    thrust::host_vector<int> keys(n), values(n);
    for (int i = 0; i < n; ++i) {
        keys[i] = (i * 83) % 50;
        values[i] = i;
    }
    thrust::device_vector<int> d_keys = keys, d_values = values;
    thrust::stable_sort_by_key(d_keys.begin(), d_keys.end(), d_values.begin());
    keys = d_keys;
    values = d_values;
    bool good = true;
    for (int i = 1; i < n; ++i)
        good = good &&
               (keys[i - 1] < keys[i] || (keys[i - 1] == keys[i] && values[i - 1] < values[i])) &&
               keys[i] == (values[i] * 83) % 50;
    expect(good, "stable_sort_by_key");
    thrust::sort(d_values.begin(), d_values.end(), thrust::greater<int>());
    expect(d_values[0] == n - 1 && d_values[n - 1] == 0, "sort downwards");
}

int main() {
    vectors();
    sums_and_scans();
    transformations();
    sorting();
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
