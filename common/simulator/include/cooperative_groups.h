// <cooperative_groups.h> on the simulator: blocks, clusters, grids, tiles of a warp and coalesced
// threads. Each group is a small value type that uses the barriers and warp operations of
// cuda_runtime.h. Groups across several devices are not supported.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <cuda_runtime.h>

#include <type_traits>

#include "cusim/c_library.hpp"
#include "cusim/lanes.hpp"
#include "cusim/tile.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cusim::detail {

void grid_barrier(const char* file, int line);
void grid_arrive(const char* file, int line);
void grid_wait(const char* file, int line);
bool grid_is_cooperative();
void cluster_arrive(const char* file, int line);
void cluster_wait(const char* file, int line);
void* cluster_map(const void* address, unsigned int rank, const char* file, int line);
unsigned int cluster_rank_of(const void* address);
dim3 cluster_shape();

}  // namespace cusim::detail

namespace cooperative_groups {

// ---- The block ---------------------------------------------------------------------------------

class thread_block {
  public:
    struct arrival_token {};

    static void sync(CUSIM_HERE) { __syncthreads(file, line); }
    // As in NVIDIA's header, all of the barrier is in the wait.
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(arrival_token&&, CUSIM_HERE) { __syncthreads(file, line); }
    static unsigned int thread_rank() { return cusim::detail::thread_rank_in_block(); }
    static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned int size() { return num_threads(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};

inline thread_block this_thread_block() {
    return {};
}

// Memory that devices need for tiles of several warps. The simulator keeps what they exchange
// elsewhere.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
    alignas(8) char cusim_bytes[MaxBlockSize / 32 * 8 + 16];
};
template <unsigned int MaxBlockSize>
inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
    return {};
}

// ---- The grid ----------------------------------------------------------------------------------

class grid_group {
  public:
    static bool is_valid() { return cusim::detail::grid_is_cooperative(); }
    using arrival_token = unsigned int;

    static void sync(CUSIM_HERE) { cusim::detail::grid_barrier(file, line); }
    static arrival_token barrier_arrive(CUSIM_HERE) {
        cusim::detail::grid_arrive(file, line);
        return {};
    }
    static void barrier_wait(arrival_token&&, CUSIM_HERE) { cusim::detail::grid_wait(file, line); }
    static unsigned long long thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
    static unsigned long long size() { return num_threads(); }
    static unsigned long long block_rank() {
        return (blockIdx.z * 1ull * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static unsigned long long num_blocks() { return gridDim.x * 1ull * gridDim.y * gridDim.z; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static dim3 block_index() { return blockIdx; }
};

inline grid_group this_grid() {
    return {};
}

// ---- The cluster -------------------------------------------------------------------------------

class cluster_group {
  public:
    struct arrival_token {};

    static void sync(CUSIM_HERE) {
        cusim::detail::cluster_arrive(file, line);
        cusim::detail::cluster_wait(file, line);
    }
    static arrival_token barrier_arrive(CUSIM_HERE) {
        cusim::detail::cluster_arrive(file, line);
        return {};
    }
    static void barrier_wait(CUSIM_HERE) { cusim::detail::cluster_wait(file, line); }
    static void barrier_wait(arrival_token&&, CUSIM_HERE) {
        cusim::detail::cluster_wait(file, line);
    }

    static unsigned int query_shared_rank(const void* address) {
        return cusim::detail::cluster_rank_of(address);
    }
    template <class T>
    static T* map_shared_rank(T* address, int rank, CUSIM_HERE) {
        return static_cast<T*>(
            cusim::detail::cluster_map(address, static_cast<unsigned int>(rank), file, line));
    }

    static dim3 dim_blocks() { return cusim::detail::cluster_shape(); }
    static unsigned int num_blocks() {
        const dim3 blocks = dim_blocks();
        return blocks.x * blocks.y * blocks.z;
    }
    static dim3 block_index() {
        const dim3 blocks = dim_blocks();
        return {blockIdx.x % blocks.x, blockIdx.y % blocks.y, blockIdx.z % blocks.z};
    }
    static unsigned int block_rank() {
        const dim3 blocks = dim_blocks(), at = block_index();
        return (at.z * blocks.y + at.y) * blocks.x + at.x;
    }
    static dim3 dim_threads() {
        const dim3 blocks = dim_blocks();
        return {blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z};
    }
    static dim3 thread_index() {
        const dim3 at = block_index();
        return {at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y,
                at.z * blockDim.z + threadIdx.z};
    }
    static unsigned int num_threads() { return num_blocks() * thread_block::num_threads(); }
    static unsigned int size() { return num_threads(); }
    static unsigned int thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
};

inline cluster_group this_cluster() {
    return {};
}

// ---- Tiles of a block --------------------------------------------------------------------------

namespace detail {

constexpr unsigned int tile_mask(unsigned int lane, unsigned int size) {
    return size == 32 ? 0xffffffffu : ((1u << size) - 1) << (lane & ~(size - 1));
}

// A tile of several warps.
template <unsigned int Size>
class warps_of_block {
  public:
    void sync(CUSIM_HERE) const { cusim::detail::tile_barrier(Size, file, line); }
    int any(int predicate, CUSIM_HERE) const {
        return cusim_reduce(predicate != 0, either(), file, line);
    }
    int all(int predicate, CUSIM_HERE) const {
        return cusim_reduce(predicate != 0, both(), file, line);
    }
    template <class T>
    T shfl(T value, int rank, CUSIM_HERE) const {
        bring(value, file, line);
        const T result = brought<T>(static_cast<unsigned int>(rank) % Size);
        cusim::detail::tile_exchange_barrier(Size, file, line);
        return result;
    }

    template <class T, class Operation>
    T cusim_reduce(T value, Operation operation, const char* file, int line) const {
        bring(value, file, line);
        T result = brought<T>(0);
        for (unsigned int rank = 1; rank < cusim_present(); ++rank)
            result = operation(result, brought<T>(rank));
        cusim::detail::tile_exchange_barrier(Size, file, line);
        return result;
    }

  private:
    struct either {
        int operator()(int a, int b) const { return a | b; }
    };
    struct both {
        int operator()(int a, int b) const { return a & b; }
    };
    // The block's last tile may be incomplete.
    static unsigned int cusim_present() {
        const unsigned int first = cusim::detail::thread_rank_in_block() / Size * Size;
        const unsigned int left = thread_block::num_threads() - first;
        return left < Size ? left : Size;
    }
    template <class T>
    static void bring(const T& value, const char* file, int line) {
        static_assert(__is_trivially_copyable(T) && sizeof(T) <= 8,
                      "tiles of several warps exchange trivially copyable values of 8 bytes or less");
        cusim::detail::tile_bring(Size, &value, sizeof value);
        cusim::detail::tile_exchange_barrier(Size, file, line);
    }
    template <class T>
    static T brought(unsigned int rank) {
        T value;
        cusim::detail::tile_value(Size, rank, &value, sizeof value);
        return value;
    }
};

template <unsigned int Size, bool InOneWarp = (Size <= 32)>
struct base_of_tile {
    using type = lanes_of_warp;
    static lanes_of_warp make() {
        return lanes_of_warp(tile_mask(cusim::detail::lane_index(), Size));
    }
};
template <unsigned int Size>
struct base_of_tile<Size, false> {
    using type = warps_of_block<Size>;
    static warps_of_block<Size> make() { return {}; }
};

template <bool>
struct if_true {};
template <>
struct if_true<true> {
    using type = void;
};

}  // namespace detail

template <unsigned int Size, class Parent = void>
class thread_block_tile : public detail::base_of_tile<Size>::type {
    using Base = typename detail::base_of_tile<Size>::type;
    static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0,
                  "a tile has a power of two of threads, at most 1024");

  public:
    // A tile type without a parent type can be made from a tile with any parent.
    template <class AnyParent>
    thread_block_tile(const thread_block_tile<Size, AnyParent>& tile)
        : Base(tile), meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {
        static_assert(__is_same(Parent, void), "a tile keeps the parent it was made from");
    }

    // The size of a complete tile, even if the block ends inside this one.
    static constexpr unsigned int num_threads() { return Size; }
    static constexpr unsigned int size() { return Size; }
    static unsigned int thread_rank() { return cusim::detail::thread_rank_in_block() % Size; }
    // The index of this tile among its parent's tiles, and their number.
    unsigned int meta_group_rank() const { return meta_rank_; }
    unsigned int meta_group_size() const { return meta_size_; }

    template <class Group>
    static thread_block_tile cusim_part_of(const Group& parent) {
        return {static_cast<unsigned int>(parent.thread_rank()) / Size,
                (static_cast<unsigned int>(parent.num_threads()) + Size - 1) / Size};
    }

  private:
    thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
        : Base(detail::base_of_tile<Size>::make()), meta_rank_(meta_rank), meta_size_(meta_size) {}

    unsigned int meta_rank_, meta_size_;
};

// ---- Any group ---------------------------------------------------------------------------------

// A group that stores which kind of group it was made from.
class thread_group {
  public:
    thread_group(thread_block) {}
    thread_group(const lanes_of_warp& lanes) : mask_(lanes.cusim_mask()) {}

    void sync(CUSIM_HERE) const {
        if (mask_)
            __syncwarp(mask_, file, line);
        else
            __syncthreads(file, line);
    }
    unsigned int num_threads() const {
        return mask_ ? lanes_of_warp(mask_).num_threads() : thread_block::num_threads();
    }
    unsigned int size() const { return num_threads(); }
    unsigned int thread_rank() const {
        return mask_ ? lanes_of_warp(mask_).thread_rank() : thread_block::thread_rank();
    }

  private:
    unsigned int mask_ = 0;  // 0 for the whole block
};

template <unsigned int Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
    return thread_block_tile<Size, Parent>::cusim_part_of(parent);
}

// Tiles whose size is known only at run time: a power of two, at most 32.
inline thread_group tiled_partition(const thread_group&, unsigned int size) {
    return coalesced_group(detail::tile_mask(cusim::detail::lane_index(), size));
}

inline coalesced_group binary_partition(const lanes_of_warp& group, bool predicate, CUSIM_HERE) {
    const unsigned int yes = __ballot_sync(group.cusim_mask(), predicate, file, line);
    return coalesced_group(predicate ? yes : group.cusim_mask() & ~yes);
}

template <class Label>
inline coalesced_group labeled_partition(const lanes_of_warp& group, Label label, CUSIM_HERE) {
    return coalesced_group(__match_any_sync(group.cusim_mask(), label, file, line));
}

template <class Group>
inline void sync(const Group& group, CUSIM_HERE) {
    group.sync(file, line);
}

// One of the group's threads calls the function; with `broadcast` all get its result.
template <class Group, class Function, class... Arguments>
inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0)
        static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
inline auto invoke_one_broadcast(const Group& group, Function&& function,
                                 Arguments&&... arguments) {
    std::decay_t<decltype(function(arguments...))> result{};
    if (group.thread_rank() == 0)
        result = static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

// The former namespace of tiles of several warps.
namespace experimental {

using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;

}  // namespace experimental

}  // namespace cooperative_groups

#undef CUSIM_HERE

#include "cusim/letters_restored.hpp"
