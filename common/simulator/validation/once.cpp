// Replaces the runner behind a lab's main.cpp: calls each declared function once at each of three
// sizes, so that a profiler or the simulator counts exactly these launches. Usage: program
// [FUNCTION [ROWS COLUMNS]]; program --list prints the functions' names.
#include <exception>
#include <memory>
#include <string_view>

#include "harness.hpp"

namespace {

// Lab 04 takes up to 1024 columns, its hunt powers of two.
const std::vector<Shape> shapes{{64, 64}, {256, 256}, {777, 1024}};
const std::vector<Shape> square_shapes{{64, 64}, {256, 256}, {777, 777}};
// Lab 07's hunt needs powers of sx: for other n it launches no blocks, which fails.
const std::vector<Shape> hunt_shapes{{32, 32}, {1024, 1024}};

const std::vector<Shape>& shapes_for(const runner::Matvec& function) {
    if (function.name == "one_buffer") return hunt_shapes;
    return harness.square ? square_shapes : shapes;
}

// An array in the memory that the function expects.
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
    const Sizes sizes{function, shape};
    Array y(sizes.outputs, function.memory), A(sizes.elements, function.memory);
    Array x(sizes.inputs, function.memory), b(sizes.outputs, function.memory);
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
    prepare(function, arguments);
    try {
        function.body(arguments);
    } catch (const std::exception& why) {  // not every function accepts every shape
        std::fprintf(stderr, "once: %s\n", why.what());
        cudaGetLastError();
    }
    check(cudaDeviceSynchronize());
}

}  // namespace

int runner::Program::run(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const Matvec& function : harness.functions)
        if (wanted == "--list")
            std::printf("%s\n", function.name.c_str());
        else if (wanted == function.name && argc == 4)
            call(function, {std::atoi(argv[2]), std::atoi(argv[3])});
        else if (wanted.empty() || wanted == function.name)
            for (const Shape& shape : shapes_for(function)) call(function, shape);
    return 0;
}
