// Extents and layouts of <cuda/std/mdspan>: how many elements each dimension has, and where an
// element with given indices lies.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <cuda/std/span>

namespace cuda::std {

// Every extent is stored, also those that the type states.
template <class Index, ::std::size_t... Sizes>
class extents {
    static constexpr ::std::size_t rank_ = sizeof...(Sizes);

  public:
    using index_type = Index;
    using size_type = ::std::make_unsigned_t<Index>;
    using rank_type = ::std::size_t;

    constexpr extents() noexcept = default;
    template <class... I,
              ::std::enable_if_t<(::std::is_convertible_v<I, Index> && ...) &&
                                     (sizeof...(I) == rank_ ||
                                      sizeof...(I) == ((Sizes == dynamic_extent) + ... + 0)) &&
                                     (sizeof...(I) > 0),
                                 int> = 0>
    __host__ __device__ explicit constexpr extents(I... sizes) noexcept
        : extents(::std::array<Index, sizeof...(I)>{static_cast<Index>(sizes)...}) {}
    template <class I, ::std::size_t N>
    __host__ __device__ constexpr extents(const ::std::array<I, N>& given) noexcept {
        ::std::size_t next = 0;
        for (rank_type r = 0; r < rank_; ++r)
            if (N == rank_ || static_extent(r) == dynamic_extent)
                sizes_[r] = static_cast<Index>(given[next++]);
    }
    template <class I, ::std::size_t... Others,
              ::std::enable_if_t<sizeof...(Others) == rank_, int> = 0>
    __host__ __device__ constexpr extents(const extents<I, Others...>& other) noexcept {
        for (rank_type r = 0; r < rank_; ++r) sizes_[r] = static_cast<Index>(other.extent(r));
    }

    __host__ __device__ static constexpr rank_type rank() noexcept { return rank_; }
    __host__ __device__ static constexpr rank_type rank_dynamic() noexcept {
        return ((Sizes == dynamic_extent) + ... + 0);
    }
    __host__ __device__ static constexpr ::std::size_t static_extent(rank_type r) noexcept {
        constexpr ::std::array<::std::size_t, rank_> all{Sizes...};
        return all[r];
    }
    __host__ __device__ constexpr Index extent(rank_type r) const noexcept { return sizes_[r]; }

    template <class I, ::std::size_t... Others>
    __host__ __device__ friend constexpr bool operator==(const extents& a,
                                                         const extents<I, Others...>& b) noexcept {
        if (rank() != b.rank()) return false;
        for (rank_type r = 0; r < rank_; ++r)
            if (a.extent(r) != static_cast<Index>(b.extent(r))) return false;
        return true;
    }

  private:
    ::std::array<Index, rank_> sizes_{
        (Sizes == dynamic_extent ? Index(0) : static_cast<Index>(Sizes))...};
};

namespace cusim_detail {
template <class Index, ::std::size_t... I>
auto dynamic(::std::index_sequence<I...>) -> extents<Index, (I * 0 + dynamic_extent)...>;
}
template <class Index, ::std::size_t Rank>
using dextents = decltype(cusim_detail::dynamic<Index>(::std::make_index_sequence<Rank>()));
template <::std::size_t Rank, class Index = ::std::size_t>
using dims = dextents<Index, Rank>;
template <class... I>
extents(I...) -> extents<::std::size_t, (sizeof(I) * 0 + dynamic_extent)...>;

namespace cusim_detail {

// A layout is the strides of its dimensions.
template <class Layout, class Extents>
class Mapping {
  public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = typename Extents::rank_type;
    using layout_type = Layout;
    using Strides = ::std::array<index_type, Extents::rank()>;

    __host__ __device__ constexpr Mapping() noexcept : Mapping(Extents()) {}
    __host__ __device__ constexpr Mapping(const Extents& extents) noexcept
        : Mapping(extents, Layout::strides(extents)) {}
    template <class OtherLayout, class Other>
    __host__ __device__ constexpr Mapping(const Mapping<OtherLayout, Other>& other) noexcept
        : extents_(other.extents()) {
        for (rank_type r = 0; r < Extents::rank(); ++r) strides_[r] = other.stride(r);
    }
    template <class S>
    __host__ __device__ constexpr Mapping(const Extents& extents,
                                          const ::std::array<S, Extents::rank()>& strides) noexcept
        : extents_(extents) {
        for (rank_type r = 0; r < Extents::rank(); ++r)
            strides_[r] = static_cast<index_type>(strides[r]);
    }

    template <class... I>
    __host__ __device__ constexpr index_type operator()(I... indices) const noexcept {
        rank_type r = 0;
        return (index_type(0) + ... + (static_cast<index_type>(indices) * strides_[r++]));
    }
    __host__ __device__ constexpr const Extents& extents() const noexcept { return extents_; }
    __host__ __device__ constexpr index_type stride(rank_type r) const noexcept {
        return strides_[r];
    }
    __host__ __device__ constexpr const Strides& strides() const noexcept { return strides_; }
    __host__ __device__ constexpr index_type required_span_size() const noexcept {
        index_type last = 0;
        for (rank_type r = 0; r < Extents::rank(); ++r) {
            if (extents_.extent(r) == 0) return 0;
            last += (extents_.extent(r) - 1) * strides_[r];
        }
        return last + 1;
    }
    __host__ __device__ constexpr bool is_exhaustive() const noexcept {
        index_type all = 1;
        for (rank_type r = 0; r < Extents::rank(); ++r) all *= extents_.extent(r);
        return required_span_size() == all;
    }
    __host__ __device__ constexpr bool is_unique() const noexcept { return true; }
    __host__ __device__ constexpr bool is_strided() const noexcept { return true; }

  private:
    Extents extents_{};
    Strides strides_{};
};

}  // namespace cusim_detail

// The last index is the one whose elements are neighbours.
struct layout_right {
    template <class Extents>
    using mapping = cusim_detail::Mapping<layout_right, Extents>;
    template <class Extents>
    __host__ __device__ static constexpr auto strides(const Extents& extents) noexcept {
        ::std::array<typename Extents::index_type, Extents::rank()> all{};
        typename Extents::index_type step = 1;
        for (auto r = Extents::rank(); r-- > 0; step *= extents.extent(r)) all[r] = step;
        return all;
    }
};
// The first index is the one whose elements are neighbours.
struct layout_left {
    template <class Extents>
    using mapping = cusim_detail::Mapping<layout_left, Extents>;
    template <class Extents>
    __host__ __device__ static constexpr auto strides(const Extents& extents) noexcept {
        ::std::array<typename Extents::index_type, Extents::rank()> all{};
        typename Extents::index_type step = 1;
        for (::std::size_t r = 0; r < Extents::rank(); step *= extents.extent(r++)) all[r] = step;
        return all;
    }
};
struct layout_stride {
    template <class Extents>
    using mapping = cusim_detail::Mapping<layout_stride, Extents>;
    template <class Extents>
    __host__ __device__ static constexpr auto strides(const Extents& extents) noexcept {
        return layout_right::strides(extents);
    }
};

}  // namespace cuda::std

#include "cusim/letters_restored.hpp"
