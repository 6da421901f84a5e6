// Thrust's vectors, in memory of the host or of the device. This file includes the algorithms,
// since many programs rely on getting them with the vectors.
#pragma once

#include <thrust/detail/allocators.h>
#include <thrust/detail/by_key.h>
#include <thrust/detail/searching.h>
#include <thrust/detail/set_operations.h>
#include <thrust/detail/sorting.h>

#include <initializer_list>
#include <vector>

namespace thrust {

template <class T, class Allocator = device_allocator<T>>
class device_vector;

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
    using Vector = std::vector<T, Allocator>;

  public:
    using Vector::Vector;
    host_vector() = default;
    template <class Other, class OtherAllocator>
    host_vector(const std::vector<Other, OtherAllocator>& other)
        : Vector(other.begin(), other.end()) {}
    template <class Other, class OtherAllocator>
    host_vector(const device_vector<Other, OtherAllocator>& other) : Vector(other.size()) {
        thrust::copy(other.begin(), other.end(), this->begin());
    }
    template <class Other, class OtherAllocator>
    host_vector& operator=(const device_vector<Other, OtherAllocator>& other) {
        return *this = host_vector(other);
    }
};

// A vector in managed memory, for host and device. Algorithms on it run on the host.
template <class T>
using universal_vector = host_vector<T, universal_allocator<T>>;

template <class T, class Allocator>
class device_vector {
  public:
    using value_type = T;
    using iterator = device_ptr<T>;
    using const_iterator = device_ptr<const T>;
    using reference = device_reference<T>;
    using pointer = device_ptr<T>;
    using const_reference = device_reference<const T>;
    using const_pointer = device_ptr<const T>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using allocator_type = Allocator;

    device_vector() = default;
    explicit device_vector(std::size_t n, const T& value = T()) { resize(n, value); }
    device_vector(std::initializer_list<T> values) : device_vector(values.begin(), values.end()) {}
    template <class Other, class OtherAllocator>
    device_vector(const std::vector<Other, OtherAllocator>& values)
        : device_vector(values.begin(), values.end()) {}
    template <class Other, class OtherAllocator>
    device_vector(const device_vector<Other, OtherAllocator>& values)
        : device_vector(values.begin(), values.end()) {}
    template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
    device_vector(Iterator first, Iterator last) {
        assign(first, last);
    }
    device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
    device_vector(device_vector&& other) noexcept { swap(other); }
    ~device_vector() { cudaFree(data_); }

    device_vector& operator=(device_vector other) {
        swap(other);
        return *this;
    }
    void swap(device_vector& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    void assign(std::size_t n, const T& value) {
        size_ = 0;
        resize(n, value);
    }
    template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
    void assign(Iterator first, Iterator last) {
        size_ = 0;
        reserve(std::distance(first, last));
        size_ = std::distance(first, last);
        thrust::copy(first, last, begin());
    }
    void reserve(std::size_t n) {
        if (n <= capacity_) return;
        void* larger = nullptr;
        detail::require_memory(cudaMalloc(&larger, n * sizeof(T)));
        if (size_ > 0)
            detail::require(cudaMemcpy(larger, data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
        cudaFree(data_);
        data_ = static_cast<T*>(larger);
        capacity_ = n;
    }
    void resize(std::size_t n, const T& value = T()) {
        reserve(n);
        if (n > size_) thrust::fill(begin() + size_, begin() + n, value);
        size_ = n;
    }
    void push_back(const T& value) {
        if (size_ == capacity_) reserve(2 * capacity_ + 1);
        begin()[size_] = value;
        ++size_;
    }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    iterator erase(iterator first, iterator last) {
        const thrust::host_vector<T> behind(last, end());
        thrust::copy(behind.begin(), behind.end(), first);
        size_ -= last - first;
        return first;
    }
    iterator erase(iterator at) { return erase(at, at + 1); }
    template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
    void insert(iterator at, Iterator first, Iterator last) {
        const std::ptrdiff_t before = at - begin();
        host_vector<T> all(*this);
        const host_vector<T> between(first, last);
        all.insert(all.begin() + before, between.begin(), between.end());
        assign(all.begin(), all.end());
    }
    iterator insert(iterator at, const T& value) {
        const std::ptrdiff_t before = at - begin();
        insert(at, &value, &value + 1);
        return begin() + before;
    }
    void insert(iterator at, std::size_t n, const T& value) {
        const host_vector<T> values(n, value);
        insert(at, values.begin(), values.end());
    }
    void shrink_to_fit() {}
    std::size_t max_size() const { return std::size_t(-1) / sizeof(T); }

    iterator begin() { return iterator(data_); }
    iterator end() { return iterator(data_ + size_); }
    const_iterator begin() const { return const_iterator(data_); }
    const_iterator end() const { return const_iterator(data_ + size_); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    auto rbegin() const { return thrust::make_reverse_iterator(end()); }
    auto rend() const { return thrust::make_reverse_iterator(begin()); }
    auto rbegin() { return thrust::make_reverse_iterator(end()); }
    auto rend() { return thrust::make_reverse_iterator(begin()); }
    reference operator[](std::size_t i) { return begin()[i]; }
    device_reference<const T> operator[](std::size_t i) const { return begin()[i]; }
    reference front() { return (*this)[0]; }
    reference back() { return (*this)[size_ - 1]; }
    pointer data() { return begin(); }
    device_ptr<const T> data() const { return begin(); }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    friend bool operator==(const device_vector& a, const device_vector& b) {
        return a == host_vector<T>(b);
    }
    template <class OtherAllocator>
    friend bool operator==(const device_vector& a, const std::vector<T, OtherAllocator>& b) {
        return a.size() == b.size() && std::equal(b.begin(), b.end(), host_vector<T>(a).begin());
    }
    template <class OtherAllocator>
    friend bool operator==(const std::vector<T, OtherAllocator>& a, const device_vector& b) {
        return b == a;
    }
    template <class Other>
    friend bool operator!=(const device_vector& a, const Other& b) {
        return !(a == b);
    }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace thrust
