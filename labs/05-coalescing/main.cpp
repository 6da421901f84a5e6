// The program of lab 05: the four rungs and the printed kernel, compared with one thread per row,
// for the grader and for runs by hand. With --sweep, repeats a paper's evaluation on this machine.
#include "lab.hpp"
#include "program/baselines.hpp"
#include "program/sweep.hpp"
#include "program/transposition.hpp"
#include "runner/matvec.hpp"

namespace {

using runner::Layout;
using runner::MatvecCall;

template <auto function>
runner::Matvec with_width(const char* name, Layout layout) {
    const auto body = [](const MatvecCall& c) {
        function(c.n, c.m, c.y, c.A, c.x, c.b, c.number("width"));
    };
    return {name, body, runner::Memory::device, layout};
}

runner::Matvec with_room_for_the_transpose() {
    const auto body = [](const MatvecCall& c) {
        transpose_then_multiply(c.n, c.m, c.y, c.A, c.x, c.b, c.number("width"), c.scratch("At"));
    };
    return runner::Matvec{"transpose_then_multiply", body, runner::Memory::device,
                          Layout::column_major_transposed}
        .scratch("At", [](int n, int m) { return std::size_t(n) * m; });
}

}  // namespace

int main(int argc, char** argv) {
    constexpr auto plain = Layout::column_major, transposed = Layout::column_major_transposed;
    runner::Program program{"05-coalescing", "products with a matrix that lies column by column"};
    program.number({.name = "width",
                    .preset = 64,
                    .least = 1,
                    .most = 256,
                    .help = "elements of the sum that a block takes"});
    const auto multiply = with_width<block_multiply>("block_multiply", plain);
    const auto multiply_transposed =
        with_width<block_multiply_transposed>("block_multiply_transposed", transposed);
    const auto transpose_then = with_room_for_the_transpose();
    runner::declare(program, {multiply,
                              multiply_transposed,
                              transpose_then,
                              with_width<printed>("printed", transposed).not_timed(),
                              {"naive", runner::naive, runner::Memory::device, plain},
                              {"naive_transposed", runner::naive_transposed, runner::Memory::device,
                               transposed}});
    runner::declare_transposition(program, "transpose", transpose);
    runner::declare_sweep(program, {multiply, multiply_transposed, transpose_then, transpose});
    return program.run(argc, argv);
}
