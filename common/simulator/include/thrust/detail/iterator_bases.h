// Base classes for iterators that programs define themselves. The program provides some functions
// (dereference, and where the base's do not fit: increment, advance, equal, distance_to); the
// operators follow from them.
#pragma once

#include <thrust/detail/iterators.h>

namespace thrust {

// A class names this as its friend, so that the bases may call its private functions.
class iterator_core_access {
  public:
    template <class I>
    static decltype(auto) dereference(const I& i) {
        return i.dereference();
    }
    template <class I>
    static void increment(I& i) {
        i.increment();
    }
    template <class I>
    static void decrement(I& i) {
        i.decrement();
    }
    template <class I, class Difference>
    static void advance(I& i, Difference n) {
        i.advance(n);
    }
    template <class I>
    static bool equal(const I& a, const I& b) {
        return a.equal(b);
    }
    template <class I>
    static auto distance(const I& from, const I& to) {
        return from.distance_to(to);
    }
};

template <class Derived, class Value, class System, class Traversal, class Reference,
          class Difference = std::ptrdiff_t>
class iterator_facade {
  public:
    using value_type = std::remove_const_t<Value>;
    using reference = Reference;
    using difference_type = Difference;
    using pointer = void;
    using iterator_category = std::random_access_iterator_tag;
    using on_device = std::is_same<System, device_system_tag>;

    Reference operator*() const { return iterator_core_access::dereference(self()); }
    Derived& operator++() {
        iterator_core_access::increment(self());
        return self();
    }
    Derived& operator--() {
        iterator_core_access::decrement(self());
        return self();
    }
    Derived operator++(int) {
        Derived before = self();
        ++*this;
        return before;
    }
    Derived operator--(int) {
        Derived before = self();
        --*this;
        return before;
    }
    Derived& operator+=(Difference n) {
        iterator_core_access::advance(self(), n);
        return self();
    }
    Derived& operator-=(Difference n) { return *this += -n; }
    Reference operator[](Difference n) const { return *(self() + n); }

    friend Derived operator+(Derived a, Difference n) { return a += n; }
    friend Derived operator+(Difference n, Derived a) { return a += n; }
    friend Derived operator-(Derived a, Difference n) { return a -= n; }
    friend Difference operator-(const Derived& a, const Derived& b) {
        return iterator_core_access::distance(b, a);
    }
    friend bool operator==(const Derived& a, const Derived& b) {
        return iterator_core_access::equal(a, b);
    }
    friend bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
    friend bool operator<(const Derived& a, const Derived& b) { return b - a > 0; }
    friend bool operator>(const Derived& a, const Derived& b) { return b < a; }
    friend bool operator<=(const Derived& a, const Derived& b) { return !(b < a); }
    friend bool operator>=(const Derived& a, const Derived& b) { return !(a < b); }

  protected:
    Derived& self() { return static_cast<Derived&>(*this); }
    const Derived& self() const { return static_cast<const Derived&>(*this); }
};

// Selects what the underlying iterator does.
struct use_default {};

namespace detail {

template <class Chosen, class Otherwise>
using unless_default = std::conditional_t<std::is_same_v<Chosen, use_default>, Otherwise, Chosen>;
template <class Iterator>
using system_of =
    std::conditional_t<lies_on_device<Iterator>::value, device_system_tag, any_system_tag>;

}  // namespace detail

template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default,
          class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<
          Derived, detail::unless_default<Value, iterator_value_t<Base>>,
          detail::unless_default<System, detail::system_of<Base>>, Traversal,
          detail::unless_default<
              Reference,
              std::conditional_t<std::is_same_v<Value, use_default>, iterator_reference_t<Base>,
                                 detail::unless_default<Value, Base>>>,
          detail::unless_default<Difference, iterator_difference_t<Base>>> {
  public:
    using base_type = Base;
    using super_t = iterator_adaptor;
    using difference_type = detail::unless_default<Difference, iterator_difference_t<Base>>;

    iterator_adaptor() = default;
    explicit iterator_adaptor(const Base& at) : base_(at) {}
    const Base& base() const { return base_; }

  protected:
    const Base& base_reference() const { return base_; }
    Base& base_reference() { return base_; }

  private:
    friend class iterator_core_access;
    decltype(auto) dereference() const { return *base_; }
    void increment() { ++base_; }
    void decrement() { --base_; }
    void advance(difference_type n) { base_ += n; }
    bool equal(const iterator_adaptor& other) const { return base_ == other.base_; }
    difference_type distance_to(const iterator_adaptor& other) const { return other.base_ - base_; }

    Base base_;
};

}  // namespace thrust
