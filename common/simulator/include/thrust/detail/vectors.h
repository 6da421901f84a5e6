// Thrust's vectors: memory of the host, or of the device.
#pragma once

#include <thrust/detail/algorithms.h>

#include <initializer_list>
#include <vector>

namespace thrust {

template <class T>
class device_vector;

template <class T>
class host_vector : public std::vector<T> {
  public:
    using std::vector<T>::vector;
    host_vector() = default;
    template <class Other>
    host_vector(const std::vector<Other>& other) : std::vector<T>(other.begin(), other.end()) {}
    template <class Other>
    host_vector(const device_vector<Other>& other) : std::vector<T>(other.size()) {
        thrust::copy(other.begin(), other.end(), this->begin());
    }
    template <class Other>
    host_vector& operator=(const device_vector<Other>& other) {
        return *this = host_vector(other);
    }
};

template <class T>
class device_vector {
  public:
    using value_type = T;
    using iterator = device_ptr<T>;
    using const_iterator = device_ptr<const T>;
    using reference = device_reference<T>;
    using pointer = device_ptr<T>;
    using size_type = std::size_t;

    device_vector() = default;
    explicit device_vector(std::size_t n, const T& value = T()) { resize(n, value); }
    device_vector(std::initializer_list<T> values) : device_vector(values.begin(), values.end()) {}
    template <class Other>
    device_vector(const std::vector<Other>& values) : device_vector(values.begin(), values.end()) {}
    template <class Other>
    device_vector(const device_vector<Other>& values)
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

    template <class Iterator>
    void assign(Iterator first, Iterator last) {
        size_ = 0;
        reserve(last - first);
        size_ = last - first;
        thrust::copy(first, last, begin());
    }
    void reserve(std::size_t n) {
        if (n <= capacity_) return;
        void* larger = nullptr;
        detail::require(cudaMalloc(&larger, n * sizeof(T)));
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
    void shrink_to_fit() {}

    iterator begin() { return iterator(data_); }
    iterator end() { return iterator(data_ + size_); }
    const_iterator begin() const { return const_iterator(data_); }
    const_iterator end() const { return const_iterator(data_ + size_); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
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
        return a.size() == b.size() && host_vector<T>(a) == host_vector<T>(b);
    }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

template <class T>
device_ptr<T> device_malloc(std::size_t n) {
    void* pointer = nullptr;
    detail::require(cudaMalloc(&pointer, n * sizeof(T)));
    return device_ptr<T>(static_cast<T*>(pointer));
}
template <class T>
void device_free(device_ptr<T> pointer) {
    detail::require(cudaFree(pointer.get()));
}

}  // namespace thrust
