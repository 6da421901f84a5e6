// One access of one warp, in every kind and many patterns, so that a profiler's counters tell what
// one request costs. Profiling a launch is slow, so that most measure three patterns: the first is
// requested once, the second `base` times, the third base * base times, and the counts of one
// request are the digits of the sum. Wavefronts on shared memory are more where blocks share a
// multiprocessor, so that those launches measure one pattern (base 0). Prints a line a pattern:
// base, operation, bytes a lane, the mask in hexadecimal and the element indices of the lanes that
// take part (x, or x:y for textures). See request_table.py.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "request_kernels.hpp"

constexpr int shared_bytes = 16384;

// Where the accesses go, and what they are called.
struct Bench {
    char* memory;
    char* out;
    unsigned base;  // more than any count of one request, or 0

    template <class Launch>
    void measure(const std::string& name, int size, const std::vector<Pattern>& all,
                 Launch launch) const {
        const std::size_t together = base == 0 ? 1 : 3;
        for (std::size_t i = 0; i < all.size(); i += together) {
            Batch batch{base, {}};
            for (std::size_t k = 0; k < together; ++k)
                batch.pattern[k] = all[std::min(i + k, all.size() - 1)];
            launch(batch);
            check(cudaGetLastError());
            check(cudaDeviceSynchronize());
            for (std::size_t k = 0; k < together; ++k) say(name, size, batch.pattern[k]);
        }
    }

    void say(const std::string& name, int size, const Pattern& at) const {
        std::printf("%u %s %d %08x", base, name.c_str(), size, at.mask);
        for (int l = 0; l < 32; ++l)
            if (at.mask >> l & 1)
                name.find("2d") != std::string::npos ? std::printf(" %d:%d", at.x[l], at.y[l])
                                                     : std::printf(" %d", at.x[l]);
        std::printf("\n");
    }

    template <int size>
    void global(int randoms) const {
        const auto all = patterns(4096 / size, randoms, randoms >= 15);
        measure("global_load", size, all, [&](const Batch& batch) {
            global_load<size><<<batch.blocks(), 32>>>(batch, memory, out);
        });
        measure("global_store", size, all, [&](const Batch& batch) {
            global_store<size><<<batch.blocks(), 32>>>(batch, memory, out);
        });
    }

    template <int size>
    void shared(int randoms) const {
        const auto all = patterns(4096 / size, randoms);
        measure("shared_load", size, all, [&](const Batch& batch) {
            shared_load<size><<<batch.blocks(), 32, shared_bytes>>>(batch, memory, out);
        });
        measure("shared_store", size, all, [&](const Batch& batch) {
            shared_store<size><<<batch.blocks(), 32, shared_bytes>>>(batch, memory, out);
        });
    }

    template <class Op, class T, bool shared>
    void atomics(const std::string& name, int randoms) const {
        T* const results = reinterpret_cast<T*>(out);
        const std::string full = (shared ? "shared_" : "global_") + name;
        const int bytes = shared ? shared_bytes : 0;
        const auto all = patterns(4096 / sizeof(T), randoms, false);
        measure(full, sizeof(T), all, [&](const Batch& batch) {
            atomic<Op, T, shared, false><<<batch.blocks(), 32, bytes>>>(batch, memory, results);
        });
        std::vector<Pattern> fewer{all.front(), all[all.size() / 2], all.back()};
        measure(full + "_used", sizeof(T), fewer, [&](const Batch& batch) {
            atomic<Op, T, shared, true><<<batch.blocks(), 32, bytes>>>(batch, memory, results);
        });
    }
};

template <class T>
cudaTextureObject_t texture(cudaResourceDesc resource, bool linear) {
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t made;
    check(cudaCreateTextureObject(&made, &resource, &how, nullptr));
    return made;
}

template <class T>
void linear_textures(const Bench& bench, const std::string& type) {
    cudaResourceDesc linear{};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear = {bench.memory, cudaCreateChannelDesc<T>(), 8192 * sizeof(T)};
    const auto t = texture<T>(linear, false);
    bench.measure(
        "fetch_1d_" + type, sizeof(T), patterns(1024, 10, false), [&](const Batch& batch) {
            fetch_1d<T><<<batch.blocks(), 32>>>(batch, t, reinterpret_cast<T*>(bench.out));
        });
}

template <class T>
void plane_textures(const Bench& bench, const std::string& type) {
    T* const out = reinterpret_cast<T*>(bench.out);
    const auto format = cudaCreateChannelDesc<T>();
    cudaResourceDesc pitch{}, array{}, line{};
    pitch.resType = cudaResourceTypePitch2D;
    pitch.res.pitch2D = {bench.memory, format, 256, 256, 256 * sizeof(T)};
    cudaArray_t cells, row;
    check(cudaMallocArray(&cells, &format, 256, 256));
    check(cudaMallocArray(&row, &format, 8192, 0));
    array.resType = line.resType = cudaResourceTypeArray;
    array.res.array.array = cells;
    line.res.array.array = row;

    for (bool filter : {false, true}) {
        if (filter && !std::is_same_v<T, float>) continue;
        const std::string how = type + (filter ? "_linear" : "_point");
        for (float shift : {0.5f, 0.0f}) {
            if (!filter && shift == 0) continue;
            const std::string name = how + (shift == 0 ? "_between" : "");
            const auto p = texture<T>(pitch, filter), a = texture<T>(array, filter);
            const auto places = places_2d(filter || sizeof(T) == 8 ? 9 : 3);
            bench.measure("pitch_2d_" + name, sizeof(T), places, [&](const Batch& batch) {
                texture_2d<T><<<batch.blocks(), 32>>>(batch, p, out, shift);
            });
            bench.measure("array_2d_" + name, sizeof(T), places, [&](const Batch& batch) {
                texture_2d<T><<<batch.blocks(), 32>>>(batch, a, out, shift);
            });
            const auto l = texture<T>(line, filter);
            bench.measure("array_1d_" + name, sizeof(T), patterns(1024, 2, false),
                          [&](const Batch& batch) {
                              texture_1d<T><<<batch.blocks(), 32>>>(batch, l, out, shift);
                          });
        }
    }
}

void global(const Bench& bench) {
    bench.global<4>(9);
    bench.global<8>(9);
    bench.global<16>(15);
    bench.global<1>(2);
    bench.global<2>(2);
}

void shared(const Bench& bench) {
    bench.shared<4>(24);
    bench.shared<8>(60);
    bench.shared<16>(60);
    bench.shared<1>(16);
    bench.shared<2>(16);
}

using u32 = unsigned;
using u64 = unsigned long long;

void global_atomics(const Bench& bench) {
    bench.atomics<Add, int, false>("add_int", 100);
    bench.atomics<Add, u64, false>("add_u64", 24);
    bench.atomics<Add, double, false>("add_double", 16);
    bench.atomics<Add, float, false>("add_float", 16);
    bench.atomics<CompareAndSwap, int, false>("cas_int", 5);
    bench.atomics<CompareAndSwap, u64, false>("cas_u64", 5);
    bench.atomics<Exchange, int, false>("exch_int", 5);
    bench.atomics<Exchange, u64, false>("exch_u64", 4);
    bench.atomics<Exchange, float, false>("exch_float", 0);
    bench.atomics<Add, u32, false>("add_uint", 0);
    bench.atomics<Inc, u32, false>("inc_uint", 4);
    bench.atomics<Min, int, false>("min_int", 4);
    bench.atomics<Max, u32, false>("max_uint", 0);
    bench.atomics<Min, u64, false>("min_u64", 4);
    bench.atomics<And, int, false>("and_int", 0);
    bench.atomics<Or, u32, false>("or_uint", 4);
    bench.atomics<Xor, u64, false>("xor_u64", 4);
}

void shared_atomics(const Bench& bench) {
    bench.atomics<Add, int, true>("add_int", 20);
    bench.atomics<Add, float, true>("add_float", 4);
    bench.atomics<Add, u64, true>("add_u64", 8);
    bench.atomics<Add, double, true>("add_double", 0);
    bench.atomics<CompareAndSwap, int, true>("cas_int", 8);
    bench.atomics<CompareAndSwap, u64, true>("cas_u64", 4);
    bench.atomics<Exchange, int, true>("exch_int", 8);
    bench.atomics<Exchange, u64, true>("exch_u64", 4);
    bench.atomics<Min, int, true>("min_int", 4);
    bench.atomics<Or, u32, true>("or_uint", 0);
}

void textures(const Bench& bench) {
    linear_textures<float2>(bench, "float2");
    linear_textures<short>(bench, "short");
    linear_textures<float4>(bench, "float4");
    plane_textures<float>(bench, "float");
    plane_textures<float2>(bench, "float2");
    plane_textures<float4>(bench, "float4");
    plane_textures<unsigned char>(bench, "uchar");
}

int main(int argc, char** argv) {
    const std::string group = argc > 1 ? argv[1] : "";
    const std::map<std::string, void (*)(const Bench&)> groups{{"global", global},
                                                               {"shared", shared},
                                                               {"global_atomics", global_atomics},
                                                               {"shared_atomics", shared_atomics},
                                                               {"textures", textures}};
    if (!groups.count(group)) {
        std::fprintf(stderr,
                     "usage: requests global|shared|global_atomics|shared_atomics|textures\n");
        return 2;
    }
    Bench bench{nullptr, nullptr, group.find("shared") == 0 ? 0u : 256u};
    check(cudaMalloc(&bench.memory, 1 << 20));
    check(cudaMalloc(&bench.out, 1 << 16));
    check(cudaMemset(bench.memory, 0, 1 << 20));
    groups.at(group)(bench);
}
