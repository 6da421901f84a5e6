// Philox4x32-10 (Salmon et al. 2011): four random words from a counter and a key, for the
// generators in kernels and for those that the host calls.
#pragma once

#include "cuda_runtime.h"

namespace cusim::detail {

__device__ inline uint4 philox_round(uint4 c, uint2 k) {
    const unsigned long long left = 0xD2511F53ull * c.x, right = 0xCD9E8D57ull * c.z;
    return make_uint4((unsigned int)(right >> 32) ^ c.y ^ k.x, (unsigned int)right,
                      (unsigned int)(left >> 32) ^ c.w ^ k.y, (unsigned int)left);
}

__device__ inline uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < 10; ++round) {
        counter = philox_round(counter, key);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}

}  // namespace cusim::detail
