// The program of lab 11: the sparse and the dense products, for the grader and for runs by hand.
// --matrix uses a matrix from a file; --compare compares the functions for many kinds of rows.
#include <cstdio>
#include <stdexcept>

#include "lab.hpp"
#include "problem.hpp"
#include "program/matrix_market.hpp"
#include "program/side_by_side.hpp"
#include "runner/backend.hpp"
#include "runner/bind.hpp"
#include "runner/results.hpp"
#include "runner/show.hpp"

namespace {

using namespace lab11;
using Options = runner::DemonstrationOptions;

const std::vector<std::string> sparse = {"csr_thread_a_row", "csr_warp_a_row", "csr_merge_path"};
const std::vector<std::string> dense = {"dense_plain", "dense_ldg", "dense_texture_linear",
                                        "dense_texture_2d"};

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

/// A run that is too large ends here, in words, and not when its memory is gone.
void check_memory(double elements) {
    const double needed = elements * runner::backend::bytes_per_element();
    if (needed <= runner::backend::most_bytes()) return;
    throw std::runtime_error(
        "too large for this backend: " + std::to_string(static_cast<long long>(elements)) +
        " elements, of which " +
        std::to_string(static_cast<long long>(runner::backend::most_bytes() /
                                              runner::backend::bytes_per_element())) +
        " fit");
}

// ---- One call.

Rows rows_of(const Options& options) {
    const Rows rows{runner::row_shape(options.choices.at("shape")), options.numbers.at("rows"),
                    options.numbers.at("cols"), options.numbers.at("length")};
    check_memory(double(rows.n) * (rows.length + 1) + rows.m);
    return rows;
}

InputKind kind_of(const Options& options) {
    return runner::input_kind(options.choices.at("inputs"));
}

Csr matrix_of(const Options& options) {
    try {
        Csr A = runner::read_matrix_market(options.files.at("matrix"));
        check_memory(double(A.rows) + A.columns + A.nonzeros());
        return A;
    } catch (const runner::MatrixMarketError& error) {
        throw std::runtime_error(std::string("--matrix: ") + error.what());
    }
}

/// The values are those of the file; x and b are generated as the options say.
Problem problem_of_file(const std::string& function, const Csr& A, const Options& options) {
    return csr_problem(function, A, make_vectors(A.rows, A.columns, kind_of(options), options.seed),
                       false);
}

Problem sparse_problem(const std::string& function, const Options& options) {
    if (options.files.contains("matrix"))
        return problem_of_file(function, matrix_of(options), options);
    return csr_problem(function, rows_of(options), kind_of(options), options.seed);
}

Dense dense_of(const Options& options) {
    const int m = options.numbers.at("cols"), pitch = options.numbers.at("pitch");
    const Dense made{options.numbers.at("rows"), m,
                     pitch > 0 ? pitch : divide_up(m, pitch_alignment) * pitch_alignment};
    if (made.pitch < m) throw std::runtime_error("--pitch must be at least --cols");
    check_memory(double(made.n) * made.pitch);
    return made;
}

// ---- Several calls, side by side.

/// Prints one line for a problem that each of the functions solves, and adds it to a table. Returns
/// false if one is wrong.
bool compare_line(const runner::Program& program, const std::string& name,
                  const std::vector<Problem>& problems, const std::vector<runner::Rival>& rivals,
                  std::string& table) {
    const auto tell = [&](const std::string& function, const runner::Spread& us,
                          std::uint64_t sectors, std::uint64_t requests) {
        table += runner::table_line({name, function, runner::fixed(us.median, 3),
                                     runner::fixed(us.p10, 3), runner::fixed(us.p90, 3),
                                     std::to_string(sectors), std::to_string(requests)});
    };
    std::printf("  %-26s", name.c_str());
    bool all_right = true;
    for (const Problem& problem : problems) {
        const runner::Cost cost = runner::cost_of(program, problem);
        all_right = all_right && cost.right;
        char text[64];
        std::snprintf(text, sizeof text, "%.2f/%llu/%llu", cost.estimated_microseconds,
                      static_cast<unsigned long long>(cost.sectors()),
                      static_cast<unsigned long long>(cost.counted("busiest_warp_requests")));
        if (!cost.right) {
            std::printf(" %20s", "wrong");
        } else if (runner::backend::is_simulated()) {
            std::printf(" %20s", text);
            const double us = cost.estimated_microseconds;
            tell(problem.function(), {us, us, us}, cost.sectors(),
                 cost.counted("busiest_warp_requests"));
        }
    }
    if (all_right && !runner::backend::is_simulated()) {
        const auto times = runner::times_of(program, problems, rivals);
        for (std::size_t i = 0; i < times.size(); ++i) {
            std::printf(" %20.2f", times[i].median);
            tell(i < problems.size() ? problems[i].function() : "cuSPARSE", times[i], 0, 0);
        }
    }
    std::printf("\n");
    return all_right;
}

void print_head(const char* what, const std::vector<std::string>& columns) {
    std::printf("  %-26s", what);
    for (const std::string& column : columns) std::printf(" %20s", column.c_str());
    std::printf("\n");
}

std::vector<std::string> with_rival(std::vector<std::string> names) {
    if (!runner::backend::is_simulated()) names.push_back("cuSPARSE");
    return names;
}

bool compare_sparse(const runner::Program& program, const std::string& name,
                    const std::function<Problem(const std::string& function)>& make,
                    std::string& table) {
    std::vector<Problem> problems;
    for (const std::string& function : sparse) problems.push_back(make(function));
    return compare_line(program, name, problems, {runner::cusparse_product}, table);
}

/// Rows of each kind, all with about the same number of nonzeros: --rows times --length.
bool compare_rows(const runner::Program& program, const Options& options, std::string& table) {
    const int n = options.numbers.at("rows"), m = options.numbers.at("cols"),
              length = options.numbers.at("length");
    constexpr int factor = 16;
    const std::vector<std::pair<std::string, Rows>> kinds = {
        {"uniform, short", {RowShape::uniform, n, m, length}},
        {"uniform, long", {RowShape::uniform, divide_up(n, factor), m, length * factor}},
        {"power law", {RowShape::power_law, n, m, length}},
        {"one huge row", {RowShape::huge, n, m, length}},
        {"15 of 16 rows empty", {RowShape::empty, n, m, length}},
    };
    bool right = true;
    for (const auto& [name, rows] : kinds) {
        check_memory(2.0 * rows.n * (rows.length + 1) + rows.m);
        right = compare_sparse(
                    program, name,
                    [&, &rows = rows](const std::string& function) {
                        return csr_problem(function, rows, kind_of(options), options.seed);
                    },
                    table) &&
                right;
    }
    return right;
}

bool compare_dense(const runner::Program& program, const Options& options, std::string& table) {
    bool right = true;
    const int side = options.numbers.at("side");
    for (const Dense& shape : {Dense{side, side, divide_up(side, 8) * 8},
                               Dense{16 * side, side / 16, divide_up(side / 16, 8) * 8},
                               Dense{side / 16, 16 * side, divide_up(16 * side, 8) * 8}}) {
        check_memory(2.0 * shape.n * shape.pitch);
        std::vector<Problem> problems;
        for (const std::string& function : dense)
            problems.push_back(dense_problem(function, shape, kind_of(options), options.seed));
        right = compare_line(program, std::to_string(shape.n) + " x " + std::to_string(shape.m),
                             problems, {}, table) &&
                right;
    }
    return right;
}

int compare(const runner::Program& program, const Options& options) {
    std::printf("%s: side by side, on %s\n  %s\n", program.lab().c_str(),
                runner::backend::description().c_str(),
                runner::backend::is_simulated()
                    ? "about how many microseconds on that device / sectors of global memory / the "
                      "requests of the busiest warp"
                    : "microseconds a call, the median of 21 batches, A warm in the cache where it "
                      "fits");
    print_head("sparse, rows are", with_rival(sparse));
    std::string table =
        runner::table_line({"rows", "function", "us", "p10", "p90", "sectors", "busiest_warp"});
    bool right = compare_rows(program, options, table);
    if (options.files.contains("matrix")) {
        const Csr A = matrix_of(options);
        right =
            compare_sparse(
                program, "of the file",
                [&](const std::string& function) { return problem_of_file(function, A, options); },
                table) &&
            right;
    }
    print_head("dense", dense);
    right = compare_dense(program, options, table) && right;
    if (!options.out.empty()) runner::deliver({{"compare.csv", table}}, options.out);
    return right ? 0 : 1;
}

void declare_functions(runner::Program& program) {
    using runner::bind;
    program.function("csr_thread_a_row", bind(csr_thread_a_row, {"n", "y", "row_start", "columns",
                                                                 "values", "x", "b"}));
    program.function("csr_warp_a_row",
                     bind(csr_warp_a_row, {"n", "y", "row_start", "columns", "values", "x", "b"}));
    program.function("csr_merge_path", bind(csr_merge_path, {"n", "nonzeros", "y", "row_start",
                                                             "columns", "values", "x", "b"}));
    program.function("dense_texture_linear",
                     bind(dense_texture_linear, {"n", "m", "pitch", "y", "A", "x", "b"}));
    program.function("dense_texture_2d",
                     bind(dense_texture_2d, {"n", "m", "pitch", "y", "A", "x", "b"}));
    program.function("dense_plain", bind(dense_plain, {"n", "m", "pitch", "y", "A", "x", "b"}));
    program.function("dense_ldg", bind(dense_ldg, {"n", "m", "pitch", "y", "A", "x", "b"}));
}

void declare_options(runner::Program& program) {
    constexpr int most = 1 << 26;
    program.no_matrix();
    program.number({"rows", 1000, 1, most, "n, the number of rows of A"});
    program.number({"cols", 777, 1, most, "m, the number of columns of A"});
    program.number({"length", 20, 0, most, "sparse: nonzeros of a row, on average"});
    program.number(
        {"pitch", 0, 0, most, "dense: elements from one row to the next; 0: as few as possible"});
    program.choice({"shape",
                    {std::begin(runner::row_shapes), std::end(runner::row_shapes)},
                    "sparse: how the nonzeros are distributed over the rows"});
    program.choice({"inputs", {"reals", "integers", "zeros"}, "kind of the numbers in A, x and b"});
    program.file({"matrix", "sparse: Matrix Market file to read A from"});
}

}  // namespace

int main(int argc, char** argv) {
    runner::Program program{"11-sparse-and-texture",
                            "y = Ax + b for a sparse A, and for a dense one as a texture"};
    declare_functions(program);
    declare_options(program);
    program.demonstration([&](const Options& options) {
        return runner::show(program, sparse_problem(options.function, options));
    });
    for (const std::string& function : dense)
        program.demonstration(function, [&program](const Options& options) {
            return runner::show(program, dense_problem(options.function, dense_of(options),
                                                       kind_of(options), options.seed));
        });
    program.mode(
        {.name = "compare",
         .help = "compare all functions for many kinds of rows",
         .body = [&](const Options& options) { return compare(program, options); },
         .saves = true,
         .numbers = {{"side", 256, 16, 1 << 14, "--compare: rows and columns of the dense A"}}});
    return program.run(argc, argv);
}
