// The numbering of threads: which thread of a launch has a number, and which common mistake gives
// the actual numbers.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "suites/03-thread-organisation/checks.hpp"

namespace thread_organisation {

using Six = std::array<int, 6>;  // indices of a block and of a thread

int count(Extent e);
std::string place(const int* six);
Six expected_place(int number, const Launch& launch);

/// A (possibly wrong) numbering: from the indices of a block and of a thread to a number.
struct Numbering {
    std::string_view words;
    std::function<int(const Six& six, const Launch& launch)> number;
};

/// Describes the wrong numbering that `gives` all values, in a line that begins with a newline. In
/// two dimensions there may be two.
std::string numbering_cause(const std::function<bool(const Numbering&)>& gives);

/// Checks that each group of six numbers belongs to the thread with its number.
void check_places(const std::vector<int>& places, const Launch& launch, const std::string& what,
                  const std::string& why = {}, const grader::score::Lines& aftermath = {});

Call& add_extent(Call& call, const std::string& name, Extent extent);
std::string options(const std::string& name, Extent extent);
/// Fails where the launch was stopped: that nothing was stored is then no fault of the numbers.
void expect_finished(const Call& call, const Answer& answer, const std::string& where);
/// The lines after a wrong value: CUDA's error, if there is one, and how to make the call again.
grader::score::Lines aftermath(const Call& call, const Answer& answer);

}  // namespace thread_organisation
