// One call of a function with all its numbers and its expected results. A lab makes its problems in
// one place, problem.hpp in its folder. The suite sends them and judges the answers
// (grader/suite/problem.hpp). A run by hand makes the same ones again and shows them (show.hpp).
//
//     Problem saxpy(int n, std::uint64_t seed) {
//         …
//         return Problem("saxpy").size("n", n).real("a", a).input("x", x)
//             .in_out("y", y, {n}, [=](std::size_t i) { return Expected{a * x[i] + y[i], …}; })
//             .words("n = 3").by_hand("--size 3 --seed 7");
//     }
//
// Expected values are computed element by element, and only after the answer has arrived.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runner/element.hpp"
#include "runner/expected.hpp"

namespace runner {

class Problem {
  public:
    using Expectation = std::function<Expected(std::size_t element)>;

    struct Array {
        std::string name;
        ElementType type = ElementType::f32;
        bool sent = false;  // the function finds `bytes` in it; else it is never written
        std::vector<std::byte> bytes;
        std::size_t count = 0;
        bool written = false;              // by the function
        std::vector<std::size_t> extents;  // {n, m}: element i is [i / m][i % m]
        Expectation expected;              // none: single elements are not checked
        bool is_scratch = false;           // its final contents do not matter
        bool is_added_to = false;          // may begin as a copy or a fill

        bool is_judged() const { return static_cast<bool>(expected); }
    };

    explicit Problem(std::string function) : function_(std::move(function)) {}

    Problem& size(const std::string& name, std::int64_t value) {
        sizes_[name] = value;
        return *this;
    }
    /// A size that is sent, and that nobody is told.
    Problem& secret(const std::string& name, std::int64_t value) {
        secrets_.insert(name);
        return size(name, value);
    }
    /// A number that the function is not given, and on which the work depends that it must do.
    Problem& measure(const std::string& name, double value) {
        measures_[name] = value;
        return *this;
    }
    Problem& real(const std::string& name, double value) {
        reals_[name] = value;
        return *this;
    }
    template <class T>
    Problem& input(const std::string& name, const std::vector<T>& values) {
        return add_sent(name, element_type<T>, std::as_bytes(std::span(values)), values.size());
    }
    /// Without an expectation, the suite checks the whole output itself.
    template <class T>
    Problem& output(const std::string& name, std::vector<std::size_t> extents,
                    Expectation expected) {
        return add_written(name, element_type<T>, std::move(extents), std::move(expected));
    }
    /// An array that the function reads and writes.
    template <class T>
    Problem& in_out(const std::string& name, const std::vector<T>& before,
                    std::vector<std::size_t> extents, Expectation expected) {
        add_written(name, element_type<T>, std::move(extents), std::move(expected));
        return fill_last(std::as_bytes(std::span(before)), before.size());
    }
    /// The latest output may begin as a copy or a fill, to which the function's kernels add.
    Problem& is_added_to() {
        arrays_.back().is_added_to = true;
        return *this;
    }
    /// Scratch memory for the function.
    template <class T>
    Problem& scratch(const std::string& name, std::size_t count) {
        add_written(name, element_type<T>, {count}, {});
        arrays_.back().is_scratch = true;
        return *this;
    }

    /// Describes the problem in messages: "3 x 4 times 4 x 5".
    Problem& words(std::string words) {
        words_ = std::move(words);
        return *this;
    }
    /// The options of the lab's program, besides --function, that make the same call.
    Problem& by_hand(std::string arguments) {
        by_hand_ = std::move(arguments);
        return *this;
    }

    const std::string& function() const { return function_; }
    const std::map<std::string, std::int64_t>& sizes() const { return sizes_; }
    const std::set<std::string>& secrets() const { return secrets_; }
    const std::map<std::string, double>& measures() const { return measures_; }
    const std::map<std::string, double>& reals() const { return reals_; }
    const std::vector<Array>& arrays() const { return arrays_; }
    const std::string& words() const { return words_; }
    /// Empty if no options make the same call.
    std::string command() const;

  private:
    Problem& add_sent(const std::string& name, ElementType type, std::span<const std::byte> bytes,
                      std::size_t count);
    Problem& add_written(const std::string& name, ElementType type,
                         std::vector<std::size_t> extents, Expectation expected);
    Problem& fill_last(std::span<const std::byte> bytes, std::size_t count);

    std::string function_, words_, by_hand_;
    std::map<std::string, std::int64_t> sizes_;
    std::set<std::string> secrets_;  // names of sizes
    std::map<std::string, double> measures_, reals_;
    std::vector<Array> arrays_;
};

/// One output of an answer, with elements of any type, compared with its expectation.
class Judged {
  public:
    /// `array` must outlive it. `got`: the bytes that came back.
    Judged(const Problem::Array& array, std::span<const std::byte> got);

    double value(std::size_t element) const;
    bool is_unwritten(std::size_t element) const;
    bool is_right(std::size_t element) const;
    /// The first wrong element; count() if all are right.
    std::size_t first_wrong() const;
    std::size_t count_wrong() const;
    std::size_t count() const { return array_->count; }
    bool is_never_written() const;

    /// Such as "C[3][7]".
    std::string name(std::size_t element) const;
    /// For humans: "(not written)", "nan", "0.125".
    std::string shown(std::size_t element) const;
    const Problem::Array& array() const { return *array_; }

  private:
    const Problem::Array* array_;
    std::span<const std::byte> got_;
};

}  // namespace runner
