// Thrust's iterators: pointers into device memory, and iterators that compute their values.
#pragma once

#include <thrust/detail/execution.h>

#include <cstddef>
#include <tuple>

namespace thrust {

// The properties of an iterator, under Thrust's names.
using std::iterator_traits;
template <class Iterator>
using iterator_value_t = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
using iterator_reference_t = typename std::iterator_traits<Iterator>::reference;
template <class Iterator>
using iterator_difference_t = typename std::iterator_traits<Iterator>::difference_type;
template <class Iterator>
struct iterator_value {
    using type = iterator_value_t<Iterator>;
};
template <class Iterator>
struct iterator_reference {
    using type = iterator_reference_t<Iterator>;
};
template <class Iterator>
struct iterator_difference {
    using type = iterator_difference_t<Iterator>;
};
template <class Iterator>
struct iterator_pointer {
    using type = typename std::iterator_traits<Iterator>::pointer;
};
struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};
struct single_pass_traversal_tag {};
struct forward_traversal_tag {};
struct bidirectional_traversal_tag {};
struct random_access_traversal_tag {};
template <class Iterator>
struct iterator_system {
    using type = std::conditional_t<detail::lies_on_device<Iterator>::value, device_system_tag,
                                    host_system_tag>;
};

template <class T>
class device_ptr;

// A reference to a value in device memory, which the host reads and writes by a copy.
template <class T>
class device_reference {
  public:
    using value_type = std::remove_const_t<T>;

    explicit device_reference(T* at) : at_(at) {}
    device_reference(const device_reference&) = default;
    operator value_type() const {
        if (::cusim::detail::on_device()) return *at_;
        value_type value;
        detail::require(cudaMemcpy(&value, at_, sizeof(T), cudaMemcpyDeviceToHost));
        return value;
    }
    const device_reference& operator=(const value_type& value) const {
        if (::cusim::detail::on_device()) {
            *const_cast<value_type*>(at_) = value;
            return *this;
        }
        detail::require(cudaMemcpy(at_, &value, sizeof(T), cudaMemcpyHostToDevice));
        return *this;
    }
    const device_reference& operator=(const device_reference& other) const {
        return *this = value_type(other);
    }
#define CUSIM_ASSIGN(symbol)                                                    \
    const device_reference& operator symbol##=(const value_type& value) const { \
        return *this = value_type(*this) symbol value;                          \
    }
    CUSIM_ASSIGN(+)
    CUSIM_ASSIGN(-)
    CUSIM_ASSIGN(*)
    CUSIM_ASSIGN(/)
    CUSIM_ASSIGN(%)
    CUSIM_ASSIGN(&)
    CUSIM_ASSIGN(|)
    CUSIM_ASSIGN(^)
    CUSIM_ASSIGN(<<)
    CUSIM_ASSIGN(>>)
#undef CUSIM_ASSIGN
    const device_reference& operator++() const {
        return *this += value_type(1);
    }
    const device_reference& operator--() const {
        return *this -= value_type(1);
    }
    value_type operator++(int) const {
        const value_type before = *this;
        ++*this;
        return before;
    }
    value_type operator--(int) const {
        const value_type before = *this;
        --*this;
        return before;
    }
    device_ptr<T> operator&() const {
        return device_ptr<T>(at_);
    }

  private:
    T* at_;
};

template <class T>
void swap(device_reference<T> a, device_reference<T> b) {
    const std::remove_const_t<T> kept = a, other = b;
    a = other;
    b = kept;
}

// The operators of a random-access iterator, defined by its position.
template <class Derived, class Position>
class walking {
  public:
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    explicit walking(Position at = Position()) : at_(at) {}
    Derived& operator++() { return *this += 1; }
    Derived& operator--() { return *this += -1; }
    Derived operator++(int) {
        Derived before = self();
        ++*this;
        return before;
    }
    Derived& operator+=(difference_type n) {
        at_ = at_ + n;
        return static_cast<Derived&>(*this);
    }
    Derived& operator-=(difference_type n) { return *this += -n; }
    friend Derived operator+(Derived a, difference_type n) { return a += n; }
    friend Derived operator+(difference_type n, Derived a) { return a += n; }
    friend Derived operator-(Derived a, difference_type n) { return a -= n; }
    friend difference_type operator-(const Derived& a, const Derived& b) {
        return difference_type(a.at_ - b.at_);
    }
    friend bool operator==(const Derived& a, const Derived& b) { return a.at_ == b.at_; }
    friend bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
    friend bool operator<(const Derived& a, const Derived& b) { return (b - a) > 0; }
    friend bool operator>(const Derived& a, const Derived& b) { return b < a; }
    friend bool operator<=(const Derived& a, const Derived& b) { return !(b < a); }
    friend bool operator>=(const Derived& a, const Derived& b) { return !(a < b); }
    auto operator[](difference_type n) const -> decltype(auto) { return *(self() + n); }
    const Position& base() const { return at_; }

  protected:
    Position at_;

  private:
    const Derived& self() const { return static_cast<const Derived&>(*this); }
};

template <class T>
class device_ptr : public walking<device_ptr<T>, T*> {
  public:
    using value_type = std::remove_const_t<T>;
    using reference = device_reference<T>;
    using pointer = device_ptr;
    using on_device = std::true_type;

    device_ptr() = default;
    explicit device_ptr(T* at) : walking<device_ptr, T*>(at) {}
    operator device_ptr<const T>() const { return device_ptr<const T>(get()); }
    T* get() const { return this->at_; }
    reference operator*() const { return reference(get()); }
};

template <class T>
device_ptr<T> device_pointer_cast(T* pointer) {
    return device_ptr<T>(pointer);
}
template <class T>
T* raw_pointer_cast(device_ptr<T> pointer) {
    return pointer.get();
}
template <class T>
T* raw_pointer_cast(T* pointer) {
    return pointer;
}

template <class T>
T& raw_reference_cast(device_reference<T> reference) {
    return *(&reference).get();
}
template <class T>
T& raw_reference_cast(T& reference) {
    return reference;
}

// distance and advance.
using std::advance;
using std::distance;
using std::next;
using std::prev;

template <class T>
class counting_iterator : public walking<counting_iterator<T>, T> {
  public:
    using value_type = T;
    using reference = T;
    using pointer = const T*;
    using on_device = std::false_type;

    explicit counting_iterator(T first = T()) : walking<counting_iterator, T>(first) {}
    T operator*() const { return this->at_; }
};
template <class T>
counting_iterator<T> make_counting_iterator(T first) {
    return counting_iterator<T>(first);
}

template <class T>
class constant_iterator : public walking<constant_iterator<T>, std::ptrdiff_t> {
  public:
    using value_type = T;
    using reference = T;
    using pointer = const T*;
    using on_device = std::false_type;

    explicit constant_iterator(T value, std::ptrdiff_t at = 0)
        : walking<constant_iterator, std::ptrdiff_t>(at), value_(value) {}
    T operator*() const { return value_; }

  private:
    T value_;
};
template <class T>
constant_iterator<T> make_constant_iterator(T value) {
    return constant_iterator<T>(value);
}

template <class F, class Iterator>
class transform_iterator : public walking<transform_iterator<F, Iterator>, Iterator> {
  public:
    using value_type =
        std::decay_t<std::invoke_result_t<F, typename std::iterator_traits<Iterator>::value_type>>;
    using reference = value_type;
    using pointer = const value_type*;
    using on_device = detail::lies_on_device<Iterator>;

    transform_iterator(Iterator at, F f) : walking<transform_iterator, Iterator>(at), function(f) {}
    value_type operator*() const { return function(*this->at_); }

    F function;
};
template <class F, class Iterator>
transform_iterator<F, Iterator> make_transform_iterator(Iterator at, F f) {
    return {at, f};
}

namespace detail {

// The positions of several iterators that advance together.
template <class... Iterators>
struct in_step {
    std::tuple<Iterators...> at;

    in_step operator+(std::ptrdiff_t n) const {
        return {
            std::apply([n](auto... each) { return std::tuple<Iterators...>((each + n)...); }, at)};
    }
    std::ptrdiff_t operator-(const in_step& other) const {
        return std::get<0>(at) - std::get<0>(other.at);
    }
    bool operator==(const in_step& other) const { return std::get<0>(at) == std::get<0>(other.at); }
};

}  // namespace detail

// A tuple of iterators, whose elements are tuples.
template <class Tuple>
class zip_iterator;
template <class... Iterators>
class zip_iterator<std::tuple<Iterators...>>
    : public walking<zip_iterator<std::tuple<Iterators...>>, detail::in_step<Iterators...>> {
  public:
    using value_type = std::tuple<typename std::iterator_traits<Iterators>::value_type...>;
    using reference = std::tuple<typename std::iterator_traits<Iterators>::reference...>;
    using pointer = void;
    using on_device = std::bool_constant<(detail::lies_on_device<Iterators>::value || ...)>;

    explicit zip_iterator(std::tuple<Iterators...> at)
        : walking<zip_iterator, detail::in_step<Iterators...>>({at}) {}
    reference operator*() const {
        return std::apply([](auto... each) { return reference(*each...); }, this->at_.at);
    }
    const std::tuple<Iterators...>& get_iterator_tuple() const { return this->at_.at; }
};
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(std::tuple<Iterators...> at) {
    return zip_iterator<std::tuple<Iterators...>>(at);
}
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(Iterators... at) {
    return zip_iterator<std::tuple<Iterators...>>(std::tuple<Iterators...>(at...));
}

namespace detail {

template <class T>
T* unwrap(device_ptr<T> pointer) {
    return pointer.get();
}
template <class F, class Iterator>
auto unwrap(transform_iterator<F, Iterator> at) {
    return make_transform_iterator(unwrap(at.base()), at.function);
}
template <class... Iterators>
auto unwrap(zip_iterator<std::tuple<Iterators...>> zip) {
    return std::apply([](auto... at) { return make_zip_iterator(std::make_tuple(unwrap(at)...)); },
                      zip.get_iterator_tuple());
}

// The pointer underlying an iterator; iterators from elsewhere are not changed.
template <class Iterator>
constexpr bool is_flat = std::is_pointer_v<decltype(unwrap(std::declval<Iterator>()))>;
template <class Iterator, class = void>
struct is_foreign_iterator : std::bool_constant<!std::is_pointer_v<Iterator>> {};
template <class Iterator>
struct is_foreign_iterator<Iterator, std::void_t<typename Iterator::on_device>> : std::false_type {
};
template <class Iterator>
constexpr bool is_foreign = is_foreign_iterator<Iterator>::value;

}  // namespace detail

}  // namespace thrust
