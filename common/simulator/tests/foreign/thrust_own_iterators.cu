// Thrust by programs that go further: iterators of their own on its bases, strided ranges,
// functions on the way in and out, shuffles, what is thrown, references used like numbers, vectors
// that grow.

// NVCC: --extended-lambda
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_input_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cstring>
#include <new>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

using Ints = thrust::device_vector<int>;

// Repeats each element.
template <class Iterator>
class repeated : public thrust::iterator_adaptor<repeated<Iterator>, Iterator> {
  public:
    using super_t = thrust::iterator_adaptor<repeated<Iterator>, Iterator>;

    __host__ __device__ repeated(const Iterator& at, int times)
        : super_t(at), begin_(at), times_(times) {}
    friend class thrust::iterator_core_access;

  private:
    __host__ __device__ typename super_t::reference dereference() const {
        return *(begin_ + (this->base() - begin_) / times_);
    }

    Iterator begin_;
    int times_;
};

// Every stride-th element, by a permutation.
template <class Iterator>
class strided {
  public:
    using difference = typename thrust::iterator_difference<Iterator>::type;
    struct times {
        difference stride;
        __host__ __device__ difference operator()(difference i) const { return stride * i; }
    };
    using indices = thrust::transform_iterator<times, thrust::counting_iterator<difference>>;
    using iterator = thrust::permutation_iterator<Iterator, indices>;

    strided(Iterator first, Iterator last, difference stride)
        : first_(first), last_(last), stride_(stride) {}
    iterator begin() const {
        return iterator(first_, indices(thrust::counting_iterator<difference>(0), times{stride_}));
    }
    iterator end() const { return begin() + ((last_ - first_) + stride_ - 1) / stride_; }

  private:
    Iterator first_, last_;
    difference stride_;
};

static void own_iterators() {
    Ints v(3);
    thrust::sequence(v.begin(), v.end(), 1);
    const repeated<Ints::iterator> first(v.begin(), 4);
    expect(thrust::reduce(first, first + 12) == 24, "repeated elements");
    expect(int(first[5]) == 2, "one of them from the host");
    Ints w(7);
    thrust::sequence(w.begin(), w.end());
    const strided<Ints::iterator> range(w.begin(), w.end(), 3);
    expect(thrust::reduce(range.begin(), range.end()) == 9, "a strided range");
    thrust::fill(range.begin(), range.end(), 50);
    expect(w[0] == 50 && w[1] == 1 && w[6] == 50, "stores through it");
}

struct half_of {
    __host__ __device__ int operator()(int x) const { return x / 2; }
};
struct doubled {
    __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct store_mirrored {
    int* to;
    template <class Index>
    __host__ __device__ void operator()(Index i, int x) const {
        to[3 - int(i)] = x;
    }
};

static void functions_on_the_way() {
    Ints v(4), w(4);
    thrust::sequence(v.begin(), v.end());
    const auto both = thrust::make_transform_input_output_iterator(w.begin(), half_of(), doubled());
    thrust::copy(v.begin(), v.end(), both);
    expect(w[3] == 6, "a function on the way out");
    thrust::copy(both, both + 4, v.begin());
    expect(v[3] == 3, "and on the way in");
    const auto mirrored =
        thrust::make_tabulate_output_iterator(store_mirrored{thrust::raw_pointer_cast(w.data())});
    thrust::copy(v.begin(), v.end(), mirrored);
    expect(w[0] == 3 && w[3] == 0, "a function of place and value");
}

static void shuffles() {
    Ints v(50), w(50);
    thrust::sequence(v.begin(), v.end());
    thrust::default_random_engine engine(3);
    thrust::shuffle_copy(v.begin(), v.end(), w.begin(), engine);
    bool moved = false;
    for (int i = 0; i < 50; ++i) moved |= w[i] != i;
    thrust::sort(w.begin(), w.end());
    expect(moved && w == v, "a shuffled copy");
    thrust::shuffle(thrust::device, v.begin(), v.end(), engine);
    thrust::sort(v.begin(), v.end());
    expect(w == v, "shuffled in place");
    thrust::ranlux24 other(5);
    const float x = thrust::uniform_real_distribution<float>(0, 1)(other);
    expect(x >= 0 && x < 1, "another engine");
}

static void what_is_thrown() {
    bool caught = false;
    try {
        throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "here");
    } catch (const thrust::system_error& error) {
        caught = error.code().value() == cudaErrorInvalidValue;
    }
    expect(caught, "an error of CUDA");
    try {
        throw thrust::system::system_error(thrust::make_error_code(thrust::errc::invalid_argument));
    } catch (const thrust::system_error& error) {
        expect(error.code().category() == thrust::system::generic_category(), "a generic error");
    }
}

// More memory than any device has.
static void what_is_thrown_without_memory() {
    bool by_its_own_name = false, by_the_standards = false;
    try {
        const thrust::device_vector<char> too_many(std::size_t(1) << 44);
    } catch (const thrust::system::detail::bad_alloc& error) {
        by_its_own_name = std::strstr(error.what(), "cudaErrorMemoryAllocation") != nullptr;
    }
    expect(by_its_own_name, "no memory, by Thrust's exception");
    expect(cudaGetLastError() == cudaSuccess, "no error is left behind");
    try {
        Ints grows(3, 6);
        grows.resize(std::size_t(1) << 42);
    } catch (const std::bad_alloc&) {
        by_the_standards = true;
    }
    expect(by_the_standards, "no memory, by the standard's exception");
}

struct three {
    __host__ __device__ int operator()() const { return 3; }
};

static void references_and_growth() {
    Ints v(3, 6);
    v[0]++;
    --v[1];
    v[2] %= 4;
    expect(v[0] == 7 && v[1] == 5 && v[2] == 2, "references as numbers");
    Ints::reference first = v[0], last = v[2];
    thrust::swap(first, last);
    expect(v[0] == 2 && v[2] == 7, "two changed places");
    v.insert(v.begin() + 1, 2, 9);
    v.insert(v.end(), 4);
    expect(v.size() == 6 && v[1] == 9 && v[2] == 9 && v.back() == 4, "insertions");
    thrust::generate_n(v.begin(), 2, three());
    thrust::transform(v.begin(), v.end(), v.begin(), v.begin(), thrust::project2nd<int, int>());
    expect(v[0] == 3 && v[1] == 3 && v[2] == 9, "generated");
}

int main() {
    own_iterators();
    functions_on_the_way();
    shuffles();
    what_is_thrown();
    what_is_thrown_without_memory();
    references_and_growth();
    if (failures == 0) std::printf("OK\n");
    return failures;
}
