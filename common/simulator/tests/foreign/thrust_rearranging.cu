// Thrust as published programs use it beyond sums and sorting: taking elements out, runs of equal
// keys, searches, generators and random numbers, copies to other types and to streams, functors
// whose call is not const.
// NVCC: --extended-lambda
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#include <thrust/version.h>

#include <cstdio>
#include <iterator>
#include <sstream>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}
template <class Vector>
static std::string text_of(const Vector& v) {
    std::ostringstream text;
    thrust::copy(v.begin(), v.end(), std::ostream_iterator<long>(text, " "));
    return text.str();
}
using Ints = thrust::device_vector<int>;

struct is_odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct squared_difference {
    __device__ float operator()(thrust::tuple<float, float> t) {
        const float d = thrust::get<0>(t) - thrust::get<1>(t);
        return d * d;
    }
};
struct next_number {
    int last;
    __host__ __device__ int operator()() { return ++last; }
};
struct random_part {
    __device__ float operator()(int i) {
        thrust::default_random_engine engine;
        thrust::uniform_real_distribution<float> part(1, 3);
        engine.discard(i);
        return part(engine);
    }
};

static void taking_out() {
    const std::vector<int> start{3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    Ints d = start;
    d.erase(thrust::remove(d.begin(), d.end(), 1), d.end());
    expect(text_of(d) == "3 4 5 9 2 6 5 3 ", "remove and erase");
    d.erase(thrust::remove_if(d.begin(), d.end(), is_odd()), d.end());
    expect(text_of(d) == "4 2 6 ", "remove_if");
    d = start;
    const auto middle = thrust::partition(d.begin(), d.end(), is_odd());
    expect(middle - d.begin() == 7 && text_of(d) == "3 1 1 5 9 5 3 4 2 6 ", "partition");
    thrust::replace_if(d.begin(), d.end(), is_odd(), 0);
    thrust::replace(d.begin(), d.end(), 6, 7);
    thrust::reverse(d.begin(), d.end());
    expect(text_of(d) == "7 2 4 0 0 0 0 0 0 0 ", "replace and reverse");
    thrust::host_vector<int> h = start;
    h.resize(thrust::remove(h.begin(), h.end(), 5) - h.begin());
    expect(text_of(h) == "3 1 4 1 9 2 6 3 ", "remove on the host");
}

static void runs() {
    Ints keys = std::vector<int>{1, 1, 2, 2, 2, 7}, values = std::vector<int>{1, 2, 3, 4, 5, 6};
    Ints of(6), sums(6);
    const auto end =
        thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), of.begin(), sums.begin());
    expect(end.first - of.begin() == 3 && end.second - sums.begin() == 3, "how many runs");
    of.resize(3);
    sums.resize(3);
    expect(text_of(of) == "1 2 7 " && text_of(sums) == "3 12 6 ", "reduce_by_key");
    const auto left = thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
    expect(left.first - keys.begin() == 3 && values[1] == 3, "unique_by_key");
    Ints again = std::vector<int>{4, 4, 4, 1, 1, 4};
    again.erase(thrust::unique(again.begin(), again.end()), again.end());
    expect(text_of(again) == "4 1 4 ", "unique");
    Ints steps(3), merged(6);
    thrust::adjacent_difference(again.begin(), again.end(), steps.begin());
    expect(text_of(steps) == "4 -3 3 ", "adjacent_difference");
    thrust::merge(of.begin(), of.end(), sums.begin(), sums.begin() + 2, merged.begin());
    merged.resize(5);
    expect(text_of(merged) == "1 2 3 7 12 ", "merge");
    thrust::transform_inclusive_scan(of.begin(), of.end(), of.begin(), thrust::negate<int>(),
                                     thrust::plus<int>());
    expect(text_of(of) == "-1 -3 -10 ", "transform_inclusive_scan");
}

static void searches() {
    Ints d(100);
    thrust::tabulate(d.begin(), d.end(), [] __device__(int i) { return 3 * i; });
    expect(thrust::find(d.begin(), d.end(), 30) - d.begin() == 10, "find");
    expect(thrust::find_if(d.begin(), d.end(), is_odd()) - d.begin() == 1, "find_if");
    expect(thrust::any_of(d.begin(), d.end(), is_odd()), "any_of");
    expect(!thrust::all_of(d.begin(), d.end(), is_odd()), "all_of");
    expect(thrust::none_of(d.begin(), d.begin() + 1, is_odd()), "none_of");
    expect(thrust::lower_bound(d.begin(), d.end(), 31) - d.begin() == 11, "lower_bound");
    expect(thrust::upper_bound(d.begin(), d.end(), 33) - d.begin() == 12, "upper_bound");
    expect(thrust::binary_search(d.begin(), d.end(), 99), "binary_search");
    const Ints asked = std::vector<int>{0, 1, 300};
    Ints found(3);
    thrust::lower_bound(d.begin(), d.end(), asked.begin(), asked.end(), found.begin());
    expect(text_of(found) == "0 1 100 ", "many lower bounds");
    expect(thrust::is_sorted(d.begin(), d.end()), "is_sorted");
    expect(thrust::equal(d.begin(), d.end(), d.begin()), "equal");
    const auto [low, high] = thrust::minmax_element(d.begin(), d.end());
    expect(*low == 0 && *high == 297, "minmax_element");
    expect(thrust::raw_pointer_cast(&d[2]) == thrust::raw_pointer_cast(d.data()) + 2, "&d[2]");
}

static void generators() {
    thrust::host_vector<float> h(4);
    float last = 0.5f;
    thrust::generate(h.begin(), h.end(), [&last] { return last += 1; });
    const thrust::device_vector<long> whole = h;
    expect(text_of(whole) == "1 2 3 4 ", "generate, and floats that become whole numbers");
    Ints same(3);
    thrust::generate(same.begin(), same.end(), next_number{4});
    expect(text_of(same) == "5 5 5 ", "each thread has a generator of its own");
    thrust::device_vector<float> a(4, 4.0f), b(4, 2.0f);
    const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
    expect(thrust::transform_reduce(pairs, pairs + 4, squared_difference(), 0.0f,
                                    thrust::plus<float>()) == 16,
           "a functor whose call is not const");
    std::vector<long> squares(3);
    const auto computed =
        thrust::make_transform_iterator(same.begin(), [] __device__(int x) { return x * x; });
    thrust::copy(computed, computed + 3, squares.begin());
    expect(squares[2] == 25, "computed on the device, copied to the host");
}

static void random_numbers() {
    thrust::minstd_rand engine, ahead;
    for (int i = 0; i < 9999; ++i) engine();
    ahead.discard(9999);
    expect(engine == ahead && engine() == 399268537u, "the 10000th number of minstd_rand");
    thrust::device_vector<float> parts(1000);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1000),
                      parts.begin(), random_part());
    const float mean = thrust::reduce(parts.begin(), parts.end()) / 1000;
    expect(mean > 1.9f && mean < 2.1f, "uniform numbers of one engine, part by part");
    thrust::uniform_int_distribution<int> dice(1, 6);
    int seen[7] = {};
    for (int i = 0; i < 600; ++i) ++seen[dice(engine)];
    for (int i = 1; i <= 6; ++i) expect(seen[i] > 60, "each side of the dice");
    thrust::random::normal_distribution<float> bell(5, 2);
    float sum = 0, squares = 0;
    for (int i = 0; i < 4000; ++i) {
        const float x = bell(engine) - 5;
        sum += x;
        squares += x * x;
    }
    expect(sum / 4000 < 0.15f && sum / 4000 > -0.15f, "the bell's mean");
    expect(squares / 4000 > 3.7f && squares / 4000 < 4.3f, "the bell's width");
}

int main() {
    taking_out();
    runs();
    searches();
    generators();
    random_numbers();
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
