// Thrust as published programs use it beyond rearranging: sorted ranges as sets, runs of equal
// keys, views of other iterators, placeholders, allocators, algorithms called in a kernel.

// NVCC: --extended-lambda --expt-relaxed-constexpr
#include <thrust/advance.h>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/device_delete.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_new.h>
#include <thrust/device_vector.h>
#include <thrust/distance.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/memory.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>
#include <thrust/zip_function.h>

#include <cstdio>
#include <list>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

using Ints = thrust::device_vector<int>;
template <class Vector>
bool is(const Vector& found, std::vector<int> expected) {
    return found.size() >= expected.size() &&
           std::equal(expected.begin(), expected.end(), thrust::host_vector<int>(found).begin());
}

static void sets() {
    const Ints a = {1, 2, 2, 4, 6, 9}, b = {2, 3, 6, 7};
    Ints out(10);
    auto end = thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), out.begin());
    expect(end - out.begin() == 8 && is(out, {1, 2, 2, 3, 4, 6, 7, 9}), "union");
    end = thrust::set_intersection(thrust::device, a.begin(), a.end(), b.begin(), b.end(),
                                   out.begin());
    expect(end - out.begin() == 2 && is(out, {2, 6}), "intersection");
    end = thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin());
    expect(end - out.begin() == 4 && is(out, {1, 2, 4, 9}), "difference");
    end = thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin());
    expect(end - out.begin() == 6 && is(out, {1, 2, 3, 4, 7, 9}), "symmetric difference");
    const int down[] = {9, 5, 1}, others[] = {5, 3};
    int left[3];
    const int* const left_end = thrust::set_difference(thrust::host, down, down + 3, others,
                                                       others + 2, left, thrust::greater<int>());
    expect(left_end - left == 2 && left[0] == 9 && left[1] == 1, "difference, descending");

    const Ints of_a = {10, 20, 21, 40, 60, 90}, of_b = {200, 300, 600, 700};
    Ints keys(10), values(10);
    thrust::pair<Ints::iterator, Ints::iterator> ends =
        thrust::set_union_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), of_b.begin(),
                                 keys.begin(), values.begin());
    expect(ends.first - keys.begin() == 8 && ends.second - values.begin() == 8 &&
               is(values, {10, 20, 21, 300, 40, 60, 700, 90}),
           "union by key");
    thrust::set_intersection_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(),
                                    keys.begin(), values.begin());
    expect(is(keys, {2, 6}) && is(values, {20, 60}), "intersection by key");
    thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), of_b.begin(),
                         keys.begin(), values.begin());
    expect(is(keys, {1, 2, 2, 2, 3, 4, 6, 6, 7, 9}) &&
               is(values, {10, 20, 21, 200, 300, 40, 60, 600, 700, 90}),
           "merge by key");
}

static void runs_of_keys() {
    const Ints keys = {0, 0, 1, 1, 1, 2}, values = {1, 2, 3, 4, 5, 6};
    Ints out(6), out_keys(6);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), out.begin());
    expect(is(out, {1, 3, 3, 7, 12, 6}), "inclusive scan by key");
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), out.begin(), 5);
    expect(is(out, {5, 6, 5, 8, 12, 5}), "exclusive scan by key");
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), out.begin(),
                                  thrust::equal_to<int>(), thrust::multiplies<int>());
    expect(is(out, {1, 2, 3, 12, 60, 6}), "products by key");
    const auto ends = thrust::unique_by_key_copy(keys.begin(), keys.end(), values.begin(),
                                                 out_keys.begin(), out.begin());
    expect(ends.first - out_keys.begin() == 3 && is(out_keys, {0, 1, 2}) && is(out, {1, 3, 6}),
           "unique by key, copied");
    expect(thrust::unique_count(keys.begin(), keys.end()) == 3, "unique count");
    // Only the sums are wanted, not the keys.
    thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1),
                          thrust::make_discard_iterator(), out.begin());
    expect(is(out, {2, 3, 1}), "lengths of runs");
}

static void views() {
    Ints source = {10, 20, 30, 40, 50, 60};
    const Ints map = {3, 1, 0, 5};
    auto picked = thrust::make_permutation_iterator(source.begin(), map.begin());
    expect(picked[0] == 40 && *(picked + 3) == 60 && thrust::reduce(picked, picked + 4) == 130,
           "permutation");
    thrust::transform(picked, picked + 4, picked, thrust::negate<int>());
    expect(is(source, {-10, -20, 30, -40, 50, -60}), "permutation written");
    Ints back(6);
    thrust::copy(source.rbegin(), source.rend(), back.begin());
    expect(is(back, {-60, 50, -40, 30, -20, -10}), "reversed");
    thrust::inclusive_scan(thrust::make_reverse_iterator(source.end()),
                           thrust::make_reverse_iterator(source.begin()),
                           thrust::make_reverse_iterator(back.end()));
    expect(is(back, {-50, -40, -20, -50, -10, -60}), "sums from behind");
    Ints squares(6);
    thrust::copy(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(6),
                 thrust::make_transform_output_iterator(squares.begin(), thrust::square<int>()));
    expect(is(squares, {0, 1, 4, 9, 16, 25}), "squared on the way out");
    auto both = thrust::make_zip_iterator(source.begin(), squares.begin());
    const auto last = both + 6;
    int steps = 0;
    for (auto at = both; at != last && at < last; ++at) ++steps;
    thrust::advance(both, 2);
    expect(steps == 6 && thrust::distance(both, last) == 4 && thrust::get<1>(both[1]) == 9,
           "zipped");
    Ints sums(6);
    thrust::transform(thrust::make_zip_iterator(source.begin(), squares.begin()), last,
                      sums.begin(),
                      thrust::make_zip_function([] __device__(int a, int b) { return a + b; }));
    expect(is(sums, {-10, -19, 34, -31, 66, -35}), "zip function");
}

static void some_of_them() {
    const Ints values = {5, 6, 7, 8}, which = {1, 0, 0, 1}, map = {3, 2, 1, 0};
    Ints out(4, -1);
    thrust::scatter_if(values.begin(), values.end(), map.begin(), which.begin(), out.begin());
    expect(is(out, {8, -1, -1, 5}), "scatter_if");
    thrust::gather_if(map.begin(), map.end(), which.begin(), values.begin(), out.begin());
    expect(is(out, {8, -1, -1, 5}), "gather_if");
    thrust::replace_copy(values.begin(), values.end(), out.begin(), 7, 70);
    expect(is(out, {5, 6, 70, 8}), "replace_copy");
    using namespace thrust::placeholders;
    Ints odd(4), even(4);
    const auto ends = thrust::partition_copy(values.begin(), values.end(), odd.begin(),
                                             even.begin(), _1 % 2 == 1);
    expect(ends.first - odd.begin() == 2 && is(odd, {5, 7}) && is(even, {6, 8}), "partition_copy");
    expect(thrust::is_partitioned(values.begin(), values.end(), _1 < 7) &&
               !thrust::is_partitioned(values.begin(), values.end(), _1 % 2 == 0) &&
               thrust::partition_point(values.begin(), values.end(), _1 < 7) - values.begin() == 2,
           "partitioned");
    const Ints unsorted = {1, 3, 2, 4};
    expect(thrust::is_sorted_until(unsorted.begin(), unsorted.end()) - unsorted.begin() == 2 &&
               thrust::is_sorted(values.begin(), values.end()) &&
               !thrust::is_sorted(unsorted.begin(), unsorted.end()),
           "sorted until");
    const auto differ = thrust::mismatch(values.begin(), values.end(), out.begin());
    expect(*differ.first == 7 && *differ.second == 70, "mismatch");
    const Ints many = {1, 2, 2, 2, 5}, asked = {2, 3};
    const auto twos = thrust::equal_range(many.begin(), many.end(), 2);
    Ints there(2);
    thrust::binary_search(many.begin(), many.end(), asked.begin(), asked.end(), there.begin());
    expect(twos.first - many.begin() == 1 && twos.second - twos.first == 3 && is(there, {1, 0}),
           "equal range");
}

static void placeholders() {
    using namespace thrust::placeholders;
    thrust::device_vector<float> x(4, 1.5f), y(4, 2.0f);
    const float a = 2;
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), a * _1 + _2);
    thrust::for_each(y.begin(), y.end(), _1 *= 2);
    expect(y[3] == 10.0f && thrust::count_if(y.begin(), y.end(), _1 > 9 && !(_1 == 11)) == 4,
           "placeholders");
    thrust::complex<float> z(3, 4);
    expect(thrust::abs(z * z) == 25 && thrust::conj(z).imag() == -4, "complex");
    expect(thrust::max(2, 3) == 3 && thrust::min(2, 3, thrust::greater<int>()) == 3, "max");
}

// Its call is not const.
struct IsEven {
    __host__ __device__ bool operator()(const int& x) { return x % 2 == 0; }
};

static void memory() {
    std::vector<float> on_host(4, 2.0f);
    thrust::host_vector<float> copied = on_host;
    thrust::device_vector<float> on_device = copied;
    on_device[0] *= 3;
    ++on_device[1];
    on_device.insert(on_device.begin() + 1, 7.0f);
    thrust::copy(on_device.begin(), on_device.begin() + 4, on_host.begin());
    expect(on_host[0] == 6 && on_host[1] == 7 && on_host[2] == 3 && on_device.size() == 5,
           "there and back");
    thrust::universal_vector<int> everywhere(3, 1);
    thrust::for_each_n(thrust::device, thrust::raw_pointer_cast(everywhere.data()), 3,
                       thrust::placeholders::_1 += 4);
    expect(everywhere[2] == 5, "managed");
    const thrust::device_ptr<int> made = thrust::device_new<int>(3);
    thrust::uninitialized_copy(everywhere.begin(), everywhere.end(), made);
    thrust::uninitialized_fill_n(made, 1, 9);
    expect(made[0] == 9 && made[1] == 5, "device_new");
    const thrust::device_system_tag device;
    const thrust::pointer<int, thrust::device_system_tag> room = thrust::malloc<int>(device, 4);
    thrust::fill(room, room + 4, 7);
    expect(room[3] == 7, "memory of the device by its tag");
    const thrust::device_ptr<int> there = thrust::device_malloc<int>(4);
    expect(thrust::device_new<int>(there, 7, 4)[3] == 7, "device_new in memory that is there");
    expect(thrust::device_new<int>(there, 4)[3] == 0, "device_new in memory that is there");
    thrust::device_free(there);
    thrust::free(device, room);
    thrust::free(device, thrust::malloc(device, 100));
    const auto buffer = thrust::get_temporary_buffer<int>(device, 8);
    expect(buffer.second == 8, "get_temporary_buffer");
    thrust::return_temporary_buffer(device, buffer.first, buffer.second);
    thrust::device_delete(made, 3);
    const std::list<int> listed = {1, 2, 3, 4};
    Ints of_a_list(listed.begin(), listed.end());
    std::list<int> back_again(4);
    thrust::copy(of_a_list.begin(), of_a_list.end(), back_again.begin());
    thrust::copy(listed.begin(), listed.end(), of_a_list.begin());
    int array[] = {1, 2, 3, 4};
    thrust::partition(array, array + 4, IsEven());
    thrust::stable_sort(array + 2, array + 4, thrust::greater<int>());
    expect(back_again == listed && array[0] == 2 && array[1] == 4 && array[2] == 3,
           "lists and arrays");
    const thrust::uniform_int_distribution<int> dice(1, 6);
    assert(dice.min() == 1 && dice.max() == 6);
    const Ints a(3, 4);
    expect(a == thrust::host_vector<int>(3, 4) && a != Ints(3, 5), "compared");
}

// A long computation in one thread must not be taken for an endless loop.
static void long_ranges() {
    const int n = 1 << 24, sorted = 1 << 12;
    const thrust::counting_iterator<unsigned int> first(0);
    expect(thrust::reduce(thrust::device, first, first + n) == unsigned(n / 2) * unsigned(n - 1),
           "a long sum");
    Ints keys(sorted), values(sorted);
    thrust::sequence(keys.begin(), keys.end(), sorted, -1);
    thrust::sequence(values.begin(), values.end());
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    expect(keys[0] == 1 && values[0] == sorted - 1 && keys[sorted - 1] == sorted, "a long sort");
    thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
    expect(keys[0] == sorted, "the other way");
}

// Each thread sorts and sums a row of its own.
__global__ void rows(int* x, int* sums, int length) {
    int* const row = x + threadIdx.x * length;
    thrust::sort(thrust::seq, row, row + length);
    sums[threadIdx.x] = thrust::reduce(thrust::device, row, row + length);
}
static void in_kernels() {
    Ints x = {3, 1, 2, 9, 7, 8}, sums(2);
    rows<<<1, 2>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(sums.data()), 3);
    expect(is(x, {1, 2, 3, 7, 8, 9}) && is(sums, {6, 24}), "in a kernel");
}

int main() {
    sets();
    runs_of_keys();
    views();
    some_of_them();
    placeholders();
    memory();
    long_ranges();
    in_kernels();
    if (failures == 0) std::puts("OK");
    return failures;
}
