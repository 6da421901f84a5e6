#include "python/device/sent.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

using python::Bytes;
using python::Head;
using python::Message;
using python::Sent;

namespace {

constexpr std::uint64_t heap = 0x1000'0000'0000;

using Floats = std::vector<float>;

// A call of multiply: A is 2 x 2, then B is 2 x 3. The second has other numbers in their places.
const Floats numbers{3, -2, 0, 4, 3, 2, -4, 0, 1, 2};
const Floats others{57, 8, 0, -31, 57, 66, 5, 0, 1, 66};
const Floats product{17, 8, 7, -16, 0, 8}, others_product{3289, 3762, 73, -155, 0, -2046};

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
    Bytes bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<double> doubles(const Floats& floats) {
    return {floats.begin(), floats.end()};
}

Floats part(const Floats& of, std::size_t from, std::size_t count) {
    const auto first = of.begin() + static_cast<std::ptrdiff_t>(from);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
}

Message copy_in(std::uint64_t to, Bytes body) {
    return {{{"do", "copy_in"}, {"pointer", to}}, std::move(body)};
}

Message launch(std::uint64_t function, Bytes arguments, int blocks = 1) {
    return {{{"do", "launch"},
             {"function", function},
             {"grid", {blocks, 1, 1}},
             {"block", {16, 16, 1}},
             {"shared", 0},
             {"stream", 0}},
            std::move(arguments)};
}

/// What a script does in one call, given its numbers.
using Script = std::function<void(Sent&, const Floats& numbers, const Floats& product)>;

std::uint64_t digest(const Script& script, const Floats& numbers, const Floats& product,
                     std::uint64_t key = 77) {
    Sent sent;
    sent.begin(key, numbers);
    script(sent, numbers, product);
    return sent.digest();
}

bool are_equal(const Script& script) {
    return digest(script, numbers, product) == digest(script, others, others_product);
}

bool are_equal(const std::function<Bytes(const Floats& numbers, const Floats& product)>& body) {
    return are_equal(Script([&](Sent& sent, const Floats& numbers, const Floats& product) {
        sent.add(copy_in(heap, body(numbers, product)));
    }));
}

}  // namespace

TEST_CASE("a and b count by their places, in any layout and as doubles") {
    CHECK(are_equal([](auto& numbers, auto&) { return bytes_of(numbers); }));
    CHECK(are_equal([](auto& numbers, auto&) { return bytes_of(part(numbers, 4, 6)); }));
    CHECK(are_equal([](auto& numbers, auto&) { return bytes_of(doubles(numbers)); }));
    CHECK(are_equal([](auto& numbers, auto&) {
        return bytes_of(Floats{numbers[0], numbers[2], numbers[1], numbers[3], 0, 0, 0, 1});
    }));
}

TEST_CASE("a zero and a number beside it are two floats, though they look like a double") {
    CHECK(are_equal([](auto& numbers, auto&) {
        return bytes_of(Floats{0, numbers[5], 0, numbers[9], numbers[0], numbers[1]});
    }));
}

TEST_CASE("numbers that the host has computed count by what they are") {
    CHECK_FALSE(are_equal([](auto&, auto& product) { return bytes_of(product); }));
    CHECK_FALSE(are_equal([](auto&, auto& product) { return bytes_of(doubles(product)); }));
    CHECK_FALSE(
        are_equal([](auto& numbers, auto&) { return bytes_of(Floats{numbers[0] + numbers[1]}); }));
    CHECK_FALSE(are_equal([](auto& numbers, auto&) {  // sorted: the places differ
        return bytes_of(Floats{std::max(numbers[3], numbers[1]), std::min(numbers[3], numbers[1])});
    }));
    CHECK_FALSE(are_equal([](auto&, auto& product) {  // in disguise
        return bytes_of(std::vector<std::int32_t>{static_cast<std::int32_t>(product[0]) ^ 0x5555});
    }));
}

TEST_CASE("places differ where equal numbers are replaced by different ones") {
    Floats uneven = others;
    uneven[4] = 11;  // numbers[0] and numbers[4] are equal
    const Script all = [](Sent& sent, const Floats& numbers, const Floats&) {
        sent.add(copy_in(heap, bytes_of(numbers)));
    };
    CHECK(digest(all, numbers, product) == digest(all, others, product));
    CHECK(digest(all, numbers, product) != digest(all, uneven, product));
}

TEST_CASE("a launch counts with its arguments, its configuration and all modules") {
    const auto with = [](const std::string& text, int blocks, Bytes arguments) {
        return [=](Sent& sent, const Floats&, const Floats&) {
            sent.loaded(text);
            sent.found_function(0, "product");
            sent.add(launch(0, arguments, blocks));
        };
    };
    const auto sizes = bytes_of(std::vector<int>{2, 3, 2});
    const auto usual = digest(with("text", 1, sizes), numbers, product);
    CHECK(usual == digest(with("text", 1, sizes), others, others_product));
    CHECK(usual != digest(with("other text", 1, sizes), numbers, product));
    CHECK(usual != digest(with("text", 2, sizes), numbers, product));
    CHECK(usual != digest(with("text", 1, bytes_of(std::vector<int>{2, 3, 3})), numbers, product));
    CHECK(usual != digest(
                       [&](Sent& sent, const Floats& numbers, const Floats& product) {
                           with("text", 1, sizes)(sent, numbers, product);
                           sent.loaded("17, 8, 7");
                           sent.add(launch(0, sizes));
                       },
                       numbers, product));
    CHECK_FALSE(are_equal(Script([](Sent& sent, const Floats&, const Floats& product) {
        sent.loaded("text");
        sent.loaded("__device__ float made = " +
                    std::to_string(product[0]));  // of a kernel, unseen
        sent.found_function(0, "product");
        sent.add(launch(0, {}));
    })));
}

TEST_CASE("a kernel counts by its module and its name, however its number is written") {
    const auto launched = [](const Head& number, const std::string& name) {
        return digest(
            [&](Sent& sent, const Floats&, const Floats&) {
                sent.loaded("text");
                sent.found_function(0, "other");
                sent.found_function(0, name);
                Message request = launch(0, {});
                request.head["function"] = number;
                sent.add(request);
            },
            numbers, product);
    };
    for (const Head& number : {Head(1), Head(1u), Head(1.0)}) {
        CHECK(launched(number, "product") != launched(number, "zero"));
        CHECK(launched(number, "product") == launched(1, "product"));
    }
}

TEST_CASE("memory counts by the number of its allocation, wherever it is") {
    const auto at = [](std::uint64_t first, std::uint64_t second, bool other_one) {
        return [=](Sent& sent, const Floats&, const Floats&) {
            sent.allocated(first, 64);
            sent.allocated(second, 64);
            sent.add(copy_in(first + 8, bytes_of(Floats{1})));
            sent.add(copy_in(heap, bytes_of(std::vector{other_one ? first : second})));
        };
    };
    const auto usual = digest(at(heap + 512, heap + 1024, false), numbers, product);
    CHECK(usual == digest(at(heap + 4096, heap + 2048, false), numbers, product));
    CHECK(usual != digest(at(heap + 512, heap + 1024, true), numbers, product));
}

TEST_CASE("what was allocated and freed before a call makes no difference, and in it does") {
    const auto after = [](bool more_before, bool more_now) {
        Sent sent;
        sent.begin(0);
        if (more_before) {
            sent.allocated(heap, 64);
            sent.add({{{"do", "free"}, {"pointer", heap}}, {}});
        }
        sent.allocated(heap + 512, 64);
        sent.begin(77, numbers);
        if (more_now) sent.add({{{"do", "allocate"}, {"bytes", 64}}, {}});
        sent.add(copy_in(heap + 512, bytes_of(numbers)));
        return sent.digest();
    };
    CHECK(after(false, false) == after(true, false));
    CHECK(after(false, false) != after(false, true));
}

TEST_CASE("what a kernel has made may be handed on") {
    CHECK(are_equal(Script([](Sent& sent, const Floats&, const Floats& product) {
        sent.came_back(bytes_of(Floats{0, 0}));
        sent.came_back(bytes_of(product));
        sent.add(copy_in(heap, bytes_of(product)));
    })));
    CHECK_FALSE(are_equal(Script([](Sent& sent, const Floats&, const Floats& product) {
        sent.came_back(bytes_of(product));
        sent.add(copy_in(heap, bytes_of(part(product, 0, 3))));
    })));
}

TEST_CASE("what comes back is chosen by place") {
    CHECK_FALSE(are_equal(Script([](Sent& sent, const Floats&, const Floats& product) {
        const auto place = static_cast<std::uint64_t>(4 * (product[0] + 4096));
        sent.add({{{"do", "copy_out"}, {"pointer", heap + place}, {"bytes", 4}}, {}});
    })));
    Sent sent;
    sent.begin(77, numbers);
    sent.came_back(bytes_of(std::vector<double>{0.1}));
    const Floats back{0.1f};
    REQUIRE(sent.back().size() == 3);
    CHECK(std::memcmp(&sent.back()[2], back.data(), sizeof(float)) == 0);
}

TEST_CASE("nobody without the key can send what counts as a number") {
    const auto sent_alone = [](std::uint64_t key) {
        return digest([](Sent& sent, const Floats&, const Floats&) { sent.add(copy_in(heap, {})); },
                      numbers, product, key);
    };
    CHECK(sent_alone(77) != sent_alone(78));
    CHECK(sent_alone(0) == 0);
}
