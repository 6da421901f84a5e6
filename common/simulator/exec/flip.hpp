// A schedule that turns one race round: of two accesses that nothing orders, the one that comes
// first otherwise is made only after the other. A store is put off (its thread goes on, and others
// do not see it yet); a read or an atomic makes its thread wait, but for an asynchronous copy's that
// the same thread overtakes. All else goes in the usual order.
//
// As text: "witness:1:0.5@7:0.9@4": in launch 1, the 7th access of thread 5 of block 0 comes after
// the 4th one of thread 9 of block 0. Blocks and threads are numbered as one row. With ":wait" at
// the end a store makes its thread wait, too: others of its block may have to see it in its turn.
//
// "witness:1+2:0.5@7:0.9@4": the two are of launches that nothing orders, 1 and 2. The 7th access
// of launch 1's thread comes after the 4th one of launch 2's; with ":wait", all of launch 1 comes
// after launch 2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cusim::exec {

// The `number`th access, from 1, that the thread makes to memory that others can reach.
struct NumberedAccess {
    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    std::uint64_t number = 0;

    friend bool operator==(const NumberedAccess&, const NumberedAccess&) = default;
};

struct Flip {
    std::uint64_t launch = 1;  // of the report
    NumberedAccess late, early;
    bool waits = false;              // a store, too
    std::uint64_t other_launch = 0;  // that of the early access; 0 where both are of one

    bool is_of_two() const { return other_launch != 0; }
    // That at whose end the flip is over.
    std::uint64_t last_launch() const { return is_of_two() ? other_launch : launch; }

    friend bool operator==(const Flip&, const Flip&) = default;
};

std::string to_text(const Flip& flip);
// Nothing for any other text.
std::optional<Flip> parse_flip(std::string_view text);

}  // namespace cusim::exec
