// The rules of the game, and the class that plays it; the kernels are in life.cu.
#pragma once

#include <cuda_runtime.h>

#include <string>
#include <vector>

using cell = unsigned char;

struct Rules {
    unsigned birth, survival;  // a bit for each number of neighbours
    __host__ __device__ cell next(cell now, int neighbours) const {
        return ((now ? survival : birth) >> neighbours) & 1u;
    }
};

extern __constant__ Rules rules;

class Life {
public:
    Life(int width, int height, const std::vector<cell>& start);
    ~Life();
    Life(const Life&) = delete;
    Life& operator=(const Life&) = delete;

    void advance(int generations);
    std::vector<cell> cells() const;
    unsigned long long born() const;

private:
    int width_, height_;
    cell *now_ = nullptr, *next_ = nullptr;
};

Rules parse_rules(const std::string& text);  // "B3/S23"
