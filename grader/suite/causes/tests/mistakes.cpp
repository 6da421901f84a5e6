// Explanations of a wrong output: the one mistake that gives it, and edges that were left out.
#include "suite/causes/mistakes.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>

#include "runner/protocol.hpp"
#include "suite/calls/answer.hpp"
#include "suite/causes/unwritten_edge.hpp"

using namespace grader::suite;

namespace {

constexpr std::size_t rows = 4, columns = 5;

float not_written() {
    float value;
    std::memcpy(&value, &runner::poison_word, sizeof value);
    return value;
}

struct Output {
    std::vector<float> got;
    runner::Problem problem{"fill"};

    // Element i should be i.
    Output(std::vector<std::size_t> extents, const std::function<float(std::size_t)>& element) {
        for (std::size_t i = 0; i < rows * columns; ++i) got.push_back(element(i));
        problem.output<float>("C", std::move(extents), [](std::size_t i) {
            return runner::Expected{double(i), 0};
        });
    }
    runner::Judged judged() const {
        return {problem.arrays().front(), std::as_bytes(std::span(got))};
    }
};

const std::vector<std::size_t> matrix{rows, columns};

Mistake adds(double what, std::string words) {
    return {std::move(words), [what](std::size_t i) { return double(i) + what; }};
}

}  // namespace

TEST_CASE("a mistake is named if it alone gives the output, and not if two do") {
    const Output output(matrix, [](std::size_t i) { return float(i) + 1; });
    const std::vector<Mistake> one{adds(1, "one too high"), adds(2, "two too high")};
    CHECK(only_mistake(output.judged(), one) == "\n  C is what comes out one too high");
    const std::vector<Mistake> two{adds(1, "one too high"), adds(1, "from 1 on")};
    CHECK(only_mistake(output.judged(), two).empty());
}

TEST_CASE("a mistake in some of the elements is told of these, if they are enough") {
    const auto wrong_from = [](std::size_t first) {
        return Output(matrix, [=](std::size_t i) { return float(i) + (i >= first); });
    };
    const std::vector<Mistake> mistakes{adds(1, "one too high")};
    CHECK(only_mistake(wrong_from(10).judged(), mistakes) ==
          "\n  where it is wrong, C is what comes out one too high");
    CHECK(only_mistake(wrong_from(15).judged(), mistakes).empty());
}

TEST_CASE("fewer elements tell where each is made of more numbers, and one never does") {
    const auto wrong_from = [](std::size_t first) {
        return Output(matrix, [=](std::size_t i) { return float(i) + (i >= first); });
    };
    const std::vector<Mistake> mistakes{adds(1, "one too high")};
    CHECK_FALSE(only_mistake(wrong_from(15).judged(), mistakes, 37).empty());
    CHECK(only_mistake(wrong_from(19).judged(), mistakes, 1000).empty());
}

TEST_CASE("a mistake without effect is not reported for elements that were not computed") {
    const Output half(matrix, [](std::size_t i) { return i < 10 ? float(i) : 0; });
    const Output none(matrix, [](std::size_t) { return 0.0f; });
    const std::vector<Mistake> mistakes{
        {"where nothing is added", [](std::size_t) { return 0.0; }, true}};
    CHECK(only_mistake(half.judged(), mistakes).empty());
    CHECK_FALSE(only_mistake(none.judged(), mistakes).empty());
}

TEST_CASE("a mistake that gives 0 where the output is wrong is not shown by zeros") {
    const Output half(matrix, [](std::size_t i) { return i < 10 ? float(i) : 0; });
    const std::vector<Mistake> mistakes{
        {"where the last part alone is added", [](std::size_t) { return 0.0; }}};
    CHECK(only_mistake(half.judged(), mistakes).empty());
}

TEST_CASE("elements that are right at equal distances, and zeros behind the right ones, are told") {
    const Output every({rows * columns}, [](std::size_t i) { return i % 4 == 0 ? float(i) : -1; });
    CHECK(unwritten_edge(every.judged(), {}) ==
          "\n  only every 4th element is right, from C[0] on");
    const Output zeros({rows * columns}, [](std::size_t i) { return i < 12 ? float(i) : 0; });
    CHECK(unwritten_edge(zeros.judged(), {}) ==
          "\n  all elements from C[12] on are 0, and those before it are right");
    const Output one({rows * columns}, [](std::size_t) { return 0.0f; });  // the first is to be 0
    CHECK(unwritten_edge(one.judged(), {}).empty());
    const Output wrong({rows * columns}, [](std::size_t i) { return i < 12 ? float(i) : -1; });
    CHECK(unwritten_edge(wrong.judged(), {}).empty());
}

TEST_CASE("the first elements that nothing is written to are told") {
    const Output but_two({rows * columns},
                         [](std::size_t i) { return i < 2 ? not_written() : float(i); });
    CHECK(unwritten_edge(but_two.judged(), {}) ==
          "\n  nothing is written before C[2]: the first 2 of 20 elements");
}

TEST_CASE("rows, columns and elements at the end that nothing is written to are counted") {
    const auto written_if = [](auto&& condition) {
        return [=](std::size_t i) { return condition(i) ? float(i) : not_written(); };
    };
    const Output last_rows(matrix, written_if([](std::size_t i) { return i < 3 * columns; }));
    CHECK(unwritten_edge(last_rows.judged(), {}) ==
          "\n  nothing is written from row 3 on: the last of 4 rows, or it is "
          "added to before it is set");
    const Output last_columns(matrix, written_if([](std::size_t i) { return i % columns < 3; }));
    CHECK(unwritten_edge(last_columns.judged(), {}) ==
          "\n  nothing is written from column 3 on: the last 2 of 5 columns, or it is "
          "added to before it is set");
    const Output holes(matrix, written_if([](std::size_t i) { return i % 3 != 0; }));
    CHECK(unwritten_edge(holes.judged(), {}).empty());
    const Output last({rows * columns}, written_if([](std::size_t i) { return i < 18; }));
    CHECK(unwritten_edge(last.judged(), {}) ==
          "\n  nothing is written from C[18] on: the last 2 of 20 elements, or it is "
          "added to before it is set");
}

TEST_CASE("elements that are written at equal distances are stated") {
    const auto written_every = [](std::size_t step, std::size_t first) {
        return Output({rows * columns},
                      [=](std::size_t i) { return i % step == first ? float(i) : not_written(); });
    };
    CHECK(unwritten_edge(written_every(4, 0).judged(), {}) ==
          "\n  only every 4th element is written, from C[0] on");
    CHECK(unwritten_edge(written_every(3, 1).judged(), {}).empty());
}

TEST_CASE("a fourth of the elements, where a thread stored each, is what a short copy leaves") {
    const auto answer = [](int writers) {
        const std::string records = fmt::format(
            R"({{"version":1,"device":"h100","kernels":[{{"name":"k","grid":[1,1,1],)"
            R"("block":[256,1,1],"counters":{{"writing_threads":{}}},"lines":[],"arrays":[]}}],)"
            R"("findings":[]}})",
            writers);
        return make_answer({}, {}, {}, records, "forward");
    };
    const auto first = [](std::size_t written) {
        return Output({rows * columns},
                      [=](std::size_t i) { return i < written ? float(i) : not_written(); });
    };
    const Output fourth = first(5), half = first(10);
    CHECK(unwritten_edge(fourth.judged(), answer(20)) ==
          "\n  nothing is written from C[5] on: the last 15 of 20 elements; 20 of k's threads "
          "store, and a copy of 20 bytes leaves that: the size of a copy counts bytes, as in `n * "
          "sizeof(float)`");
    for (const std::string& text :
         {unwritten_edge(fourth.judged(), answer(5)), unwritten_edge(half.judged(), answer(20))})
        CHECK(text.find("bytes") == text.npos);
}
