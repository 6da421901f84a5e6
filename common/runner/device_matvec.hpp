// The arrays of a problem in device memory, ready for a call by hand: for runs that time or compare
// functions outside the grader's requests.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kit/device_buffer.hpp"
#include "runner/matvec_function.hpp"

namespace runner {

/// The memory that a function needs in addition to its arrays.
class ScratchMemory {
  public:
    ScratchMemory(const Matvec& matvec, int rows, int columns) {
        for (const auto& [name, count] : matvec.scratch_memory) {
            buffers_.push_back(std::make_unique<kit::DeviceBuffer<float>>(count(rows, columns)));
            pointers_[name] = buffers_.back()->data();
        }
    }

    const std::map<std::string, float*>& pointers() const { return pointers_; }

  private:
    std::vector<std::unique_ptr<kit::DeviceBuffer<float>>> buffers_;
    std::map<std::string, float*> pointers_;
};

class DeviceMatvec {
  public:
    DeviceMatvec(const Matvec& matvec, const MatvecProblem& problem,
                 const std::map<std::string, int>& numbers)
        : A_(problem.A.size()),
          x_(problem.x.size()),
          b_(problem.b.size()),
          y_(problem.b.size()),
          scratch_memory_(matvec, problem.rows(), problem.columns()) {
        A_.copy_from(problem.A.data());
        x_.copy_from(problem.x.data());
        b_.copy_from(problem.b.data());
        call_ = {.n = problem.rows(),
                 .m = problem.columns(),
                 .y = y_.data(),
                 .A = A_.data(),
                 .x = x_.data(),
                 .b = b_.data(),
                 .numbers = numbers,
                 .scratch_memory = scratch_memory_.pointers()};
    }

    const MatvecCall& call() const { return call_; }

    std::vector<float> y() const {
        std::vector<float> values(y_.count());
        y_.copy_to(values.data());
        return values;
    }

  private:
    kit::DeviceBuffer<float> A_, x_, b_, y_;
    ScratchMemory scratch_memory_;
    MatvecCall call_;
};

}  // namespace runner
