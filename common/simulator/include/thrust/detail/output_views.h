// Thrust's iterators that transform what is stored through them: by f when reading and g when
// writing, or by a function of the position and the value.
#pragma once

#include <thrust/detail/iterators.h>

namespace thrust {

template <class InputFunction, class OutputFunction, class Iterator>
class transform_input_output_iterator
    : public walking<transform_input_output_iterator<InputFunction, OutputFunction, Iterator>,
                     Iterator> {
  public:
    using value_type =
        std::decay_t<std::invoke_result_t<InputFunction, iterator_value_t<Iterator>>>;
    using pointer = void;
    using on_device = detail::lies_on_device<Iterator>;

    class reference {
      public:
        reference(Iterator at, InputFunction in, OutputFunction out)
            : at_(at), in_(in), out_(out) {}
        operator value_type() const { return in_(*at_); }
        template <class T>
        const reference& operator=(const T& x) const {
            *at_ = out_(x);
            return *this;
        }

      private:
        Iterator at_;
        InputFunction in_;
        OutputFunction out_;
    };

    transform_input_output_iterator(Iterator at, InputFunction in, OutputFunction out)
        : walking<transform_input_output_iterator, Iterator>(at), input(in), output(out) {}
    reference operator*() const { return {this->at_, input, output}; }

    InputFunction input;
    OutputFunction output;
};
template <class InputFunction, class OutputFunction, class Iterator>
transform_input_output_iterator<InputFunction, OutputFunction, Iterator>
make_transform_input_output_iterator(Iterator at, InputFunction in, OutputFunction out) {
    return {at, in, out};
}

// Calls function(i, x) when x is stored at position i.
template <class F>
class tabulate_output_iterator : public walking<tabulate_output_iterator<F>, std::ptrdiff_t> {
  public:
    class value_type {
      public:
        value_type(std::ptrdiff_t at, F f) : at_(at), function_(f) {}
        template <class T>
        const value_type& operator=(const T& x) const {
            function_(at_, x);
            return *this;
        }

      private:
        std::ptrdiff_t at_;
        F function_;
    };
    using reference = value_type;
    using pointer = void;
    using on_device = std::false_type;

    explicit tabulate_output_iterator(F f, std::ptrdiff_t at = 0)
        : walking<tabulate_output_iterator, std::ptrdiff_t>(at), function(f) {}
    reference operator*() const { return {this->at_, function}; }

    F function;
};
template <class F>
tabulate_output_iterator<F> make_tabulate_output_iterator(F f, std::ptrdiff_t at = 0) {
    return tabulate_output_iterator<F>(f, at);
}

namespace detail {

template <class In, class Out, class Iterator>
auto unwrap(transform_input_output_iterator<In, Out, Iterator> at) {
    return thrust::make_transform_input_output_iterator(unwrap(at.base()), at.input, at.output);
}

}  // namespace detail

}  // namespace thrust
