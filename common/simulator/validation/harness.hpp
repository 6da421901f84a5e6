// What once.cpp and times.cpp share: they take the runner's place behind the main.cpp of a lab
// whose functions are matrix-vector products. Gives them what the lab declares; leaves Program::run
// to them, which is what they do with it.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "runner/matvec.hpp"

struct Shape {
    int n, m;
};

struct Harness {
    std::vector<runner::Matvec> functions;  // without those that are wrong on purpose
    std::map<std::string, int> presets;     // of the program's numbers
    bool square = false;

    /// Of the given shapes those that the lab takes: with m = n where its matrices are square.
    std::vector<Shape> shapes(std::span<const Shape> all) const {
        std::vector<Shape> taken(all.begin(), all.end());
        if (square)
            for (Shape& shape : taken) shape.m = shape.n;
        return taken;
    }
};
inline Harness harness;

inline void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "harness: %s\n", cudaGetErrorString(error));
    std::exit(1);
}
