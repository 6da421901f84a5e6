// For a read of an array in which nothing has been stored: another array of the same size holds
// what the host has copied there, and the kernel only stores to it.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/findings/settled.hpp"
#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

// A complete question with a blank before it, or empty.
std::string exchanged_arrays(const Settled& settled);

// For an index that needs an array of so many elements, where one other array of the launch has
// just as many. Begins with a full stop; empty if there is none, or several.
std::string array_of_size(const IndexReading& reading, const Finding& finding, long elements);

// For `x[i * m + j]`, where x has m elements, and the line has `A[i * m + j]`, too. Complete
// sentences.
std::optional<std::string> index_of_another_array(const IndexReading& reading,
                                                  const Finding& finding);

}  // namespace cusim::report
