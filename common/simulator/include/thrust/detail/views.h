// Thrust's iterators that use another iterator: by index, backwards, or through a function on
// output; and the one that discards values.
#pragma once

#include <thrust/detail/iterators.h>

namespace thrust {

// elements[*indices]
template <class Elements, class Indices>
class permutation_iterator : public walking<permutation_iterator<Elements, Indices>, Indices> {
  public:
    using value_type = typename std::iterator_traits<Elements>::value_type;
    using reference = typename std::iterator_traits<Elements>::reference;
    using pointer = void;
    using on_device = std::bool_constant<detail::lies_on_device<Elements>::value ||
                                         detail::lies_on_device<Indices>::value>;

    permutation_iterator() = default;
    permutation_iterator(Elements elements, Indices indices)
        : walking<permutation_iterator, Indices>(indices), elements_(elements) {}
    reference operator*() const {
        const detail::value_of<Indices> index = *this->at_;
        return elements_[index];
    }
    const Elements& elements() const { return elements_; }

  private:
    Elements elements_;
};
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements,
                                                                  Indices indices) {
    return {elements, indices};
}

namespace detail {

// A position that counts backwards.
template <class Iterator>
struct backwards {
    Iterator at;

    backwards operator+(std::ptrdiff_t n) const { return {at - n}; }
    std::ptrdiff_t operator-(const backwards& other) const { return other.at - at; }
    bool operator==(const backwards& other) const { return at == other.at; }
};

}  // namespace detail

template <class Iterator>
class reverse_iterator : public walking<reverse_iterator<Iterator>, detail::backwards<Iterator>> {
  public:
    using value_type = typename std::iterator_traits<Iterator>::value_type;
    using reference = typename std::iterator_traits<Iterator>::reference;
    using pointer = void;
    using on_device = detail::lies_on_device<Iterator>;

    reverse_iterator() = default;
    explicit reverse_iterator(Iterator behind)
        : walking<reverse_iterator, detail::backwards<Iterator>>({behind}) {}
    reference operator*() const { return *(this->at_.at - 1); }
    Iterator base() const { return this->at_.at; }
};
template <class Iterator>
reverse_iterator<Iterator> make_reverse_iterator(Iterator behind) {
    return reverse_iterator<Iterator>(behind);
}

// Discards what is stored to it.
template <class System = void>
class discard_iterator : public walking<discard_iterator<System>, std::ptrdiff_t> {
  public:
    struct value_type {
        template <class T>
        const value_type& operator=(const T&) const {
            return *this;
        }
    };
    using reference = value_type;
    using pointer = void;
    using on_device = std::false_type;

    explicit discard_iterator(std::ptrdiff_t at = 0)
        : walking<discard_iterator, std::ptrdiff_t>(at) {}
    reference operator*() const { return {}; }
};
inline discard_iterator<> make_discard_iterator(std::ptrdiff_t at = 0) {
    return discard_iterator<>(at);
}

// Stores function(x) for x.
template <class F, class Iterator>
class transform_output_iterator : public walking<transform_output_iterator<F, Iterator>, Iterator> {
  public:
    class value_type {
      public:
        value_type(Iterator at, F f) : at_(at), function_(f) {}
        template <class T>
        const value_type& operator=(const T& x) const {
            *at_ = function_(x);
            return *this;
        }

      private:
        Iterator at_;
        F function_;
    };
    using reference = value_type;
    using pointer = void;
    using on_device = detail::lies_on_device<Iterator>;

    transform_output_iterator(Iterator at, F f)
        : walking<transform_output_iterator, Iterator>(at), function(f) {}
    reference operator*() const { return {this->at_, function}; }

    F function;
};
template <class F, class Iterator>
transform_output_iterator<F, Iterator> make_transform_output_iterator(Iterator at, F f) {
    return {at, f};
}

namespace detail {

template <class Elements, class Indices>
auto unwrap(permutation_iterator<Elements, Indices> at) {
    return make_permutation_iterator(unwrap(at.elements()), unwrap(at.base()));
}
template <class Iterator>
auto unwrap(reverse_iterator<Iterator> at) {
    return thrust::make_reverse_iterator(unwrap(at.base()));
}
template <class F, class Iterator>
auto unwrap(transform_output_iterator<F, Iterator> at) {
    return make_transform_output_iterator(unwrap(at.base()), at.function);
}

}  // namespace detail

}  // namespace thrust
