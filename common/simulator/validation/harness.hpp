// What once.cpp and times.cpp share: they take the runner's place behind the main.cpp of a lab
// whose functions are matrix-vector products. Gives them what the lab declares; leaves Program::run
// to them, which is what they do with it.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/matvec.hpp"

struct Shape {
    int n, m;
};

// Outputs, A's elements and inputs of a function at a shape.
struct Sizes {
    Sizes(const runner::Matvec& function, Shape shape)
        : outputs(shape.n), inputs(shape.m), elements(std::size_t(shape.n) * shape.m) {
        if (function.layout == runner::Layout::column_major_transposed) std::swap(outputs, inputs);
    }
    std::size_t outputs, inputs, elements;
};

struct Harness {
    std::vector<runner::Matvec> functions;  // without those that are wrong on purpose
    std::map<std::string, int> presets;     // of the program's numbers
    bool square = false;
};
inline Harness harness;

inline void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "harness: %s\n", cudaGetErrorString(error));
    std::exit(1);
}
