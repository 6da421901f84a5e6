// What lab 07 is marked on: three ways to combine the partial sums of a row that is split over
// several blocks, in blocks of sx * sy threads, and the hunt. A is square here; sx and sy are
// sizes of every call. The counts that the bounds are made of are derived in
// docs/labs/07-atomics.md; limits of time are fits to the solution's estimates on an H100, in the
// sizes that are drawn.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "suite/failing.hpp"
#include "suite/matvec.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"

namespace atomics {

LAB_SUITE("07-atomics");

namespace {

using grader::score::Kernel;
using grader::score::volume;
using matvec::Shape;
using matvec::Subject;

/// n and the block: n columns are split into ceil(n / sx) parts.
struct Split {
    int n, sx, sy;

    int parts() const { return (n + sx - 1) / sx; }
    int row_groups() const { return (n + sy - 1) / sy; }
};

std::uint64_t partial_sums(int n, int sx) {
    return static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>((n + sx - 1) / sx);
}

Subject subject(const std::string& function, const Split& split) {
    Subject subject{.function = function,
                    .sizes = {{"sx", split.sx}, {"sy", split.sy}},
                    .scratch = {},
                    .square = true};
    const auto buffer = [sx = split.sx](int times) {
        return [sx, times](Shape shape) { return times * partial_sums(shape.n, sx); };
    };
    if (function == "repeated_launches")
        subject.scratch = {{"buff1", buffer(1)}, {"buff2", buffer(1)}};
    if (function == "one_buffer") subject.scratch = {{"buff", buffer(2)}};
    return subject;
}

/// One element, n below, at and above sx and its powers, primes; blocks from the narrowest to the
/// widest, of one row and of many.
const std::vector<Split> splits = {
    {1, 2, 1},    {1, 32, 32},  {2, 2, 1},    {3, 2, 2},    {4, 4, 1},   {5, 4, 8},
    {7, 8, 2},    {8, 2, 4},    {9, 8, 4},    {15, 16, 4},  {16, 2, 16}, {17, 16, 4},
    {31, 32, 8},  {33, 32, 4},  {37, 2, 1},   {63, 8, 128}, {64, 4, 8},  {65, 64, 16},
    {66, 4, 256}, {100, 16, 8}, {19, 2, 512}, {128, 8, 8},  {97, 64, 1}, {150, 32, 8}};
/// Some of them, for rungs that split a row as rung 1 does.
const std::vector<Split> fewer_splits = {{1, 2, 1},    {2, 2, 1},    {5, 4, 8},
                                         {8, 2, 4},    {17, 16, 4},  {33, 32, 4},
                                         {63, 8, 128}, {65, 64, 16}, {100, 16, 8}};
const std::vector<Split> few_splits = {{3, 2, 2}, {33, 2, 1}, {5, 1024, 1}, {97, 16, 4}};
const std::vector<Split> hunting_grounds = {{8, 2, 1},  {16, 2, 4}, {64, 4, 8},
                                            {32, 2, 8}, {64, 8, 4}, {128, 2, 16}};
const Split odd_split{37, 8, 4};
const Split example{128, 16,
                    8};  // what predict.toml speaks of, and where its formulas must hold, too:
Split drawn_example() {
    return {16 * draw_size(9, "predicted rows"), 16, 8};
}

void check_integers(const std::string& function, const std::vector<Split>& splits) {
    for (const Split& split : splits)
        matvec::check_integers(subject(function, split), std::vector<Shape>{{split.n, split.n}});
}

void check_rounding(const std::string& function) {
    for (const Split& split : few_splits)
        matvec::check_rounding(subject(function, split), std::vector<Shape>{{split.n, split.n}});
}

void check_special_values(const std::string& function) {
    matvec::check_special_values(subject(function, odd_split), {odd_split.n, odd_split.n});
}

CheckedCall integers_call(const std::string& function, const Split& split) {
    return matvec::integers_call(subject(function, split), {split.n, split.n});
}

const Answer& counts_of(const std::string& function, const Split& split) {
    return matvec::counts_of(subject(function, split), {split.n, split.n});
}

void expect_predicted_of(const std::string& function,
                         const std::function<Counts(const Answer&)>& counts) {
    const auto counts_at = [&](const Split& split) -> CountsAt {
        return {counts(counts_of(function, split)), {{"n", split.n}}};
    };
    expect_predicted(function, counts_at(example), {counts_at(drawn_example())});
}

/// Sizes the functions must refuse, and the word that must be in the sentence.
struct Refused {
    std::int64_t n, sx, sy;
    const char* names;
};

bool has_word(std::string_view text, std::string_view word) {
    const auto is_part = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const auto end = at + word.size();
        if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end])))
            return true;
    }
    return false;
}

/// The arrays are those of a 4 x 4 matrix, whatever the sizes say.
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
    expect(!answer.thrown().empty(),
           where + " returns as if these sizes were fine: throw an exception" +
               repeat(call, "forward"));
    expect(has_word(answer.thrown(), sizes.names),
           fmt::format("{} says \"{}\": a clear sentence names what is wrong, {}{}", where,
                       answer.thrown(), sizes.names, repeat(call, "forward")));
    expect(answer.launch_count() == 0 &&
               std::ranges::all_of(answer.output<float>("y"), runner::is_unwritten),
           where + " works before it refuses: check the sizes first" + repeat(call, "forward"));
}

void check_refusals(const std::string& function) {
    for (const Refused& sizes : {Refused{0, 2, 2, "n"},
                                 {-1, 2, 2, "n"},
                                 {4, 0, 2, "sx"},
                                 {4, -2, 2, "sx"},
                                 {4, 3, 2, "sx"},
                                 {4, 24, 1, "sx"},
                                 {4, 2048, 1, "sx"},
                                 {4, 2, 0, "sy"},
                                 {4, 2, -4, "sy"},
                                 {4, 2, 3, "sy"},
                                 {4, 2, 1024, "sy"},
                                 {4, 64, 32, "sx"},
                                 {4, 65536, 65536, "sx"},
                                 {4, 2, 1 << 30, "sy"},
                                 {4, 1, 2, "sx"}})  // the last: launches may never end
        check_refused(function, sizes);
}

// ---- What the work costs.

int launches_allowed(const Split& split) {
    int launches = 1;
    for (int left = split.parts(); left > 1; left = (left + split.sx - 1) / split.sx) launches++;
    return launches;
}

/// A warp is 32 neighbouring columns of a row where sx is 32; rows begin with a sector.
Split drawn_split(const std::string& function) {
    return {32 * draw_size(12, function + " n"), 32, 8};
}

/// The same for cases that need not begin rows with a sector, in blocks of other shapes.
std::vector<Split> drawn_splits(const std::string& function) {
    return {{draw_size(65, function + " few"), 8, 4}, {draw_size(100, function + " some"), 32, 8}};
}

double limit_of_launches(int n) {
    return 4.4 + 0.0015 * n;
}

double limit_of_shared(int n) {
    return 2.8 + 0.0033 * n;
}

double limit_of_atomics(int n) {
    return 2.8 + 0.0985 * n;
}

constexpr double limit_of_hunt = 4.7;

void check_work(const std::string& function, const Split& split, double limit) {
    const Answer& answer = counts_of(function, split);
    demonstrate(answer);
    grade_work(
        answer, limit,
        fmt::format("{} (sx = {}, sy = {}) with n = {}", function, split.sx, split.sy, split.n));
}

void check_launches(const std::string& function, auto allowed) {
    auto splits = drawn_splits(function);
    splits.push_back(drawn_split(function));
    for (const Split& split : splits) {
        const auto launches = counts_of(function, split).launch_count();
        const auto most = static_cast<std::size_t>(allowed(split));
        expect(launches <= most,
               fmt::format("{} (sx = {}, sy = {}) with n = {} makes {} launches; {} {} enough",
                           function, split.sx, split.sy, split.n, launches, most,
                           most == 1 ? "is" : "are"));
    }
}

/// At least so many additions, since the rung is about them, and at most so many.
void check_atomics(const std::string& function, auto wanted, auto allowed) {
    auto splits = drawn_splits(function);
    splits.push_back(drawn_split(function));
    for (const Split& split : splits) {
        const auto operations = counted(counts_of(function, split), "atomic_operations");
        expect_used(operations >= wanted(split),
                    fmt::format("{} makes {} atomic additions for {} rows: this rung is about "
                                "blocks that meet in y by atomicAdd",
                                function, operations, split.n));
        expect(operations <= allowed(split),
               fmt::format("{} (sx = {}, sy = {}) with n = {} makes {} atomic additions; {} are "
                           "enough",
                           function, split.sx, split.sy, split.n, operations, allowed(split)));
    }
}

/// What all kinds of access ask for. A warp is 32 neighbouring columns of a row, for which A and x
/// are 4 sectors each; the partial sums, one for each row and part, are stored and loaded or added;
/// and y and b.
/// In blocks as high as they are wide: lanes that took rows instead would ask for 32 of them.
void check_traffic(const std::string& function) {
    const Split split{drawn_split(function).n, 32, 32};
    const double n = split.n, bound = n * n / 4 + 2 * n * split.parts() + 2 * n;
    const auto sectors = static_cast<double>(all_sectors(counts_of(function, split)));
    expect_saved(
        sectors, bound,
        fmt::format("{} (sx = {}, sy = {}) with n = {} asks for {:.0f} sectors; {:.0f} are "
                    "enough where neighbouring lanes have neighbouring columns",
                    function, split.sx, split.sy, split.n, sectors, bound));
}

/// Of the loads alone, in the same blocks: every product is an addition, which are counted
/// elsewhere.
void check_loads(const std::string& function) {
    const Split split{drawn_split(function).n, 32, 32};
    const double n = split.n, bound = n * n / 4 + 2 * n;
    const auto sectors =
        static_cast<double>(counted(counts_of(function, split), "global_load_sectors"));
    expect_saved(sectors, bound,
                 fmt::format("{} (sx = {}, sy = {}) with n = {} loads {:.0f} sectors; {:.0f} are "
                             "enough where neighbouring lanes have neighbouring columns",
                             function, split.sx, split.sy, split.n, sectors, bound));
}

/// Of each row two partial sums at least.
void check_last_launch_adds(const Split& split) {
    const Answer& answer = counts_of("repeated_launches", split);
    const auto& counters = answer.launches().back().counters;
    const auto loads = counters.find("global_load_sectors");
    const double sectors = loads == counters.end() ? 0.0 : static_cast<double>(loads->second);
    expect_no_less(
        sectors, split.n / 4.0,
        fmt::format("the last launch of repeated_launches loads {:.0f} sectors: it is to "
                    "add up the partial sums of {} rows",
                    sectors, split.n));
}

/// In a tile 32 columns wide a warp has one row. Its tree stores 32 products, takes five steps of
/// two loads and a store, and loads the sum: 17 requests. A thread that adds up the 32 alone makes
/// 33. `sums` are those of one row of A, in all launches. The slack is for other trees, such as one
/// of doubles, whose requests are twice as wide.
void check_tree(const std::string& function, const Split& split, int sums) {
    constexpr double slack = 1.5;
    const Answer& answer = counts_of(function, split);
    const auto conflicts = bank_conflicts(answer);
    const auto wavefronts = shared_wavefronts(answer);
    const auto requests = static_cast<double>(wavefronts - std::min(wavefronts, conflicts));
    const double trees = 17.0 * split.n * sums;
    expect(requests <= slack * trees,
           fmt::format("{} (sx = {}, sy = {}) with n = {} makes {:.0f} requests to shared memory; "
                       "trees make {:.0f}: let all threads of a tile's row take part in adding it "
                       "up, and halve their number in each step, instead of one thread adding up "
                       "all {}",
                       function, split.sx, split.sy, split.n, requests, trees, split.sx));
}

std::uint64_t atomic_sectors(const Answer& answer) {
    return counted(answer, "red_sectors") + counted(answer, "atom_sectors");
}

void check_time(const std::string& function, const Split& split) {
    matvec::check_time(subject(function, split), {split.n, split.n});
}

}  // namespace

GRADED(correct, "rung 1: repeated_launches: integers, every n and block", 10) {
    check_integers("repeated_launches", splits);
    check_integers("repeated_launches", drawn_splits("repeated_launches"));
}
GRADED(correct, "rung 1: repeated_launches: reals, rounding bound", 4) {
    check_rounding("repeated_launches");
}
GRADED(correct, "rung 1: repeated_launches: zeros, infinities and NaNs", 3) {
    check_special_values("repeated_launches");
}
GRADED(correct, "rung 1: repeated_launches: refuses sizes it cannot work with", 4) {
    check_refusals("repeated_launches");
}
GRADED(safe, "rung 1: repeated_launches: nothing is found", 7) {
    expect_no_findings("repeated_launches");
}
GRADED(safe, "rung 1: repeated_launches: reports each call that fails", 1) {
    expect_failures_handled(integers_call("repeated_launches", {draw_size(33), 8, 4}));
}
GRADED(fast, "rung 1: repeated_launches: ceil(log_sx n) launches", 2) {
    const Split split = drawn_split("repeated_launches");
    expect_used(counts_of("repeated_launches", split).launch_count() > 1,
                "one launch does all: this rung is about partial sums that a further launch adds "
                "up");
    check_last_launch_adds(split);
    check_launches("repeated_launches", launches_allowed);
}
GRADED(fast, "rung 1: repeated_launches: work", 4) {
    const Split split = drawn_split("repeated_launches");
    check_work("repeated_launches", split, limit_of_launches(split.n));
}
GRADED(fast, "rung 1: repeated_launches: a tile's row is added up as a tree", 2) {
    const Split split = drawn_split("repeated_launches");
    check_tree("repeated_launches", split, split.parts() + 1);
}
GRADED(fast, "rung 1: repeated_launches: neighbouring lanes, neighbouring columns", 1) {
    check_traffic("repeated_launches");
}
TIMED("rung 1: repeated_launches: time on the device", 1) {
    check_time("repeated_launches", {4096, 32, 8});
}
GRADED(predict, "rung 1: repeated_launches: launches, blocks, barriers, sectors", 3) {
    expect_predicted_of("repeated_launches", [](const Answer& answer) -> Counts {
        return {{"launches", answer.launch_count()},
                {"blocks", blocks_of(answer)},
                {"barriers", counted(answer, "barriers")},
                {"load_sectors", counted(answer, "global_load_sectors")}};
    });
}

GRADED(correct, "rung 2: shared_atomics: integers, every n and block", 6) {
    check_integers("shared_atomics", fewer_splits);
    check_integers("shared_atomics", drawn_splits("shared_atomics"));
}
GRADED(correct, "rung 2: shared_atomics: reals, rounding bound", 3) {
    check_rounding("shared_atomics");
}
GRADED(correct, "rung 2: shared_atomics: zeros, infinities and NaNs", 2) {
    check_special_values("shared_atomics");
}
GRADED(correct, "rung 2: shared_atomics: refuses sizes it cannot work with", 1) {
    check_refusals("shared_atomics");
}
GRADED(safe, "rung 2: shared_atomics: nothing is found", 6) {
    expect_no_findings("shared_atomics");
}
GRADED(safe, "rung 2: shared_atomics: reports each call that fails", 1) {
    expect_failures_handled(integers_call("shared_atomics", {draw_size(33), 8, 4}));
}
GRADED(fast, "rung 2: shared_atomics: an atomic addition a block and row", 2) {
    check_atomics(
        "shared_atomics", [](const Split& split) { return static_cast<std::uint64_t>(split.n); },
        [](const Split& split) { return partial_sums(split.n, split.sx); });
}
GRADED(fast, "rung 2: shared_atomics: a tile's row is added up as a tree", 1) {
    const Split split = drawn_split("shared_atomics");
    check_tree("shared_atomics", split, split.parts());
}
GRADED(fast, "rung 2: shared_atomics: work, in one launch", 3) {
    const Split split = drawn_split("shared_atomics");
    check_work("shared_atomics", split, limit_of_shared(split.n));
    check_launches("shared_atomics", [](const Split&) { return 2; });  // one may set y to b
}
GRADED(fast, "rung 2: shared_atomics: neighbouring lanes, neighbouring columns", 1) {
    check_traffic("shared_atomics");
}
TIMED("rung 2: shared_atomics: time on the device", 1) {
    check_time("shared_atomics", {8192, 128, 8});
}
GRADED(predict, "rung 2: shared_atomics: atomic operations", 1) {
    expect_predicted_of("shared_atomics", [](const Answer& answer) -> Counts {
        return {{"atomic_operations", counted(answer, "atomic_operations")}};
    });
}

GRADED(correct, "rung 3: atomics_only: integers, every n and block", 4) {
    check_integers("atomics_only", fewer_splits);
    check_integers("atomics_only", drawn_splits("atomics_only"));
}
GRADED(correct, "rung 3: atomics_only: reals, rounding bound", 2) {
    check_rounding("atomics_only");
}
GRADED(correct, "rung 3: atomics_only: zeros, infinities and NaNs", 1) {
    check_special_values("atomics_only");
}
GRADED(correct, "rung 3: atomics_only: refuses sizes it cannot work with", 1) {
    check_refusals("atomics_only");
}
GRADED(safe, "rung 3: atomics_only: nothing is found", 3) {
    expect_no_findings("atomics_only");
}
GRADED(safe, "rung 3: atomics_only: reports each call that fails", 1) {
    expect_failures_handled(integers_call("atomics_only", {draw_size(33), 8, 4}));
}
GRADED(fast, "rung 3: atomics_only: no barrier, at most n * n atomic additions", 2) {
    check_atomics(
        "atomics_only", [](const Split& split) { return partial_sums(split.n, split.sx); },
        [](const Split& split) { return static_cast<std::uint64_t>(split.n) * split.n; });
    expect(counted(counts_of("atomics_only", drawn_split("atomics_only")), "barriers") == 0,
           "atomics_only waits at barriers: here the atomic additions do all of the combining");
    check_loads("atomics_only");
}
GRADED(fast, "rung 3: atomics_only: work, in one launch", 2) {
    const Split split = drawn_split("atomics_only");
    check_work("atomics_only", split, limit_of_atomics(split.n));
    check_launches("atomics_only", [](const Split&) { return 2; });  // one may set y to b
}
TIMED("rung 3: atomics_only: time on the device", 1) {
    check_time("atomics_only", {2048, 32, 8});
}
GRADED(predict, "rung 3: atomics_only: atomic operations and their sectors", 2) {
    expect_predicted_of("atomics_only", [](const Answer& answer) -> Counts {
        return {{"atomic_operations", counted(answer, "atomic_operations")},
                {"atomic_sectors", atomic_sectors(answer)}};
    });
}

GRADED(correct, "hunt: one_buffer: right in every thread order", 6) {
    check_integers("one_buffer", hunting_grounds);
}
GRADED(safe, "hunt: one_buffer: nothing is found", 7) {
    expect_no_findings("one_buffer");
}
GRADED(fast, "hunt: one_buffer: work", 1) {  // for powers of sx only
    const Split split{256, 16, 1 << draw_size(4, "one_buffer sy") % 4};
    check_work("one_buffer", split, limit_of_hunt);
    expect_repaired(counts_of("one_buffer", split), "one_buffer_kernel");
}

}  // namespace atomics
