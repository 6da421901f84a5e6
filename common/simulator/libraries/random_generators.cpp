// cuRAND's host API: generators that the host calls; see <curand.h>.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <utility>

#include "curand.h"
#include "cusim/philox.hpp"
#include "simulator/api/calls/location.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/libraries/library_call.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/report/recorder.hpp"

struct curandGenerator_st {
    bool of_host;
    std::uint64_t seed = 0;
    std::uint64_t offset = 0;  // in words of 32 bits
    cudaStream_t stream = nullptr;
};

namespace {

using namespace cusim;

// Word i of a seed's sequence, by Philox4x32-10.
class Philox {
  public:
    using result_type = std::uint32_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    Philox(std::uint64_t seed, std::uint64_t offset) : seed_(seed), at_(offset) {}
    result_type operator()() {
        if (!filled_ || at_ % 4 == 0) fill();
        return words_[at_++ % 4];
    }
    std::uint64_t position() const { return at_; }

  private:
    void fill() {
        const std::uint64_t block = at_ / 4;
        const uint4 words =
            detail::philox(make_uint4(0, 0, std::uint32_t(block), std::uint32_t(block >> 32)),
                           make_uint2(std::uint32_t(seed_), std::uint32_t(seed_ >> 32)));
        words_ = {words.x, words.y, words.z, words.w};
        filled_ = true;
    }

    std::uint64_t seed_, at_;
    std::array<std::uint32_t, 4> words_{};
    bool filled_ = false;
};

// In (0, 1], as in cuRAND.
float uniform(Philox& words, float) {
    return std::min(1.0f, (float(words()) + 1.0f) * 0x1p-32f);
}
double uniform(Philox& words, double) {
    const std::uint64_t high = words();
    return (double(((high << 32) | words()) >> 11) + 1.0) * 0x1p-53;
}

// Two values of the standard normal distribution, by the Box-Muller method.
template <class T>
std::pair<T, T> normals(Philox& words) {
    constexpr T two_pi = T(6.283185307179586);
    const T radius = std::sqrt(T(-2) * std::log(uniform(words, T())));
    const T angle = two_pi * uniform(words, T());
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

std::set<curandGenerator_t>& generators() {
    static auto& live = *new std::set<curandGenerator_t>;
    return live;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool of_host) {
    constexpr curandRngType_t known[] = {
        CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_XORWOW,  CURAND_RNG_PSEUDO_MRG32K3A,
        CURAND_RNG_PSEUDO_MTGP32,  CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10,
    };
    if (!generator || std::ranges::count(known, type) == 0) return CURAND_STATUS_TYPE_ERROR;
    api::initialise();
    generators().insert(*generator = new curandGenerator_st{.of_host = of_host});
    return CURAND_STATUS_SUCCESS;
}

template <class Action>
curandStatus_t with(curandGenerator_t generator, Action action) {
    if (!generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
    action(*generator);
    return CURAND_STATUS_SUCCESS;
}

// A host generator stores to host memory, not to the device's.
bool is_host_memory(const char* function, const void* output, const void* pc) {
    if (api::locate(output).host_may_use()) return true;
    report::Finding finding{.kind = report::FindingKind::device_pointer};
    finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::write, .kernel = function};
    finding.cause = std::string(function) +
                    ": a generator of curandCreateGeneratorHost() stores to memory of the host, "
                    "and this is the device's";
    report::emit(std::move(finding));
    return false;
}

struct Request {
    curandGenerator_t generator;
    const char* function;
    const void* pc;
};

// Calls fill(words, output, n) now, or as an operation of the stream. The words are reserved for
// this call: the next one starts `words_each` words later for each element.
template <class T, class Fill>
curandStatus_t generate(const Request& request, T* output, std::size_t n, unsigned words_each,
                        Fill fill) {
    if (!generators().contains(request.generator)) return CURAND_STATUS_NOT_INITIALIZED;
    curandGenerator_st& generator = *request.generator;
    const std::uint64_t begin = generator.offset;
    generator.offset += n * words_each;
    const auto work = [=, seed = generator.seed] {
        Philox words(seed, begin);
        fill(words, output, n);
    };
    if (n == 0) return CURAND_STATUS_SUCCESS;
    if (generator.of_host) {
        if (!is_host_memory(request.function, output, request.pc))
            return CURAND_STATUS_LAUNCH_FAILURE;
        const memory::DeviceAccess access;
        work();
        return CURAND_STATUS_SUCCESS;
    }
    const auto action = [=](libraries::LibraryCall& call) {
        call.writes({"outputPtr", output, n * sizeof(T), 1, n * sizeof(T)});
        call.begin();
        work();
    };
    return libraries::submit(request.function, generator.stream, request.pc, action)
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_PREEXISTING_FAILURE;
}

template <class T>
curandStatus_t generate_uniform(const Request& request, T* output, std::size_t n) {
    return generate(request, output, n, sizeof(T) / 4, [](Philox& words, T* to, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) to[i] = uniform(words, T());
    });
}

template <class T, class Change>
curandStatus_t generate_normal(const Request& request, T* output, std::size_t n, Change change) {
    if (n % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    return generate(request, output, n, sizeof(T) / 4,
                    [change](Philox& words, T* to, std::size_t n) {
                        for (std::size_t i = 0; i < n; i += 2) {
                            const auto [first, second] = normals<T>(words);
                            to[i] = change(first);
                            to[i + 1] = change(second);
                        }
                    });
}

}  // namespace

#define CUSIM_REQUEST()                                  \
    Request {                                            \
        generator, __func__, __builtin_return_address(0) \
    }

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
    return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
    return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!generators().erase(generator)) return CURAND_STATUS_NOT_INITIALIZED;
    delete generator;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
    if (!version) return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
    constexpr int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
    *value = parts[type];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    return with(generator, [&](curandGenerator_st& g) { g.stream = stream; });
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    return with(generator, [&](curandGenerator_st& g) {
        g.seed = seed;
        g.offset = 0;
    });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    return with(generator, [&](curandGenerator_st& g) { g.offset = offset; });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t) {
    return with(generator, [](curandGenerator_st&) {});
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    return with(generator, [](curandGenerator_st&) {});
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t n) {
    return generate(CUSIM_REQUEST(), output, n, 1, [](Philox& words, unsigned* to, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) to[i] = words();
    });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t n) {
    return generate_uniform(CUSIM_REQUEST(), output, n);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t n) {
    return generate_uniform(CUSIM_REQUEST(), output, n);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t n,
                                    float mean, float stddev) {
    return generate_normal(CUSIM_REQUEST(), output, n, [=](float x) { return mean + stddev * x; });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t n,
                                          double mean, double stddev) {
    return generate_normal(CUSIM_REQUEST(), output, n, [=](double x) { return mean + stddev * x; });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t n,
                                       float mean, float stddev) {
    return generate_normal(CUSIM_REQUEST(), output, n,
                           [=](float x) { return std::exp(mean + stddev * x); });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t n,
                                             double mean, double stddev) {
    return generate_normal(CUSIM_REQUEST(), output, n,
                           [=](double x) { return std::exp(mean + stddev * x); });
}
// The number of words for each value is not known beforehand; the next call starts after as many as
// may be needed.
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t n,
                                     double lambda) {
    constexpr unsigned words_at_most = 1024;
    if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
    return generate(CUSIM_REQUEST(), output, n, words_at_most,
                    [lambda](Philox& words, unsigned* to, std::size_t n) {
                        std::poisson_distribution<unsigned> distribution(lambda);
                        for (std::size_t i = 0; i < n; ++i) to[i] = distribution(words);
                    });
}
}
