// What CUDA refuses of copies and fills, and what is dubious about them.
#pragma once

#include <string>

#include "simulator/api/memory/transfer.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::api {

// Reports the transfer. Returns what a refused one returns.
cudaError_t tell(const Transfer& transfer, report::FindingKind kind, std::string cause,
                 report::Variant variant = report::Variant::none,
                 report::Severity severity = report::Severity::error, const void* freed = nullptr);

cudaError_t check_copy(const Transfer& transfer);
// The target must be device memory.
cudaError_t check_fill(const Transfer& transfer);

}  // namespace cusim::api
