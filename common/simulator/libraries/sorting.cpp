#include "cusim/sorting.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "simulator/libraries/library_call.hpp"

namespace cusim::detail {

namespace {

using libraries::LibraryCall;

// The permutation that sorts the keys.
template <class T>
std::vector<long> order_of(const std::vector<T>& keys, bool descending) {
    std::vector<long> order(keys.size());
    std::iota(order.begin(), order.end(), 0L);
    std::stable_sort(order.begin(), order.end(), [&](long a, long b) {
        return descending ? keys[b] < keys[a] : keys[a] < keys[b];
    });
    return order;
}

void permute(const Sorting& sorting, const std::vector<long>& order) {
    const std::size_t size = sorting.value_size;
    const char* const from = static_cast<const char*>(sorting.values);
    const std::vector<char> before(from, from + size * order.size());
    char* to = static_cast<char*>(sorting.sorted_values);
    for (const long position : order) {
        std::memcpy(to, before.data() + size * position, size);
        to += size;
    }
}

template <class T>
void sort(const Sorting& sorting) {
    const T* const from = static_cast<const T*>(sorting.keys);
    std::vector<T> keys(from, from + sorting.n);
    T* const to = static_cast<T*>(sorting.sorted_keys);
    if (sorting.value_size > 0) {
        const std::vector<long> order = order_of(keys, sorting.descending);
        permute(sorting, order);
        for (long i = 0; i < sorting.n; ++i) to[i] = keys[order[i]];
        return;
    }
    if (sorting.descending)
        std::stable_sort(keys.begin(), keys.end(), std::greater<T>());
    else
        std::stable_sort(keys.begin(), keys.end());
    std::copy(keys.begin(), keys.end(), to);
}

struct Kind {
    std::size_t size;
    void (*sort)(const Sorting&);
};
template <class T>
constexpr Kind kind{sizeof(T), sort<T>};

Kind kind_of(Number number) {
    switch (number) {
        case Number::i8:
            return kind<std::int8_t>;
        case Number::i16:
            return kind<std::int16_t>;
        case Number::i32:
            return kind<std::int32_t>;
        case Number::i64:
            return kind<std::int64_t>;
        case Number::u8:
            return kind<std::uint8_t>;
        case Number::u16:
            return kind<std::uint16_t>;
        case Number::u32:
            return kind<std::uint32_t>;
        case Number::u64:
            return kind<std::uint64_t>;
        case Number::f32:
            return kind<float>;
        case Number::f64:
            return kind<double>;
        case Number::none:
            break;
    }
    return {};
}

}  // namespace

void expect_apart(const char* function, const char* what, const void* in, const void* out,
                  size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(in);
    const auto second = reinterpret_cast<std::uintptr_t>(out);
    if (std::max(first, second) - std::min(first, second) >= bytes) return;
    libraries::report_misuse(
        report::FindingKind::race, function, __builtin_return_address(0),
        std::string("the sorted ") + what + " are stored over the " + what +
            " that other threads have yet to read. It does not sort in place: give it a second "
            "array, or a cub::DoubleBuffer.");
}

void sort_numbers(const Sorting& sorting, cudaStream_t stream) {
    if (sorting.n <= 0) return;
    const auto action = [sorting](LibraryCall& call) {
        const Kind kind = kind_of(sorting.kind);
        const std::size_t bytes = sorting.n * kind.size;
        const std::size_t of_values = sorting.n * sorting.value_size;
        call.reads({"the range of keys", sorting.keys, bytes, 1, bytes});
        call.writes({"the range of sorted keys", sorting.sorted_keys, bytes, 1, bytes});
        call.reads({"the range of values", sorting.values, of_values, 1, of_values});
        call.writes({"the range of sorted values", sorting.sorted_values, of_values, 1, of_values});
        call.begin();
        kind.sort(sorting);
    };
    // Not left to the report: the sort may be the other side of a race, long after this call.
    const void* const pc = libraries::call_in_program(__builtin_return_address(0));
    libraries::submit(sorting.function, stream, pc, action);
}

}  // namespace cusim::detail
