// Takes the runner's place behind a lab's main.cpp: calls one of the functions it declares, once at
// each of three sizes, so that a profiler or the simulator counts its launches and no others.
// Usage: program FUNCTION [ROWS COLUMNS]; without arguments, prints the functions' names.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runner/comparison.hpp"
#include "runner/matvec.hpp"

namespace {

struct Shape {
    int n, m;
};
// Lab 04 takes up to 1024 columns, its hunt powers of two.
constexpr Shape shapes[] = {{64, 64}, {256, 256}, {777, 1024}};

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "once: %s\n", cudaGetErrorString(error));
    std::exit(1);
}

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

std::map<std::string, int> presets;  // a lab program's numbers

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
                                 .numbers = presets,
                                 .scratch_memory = {}};
    std::vector<std::unique_ptr<Array>> scratch_memory;
    for (const auto& [name, count] : function.scratch_memory) {
        scratch_memory.push_back(std::make_unique<Array>(count(shape.n, shape.m), function.memory));
        arguments.scratch_memory[name] = scratch_memory.back()->data();
    }
    function.body(arguments);
    check(cudaDeviceSynchronize());
}

std::vector<runner::Matvec> declared;

}  // namespace

namespace runner {

Program::Program(std::string lab, std::string summary)
    : lab_{std::move(lab)}, summary_{std::move(summary)} {}

void declare(Program&, std::vector<Matvec> functions) {
    std::erase_if(functions, [](const Matvec& function) { return !function.timed; });
    declared = std::move(functions);
}

// Of functions that were declared one by one, too.
void declare_comparison(Program&, std::vector<Matvec>) {}

Program& Program::mode(Mode) {
    return *this;
}

Program& Program::demonstration(std::string, Demonstration) {
    return *this;
}

Program& Program::number(Number number) {
    presets[number.name] = number.preset;
    return *this;
}

int Program::run(int argc, char** argv) {
    for (const Matvec& function : declared)
        if (argc < 2)
            std::printf("%s\n", function.name.c_str());
        else if (function.name == argv[1] && argc == 4)
            call(function, {std::atoi(argv[2]), std::atoi(argv[3])});
        else if (function.name == argv[1])
            for (const Shape& shape : shapes) call(function, shape);
    return 0;
}

}  // namespace runner
