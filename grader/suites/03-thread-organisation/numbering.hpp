// Threads and their numbers: which thread of a launch has a number, and which common mistake gives
// the numbers that came out.
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

/// Indices of a block and of a thread to a number, as students have it.
struct Numbering {
    const char* words;
    int (*number)(const Six& six, const Launch& launch);
};

/// The wrong numbering that `gives` everything, as a line that begins with a newline; in two
/// dimensions there may be two.
std::string numbering_cause(const std::function<bool(const Numbering&)>& gives);

/// Every place of six numbers is that of the thread with this number.
void check_places(const std::vector<int>& places, const Launch& launch, const std::string& what,
                  const std::string& why = {}, const std::string& aftermath = {});

Call& add_extent(Call& call, const std::string& name, Extent extent);
std::string options(const std::string& name, Extent extent);
/// What goes below a wrong value: CUDA's error, where there is one, and how to make the call again.
std::string aftermath(const Call& call, const Answer& answer);

}  // namespace thread_organisation
