// A schedule that reverses one race: of two unordered accesses, the one that usually comes first
// (the late one) is made only after the other (the early one). A store is put off: its thread
// continues, and other threads do not see the value yet. A read or an atomic makes its thread wait,
// except a read by an asynchronous copy that the same thread overtakes. Everything else runs in the
// usual order.
//
// As text: "witness:1:0.5@7:0.9@4" means that in launch 1, the 7th access of thread 5 of block 0
// comes after the 4th access of thread 9 of block 0. Blocks and threads are numbered linearly. With
// ":wait" at the end, a store makes its thread wait, too; this is needed if other threads of its
// block must see the store at its usual time.
//
// "witness:1+2:0.5@7:0.9@4": the accesses belong to launches 1 and 2, which nothing orders. The 7th
// access of launch 1's thread comes after the 4th of launch 2's. With ":wait", all of launch 1
// comes after launch 2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cusim::exec {

// A thread's access with this number, from 1, among those to memory that other threads can access.
struct NumberedAccess {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    std::uint64_t number = 0;

    friend bool operator==(const NumberedAccess&, const NumberedAccess&) = default;
};

struct Flip {
    std::uint64_t launch = 1;  // number in the report
    NumberedAccess late, early;
    bool waits = false;              // a store waits, too
    std::uint64_t other_launch = 0;  // of the early access; 0 if it is the same launch

    bool is_of_two() const { return other_launch != 0; }
    // The launch after whose end nothing is left to reverse.
    std::uint64_t last_launch() const { return is_of_two() ? other_launch : launch; }

    friend bool operator==(const Flip&, const Flip&) = default;
};

std::string to_text(const Flip& flip);
// Returns nullopt for any text in another form.
std::optional<Flip> parse_flip(std::string_view text);

}  // namespace cusim::exec
