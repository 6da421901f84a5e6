// The parts of Grid that begin and end blocks and clusters.
#include <algorithm>
#include <utility>

#include "simulator/exec/grid.hpp"
#include "simulator/exec/order.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"

namespace cusim::exec {

namespace {

constexpr std::uint32_t most_slots = memory::shared_arenas.size / memory::shared_arena_size;

// Block objects are reused by later launches, together with the memory of their threads and warps.
std::vector<Block*>& idle_blocks() {
    static std::vector<Block*> blocks;
    return blocks;
}

uint3 index_of(std::uint64_t linear, const dim3& size) {
    return {std::uint32_t(linear % size.x), std::uint32_t(linear / size.x % size.y),
            std::uint32_t(linear / size.x / size.y)};
}

bool same_shape(const dim3& a, const dim3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

void number_threads(Block& block, std::uint32_t count, const dim3& shape) {
    if (block.threads.size() != count) {
        // Keep the storage: the blocks of the next launch are often smaller.
        block.threads.clear();
        block.threads.resize(count);
        block.warps.clear();
        block.warps.resize((count + 31) / 32);
    }
    block.shape = shape;
    for (std::uint32_t i = 0; i < count; ++i) {
        Thread& thread = block.threads[i];
        thread.block = &block;
        thread.warp = &block.warps[i / 32];
        thread.warp->lanes[i % 32] = &thread;
        thread.index = index_of(i, shape);
        thread.linear = i;
    }
}

void prepare_threads(Block& block) {
    for (Warp& warp : block.warps) {
        warp.turns = {};
        warp.steps = 0;
        warp.at_operation = 0;
        warp.live = 0;
    }
    for (Thread& thread : block.threads) {
        thread.warp->live |= std::uint32_t{1} << thread.linear % 32;
        thread.state = State::unstarted;
        thread.looked_round = false;
        thread.in_atomic = false;
        thread.location = {};
        thread.steps = 0;
        thread.all_steps = 0;
        thread.atomics = 0;
        thread.gave_way = 0;
        thread.waiting_pages = 0;
        thread.cluster_arrivals = 0;
        thread.grid_arrivals = 0;
        if (!std::exchange(thread.spin_is_clean, true)) *thread.spin = {};
    }
}

}  // namespace

void Grid::set_aside(Block& block) {
    idle_blocks().push_back(&block);
}

bool Grid::begin_block() {
    if (all_blocks_begun() || resident_.size() >= shape_.resident_limit) return false;
    if (free_slots_.empty() && next_slot_ >= most_slots) return false;
    const std::uint64_t rank = begun_++;
    if (idle_blocks().empty()) idle_blocks().push_back(new Block);
    Block& block = *idle_blocks().back();
    idle_blocks().pop_back();

    block.linear = block_of_rank(rank);
    block.index = index_of(block.linear, shape_.grid);
    if (!same_shape(block.shape, shape_.block)) number_threads(block, block_threads_, shape_.block);
    prepare_threads(block);
    block.order = order().sequence(block_threads_, salt_ + 1 + rank);
    block.started = block.at_barrier = 0;
    block.at_several_barriers = false;
    block.live = block_threads_;
    block.barrier_arrivals = 0;
    block.shared_ready.clear();
    block.cluster = nullptr;
    if (cluster_blocks_ > 1)
        join_cluster(block, rank);
    else
        block.slot = take_slot();

    resident_.push_back(&block);
    live_ += block_threads_;
    filling_ = &block;
    ++progress_;
    race::block_begins(block.clock, std::uint32_t(block.linear), arena(block));
    if (block.cluster) race::block_joins(block.clock, block.cluster->clock, block.cluster_rank);
    return true;
}

std::uint32_t Grid::take_slot() {
    if (free_slots_.empty()) return next_slot_++;
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
}

// The blocks of a cluster are consecutive in the order.
std::uint64_t Grid::block_of_rank(std::uint64_t rank) const {
    const std::uint64_t cluster = rank / cluster_blocks_;
    const std::uint64_t number = cluster_order_.empty()
                                     ? order().at(cluster, blocks_ / cluster_blocks_)
                                     : cluster_order_[cluster];
    if (cluster_blocks_ == 1) return number;
    const dim3& size = shape_.cluster;
    const dim3 clusters{shape_.grid.x / size.x, shape_.grid.y / size.y, shape_.grid.z / size.z};
    const uint3 first = index_of(number, clusters);
    const uint3 member = index_of(order().at(rank % cluster_blocks_, cluster_blocks_), size);
    const std::uint64_t z = first.z * size.z + member.z, y = first.y * size.y + member.y;
    return (z * shape_.grid.y + y) * shape_.grid.x + first.x * size.x + member.x;
}

Cluster& Grid::add_cluster() {
    const std::uint64_t number = clusters_begun_++;
    auto& cluster = clusters_[number] = std::make_unique<Cluster>();
    cluster->number = number;
    cluster->barrier.identity = std::uintptr_t{1} << 63 | number;
    return *cluster;
}

void Grid::join_cluster(Block& block, std::uint64_t rank) {
    if (rank % cluster_blocks_ == 0) {
        joining_ = &add_cluster();
        joining_->running = cluster_blocks_;
        joining_->live = cluster_blocks_ * block_threads_;
        joining_->blocks.resize(cluster_blocks_);
        for (std::uint32_t i = 0; i < cluster_blocks_; ++i) {
            joining_->slots.push_back(take_slot());
            joining_->clock.members.push_back(
                {.arena =
                     memory::shared_arenas.base + joining_->slots[i] * memory::shared_arena_size});
        }
    }
    block.cluster = joining_;
    block.cluster_rank = std::uint32_t(order().at(rank % cluster_blocks_, cluster_blocks_));
    block.slot = joining_->slots[block.cluster_rank];
    joining_->blocks[block.cluster_rank] = &block;
}

void Grid::make_cluster_of_one(Block& block) {
    Cluster& cluster = *(block.cluster = &add_cluster());
    cluster.running = 1;
    cluster.live = block.live;
    cluster.blocks = {&block};
    cluster.slots = {block.slot};
    block.cluster_rank = 0;
}

void Grid::leave_cluster(Block& block) {
    Cluster& cluster = *block.cluster;
    cluster.blocks[block.cluster_rank] = nullptr;
    if (--cluster.running > 0) return;
    free_slots_.insert(free_slots_.end(), cluster.slots.begin(), cluster.slots.end());
    clusters_.erase(cluster.number);
}

void Grid::end_block(Block& block) {
    ++ended_;
    race::block_ends(block.clock);
    resident_.erase(std::find(resident_.begin(), resident_.end(), &block));
    if (block.cluster)
        leave_cluster(block);
    else
        free_slots_.push_back(block.slot);
    set_aside(block);
}

}  // namespace cusim::exec
