// Checks of command-line words, for lab programs and the grader. Each function returns an empty
// string if the word is valid. Otherwise it returns what is wrong, in the form for CLI11's checks,
// which put the option's name before it.
#pragma once

#include <cstdint>
#include <string>

namespace runner {

std::string wrong_whole_number(const std::string& word, std::int64_t least, std::int64_t most);

/// Any number that a double can hold, including nan and inf.
std::string wrong_real(const std::string& word);

/// A seed: any 64-bit unsigned integer.
std::string wrong_seed(const std::string& word);

/// The orders of threads that grading knows, and those that `run` knows besides a witness's.
inline constexpr const char* orders = "forward, reverse or random:SEED";
inline constexpr const char* orders_of_run = "forward, reverse, interleaved or random:SEED";

/// One of `orders`.
std::string wrong_order(const std::string& word);
/// One of `orders_of_run`, or one that reverses a race, such as witness, reverse+witness or
/// witness:1:0.5@7:0.9@4.
std::string wrong_order_of_run(const std::string& word);

}  // namespace runner
