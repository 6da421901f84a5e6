// CUB's iterators: Thrust's under other names, and those that specify how memory is read.
#pragma once

#include <cub/detail/common.h>
#include <thrust/detail/views.h>

namespace cub {

enum CacheLoadModifier {
    LOAD_DEFAULT,
    LOAD_CA,
    LOAD_CG,
    LOAD_CS,
    LOAD_CV,
    LOAD_LDG,
    LOAD_VOLATILE
};
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier MODIFIER, class Iterator>
__device__ auto ThreadLoad(Iterator from) {
    return *from;
}
template <CacheStoreModifier MODIFIER, class Iterator, class T>
__device__ void ThreadStore(Iterator to, T value) {
    *to = value;
}

template <class T, class Offset = std::ptrdiff_t>
using CountingInputIterator = ::thrust::counting_iterator<T>;
template <class System = void>
using DiscardOutputIterator = ::thrust::discard_iterator<>;

template <class T, class Offset = std::ptrdiff_t>
class ConstantInputIterator
    : public ::thrust::walking<ConstantInputIterator<T, Offset>, std::ptrdiff_t> {
  public:
    using value_type = T;
    using reference = T;
    using pointer = const T*;
    using on_device = std::false_type;

    __host__ __device__ ConstantInputIterator(T value, Offset at = 0)
        : ::thrust::walking<ConstantInputIterator, std::ptrdiff_t>(at), value_(value) {}
    __host__ __device__ T operator*() const { return value_; }

  private:
    T value_;
};

template <class T, class Op, class Iterator, class Offset = std::ptrdiff_t>
class TransformInputIterator
    : public ::thrust::walking<TransformInputIterator<T, Op, Iterator, Offset>, Iterator> {
  public:
    using value_type = T;
    using reference = T;
    using pointer = const T*;
    using on_device = ::thrust::detail::lies_on_device<Iterator>;

    __host__ __device__ TransformInputIterator(Iterator at, Op op)
        : ::thrust::walking<TransformInputIterator, Iterator>(at), op_(op) {}
    __host__ __device__ T operator*() const {
        Op op = op_;
        return T(op(*this->at_));
    }

  private:
    Op op_;
};

// Each element with its index.
template <class Iterator, class Offset = std::ptrdiff_t,
          class Value = typename std::iterator_traits<Iterator>::value_type>
class ArgIndexInputIterator
    : public ::thrust::walking<ArgIndexInputIterator<Iterator, Offset, Value>, std::ptrdiff_t> {
  public:
    using value_type = KeyValuePair<Offset, Value>;
    using reference = value_type;
    using pointer = const value_type*;
    using on_device = ::thrust::detail::lies_on_device<Iterator>;

    __host__ __device__ ArgIndexInputIterator(Iterator first, Offset at = 0)
        : ::thrust::walking<ArgIndexInputIterator, std::ptrdiff_t>(at), first_(first) {}
    __host__ __device__ value_type operator*() const {
        return value_type(Offset(this->at_), first_[this->at_]);
    }
    __host__ __device__ void normalize() {
        first_ = first_ + this->at_;
        this->at_ = 0;
    }

  private:
    Iterator first_;
};

template <CacheLoadModifier MODIFIER, class T, class Offset = std::ptrdiff_t>
class CacheModifiedInputIterator
    : public ::thrust::walking<CacheModifiedInputIterator<MODIFIER, T, Offset>, const T*> {
  public:
    using value_type = T;
    using reference = T;
    using pointer = const T*;
    using on_device = std::true_type;

    template <class Other>
    __host__ __device__ CacheModifiedInputIterator(Other* at)
        : ::thrust::walking<CacheModifiedInputIterator, const T*>(at) {}
    __device__ T operator*() const { return *this->at_; }
};
template <CacheStoreModifier MODIFIER, class T, class Offset = std::ptrdiff_t>
class CacheModifiedOutputIterator
    : public ::thrust::walking<CacheModifiedOutputIterator<MODIFIER, T, Offset>, T*> {
  public:
    using value_type = T;
    using reference = T&;
    using pointer = T*;
    using on_device = std::true_type;

    __host__ __device__ CacheModifiedOutputIterator(T* at)
        : ::thrust::walking<CacheModifiedOutputIterator, T*>(at) {}
    __device__ T& operator*() const { return *this->at_; }
};

}  // namespace cub
