// Summarizes what a script asks of the device in one call of its function: contents, arguments,
// modules, configurations, and which memory it copies back. Numbers of the function's arguments
// count by their places among these, and what comes back by when it came. So two calls whose
// arguments differ only in their numbers have the same digest, unless the script computes with
// numbers instead of leaving that to a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "python/device/message.hpp"

namespace python {

class Sent {
  public:
    /// A call begins whose arguments hold these numbers, one after the other. With key 0, nothing
    /// is summarized. A script that does not know the key cannot choose what it sends so that the
    /// digest is a certain one.
    void begin(std::uint64_t key, std::span<const float> numbers = {});
    /// To be called for each request before it is executed. Requests that only ask change nothing.
    void add(const Message& request);

    /// Addresses differ between programs, so a pointer to memory that the script has allocated
    /// counts as the number of its allocation and an offset.
    void allocated(std::uint64_t address, std::uint64_t bytes);
    /// A module counts with each launch, since a kernel may read any module's variables. The order
    /// in which modules are loaded does not count: a program that was started again loads them
    /// again.
    void loaded(std::string contents);
    void found_function(std::size_t module, std::string name);
    /// What a copy to the host has delivered.
    void came_back(std::span<const std::byte> bytes);

    std::uint64_t digest() const { return digest_; }
    /// The contents that were sent in this call.
    std::uint64_t bytes() const { return bytes_; }
    /// All that came back in this call: for each copy its words, then the floats to which its
    /// doubles round.
    const std::vector<std::uint32_t>& back() const { return back_; }

  private:
    struct Block {
        std::uint64_t bytes = 0, number = 0;
    };
    struct Module {
        std::string contents;
        std::uint64_t hash = 0;
    };

    /// What stands for a number, for a pointer, or for contents that came back. Without the key no
    /// word can be chosen that counts as one of these.
    enum Mark : std::uint64_t { place = 1, memory, copy };
    std::uint64_t marked(Mark mark, std::uint64_t number) const;
    std::optional<std::uint64_t> pointer(std::uint64_t word) const;
    bool has_doubles(const Bytes& bytes) const;
    std::uint64_t named(const std::string& kind, std::uint64_t number);
    std::uint64_t function(std::size_t number) const;
    std::uint64_t field(const std::string& name, const Head& value);
    void add(std::uint64_t number);
    void add_contents(const Bytes& bytes);
    void add_modules();

    std::uint64_t key_ = 0, digest_ = 0, bytes_ = 0;
    std::map<std::uint64_t, Block> blocks_;  // by address
    std::uint64_t next_block_ = 0;
    std::vector<Module> modules_;
    std::vector<std::pair<std::size_t, std::string>> functions_;
    std::unordered_map<std::uint32_t, std::uint64_t> floats_;               // their first places
    std::unordered_map<std::uint64_t, std::uint64_t> doubles_;              // the same numbers
    std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> names_;  // of streams and events
    std::unordered_map<std::uint64_t, std::uint64_t> copies_;  // back, by contents: the last one
    std::uint64_t copies_key_ = 0, copied_ = 0;
    std::vector<std::uint32_t> back_;
};

}  // namespace python
