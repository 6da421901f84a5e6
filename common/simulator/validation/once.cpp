// Takes the runner's place behind a lab's main.cpp: calls one of the functions it declares, once at
// each of three sizes, so that a profiler or the simulator counts its launches and no others.
// Usage: program FUNCTION [ROWS COLUMNS]; without arguments, prints the functions' names.
#include <exception>
#include <memory>

#include "harness.hpp"

namespace {

// Lab 04 takes up to 1024 columns, its hunt powers of two.
constexpr Shape shapes[] = {{64, 64}, {256, 256}, {777, 1024}};

// An array where the function wants it.
class Array {
  public:
    Array(std::size_t count, runner::Memory where) : host_(count) {
        for (std::size_t i = 0; i < count; ++i) host_[i] = static_cast<float>(i % 7);
        if (where == runner::Memory::host) return;
        check(cudaMalloc(&device_, count * sizeof(float)));
        check(cudaMemcpy(device_, host_.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { check(cudaFree(device_)); }
    float* data() { return device_ ? device_ : host_.data(); }

  private:
    std::vector<float> host_;
    float* device_ = nullptr;
};

void call(const runner::Matvec& function, Shape shape) {
    const bool transposed = function.layout == runner::Layout::column_major_transposed;
    const int outputs = transposed ? shape.m : shape.n, inputs = transposed ? shape.n : shape.m;
    Array y(outputs, function.memory), b(outputs, function.memory), x(inputs, function.memory);
    Array A(static_cast<std::size_t>(shape.n) * shape.m, function.memory);
    runner::MatvecCall arguments{.n = shape.n,
                                 .m = shape.m,
                                 .y = y.data(),
                                 .A = A.data(),
                                 .x = x.data(),
                                 .b = b.data(),
                                 .numbers = harness.presets,
                                 .scratch_memory = {}};
    std::vector<std::unique_ptr<Array>> scratch_memory;
    for (const auto& [name, count] : function.scratch_memory) {
        scratch_memory.push_back(std::make_unique<Array>(count(shape.n, shape.m), function.memory));
        arguments.scratch_memory[name] = scratch_memory.back()->data();
    }
    try {
        function.body(arguments);
    } catch (const std::exception& why) {  // not every function takes every shape
        std::fprintf(stderr, "once: %s\n", why.what());
        cudaGetLastError();
    }
    check(cudaDeviceSynchronize());
}

}  // namespace

int runner::Program::run(int argc, char** argv) {
    for (const Matvec& function : harness.functions)
        if (argc < 2)
            std::printf("%s\n", function.name.c_str());
        else if (function.name == argv[1] && argc == 4)
            call(function, {std::atoi(argv[2]), std::atoi(argv[3])});
        else if (function.name == argv[1])
            for (const Shape& shape : harness.shapes(shapes)) call(function, shape);
    return 0;
}
