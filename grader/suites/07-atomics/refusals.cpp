// Sizes that lab 07's functions must refuse.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lab/spelling.hpp"
#include "suite/causes/int_products.hpp"
#include "suites/07-atomics/checks.hpp"

namespace atomics {

namespace {

/// Sizes that must be refused, and the word that the message must contain.
struct Refused {
    std::int64_t n, sx, sy;
    const char* names;
};

/// The arrays are those of a 4 x 4 matrix, whatever the sizes are.
void check_refused(const std::string& function, const Refused& sizes) {
    const Call call =
        std::move(integers_call(function, {4, 2, 2})
                      .call.size("n", sizes.n)
                      .size("sx", sizes.sx)
                      .size("sy", sizes.sy)
                      .may_throw()
                      .reproduce_with(fmt::format("--function {} --rows {} --sx {} --sy {}",
                                                  function, sizes.n, sizes.sx, sizes.sy)));
    const std::string where =
        fmt::format("{} with n = {}, sx = {}, sy = {}", function, sizes.n, sizes.sx, sizes.sy);
    const Answer answer = run(call, "forward");
    const auto further =
        grader::score::causes_in(words_of_product("sx", sizes.sx, "sy", sizes.sy)) +
        repeat(call, "forward");
    expect(!answer.thrown().empty(),
           where + " returns as if these sizes were fine: throw an exception" + further);
    expect(grader::lab::has_word(answer.thrown(), sizes.names),
           fmt::format("{} says \"{}\": a clear sentence names what is wrong, {}", where,
                       answer.thrown(), sizes.names) +
               further);
    expect(answer.launch_count() == 0 &&
               std::ranges::all_of(answer.output<float>("y"), runner::is_unwritten),
           where + " works before it refuses: check the sizes first" + repeat(call, "forward"));
}

}  // namespace

void check_refusals(const std::string& function) {
    for (const Refused& sizes : {Refused{0, 2, 2, "n"},
                                 {-1, 2, 2, "n"},
                                 {4, 0, 2, "sx"},
                                 {4, -2, 2, "sx"},
                                 {4, 3, 2, "sx"},
                                 {4, 6, 2, "sx"},
                                 {4, 24, 1, "sx"},
                                 {4, 2048, 1, "sx"},
                                 {4, 2, 0, "sy"},
                                 {4, 2, -4, "sy"},
                                 {4, 2, 3, "sy"},
                                 {4, 2, 12, "sy"},
                                 {4, 2, 1024, "sy"},
                                 {4, 64, 32, "sx"},
                                 {4, 65536, 65536, "sx"},
                                 {4, 2, 1 << 30, "sy"},
                                 {4, 1, 2, "sx"}})  // with the last one, launches might never end
        check_refused(function, sizes);
    // Which no list has.
    const int large = 1 << draw_size(8) % 4;
    for (const Refused& sizes : {Refused{-draw_size(100), 2, 2, "n"},
                                 {4, 2 * draw_size(20) + 1, 2, "sx"},
                                 {4, 3 * draw_size(12), 1, "sx"},
                                 {4, 2, 2 * draw_size(20) + 1, "sy"},
                                 {4, 2, -draw_size(30), "sy"},
                                 {4, 128 * large, 16, "sx"}})
        check_refused(function, sizes);
}

}  // namespace atomics
