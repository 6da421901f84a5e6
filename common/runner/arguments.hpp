// What a word on a command line may be, for lab programs and the grader alike. Each function
// returns nothing where the word is right, else what is wrong with it, in the form that CLI11's
// checks want; the option's name stands before it.
#pragma once

#include <cstdint>
#include <string>

namespace runner {

std::string wrong_whole_number(const std::string& word, std::int64_t least, std::int64_t most);

/// Any number that a double holds; nan and inf, too.
std::string wrong_real(const std::string& word);

/// A seed: any whole number of 64 bits.
std::string wrong_seed(const std::string& word);

/// An order of threads: forward, reverse or random:SEED.
std::string wrong_order(const std::string& word);
/// The same, or one that turns a race round, such as witness, reverse+witness or
/// witness:1:0.5@7:0.9@4.
std::string wrong_order_of_run(const std::string& word);

}  // namespace runner
