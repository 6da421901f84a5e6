// api-calls SECONDS SEED: calls the runtime API in random order, with right and wrong arguments,
// from two host threads. No call may crash the runtime or hang, whatever a program does. Wrong
// arguments are those that CUDA would refuse or report: null, freed and foreign pointers, handles
// that were destroyed or never created, and sizes, directions and numbers out of range. Host memory
// is not overrun, since that would be the program's own error.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <thread>
#include <tuple>
#include <vector>

#include "random_arguments.hpp"

__global__ void sum(const int* p, int n, int* result) {
    __shared__ int part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&part, p[i]);
    __syncthreads();
    if (threadIdx.x == 0) *result = part;
}
__global__ void wait_for(volatile int* flag, int value) {
    while (*flag < value) {
    }
}
__global__ void set(int* flag, int value) {
    atomicExch(flag, value);
}
__global__ void meet_half() {
    if (threadIdx.x < 16) __syncthreads();
}

using Call = std::function<void(Fuzz&)>;

template <class... P>
Call with_any(cudaError_t (*function)(P...)) {
    return [function](Fuzz& f) {
        std::tuple<P...> arguments{Draw<P>::draw(f)...};
        std::apply(function, arguments);
    };
}

using Calls = std::vector<Call>;

Calls allocations() {
    return {
        [](Fuzz& f) {
            void* p = nullptr;
            f.keep(f.device, cudaMalloc(&p, size(f)), p);
        },
        [](Fuzz& f) {
            void* p = nullptr;
            f.keep(f.device, cudaMallocAsync(&p, size(f), Draw<cudaStream_t>::draw(f)), p);
        },
        [](Fuzz& f) {
            void* p = nullptr;
            std::size_t pitch = 0;
            f.keep(f.device, cudaMallocPitch(&p, f.seldom() ? nullptr : &pitch, size(f), size(f)),
                   p);
        },
        [](Fuzz& f) {
            void* p = nullptr;
            f.keep(f.pinned, cudaHostAlloc(&p, size(f), unsigned(number(f))), p);
        },
        [](Fuzz& f) {
            void* p = nullptr;
            f.keep(f.managed, cudaMallocManaged(&p, size(f), f.seldom() ? 7 : 1), p);
        },
        [](Fuzz& f) { cudaMalloc((void**)nullptr, size(f)); },
        [](Fuzz& f) { cudaFree(f.take(f.device)); },
        [](Fuzz& f) { cudaFree(f.take(f.managed)); },
        [](Fuzz& f) { cudaFree(pointer(f)); },
        [](Fuzz& f) { cudaFreeAsync(f.take(f.device), Draw<cudaStream_t>::draw(f)); },
        [](Fuzz& f) { cudaFreeHost(f.take(f.pinned)); },
        [](Fuzz& f) {
            cudaHostRegister(f.seldom() ? pointer(f) : host_memory[0], host_room / 2, 0);
        },
        [](Fuzz& f) { cudaHostUnregister(f.seldom() ? pointer(f) : host_memory[0]); },
    };
}

Calls copies() {
    return {
        [](Fuzz& f) {
            void *to = pointer(f), *from = pointer(f);
            cudaMemcpy(to, from, length(f, to, from), direction(f));
        },
        [](Fuzz& f) {
            void *to = pointer(f), *from = pointer(f);
            cudaMemcpyAsync(to, from, length(f, to, from), direction(f),
                            Draw<cudaStream_t>::draw(f));
        },
        [](Fuzz& f) {
            void *to = pointer(f), *from = pointer(f);
            cudaMemcpy2DAsync(to, 256, from, 256, f.below(300), f.below(200), direction(f),
                              Draw<cudaStream_t>::draw(f));
        },
        [](Fuzz& f) {
            void* to = pointer(f);
            cudaMemsetAsync(to, number(f), size(f), Draw<cudaStream_t>::draw(f));
        },
        [](Fuzz& f) { cudaMemset2D(pointer(f), size(f), 1, size(f), f.below(100)); },
        [](Fuzz& f) {
            cudaMemcpyToSymbol(device_variable, host_memory[0], f.below(400), f.below(100));
            cudaMemcpyFromSymbol(host_memory[1], constant_variable, f.below(100), f.below(64));
        },
        [](Fuzz& f) {
            cudaMemcpyPeer(pointer(f), number(f), pointer(f), number(f), f.below(host_room));
        },
        [](Fuzz& f) {
            cudaMemset3D({pointer(f), 256, 256, 16}, 1, {f.below(300), f.below(20), f.below(4)});
        },
        [](Fuzz& f) {
            cudaHostGetDevicePointer(Draw<void**>::draw(f), pointer(f), unsigned(number(f)));
        },
        with_any(&cudaHostGetFlags),
        with_any(&cudaMemGetInfo),
        with_any(&cudaPointerGetAttributes),
    };
}

Calls launches() {
    return {
        [](Fuzz& f) {
            fill<<<extent(f), threads(f), 0, Draw<cudaStream_t>::draw(f)>>>(ints(f),
                                                                            int(f.below(300)), 1);
        },
        [](Fuzz& f) {
            sum<<<1, 64, f.seldom() ? size(f) : 0, Draw<cudaStream_t>::draw(f)>>>(
                ints(f), int(f.below(300)), ints(f));
        },
        [](Fuzz& f) {
            if (!f.flag) return;
            *static_cast<volatile int*>(f.flag) = 0;
            wait_for<<<1, 32, 0, f.any(f.streams.live)>>>(f.flag, 1);
            if (!f.seldom()) *static_cast<volatile int*>(f.flag) = 1;
        },
        [](Fuzz& f) {
            if (f.flag) set<<<1, 1, 0, f.any(f.streams)>>>(f.flag, 1);
        },
        [](Fuzz& f) {
            if (f.flag) *static_cast<volatile int*>(f.flag) = 1;
        },
        [](Fuzz& f) {
            if (f.seldom(16)) meet_half<<<1, 32>>>();
        },
        [](Fuzz& f) {
            int* p = ints(f);
            int n = int(f.below(100)), value = 3;
            void* arguments[] = {&p, &n, &value};
            cudaLaunchKernel(f.seldom() ? nullptr : (const void*)&fill, extent(f), threads(f),
                             arguments, 0, Draw<cudaStream_t>::draw(f));
        },
        with_any(
            static_cast<cudaError_t (*)(cudaFuncAttributes*, const void*)>(&cudaFuncGetAttributes)),
        with_any(static_cast<cudaError_t (*)(const void*, cudaFuncAttribute, int)>(
            &cudaFuncSetAttribute)),
    };
}

Calls streams_and_events() {
    return {
        [](Fuzz& f) {
            cudaStream_t stream = nullptr;
            if (f.streams.live.size() < 8)
                f.keep(f.streams, cudaStreamCreateWithFlags(&stream, unsigned(f.below(3))), stream);
        },
        [](Fuzz& f) {
            cudaEvent_t event = nullptr;
            if (f.events.live.size() < 8)
                f.keep(f.events, cudaEventCreateWithFlags(&event, unsigned(f.below(3))), event);
        },
        [](Fuzz& f) { cudaStreamDestroy(f.take(f.streams)); },
        [](Fuzz& f) { cudaEventDestroy(f.take(f.events)); },
        [](Fuzz& f) {
            cudaLaunchHostFunc(
                Draw<cudaStream_t>::draw(f),
                [](void* data) { ++*static_cast<unsigned char*>(data); }, host_memory[0]);
        },
        with_any(&cudaStreamCreate),
        with_any(&cudaStreamGetPriority),
        with_any(&cudaStreamGetFlags),
        with_any(&cudaStreamGetDevice),
        with_any(&cudaStreamGetId),
        // Both are overloaded in CUDA's headers.
        with_any(static_cast<cudaError_t (*)(cudaStream_t, void*, std::size_t, unsigned int)>(
            &cudaStreamAttachMemAsync)),
        with_any(&cudaStreamSynchronize),
        with_any(&cudaStreamQuery),
        with_any(&cudaStreamWaitEvent),
        with_any(&cudaEventRecord),
        with_any(&cudaEventRecord),
        with_any(&cudaEventQuery),
        with_any(&cudaEventSynchronize),
        with_any(&cudaEventElapsedTime),
        with_any(&cudaDeviceGetStreamPriorityRange),
    };
}

Calls the_device() {
    return {
        with_any(&cudaGetLastError),
        with_any(&cudaPeekAtLastError),
        with_any(&cudaGetDeviceCount),
        with_any(&cudaGetDevice),
        with_any(&cudaSetDevice),
        with_any(&cudaChooseDevice),
        with_any(&cudaGetDeviceProperties),
        with_any(&cudaDeviceGetAttribute),
        with_any(&cudaDeviceSynchronize),
        with_any(&cudaSetDeviceFlags),
        with_any(&cudaGetDeviceFlags),
        with_any(&cudaDeviceGetLimit),
        with_any(&cudaDeviceGetCacheConfig),
        with_any(&cudaDeviceSetCacheConfig),
        with_any(&cudaDeviceGetSharedMemConfig),
        [](Fuzz& f) {
            cudaDeviceGetByPCIBusId(Draw<int*>::draw(f), f.seldom() ? nullptr : "00:00");
        },
        with_any(&cudaDeviceCanAccessPeer),
        with_any(&cudaDeviceEnablePeerAccess),
        with_any(&cudaDriverGetVersion),
        with_any(&cudaRuntimeGetVersion),
    };
}

Calls pools() {
    return {
        with_any(&cudaDeviceGetDefaultMemPool),
        with_any(&cudaDeviceSetMemPool),
        [](Fuzz& f) {
            void* const value = Draw<int*>::draw(f);
            const auto attribute = Draw<cudaMemPoolAttr>::draw(f);
            cudaMemPoolGetAttribute(Draw<cudaMemPool_t>::draw(f), attribute, value);
            cudaMemPoolSetAttribute(Draw<cudaMemPool_t>::draw(f), attribute, value);
        },
        with_any(&cudaMemPoolTrimTo),
    };
}

Calls arrays_and_textures() {
    return {
        [](Fuzz& f) {
            cudaArray_t array = nullptr;
            const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
            f.keep(f.arrays,
                   cudaMallocArray(&array, f.seldom() ? nullptr : &desc, f.below(100), f.below(50)),
                   array);
        },
        [](Fuzz& f) { cudaFreeArray(f.take(f.arrays)); },
        [](Fuzz& f) {
            cudaMemcpy2DToArray(f.any(f.arrays), f.below(40), f.below(20), pointer(f), 128,
                                f.below(200), f.below(60), direction(f));
        },
        with_any(&cudaGetChannelDesc),
        with_any(&cudaArrayGetInfo),
        [](Fuzz& f) {
            cudaResourceDesc resource{};
            resource.resType = cudaResourceTypeLinear;
            resource.res.linear.devPtr = pointer(f);
            resource.res.linear.desc = cudaCreateChannelDesc<float>();
            resource.res.linear.sizeInBytes = size(f);
            cudaTextureDesc texture{};
            cudaTextureObject_t object = 0;
            f.keep(f.textures,
                   cudaCreateTextureObject(&object, f.seldom() ? nullptr : &resource, &texture,
                                           nullptr),
                   object);
        },
        [](Fuzz& f) { cudaDestroyTextureObject(f.take(f.textures)); },
    };
}

Calls graphs() {
    return {
        with_any(&cudaStreamBeginCapture),
        [](Fuzz& f) {
            for (const cudaStream_t stream : f.streams.live) {
                cudaGraph_t graph = nullptr;
                f.keep(f.graphs, cudaStreamEndCapture(stream, f.seldom() ? nullptr : &graph),
                       graph);
            }
        },
        with_any(&cudaStreamIsCapturing),
        [](Fuzz& f) {
            cudaGraph_t graph = nullptr;
            f.keep(f.graphs, cudaGraphCreate(&graph, 0), graph);
        },
        [](Fuzz& f) {
            f.nodes.clear();
            cudaGraphDestroy(f.take(f.graphs));
        },
        [](Fuzz& f) {
            cudaGraphNode_t node = nullptr;
            const cudaGraphNode_t before = f.any(f.nodes);
            if (cudaGraphAddEmptyNode(&node, f.any(f.graphs), &before, f.nodes.empty() ? 0 : 1) ==
                cudaSuccess)
                f.nodes.push_back(node);
        },
        [](Fuzz& f) {
            cudaGraphExec_t exec = nullptr;
            if (f.execs.live.size() < 8)
                f.keep(f.execs, cudaGraphInstantiateWithFlags(&exec, f.any(f.graphs), 0), exec);
        },
        with_any(&cudaGraphLaunch),
        with_any(&cudaGraphUpload),
        with_any(&cudaGraphGetNodes),
        with_any(&cudaGraphNodeGetType),
        with_any(
            static_cast<cudaError_t (*)(cudaGraphExec_t, cudaGraph_t,
                                        cudaGraphExecUpdateResultInfo*)>(&cudaGraphExecUpdate)),
        [](Fuzz& f) { cudaGraphExecDestroy(f.take(f.execs)); },
        [](Fuzz& f) {
            if (!f.flag && cudaMallocHost(&f.flag, sizeof(int)) == cudaSuccess) *f.flag = 1;
        },
    };
}

const Calls& calls() {
    static const Calls all = [] {
        Calls every;
        for (const auto group : {&allocations, &copies, &launches, &streams_and_events, &the_device,
                                 &pools, &arrays_and_textures, &graphs})
            std::ranges::move(group(), std::back_inserter(every));
        return every;
    }();
    return all;
}

// A device that is lost comes back.
void recover(Fuzz& f) {
    if (cudaFree(nullptr) == cudaSuccess) return;
    cudaDeviceReset();
    f.device = f.pinned = f.managed = {};
    f.arrays = {};
    f.flag = nullptr;
}

unsigned argument(int argc, char** argv, int at, unsigned otherwise) {
    return argc > at ? unsigned(std::strtoul(argv[at], nullptr, 10)) : otherwise;
}

int main(int argc, char** argv) {
    const std::chrono::seconds time{argument(argc, argv, 1, 2)};
    const unsigned first = argument(argc, argv, 2, 1);
    const bool tells = std::getenv("FUZZ_TELL");
    const auto begin = std::chrono::steady_clock::now();
    Fuzz f;
    unsigned long count = 0;
    unsigned seed = first;
    const auto goes_on = [&] { return std::chrono::steady_clock::now() - begin < time; };
    // A seed is a thousand calls; what they leave stays for those of the next.
    for (; goes_on(); ++seed) {
        f.random.seed(seed);
        for (int i = 0; i < 1000; ++i, ++count) {
            const std::size_t which = f.below(calls().size());
            alarm(300);
            if (f.seldom(16)) recover(f);
            if (tells) std::fprintf(stderr, "seed %u, call %d: %zu\n", seed, i, which);
            if (f.seldom(16))
                std::thread{[&] { calls()[which](f); }}.join();
            else
                calls()[which](f);
        }
    }
    std::printf("survived %lu calls, seeds %u to %u\n", count, first, seed - 1);
    std::fflush(stdout);
    _exit(0);  // what was found is of no interest
}
