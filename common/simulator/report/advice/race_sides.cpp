#include "simulator/report/advice/race_sides.hpp"

namespace cusim::report {
namespace {

constexpr std::uint32_t warp_size = 32;

std::uint32_t number_in_block(const Dim3& thread, const Dim3& block) {
    return (thread.z * block.y + thread.y) * block.x + thread.x;
}

}  // namespace

bool same_block(const Finding& f) {
    return !f.self.host && !f.other->host && f.self.block == f.other->block;
}

bool same_warp(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const Dim3& block = settled.recorded.block;
    return same_block(f) && number_in_block(f.self.thread, block) / warp_size ==
                                number_in_block(f.other->thread, block) / warp_size;
}

bool same_line(const Settled& settled) {
    return !settled.self.file.empty() && settled.self.file == settled.other->file &&
           settled.self.line == settled.other->line;
}

bool both_write(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    return f.self.op == Op::write && f.other->op == Op::write;
}

bool blocks_may_share(const Settled& settled) {
    const Dim3& grid = settled.recorded.grid;
    return settled.recorded.finding.space == Space::global &&
           (grid.x > 1 || grid.y > 1 || grid.z > 1);
}

}  // namespace cusim::report
