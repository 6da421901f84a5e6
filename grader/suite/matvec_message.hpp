// What a student reads when a product is wrong: the shape, the first wrong element among its
// neighbours, what CUDA said, in which thread orders it was right, and a hint where the pattern of
// wrong elements has a usual cause.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "suite/matvec.hpp"

namespace grader::suite::matvec {

struct Judged {
    const Answer* answer;
    std::optional<int> first_wrong;

    bool failed() const { return answer->error() != "cudaSuccess"; }
    bool is_wrong() const { return failed() || first_wrong.has_value(); }
};

/// The first element that the order of the threads changes by more than rounding explains.
std::optional<OrderDifference> difference_of_orders(const Problem& problem,
                                                    std::span<const Judged> judged);

std::string message(const std::string& function, const Problem& problem,
                    std::span<const Judged> judged, const Judged& wrong);

}  // namespace grader::suite::matvec
