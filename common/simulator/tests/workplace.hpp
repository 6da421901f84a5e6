// A folder in which a test writes sources, calls simcc and runs the programs.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/process.hpp"
#include "simulator/simcc/temporary_folder.hpp"

// A correct program; its own exit status is 3.
inline constexpr const char* program_that_prints_7 = R"(#include <cstdio>
__global__ void k(int* n) { *n = 7; }
int main() {
    int* n;
    cudaMallocManaged(&n, sizeof *n);
    k<<<1, 1>>>(n);
    cudaDeviceSynchronize();
    std::printf("%d\n", *n);
    cudaFree(n);
    return 3;
}
)";

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

class Workplace {
  public:
    std::string path(const std::string& name) const { return folder_.file(name); }
    std::string write(const std::string& name, const std::string& text) const;
    bool has(const std::string& name) const;

    /// Runs a command in this folder, with `environment` ("NAME=VALUE …") before it.
    cusim::simcc::Finished run(const std::string& command,
                               const std::string& environment = "") const;
    cusim::simcc::Finished simcc(const std::string& arguments) const;

  private:
    cusim::simcc::TemporaryFolder folder_;
};
