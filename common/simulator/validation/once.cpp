// Takes the runner's place behind a lab's main.cpp: calls one of the functions it declares, once at
// each of three sizes, so that a profiler or the simulator counts its launches and no others.
// Usage: program FUNCTION [ROWS COLUMNS]; without arguments, prints the functions' names.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
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

void call(const runner::Matvec& function, Shape shape) {
    Array y(shape.n, function.memory), b(shape.n, function.memory), x(shape.m, function.memory);
    Array A(static_cast<std::size_t>(shape.n) * shape.m, function.memory);
    function.body(shape.n, shape.m, y.data(), A.data(), x.data(), b.data());
    check(cudaDeviceSynchronize());
}

std::vector<runner::Matvec> declared;

}  // namespace

namespace runner {

Program::Program(std::string lab, std::string summary)
    : lab_{std::move(lab)}, summary_{std::move(summary)} {}

void declare(Program&, std::vector<Matvec> functions) {
    declared = std::move(functions);
}

// Of functions that were declared one by one, too.
void declare_comparison(Program&, std::vector<Matvec>) {}

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
