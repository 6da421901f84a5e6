// The program of lab 03: its functions for the grader, and a run by hand for each: the list of who
// wrote what, the limits (--limits), the tiled product; and times on a GPU (--time).
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "lab.hpp"
#include "program/times.hpp"
#include "runner/by_hand.hpp"
#include "runner/inputs.hpp"
#include "runner/program.hpp"
#include "runner/which_backend.hpp"

namespace {

using runner::Call;
using runner::CallByHand;
using runner::DemonstrationOptions;
using runner::Program;

constexpr int lines_shown = 40;

Extent extent_of(const Call& call, const std::string& name) {
    return {call.size(name + "-x"), call.size(name + "-y"), call.size(name + "-z")};
}

Extent extent_of(const DemonstrationOptions& options, const std::string& name) {
    return {options.numbers.at(name + "-x"), options.numbers.at(name + "-y"),
            options.numbers.at(name + "-z")};
}

CallByHand& add_extent(CallByHand& call, const std::string& name, Extent extent) {
    return call.size(name + "-x", extent.x).size(name + "-y", extent.y).size(name + "-z", extent.z);
}

void write(Extent indices, int* to) {
    to[0] = indices.x;
    to[1] = indices.y;
    to[2] = indices.z;
}

Limits limits_from(const int* values) {
    return {
        values[0], {values[1], values[2], values[3]}, {values[4], values[5], values[6]}, values[7]};
}

void declare_functions(Program& program) {
    program.function("list_threads", [](Call& call) {
        list_threads(extent_of(call, "grid"), extent_of(call, "block"), call.output<int>("list"));
    });
    program.function("matrix_fill", [](Call& call) {
        matrix_fill(call.size("rows"), call.size("columns"), extent_of(call, "block"),
                    call.output<int>("x"));
    });
    program.function("place_of", [](Call& call) {
        int* places = call.host_output<int>("places");
        for (int number = 0; number < call.size("count"); ++number) {
            const Place place = place_of(number, extent_of(call, "grid"), extent_of(call, "block"));
            write(place.block_index, &places[6 * number]);
            write(place.thread_index, &places[6 * number + 3]);
        }
    });
    program.function("query_limits", [](Call& call) {
        const Limits limits = query_limits();
        int* values = call.host_output<int>("limits");
        values[0] = limits.threads_per_block;
        write(limits.block, &values[1]);
        write(limits.grid, &values[4]);
        values[7] = limits.multiprocessors;
    });
    program.function("fits", [](Call& call) {
        const Limits limits = limits_from(call.host_input<int>("limits"));
        const int* asked = call.host_input<int>("launches");
        int* answers = call.host_output<int>("answers");
        for (int i = 0; i < call.size("count"); ++i, asked += 6)
            answers[i] =
                fits(limits, {asked[0], asked[1], asked[2]}, {asked[3], asked[4], asked[5]});
    });
    program.function("tiled_product", [](Call& call) {
        tiled_product(call.size("matrices"), call.size("n"), call.size("m"), call.output<int>("y"),
                      call.input<int>("A"), call.input<int>("x"));
    });
}

void show_head(const Program& program, const DemonstrationOptions& options) {
    std::printf("%s: %s\n%s, on %s\n", program.lab().c_str(), program.summary().c_str(),
                options.function.c_str(), runner::backend::description().c_str());
}

// Prints one line of the list. Returns true if `got` equals `expected`.
bool show_place(int number, const int* got, const Place& expected, bool shown) {
    int right[6];
    write(expected.block_index, right);
    write(expected.thread_index, right + 3);
    const bool fine = std::equal(got, got + 6, right);
    if (shown || !fine)
        std::printf("  %6d: block (%d, %d, %d), thread (%d, %d, %d)%s\n", number, got[0], got[1],
                    got[2], got[3], got[4], got[5], fine ? "" : "  <- another thread has it");
    return fine;
}

/// The numbering of lab.hpp, computed independently of the student's code.
Place expected_place(int number, Extent grid, Extent block) {
    const int threads = block.x * block.y * block.z;
    const auto split = [](int k, Extent e) {
        return Extent{k % e.x, k / e.x % e.y, k / (e.x * e.y)};
    };
    return {split(number / threads, grid), split(number % threads, block)};
}

int list(const Program& program, const DemonstrationOptions& options) {
    const Extent grid = extent_of(options, "grid"), block = extent_of(options, "block");
    double threads = 1;
    for (const Extent& e : {grid, block}) threads *= 1.0 * e.x * e.y * e.z;
    constexpr double most_threads = 1 << 22;
    if (threads > most_threads) {
        std::fprintf(stderr, "%.0f threads are too many for a list: at most %.0f\n", threads,
                     most_threads);
        return 2;
    }
    show_head(program, options);
    std::printf("a grid of %d x %d x %d blocks of %d x %d x %d threads\n", grid.x, grid.y, grid.z,
                block.x, block.y, block.z);
    CallByHand call("list_threads");
    add_extent(add_extent(call, "grid", grid), "block", block);
    call.output<int>("list", 6 * static_cast<std::size_t>(threads));
    const bool fine = call.perform(program);
    const auto listing = call.values<int>("list");
    int wrong = 0;
    for (int k = 0; k < threads && wrong < 5; ++k)
        wrong += !show_place(k, &listing[6 * k], expected_place(k, grid, block), k < lines_shown);
    if (threads > lines_shown && wrong == 0)
        std::printf("  ... and so on, all %.0f right\n", threads);
    if (runner::backend::is_simulated()) call.show_launches();
    return fine && wrong == 0 ? 0 : 1;
}

int fill(const Program& program, const DemonstrationOptions& options) {
    const Extent block = extent_of(options, "block");
    const int rows = options.rows, columns = options.cols;
    show_head(program, options);
    const Extent grid{(columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y, 1};
    std::printf("%d rows and %d columns in %d x %d blocks of %d x %d threads\n", rows, columns,
                grid.x, grid.y, block.x, block.y);
    CallByHand call("matrix_fill");
    call.size("rows", rows).size("columns", columns);
    add_extent(call, "block", {block.x, block.y, 1});
    call.output<int>("x", static_cast<std::size_t>(rows) * columns);
    const bool fine = call.perform(program);
    const auto x = call.values<int>("x");
    int shown = 0;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns && shown < lines_shown; ++column, ++shown) {
            const int number = x[static_cast<std::size_t>(row) * columns + column];
            const Place place = place_of(number, grid, {block.x, block.y, 1});
            std::printf("  x[%d][%d] = %d: written by block (%d, %d), thread (%d, %d)\n", row,
                        column, number, place.block_index.x, place.block_index.y,
                        place.thread_index.x, place.thread_index.y);
        }
    if (runner::backend::is_simulated()) call.show_launches();
    return fine ? 0 : 1;
}

int show_limits(const Program& program, const DemonstrationOptions& options) {
    const Limits limits = query_limits();
    const Extent grid = extent_of(options, "grid"), block = extent_of(options, "block");
    std::printf("%s: the limits of %s\n", program.lab().c_str(),
                runner::backend::description().c_str());
    std::printf("  threads per block   %d\n", limits.threads_per_block);
    std::printf("  block at most       %d x %d x %d\n", limits.block.x, limits.block.y,
                limits.block.z);
    std::printf("  grid at most        %d x %d x %d\n", limits.grid.x, limits.grid.y,
                limits.grid.z);
    std::printf("  multiprocessors     %d\n", limits.multiprocessors);
    std::printf("  %d x %d x %d blocks of %d x %d x %d threads %s\n", grid.x, grid.y, grid.z,
                block.x, block.y, block.z, fits(limits, grid, block) ? "fit" : "do not fit");
    return 0;
}

int multiply(const Program& program, const DemonstrationOptions& options) {
    const int matrices = options.numbers.at("matrices"), n = options.rows, m = options.cols;
    const auto elements = static_cast<std::size_t>(matrices) * n * m;
    if (elements > (std::size_t{1} << 26)) {
        std::fprintf(stderr, "%d matrices of %d x %d are too many elements: at most 2^26\n",
                     matrices, n, m);
        return 2;
    }
    show_head(program, options);
    const auto A = runner::zeros_and_ones(elements, options.seed, "A");
    const auto x =
        runner::zeros_and_ones(static_cast<std::size_t>(matrices) * m, options.seed, "x");
    std::printf("%d matrices of n = %d rows and m = %d columns, from seed %llu\n", matrices, n, m,
                static_cast<unsigned long long>(options.seed));
    CallByHand call("tiled_product");
    call.size("matrices", matrices).size("n", n).size("m", m).input<int>("A", A).input<int>("x", x);
    call.output<int>("y", static_cast<std::size_t>(matrices) * n);
    const bool fine = call.perform(program);
    const auto y = call.values<int>("y");
    std::size_t wrong = 0;
    for (std::size_t r = 0; r < y.size() && wrong == 0; ++r) {
        int sum = 0;
        for (int j = 0; j < m; ++j) sum += A[r * m + j] * x[r / n * m + j];
        wrong = y[r] != sum;
        if (wrong) std::printf("  y[%zu][%zu] is %d, expected %d\n", r / n, r % n, y[r], sum);
    }
    if (wrong == 0) std::printf("  all %zu elements right\n", y.size());
    if (runner::backend::is_simulated()) call.show_launches();
    return fine && wrong == 0 ? 0 : 1;
}

void declare_numbers(Program& program) {
    constexpr int any = 2147483647;
    program.number({"grid-x", 3, 1, any, "blocks of the grid in x"});
    program.number({"grid-y", 2, 1, any, "blocks of the grid in y"});
    program.number({"grid-z", 4, 1, any, "blocks of the grid in z"});
    program.number({"block-x", 5, 1, 1 << 16, "threads of a block in x"});
    program.number({"block-y", 6, 1, 1 << 16, "threads of a block in y"});
    program.number({"block-z", 2, 1, 1 << 16, "threads of a block in z"});
    program.number({"matrices", 3, 1, 1 << 20, "tiled_product: number of matrices"});
}

}  // namespace

int main(int argc, char** argv) {
    Program program{"03-thread-organisation", "threads in one, two and three dimensions"};
    program.default_shape(4, 4);
    declare_numbers(program);
    declare_functions(program);
    const auto with = [&program](auto body) {
        return [&program, body](const DemonstrationOptions& options) {
            return body(program, options);
        };
    };
    program.demonstration(with(show_limits));
    program.demonstration("list_threads", with(list));
    program.demonstration("matrix_fill", with(fill));
    program.demonstration("tiled_product", with(multiply));
    program.mode(
        {.name = "limits", .help = "show the limits of the device", .body = with(show_limits)});
    threads::declare_times(program, {list_threads, matrix_fill, tiled_product});
    return program.run(argc, argv);
}
