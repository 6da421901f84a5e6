// The program of lab 13: gemv for the grader and for runs by hand.
#include <optional>
#include <stdexcept>

#include "lab.hpp"
#include "problem.hpp"
#include "program/queued_copy.hpp"
#include "program/sweep.hpp"
#include "runner/cublas.hpp"
#include "runner/show.hpp"

namespace {

using runner::Call;
using runner::DemonstrationOptions;
using runner::Program;

constexpr int longest = 1 << 26;

void call_gemv(Call& call) {
    const float* factors = call.input<float>("factors");
    const auto on_device = static_cast<lab13::OnDevice>(call.size("on_device"));
    const auto factor = [&](const char* name, int which, lab13::OnDevice alone) {
        return on_device == lab13::OnDevice::both || on_device == alone
                   ? Scalar{0.0f, factors + which}
                   : Scalar{static_cast<float>(call.real(name)), nullptr};
    };
    const float* x = call.input<float>("x") + call.size("x_offset", 0);
    const bool plain = call.size("transposed") == 0;
    std::optional<lab13::QueuedCopy> queued;
    if (call.size("stream", 0))
        x = queued.emplace(x, lab13::span_of(call.size(plain ? "n" : "m"), call.size("incx")))
                .data();
    float* const y = call.output<float>("y");
    gemv(call.size("row_major") ? Layout::row_major : Layout::column_major,
         plain ? Operation::plain : Operation::transposed, call.size("m"), call.size("n"),
         factor("alpha", 0, lab13::OnDevice::alpha), call.input<float>("A") + call.size("offset"),
         call.size("lda"), x, call.size("incx"), factor("beta", 1, lab13::OnDevice::beta), y,
         call.size("incy"), queued ? queued->stream() : nullptr);
    if (!queued) return;
    queued->read(y, lab13::span_of(call.size(plain ? "m" : "n"), call.size("incy")));
    queued->wait();
}

// The rival for the timed cases, in the form that they need: a dense A, no factors.
void call_cublas(Call& call) {
    static runner::Cublas cublas;
    const bool row_major = call.size("row_major") != 0;
    const bool along = row_major != (call.size("transposed") != 0);
    const int m = call.size("m"), n = call.size("n");
    const int lines = row_major ? m : n, width = row_major ? n : m;
    cublas.multiply(along ? runner::Layout::row_major : runner::Layout::column_major,
                    along ? lines : width, along ? width : lines, call.input<float>("A"),
                    call.input<float>("x"), call.output<float>("y"));
}

int show(const Program& program, const DemonstrationOptions& options) {
    const auto& numbers = options.numbers;
    lab13::Shape shape;
    shape.row_major = options.choices.at("layout") == "row-major";
    shape.transposed = options.choices.at("operation") == "transposed";
    shape.m = numbers.at("m"), shape.n = numbers.at("n");
    shape.padding = numbers.at("padding"), shape.offset = numbers.at("offset");
    shape.x_offset = numbers.at("x-offset");
    shape.incx = numbers.at("incx"), shape.incy = numbers.at("incy");
    shape.on_device = static_cast<lab13::OnDevice>(numbers.at("factors-on-device"));
    shape.stream = numbers.at("own-stream") != 0;
    shape.alpha = options.reals.at("alpha").front(), shape.beta = options.reals.at("beta").front();
    if (shape.incx == 0 || shape.incy == 0)
        throw std::runtime_error("--incx and --incy must not be 0");
    const auto kind =
        numbers.at("integers") ? runner::InputKind::integers : runner::InputKind::reals;
    return runner::show(program, lab13::make_problem(shape, kind, options.seed));
}

}  // namespace

int main(int argc, char** argv) {
    Program program{"13-capstone", "y = alpha op(A) x + beta y"};
    program.no_matrix();
    program.choice({"layout", {"row-major", "column-major"}, "layout of A in memory"});
    program.choice({"operation", {"plain", "transposed"}, "multiply by A or by its transpose"});
    program.number({"m", 1000, 0, longest, "rows of A"});
    program.number({"n", 777, 0, longest, "columns of A"});
    program.number(
        {"padding", 0, 0, longest, "floats between the end of a line of A and the next line"});
    program.number({"offset", 0, 0, longest, "floats before the first element of A"});
    program.number({"x-offset", 0, 0, longest, "floats before the first element of x"});
    program.number({"incx", 1, -1000, 1000, "distance from one element of x to the next"});
    program.number({"incy", 1, -1000, 1000, "distance from one element of y to the next"});
    program.number({"factors-on-device", 0, 0, 3,
                    "in device memory: 1: alpha and beta; 2: only alpha; 3: only beta"});
    program.number(
        {"own-stream", 0, 0, 1, "1: launch in a stream of its own, which waits for no other"});
    program.number({"integers", 0, 0, 1, "1: small integers, whose sums are exact"});
    program.real({"alpha", {1}, "the factor of op(A) x"});
    program.real({"beta", {0}, "the factor of y"});
    program.function("gemv", call_gemv);
    program.function("gemv_by_cublas", call_cublas);
    program.demonstration(
        [&](const DemonstrationOptions& options) { return show(program, options); });
    lab13::declare_sweep(program, [](bool along, int lines, int width, const float* A, int lda,
                                     const float* x, int incx, float* y, int incy, void* stream) {
        gemv(Layout::row_major, along ? Operation::plain : Operation::transposed, lines, width,
             Scalar{1}, A, lda, x, incx, Scalar{0}, y, incy, static_cast<cudaStream_t>(stream));
    });
    return program.run(argc, argv);
}
