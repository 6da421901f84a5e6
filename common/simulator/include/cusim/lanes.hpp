// The lanes of a warp as groups: what tiles and coalesced threads have in common. Included by
// <cooperative_groups.h>.
#pragma once

#include "cusim/builtins.hpp"
#include "cusim/integers.hpp"
#include "cusim/warp.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cusim::detail {

inline unsigned int thread_rank_in_block() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned int lane_index() {
    return thread_rank_in_block() % 32;
}
inline unsigned int lanes_below(unsigned int lane) {
    return (1u << lane) - 1;
}
// The position of the `rank`th bit set in `mask`; 32 if there are fewer.
inline unsigned int lane_of_rank(unsigned int mask, unsigned int rank) {
    for (unsigned int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1 && rank-- == 0) return lane;
    return 32;
}

// Gets `value` of another lane, in pieces of eight bytes. The result for a lane that takes no part
// is undefined.
template <class T>
inline T value_from(unsigned int mask, const T& value, unsigned int lane, const char* file,
                    int line) {
    static_assert(__is_trivially_copyable(T), "groups exchange trivially copyable values");
    T result;
    for (std::size_t at = 0; at < sizeof(T); at += 8) {
        const std::size_t size = sizeof(T) - at < 8 ? sizeof(T) - at : 8;
        cusim::Bits piece = 0;
        __builtin_memcpy(&piece, reinterpret_cast<const char*>(&value) + at, size);
        piece = warp_exchange(WarpOp::shuffle, mask, piece, int(lane), 32, file, line);
        __builtin_memcpy(reinterpret_cast<char*>(&result) + at, &piece, size);
    }
    return result;
}

}  // namespace cusim::detail

namespace cooperative_groups {

// Common to tiles and coalesced threads: the lanes of a mask, ranked from the lowest.
class lanes_of_warp {
  public:
    explicit lanes_of_warp(unsigned int mask) : mask_(mask) {}

    void sync(CUSIM_HERE) const { __syncwarp(mask_, file, line); }
    unsigned int thread_rank() const {
        const unsigned int lane = cusim::detail::lane_index();
        return (unsigned int)__popc(mask_ & cusim::detail::lanes_below(lane));
    }
    unsigned int num_threads() const { return (unsigned int)__popc(mask_); }
    unsigned int size() const { return num_threads(); }

    int any(int predicate, CUSIM_HERE) const { return __any_sync(mask_, predicate, file, line); }
    int all(int predicate, CUSIM_HERE) const { return __all_sync(mask_, predicate, file, line); }
    unsigned int ballot(int predicate, CUSIM_HERE) const {
        return by_rank(__ballot_sync(mask_, predicate, file, line));
    }
    template <class T>
    unsigned int match_any(T value, CUSIM_HERE) const {
        return by_rank(__match_any_sync(mask_, value, file, line));
    }
    template <class T>
    unsigned int match_all(T value, int& predicate, CUSIM_HERE) const {
        return by_rank(__match_all_sync(mask_, value, &predicate, file, line));
    }

    template <class T>
    T shfl(T value, int rank, CUSIM_HERE) const {
        return from_rank(value, (unsigned int)rank % num_threads(), file, line);
    }
    template <class T>
    T shfl_up(T value, unsigned int delta, CUSIM_HERE) const {
        const unsigned int rank = thread_rank();
        return from_rank(value, delta > rank ? rank : rank - delta, file, line);
    }
    template <class T>
    T shfl_down(T value, unsigned int delta, CUSIM_HERE) const {
        const unsigned int rank = thread_rank();
        return from_rank(value, delta >= num_threads() - rank ? rank : rank + delta, file, line);
    }
    template <class T>
    T shfl_xor(T value, unsigned int mask, CUSIM_HERE) const {
        const unsigned int rank = thread_rank();
        return from_rank(value, (rank ^ mask) < num_threads() ? rank ^ mask : rank, file, line);
    }

    unsigned int cusim_mask() const { return mask_; }

  private:
    // The bits of `lanes` that belong to this group, by rank.
    unsigned int by_rank(unsigned int lanes) const {
        unsigned int result = 0, rank = 0;
        for (unsigned int lane = 0; lane < 32; ++lane)
            if (mask_ >> lane & 1) result |= (lanes >> lane & 1) << rank++;
        return result;
    }
    template <class T>
    T from_rank(const T& value, unsigned int rank, const char* file, int line) const {
        const unsigned int lane = cusim::detail::lane_of_rank(mask_, rank);
        return cusim::detail::value_from(mask_, value, lane, file, line);
    }

    unsigned int mask_;
};

class coalesced_group : public lanes_of_warp {
  public:
    using lanes_of_warp::lanes_of_warp;
    unsigned long long meta_group_rank() const { return 0; }
    unsigned long long meta_group_size() const { return 1; }
};

inline coalesced_group coalesced_threads(CUSIM_HERE) {
    return coalesced_group(__activemask(file, line));
}

}  // namespace cooperative_groups

#undef CUSIM_HERE
