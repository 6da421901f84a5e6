// Shared by once.cpp and times.cpp, which replace the runner behind the main.cpp of a lab with
// matrix-vector functions. Stores what the lab declares. Each of the two programs defines
// Program::run itself. Other labs are adapted by a file in mains/.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/matvec.hpp"

struct Shape {
    int n, m;
};

// The number of outputs, of A's elements and of inputs of a function for a shape.
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
    // By function, for those that need other arrays than numbers: fills the arrays of a call.
    std::map<std::string, std::function<void(const runner::MatvecCall&)>> preparations;
};
inline Harness harness;

inline void prepare(const runner::Matvec& function, const runner::MatvecCall& call) {
    const auto found = harness.preparations.find(function.name);
    if (found != harness.preparations.end()) found->second(call);
}

inline void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "harness: %s\n", cudaGetErrorString(error));
    std::exit(1);
}
