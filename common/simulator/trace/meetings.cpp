#include "simulator/trace/meetings.hpp"

#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_log.hpp"

namespace cusim::trace {

namespace {

constexpr int address_bits = 48;

// Shared memory belongs to one block or cluster after the other, which the place must tell apart.
std::uint64_t place_of(const Block& block, memory::Address word) {
    if (!memory::shared_arenas.contains(word)) return word;
    const bool is_of_cluster = block.cluster && block.cluster->members.size() > 1;
    const std::uint64_t owner = is_of_cluster ? block.cluster->first_epoch : block.linear;
    return word ^ (owner + 1) << address_bits;
}

void meet(const Thread& thread, const Block& block, const Meeting& meeting) {
    if (!request_consumer || !request_consumer->is_complete()) return;
    if (const auto number = request_consumer->meets(block, thread.thread, meeting))
        append(mark_record(Mark::meets, *number));
}

}  // namespace

void hands_over(const Thread& thread, const Block& block, memory::Address word) {
    meet(thread, block, {.place = place_of(block, word), .looks = false});
}

void looks(const Thread& thread, const Block& block, memory::Address word) {
    meet(thread, block, {.place = place_of(block, word), .looks = true});
}

void arrives_at(std::uint32_t barrier, std::uint32_t version, const Thread& thread,
                const Block& block) {
    meet(thread, block,
         {.place = Meeting::first_barrier + barrier, .version = version, .looks = false});
}

void leaves(std::uint32_t barrier, std::uint32_t version, const Thread& thread,
            const Block& block) {
    meet(thread, block,
         {.place = Meeting::first_barrier + barrier, .version = version, .looks = true});
}

}  // namespace cusim::trace
