// <cooperative_groups/memcpy_async.h> on the simulator: a group copies together; each thread
// commits its share, and waiting for commits is also a barrier of the group.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <cooperative_groups.h>

#include "cusim/async_copy.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define CUSIM_INLINE __attribute__((always_inline)) inline

namespace cooperative_groups {

// `size`: bytes, as a number or as a cuda::aligned_size_t.
template <class Group, class To, class From, class Size>
CUSIM_INLINE void memcpy_async(const Group& group, To* to, const From* from, const Size& size,
                               CUSIM_HERE) {
    // For narrower types, the alignment is found from the addresses.
    constexpr ::std::size_t known = cuda::cusim_detail::AlignmentOf<To, Size>::value;
    cusim::detail::copy_for_commit(to, from, size,
                                   {static_cast<unsigned int>(group.thread_rank()),
                                    static_cast<unsigned int>(group.size()), known < 4 ? 0 : known},
                                   file, line);
    cusim::detail::commit_copies();
}
// Each side's size in elements; the smaller one is copied.
template <class Group, class T, class ToSize, class FromSize,
          class = decltype(::std::size_t(ToSize(0)))>
CUSIM_INLINE void memcpy_async(const Group& group, T* to, const ToSize& to_size, const T* from,
                               const FromSize& from_size, CUSIM_HERE) {
    const ::std::size_t room = to_size, given = from_size;
    memcpy_async(group, to, from, (room < given ? room : given) * sizeof(T), file, line);
}

template <unsigned int Prior, class Group>
CUSIM_INLINE void wait_prior(const Group& group, CUSIM_HERE) {
    cusim::detail::wait_for_commits(Prior);
    group.sync(file, line);
}
template <class Group>
CUSIM_INLINE void wait(const Group& group, CUSIM_HERE) {
    wait_prior<0>(group, file, line);
}

}  // namespace cooperative_groups

#undef CUSIM_INLINE
#undef CUSIM_HERE

#include "cusim/letters_restored.hpp"
