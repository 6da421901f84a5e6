// Random arguments for calls of the runtime API, right and wrong ones: what an argument of a type
// may be, and the handles and pointers that earlier calls have made or destroyed.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <iterator>
#include <random>
#include <type_traits>
#include <vector>

constexpr std::size_t host_room = 1 << 16;
alignas(256) unsigned char host_memory[2][host_room];
__device__ int device_variable[64];
__constant__ float constant_variable[16];
__managed__ int managed_variable[16];

// Its address is an argument, too.
__global__ void fill(int* p, int n, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}

template <class T>
struct Pool {
    std::vector<T> live, gone;
};

struct Fuzz {
    std::mt19937 random;
    Pool<void*> device, pinned, managed;
    Pool<cudaStream_t> streams;
    Pool<cudaEvent_t> events;
    Pool<cudaGraph_t> graphs;
    Pool<cudaGraphExec_t> execs;
    Pool<cudaArray_t> arrays;
    Pool<cudaTextureObject_t> textures;
    std::vector<cudaGraphNode_t> nodes;
    int* flag = nullptr;  // pinned

    std::size_t below(std::size_t limit) { return limit ? random() % limit : 0; }
    bool seldom(std::size_t n = 8) { return below(n) == 0; }
    template <class T>
    T any(const std::vector<T>& from) {
        return from.empty() ? T{} : from[below(from.size())];
    }
    template <class T>
    T any(const Pool<T>& pool) {
        return seldom() ? any(pool.gone) : any(pool.live);
    }
    // The handle is no longer one.
    template <class T>
    T take(Pool<T>& pool) {
        if (pool.live.empty() || seldom()) return any(pool);
        const std::size_t at = below(pool.live.size());
        const T taken = pool.live[at];
        pool.live.erase(pool.live.begin() + at);
        pool.gone.push_back(taken);
        if (pool.gone.size() > 32) pool.gone.erase(pool.gone.begin());
        return taken;
    }
    template <class T>
    void keep(Pool<T>& pool, cudaError_t error, T made) {
        if (error == cudaSuccess && made) pool.live.push_back(made);
    }
};

// ---- What an argument of a type may be ---------------------------------------------------------

void* pointer(Fuzz& f) {
    constexpr std::size_t offsets[] = {0, 0, 0, 0, 1, 4, 64, 256, 4096, 1 << 20};
    void* base = nullptr;
    switch (f.below(10)) {
        case 0:
            return nullptr;
        case 1:
            return host_memory[f.below(2)];
        case 2:
            base = f.any(f.pinned);
            break;
        case 3:
            base = f.any(f.managed);
            break;
        case 4:
            return managed_variable;
        case 5:
            return device_variable;
        default:
            base = f.any(f.device);
    }
    return base ? static_cast<char*>(base) + offsets[f.below(std::size(offsets))] : nullptr;
}

std::size_t size(Fuzz& f) {
    constexpr std::size_t sizes[] = {0, 1, 3, 4, 16, 100, 256, 1024, 4096, host_room};
    constexpr std::size_t large[] = {1 << 20, std::size_t{1} << 33, ~std::size_t{0},
                                     ~std::size_t{0} / 2};
    return f.seldom(10) ? large[f.below(std::size(large))] : sizes[f.below(std::size(sizes))];
}

int number(Fuzz& f) {
    constexpr int numbers[] = {0, 0, 0, 1, 2, 3, 7, 32, 1024, -1, 100000, 0x7fffffff};
    return numbers[f.below(std::size(numbers))];
}

template <class T>
struct Draw {
    static T draw(Fuzz& f) {
        if constexpr (std::is_enum_v<T>)
            return static_cast<T>(f.seldom(10) ? number(f) : int(f.below(6)));
        else
            return static_cast<T>(number(f));
    }
};
// Of a result: somewhere, or nowhere.
template <class T>
struct Draw<T*> {
    static T* draw(Fuzz& f) {
        alignas(256) static unsigned char results[2][2048];
        return f.seldom(6) ? nullptr : reinterpret_cast<T*>(results[f.below(2)]);
    }
};
template <>
struct Draw<void*> {
    static void* draw(Fuzz& f) { return pointer(f); }
};
template <>
struct Draw<const void*> {
    static const void* draw(Fuzz& f) {
        return f.seldom(4) ? reinterpret_cast<const void*>(&fill) : pointer(f);
    }
};
template <>
struct Draw<std::size_t> {
    static std::size_t draw(Fuzz& f) { return size(f); }
};
template <>
struct Draw<cudaStream_t> {
    static cudaStream_t draw(Fuzz& f) {
        const cudaStream_t special[] = {nullptr, cudaStreamLegacy, cudaStreamPerThread,
                                        reinterpret_cast<cudaStream_t>(0x1234560)};
        return f.seldom(3) ? special[f.below(4)] : f.any(f.streams);
    }
};
template <>
struct Draw<cudaEvent_t> {
    static cudaEvent_t draw(Fuzz& f) { return f.any(f.events); }
};
template <>
struct Draw<cudaGraph_t> {
    static cudaGraph_t draw(Fuzz& f) { return f.any(f.graphs); }
};
template <>
struct Draw<cudaGraphExec_t> {
    static cudaGraphExec_t draw(Fuzz& f) { return f.any(f.execs); }
};
template <>
struct Draw<cudaGraphNode_t> {
    static cudaGraphNode_t draw(Fuzz& f) { return f.any(f.nodes); }
};
template <>
struct Draw<cudaArray_t> {
    static cudaArray_t draw(Fuzz& f) { return f.any(f.arrays); }
};
template <>
struct Draw<cudaArray_const_t> {
    static cudaArray_const_t draw(Fuzz& f) { return f.any(f.arrays); }
};
template <>
struct Draw<cudaMemPool_t> {
    static cudaMemPool_t draw(Fuzz& f) {
        cudaMemPool_t pool = nullptr;
        if (!f.seldom(4)) cudaDeviceGetDefaultMemPool(&pool, 0);
        return pool;
    }
};

bool is_host(const void* p) {
    const auto* const byte = static_cast<const unsigned char*>(p);
    return byte >= host_memory[0] && byte < host_memory[2];
}

// A length that stays inside of the host's memory, where that is one end.
std::size_t length(Fuzz& f, const void* to, const void* from) {
    const std::size_t wanted = size(f);
    const bool host = is_host(to) || is_host(from);
    return host && wanted > host_room ? host_room : wanted;
}

cudaMemcpyKind direction(Fuzz& f) {
    return f.seldom() ? Draw<cudaMemcpyKind>::draw(f) : cudaMemcpyDefault;
}

int* ints(Fuzz& f) {
    return static_cast<int*>(pointer(f));
}

// Of a grid: beyond the limits, or small.
dim3 extent(Fuzz& f) {
    constexpr unsigned columns[] = {0, 1, 7, ~0u}, rows[] = {0, 1, 3, 70000};
    if (f.seldom()) return {columns[f.below(4)], rows[f.below(4)], 1};
    return {1 + unsigned(f.below(3)), 1 + unsigned(f.below(2)), 1};
}

dim3 threads(Fuzz& f) {
    return f.seldom() ? dim3(unsigned(number(f))) : dim3(32 * (1 + unsigned(f.below(4))));
}
