// What the nodes of a graph do, by the parameters that a program gives.
#pragma once

#include "simulator/api/streams/graph.hpp"

namespace cusim::api {

// What a node does, or why there is none.
struct NodeWork {
    cudaError_t error = cudaSuccess;
    GraphWork work = {};
};

// `pc`: the program's call. Null parameters are an error.
NodeWork work_of(const cudaKernelNodeParams* parameters, const void* pc);
NodeWork work_of(const cudaMemcpy3DParms* parameters, const void* pc);
NodeWork work_of(const cudaMemsetParams* parameters, const void* pc);
NodeWork work_of(const cudaHostNodeParams* parameters, const void* pc);
NodeWork work_of_copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                      const void* pc);
NodeWork work_of_record(cudaEvent_t event);
NodeWork work_of_wait(cudaEvent_t event);
// Of any type but cudaGraphNodeTypeGraph.
NodeWork work_of(const cudaGraphNodeParams& parameters, const void* pc);

}  // namespace cusim::api
