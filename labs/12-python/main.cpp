// The program of lab 12: calls the functions of the student's matmul.py, which runs in its own
// process and uses it as its device. By hand: one product, or the table and plot of --compare.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "problem.hpp"
#include "python/device/script.hpp"
#include "runner/program.hpp"
#include "runner/results.hpp"
#include "runner/show.hpp"

namespace {

using python::Script;

struct Sizes {
    explicit Sizes(const runner::Call& call)
        : m(static_cast<std::size_t>(call.size("m"))),
          n(static_cast<std::size_t>(call.size("n"))),
          k(static_cast<std::size_t>(call.size("k"))) {}
    std::size_t m, n, k;
};

// Calls with arrays that do not fit together, or are no matrices: a has so many dimensions, and b
// so many. The result is 1 if this is reported by a ValueError.
void multiply_misfits(runner::Call& call, Sizes s, int dimensions, int dimensions_of_b) {
    const float* const a = call.host_input<float>("a");
    auto asked = Script::of_this_process().call("multiply");
    if (dimensions == 1)
        asked.host(a, {s.m * s.k}).host(a, {s.k, s.m});
    else if (dimensions_of_b == 1)
        asked.host(a, {s.m, s.k}).host(a, {s.k});
    else
        asked.host(a, {s.m, s.k}).host(a, {s.m, s.k});
    try {
        asked.run();
        call.result(0);
    } catch (const python::Raised& raised) {
        if (raised.kind() != "ValueError") throw;
        call.result(1);
    }
}

// What the grader compares with a call whose numbers differ, and how much was sent. The result is
// the digest.
void summarize(runner::Call& call, const Script& script, Sizes s) {
    call.result(static_cast<std::int64_t>(script.sent()));
    constexpr std::uint64_t most = UINT32_MAX;
    *call.host_output<std::uint32_t>("sent") =
        static_cast<std::uint32_t>(std::min(most, script.bytes_sent()));
    const std::span back(call.host_output<std::uint32_t>("back"),
                         product::most_back({int(s.m), int(s.n), int(s.k)}));
    std::ranges::fill(back, 0);
    const auto& came_back = script.came_back();
    std::copy_n(came_back.begin(), std::min(back.size(), came_back.size()), back.begin());
}

// The arrays are on the host, of type float64 if the request says so. The result must still be
// computed by a kernel.
void multiply(runner::Call& call) {
    const Sizes s(call);
    if (const int dimensions = call.size("dimensions", 0); dimensions > 0)
        return multiply_misfits(call, s, dimensions, call.size("dimensions_of_b", 2));
    Script& script = Script::of_this_process();
    const float* const a = call.host_input<float>("a");
    const float* const b = call.host_input<float>("b");
    auto asked = script.call("multiply");
    const auto key = static_cast<std::uint64_t>(call.size("key", 0));
    asked.summarized(key);
    if (call.size("doubles", 0) == 1)
        asked.host_doubles({a, s.m * s.k}, {s.m, s.k}).host_doubles({b, s.k * s.n}, {s.k, s.n});
    else
        asked.host(a, {s.m, s.k}).host(b, {s.k, s.n});
    const auto c = asked.returns({s.m, s.n}).run();
    if (key != 0) summarize(call, script, s);
    if (const std::string why = script.objection(c); !why.empty())
        throw std::runtime_error("what it returns is not its kernel's work: " + why);
    std::memcpy(call.host_output<float>("c"), c.data(), c.size() * sizeof(float));
}

void multiply_tiled(runner::Call& call) {
    const Sizes s(call);
    Script::of_this_process()
        .call("multiply_tiled")
        .device(call.input<float>("a"), {s.m, s.k})
        .device(call.input<float>("b"), {s.k, s.n})
        .device(call.output<float>("c"), {s.m, s.n})
        .number(std::int64_t(s.m))
        .number(std::int64_t(s.n))
        .number(std::int64_t(s.k))
        .run();
}

// The longest of these times, one for each size, from the longest on: nothing that the script
// returns shows what stands between its events.
std::vector<double> longest_times(std::span<const double> asked, std::size_t count) {
    std::vector<double> times(asked.begin(), asked.end());
    std::ranges::sort(times, std::greater());
    times.resize(count);
    return times;
}

// The result is how often the time between two events was queried. The request may make all times
// of the device longer, by thousandths, each one longer than the one before (drift), the host's
// clock faster, and the device's products wrong: those of each size by another amount, if as many
// copies come back for each, of so many in all (copies).
// It also counts the numbers that differ in the matrices of timed launches: in arrays of so many
// floats or more.
void compare(runner::Call& call) {
    Script& script = Script::of_this_process();
    const auto count = static_cast<std::size_t>(call.size("count"));
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < count; ++i) sizes.push_back(call.size("n" + std::to_string(i)));
    const std::size_t before = script.times_asked().size();
    const auto altered = static_cast<std::size_t>(call.size("copies", 0));
    const bool by_size = altered > 0 && altered % count == 0;
    const auto pretence = python::Pretence()
                              .slows(1e-3 * static_cast<double>(call.size("thousandths", 1000)),
                                     1e-3 * static_cast<double>(call.size("drift", 1000)))
                              .adds((call.size("below", 0) != 0 ? -1.0f : 1.0f) *
                                        static_cast<float>(call.size("off", 0)),
                                    static_cast<std::size_t>(call.size("place", 0)),
                                    static_cast<std::size_t>(call.size("several", 1)))
                              .in_parts(by_size ? altered : 1, by_size ? count : 1);
    const auto rows = script.call("compare")
                          .numbers(sizes)
                          .with_clock(static_cast<double>(call.size("clock", 1)))
                          .pretending(pretence)
                          .counting_variety(static_cast<std::size_t>(call.size("floats")))
                          .returns_rows(count, product::numbers_per_row)
                          .run_rows();
    const auto asked = std::span(script.times_asked()).subspan(before);
    call.result(static_cast<std::int64_t>(asked.size()));
    const auto longest = longest_times(asked, count);
    std::memcpy(call.host_output<double>("asked"), longest.data(), count * sizeof(double));
    auto* const altered_by = call.host_output<std::uint32_t>("altered");
    altered_by[0] = static_cast<std::uint32_t>(script.pretence().altered_copies());
    altered_by[1] = static_cast<std::uint32_t>(script.pretence().floats_of_copies());
    *call.host_output<std::uint32_t>("differ") = static_cast<std::uint32_t>(
        std::min<std::size_t>(UINT32_MAX, script.fewest_that_differ().value_or(UINT32_MAX)));
    std::memcpy(call.host_output<double>("rows"), rows.data(), rows.size() * sizeof(double));
}

// Sizes double from the first to the last, such as 2^6 … 2^12.
int show_comparison(const runner::DemonstrationOptions& options) {
    Script& script = Script::of_this_process();
    std::vector<std::int64_t> sizes;
    for (int n = options.numbers.at("from"); n <= options.numbers.at("to"); n *= 2)
        sizes.push_back(n);
    const auto rows = script.call("compare")
                          .numbers(sizes)
                          .returns_rows(sizes.size(), product::numbers_per_row)
                          .run_rows();
    std::string table = "     n     PyCUDA s      NumPy s   NumPy/PyCUDA   largest difference\n";
    for (std::size_t i = 0; i < rows.size(); i += product::numbers_per_row) {
        char line[120];
        std::snprintf(line, sizeof line, "%6.0f %12.4g %12.4g %14.2f %20.3g\n", rows[i],
                      rows[i + 1], rows[i + 2], rows[i + 2] / rows[i + 1], rows[i + 3]);
        table += line;
    }
    std::fputs(table.c_str(), stdout);
    if (options.out.empty()) return 0;
    auto picture = script.plot(rows, product::numbers_per_row);
    runner::deliver({{"times.txt", table},
                     {runner::picture_of(options.out, "times.png"),
                      runner::Image{picture.width, picture.height, std::move(picture.rgb)}}},
                    options.out);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    runner::Program program{"12-python", "C = A B in Python, through PyCUDA"};
    program.no_matrix();
    constexpr int largest = 1 << 13;
    program.number({"m", 100, 1, largest, "rows of A and C"});
    program.number({"n", 70, 1, largest, "columns of B and C"});
    program.number({"k", 50, 1, largest, "columns of A, rows of B"});
    program.number({"integers", 0, 0, 1, "1: small integers, compared exactly"});
    program.number({"doubles", 0, 0, 1, "1: multiply float64, stored column by column"});
    program.number({"others", 0, 0, 1 << 30, "other numbers in their places: the seed of these"});
    program.function("multiply", multiply);
    program.function("multiply_tiled", multiply_tiled);
    program.function("compare", compare);
    program.demonstration([&](const runner::DemonstrationOptions& options) {
        const product::Shape shape{options.numbers.at("m"), options.numbers.at("n"),
                                   options.numbers.at("k")};
        const auto kind = options.numbers.at("integers") == 1 ? runner::InputKind::integers
                                                              : runner::InputKind::reals;
        const auto others = static_cast<std::uint64_t>(options.numbers.at("others"));
        auto problem = product::problem(options.function, shape, kind, {options.seed, others});
        problem.size("doubles", options.numbers.at("doubles"));
        return runner::show(program, problem);
    });
    program.mode({.name = "compare",
                  .help = "compare the times with NumPy's over sizes; with --out also as a picture",
                  .body = show_comparison,
                  .saves = true,
                  .numbers = {{"from", 64, 1, largest, "the first size of --compare"},
                              {"to", 256, 1, largest, "its last: each is twice the one before"}}});
    return program.run(argc, argv);
}
