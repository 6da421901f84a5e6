// <mma.h> on the simulator: matrix products of a warp (nvcuda::wmma). Products and sums are
// computed in float, double or int, in the order of the inner index, so a device's last digits may
// differ. Which lane holds which element is chosen in this file; on a device it is unspecified,
// too.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#define __CUDA_MMA__

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace detail {

inline constexpr unsigned int full_warp = 0xffffffff;

// The storage type of an element, and the type for computing with it.
template <class T>
struct Element {
    using kept = T;
    using worth = float;
};
template <>
struct Element<precision::tf32> {
    using kept = float;
    using worth = float;
};
template <>
struct Element<double> {
    using kept = double;
    using worth = double;
};
#define CUSIM_WHOLE(type)  \
    template <>            \
    struct Element<type> { \
        using kept = type; \
        using worth = int; \
    };
CUSIM_WHOLE(int)
CUSIM_WHOLE(signed char)
CUSIM_WHOLE(unsigned char)
#undef CUSIM_WHOLE

template <class Use, int M, int N, int K>
struct Shape {
    static constexpr int rows = M, columns = N;
};
template <int M, int N, int K>
struct Shape<matrix_a, M, N, K> {
    static constexpr int rows = M, columns = K;
};
template <int M, int N, int K>
struct Shape<matrix_b, M, N, K> {
    static constexpr int rows = K, columns = N;
};

__device__ inline int lane() {
    return int((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}
// All lanes of the warp call each of these functions together. This does not order memory accesses.
__device__ inline void all_lanes_come() {
    __shfl_sync(full_warp, 0, 0);
}

}  // namespace detail

// Lane l holds the elements l, l + 32, … of the matrix, counted row by row.
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
    using Shape = detail::Shape<Use, M, N, K>;

  public:
    using element_type = typename detail::Element<T>::kept;
    using storage_element_type = element_type;
    static constexpr int rows = Shape::rows, columns = Shape::columns;
    static constexpr int num_elements = rows * columns / 32;
    static constexpr int num_storage_elements = num_elements;

    element_type x[num_elements];
};

namespace detail {

// Calls visit(place(row, column)) for each element that this lane holds. Inlined, and so is what
// stores through it: findings name the program's line.
#define CUSIM_INLINE __attribute__((always_inline))
template <class Fragment, class Visit>
CUSIM_INLINE __device__ inline void each_of_lane(Fragment& f, Visit visit) {
    for (int i = 0; i < Fragment::num_elements; ++i) {
        const int element = i * 32 + lane();
        visit(f.x[i], element / Fragment::columns, element % Fragment::columns);
    }
}
template <class Fragment, class T>
CUSIM_INLINE __device__ inline void load(Fragment& f, const T* from, unsigned int stride,
                                         bool by_rows) {
    all_lanes_come();
    each_of_lane(f, [=](auto& x, unsigned int row, unsigned int column) CUSIM_INLINE {
        x = from[by_rows ? row * stride + column : column * stride + row];
    });
}
// Copies the whole matrix to each lane.
template <class Worth, class Fragment>
__device__ void gather(const Fragment& f, Worth* all) {
    for (int i = 0; i < Fragment::num_elements; ++i)
        for (int from = 0; from < 32; ++from)
            all[i * 32 + from] = __shfl_sync(full_warp, Worth(f.x[i]), from);
}

}  // namespace detail

template <class Use, int M, int N, int K, class T, class Layout, class Value>
__device__ void fill_fragment(fragment<Use, M, N, K, T, Layout>& f, const Value& value) {
    using Kept = typename detail::Element<T>::kept;
    for (int i = 0; i < f.num_elements; ++i) f.x[i] = Kept(value);
}

template <class Use, int M, int N, int K, class T, class Layout, class Memory>
CUSIM_INLINE __device__ inline void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& f,
                                                     const Memory* from, unsigned int stride) {
    detail::load(f, from, stride, std::is_same_v<Layout, row_major>);
}
template <int M, int N, int K, class T, class Memory>
CUSIM_INLINE __device__ inline void load_matrix_sync(fragment<accumulator, M, N, K, T>& f,
                                                     const Memory* from, unsigned int stride,
                                                     layout_t layout) {
    detail::load(f, from, stride, layout == mem_row_major);
}
template <int M, int N, int K, class T, class Memory>
CUSIM_INLINE __device__ inline void store_matrix_sync(Memory* to,
                                                      const fragment<accumulator, M, N, K, T>& f,
                                                      unsigned int stride, layout_t layout) {
    detail::all_lanes_come();
    const bool by_rows = layout == mem_row_major;
    detail::each_of_lane(f, [=](const auto& x, unsigned int row, unsigned int column) CUSIM_INLINE {
        to[by_rows ? row * stride + column : column * stride + row] = x;
    });
}

// D = A B + C.
template <int M, int N, int K, class T, class LayoutA, class LayoutB, class U, class V>
__device__ void mma_sync(fragment<accumulator, M, N, K, U>& d,
                         const fragment<matrix_a, M, N, K, T, LayoutA>& a,
                         const fragment<matrix_b, M, N, K, T, LayoutB>& b,
                         const fragment<accumulator, M, N, K, V>& c, bool = false) {
    using Worth = typename detail::Element<T>::worth;
    Worth all_of_a[M * K], all_of_b[K * N];
    detail::gather(a, all_of_a);
    detail::gather(b, all_of_b);
    int i = 0;
    detail::each_of_lane(d, [&](auto& x, int row, int column) {
        auto sum = Worth(c.x[i++]);
        for (int k = 0; k < K; ++k) sum += all_of_a[row * K + k] * all_of_b[k * N + column];
        x = sum;
    });
}

#undef CUSIM_INLINE

// Rounds to 10 fractional bits, as the hardware uses a float.
__device__ inline float __float_to_tf32(float x) {
    const unsigned int bits = __float_as_uint(x) + 0x1000;
    return __uint_as_float(bits & 0xffffe000);
}

}  // namespace nvcuda::wmma

using nvcuda::wmma::__float_to_tf32;

#include "cusim/letters_restored.hpp"
