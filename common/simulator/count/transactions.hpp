// What the hardware counts for one request of a warp, as Nsight Compute names it: sectors of global
// accesses and atomics, wavefronts and bank conflicts of shared ones, requests and sectors of
// textures. Pure functions for the warp replay, which decides what one request is and sums.
//
// The rules were found by experiment, one request a launch (validation/requests.cu), and are held
// against those measurements by the tests: NVIDIA H100 80GB HBM3, driver 580.159, CUDA 13.0,
// November 2026. Each rule says where it is known to be inexact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/trace/request.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::count {

// Loads and stores of any size are one request; its sectors are the aligned 32 bytes touched.
unsigned global_sectors(const trace::WarpRequest& request);

// Global atomics, red and atom: one request. Lanes on one address take their turns, so a sector
// counts as often as the busiest address in it. Where lanes scatter over more than eight sectors
// the hardware at times fails to merge a sector's lanes: one or two sectors more, in 13 of 240 such
// requests; all others were equal. Swaps (atomicExch, atomicCAS) are atoms even where nobody uses
// the result; the other operations are reds then.
unsigned atomic_sectors(const trace::WarpRequest& request);

struct SharedCost {
    unsigned wavefronts = 0;
    unsigned bank_conflicts = 0;  // wavefronts beyond those that the width of the request needs
};

// A bank delivers one word a wavefront, to any number of lanes. Requests of 8 bytes a lane are
// served by halves of the warp, those of 16 by quarters. Wide loads need half of that where each
// lane, or each lane's neighbour but one, agrees with its neighbour on the address or lacks one.
SharedCost shared_cost(const trace::WarpRequest& request, bool store);

struct SharedAtomicCost {
    SharedCost atomics;
    SharedCost loads;  // those of a loop
};

// Lanes of one bank take turns, on one address or not.
SharedAtomicCost shared_atomic_cost(const trace::WarpRequest& request, trace::SharedAtomic how);

// The lanes that each wavefront of a load or store serves, as masks; those of one word together.
std::vector<std::uint32_t> shared_wavefronts(const trace::WarpRequest& request, bool store);
// The lanes of each turn of an atomic.
std::vector<std::uint32_t> shared_atomic_turns(trace::WarpRequest request);

struct TextureCost {
    unsigned requests = 0;
    unsigned sectors = 0;
};

// `texels`: what each lane reads; several requests where filtering reads several texels a lane (one
// that would have no weight is not read). Sampling (tex1D, tex2D) serves 4 lanes at once, which is
// one request and shares sectors only with itself. In pitched memory a sector is 32 aligned bytes;
// in an array it is 16 bytes of two rows, so let addresses say that.
TextureCost texture_sample_cost(std::span<const trace::WarpRequest> texels);
// tex1Dfetch serves 8 lanes at once, or 4 where a texel has 16 bytes.
TextureCost texture_fetch_cost(const trace::WarpRequest& texels);

}  // namespace cusim::count
