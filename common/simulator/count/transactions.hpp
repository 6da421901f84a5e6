// What the hardware counts for one request of a warp, in Nsight Compute's terms: sectors of global
// accesses and atomics, wavefronts and bank conflicts of shared accesses, addresses of constant
// memory, requests and sectors of textures. Pure functions; the warp replay decides what a request
// is, and adds up the costs.
//
// The rules were found by experiments with one request per launch (validation/requests.cu). Tests
// compare them with those measurements: NVIDIA H100 80GB HBM3, driver 580.159, CUDA 13.0, November
// 2026. Each rule says where it is known to be inexact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/trace/request.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::count {

// A load or store of any size is one request. Its sectors are the aligned 32-byte pieces that it
// touches.
unsigned global_sectors(const trace::WarpRequest& request);

// Global atomics, red and atom: one request. Lanes with the same address are served one after the
// other, so a sector counts as often as its busiest address occurs. If lanes scatter over more than
// eight sectors, the hardware sometimes fails to merge the lanes of a sector, and counts one or two
// sectors more. This happened in 13 of 240 such requests; all others were equal. Swaps (atomicExch,
// atomicCAS) are atoms even if the result is not used; the other operations are then reds.
unsigned atomic_sectors(const trace::WarpRequest& request);

struct SharedCost {
    unsigned wavefronts = 0;
    unsigned bank_conflicts = 0;  // wavefronts beyond those that its width requires
};

// A bank delivers one word per wavefront, to any number of lanes. Requests of 8 bytes per lane are
// served by halves of the warp, those of 16 bytes by quarters. Wide loads need half as many
// wavefronts if each lane has the same address as its neighbour, or each lane the same as its next
// neighbour but one; lanes that take no part do not matter.
SharedCost shared_cost(const trace::WarpRequest& request, bool store);

struct SharedAtomicCost {
    SharedCost atomics;
    SharedCost loads;  // the loads of a loop
};

// Lanes on the same bank are served one after the other, whether their addresses differ or not.
SharedAtomicCost shared_atomic_cost(const trace::WarpRequest& request, trace::SharedAtomic how);

// The lanes that each wavefront of a load or store serves, as masks. Lanes on the same word are
// together.
std::vector<std::uint32_t> shared_wavefronts(const trace::WarpRequest& request, bool store);
// The lanes that each round of an atomic serves.
std::vector<std::uint32_t> shared_atomic_turns(trace::WarpRequest request);

// Constant memory serves one address of a request after the other, each to any number of lanes.
// Nothing counts this on the device; it was found by times (docs/simulator.md).
unsigned constant_addresses(const trace::WarpRequest& request);

struct TextureCost {
    unsigned requests = 0;
    unsigned sectors = 0;
};

// `texels`: the texels that each lane reads. There are several requests if filtering reads several
// texels per lane; a texel with weight 0 is not read. Sampling (tex1D, tex2D) serves 4 lanes at
// once: these are one request, and share sectors only among themselves. A sector of pitched memory
// is 32 aligned bytes. A sector of an array is 16 bytes of two rows; the caller must pass addresses
// that express this.
TextureCost texture_sample_cost(std::span<const trace::WarpRequest> texels);
// tex1Dfetch serves 8 lanes at once, or 4 if a texel has 16 bytes.
TextureCost texture_fetch_cost(const trace::WarpRequest& texels);

}  // namespace cusim::count
