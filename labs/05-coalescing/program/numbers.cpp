#include "numbers.hpp"

#include <dlfcn.h>

#include <memory>
#include <stdexcept>

#include "reference.hpp"

namespace runner::sweep {

namespace {

constexpr int success = 0;
constexpr int default_generator = 100;  // CURAND_RNG_PSEUDO_DEFAULT

void* open_library() {
    for (const char* name :
         {"libcurand.so.10", "libcurand.so", "/usr/local/cuda/lib64/libcurand.so"})
        if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    return nullptr;
}

void check(int status, const char* what) {
    if (status != success)
        throw std::runtime_error(std::string("cuRAND: ") + what + " gives status " +
                                 std::to_string(status));
}

// The few functions that are needed, by name, as declared in curand.h. The library stays open,
// since it has its own state on the device.
class Curand {
  public:
    explicit Curand(void* library) {
        find(library, "curandCreateGenerator", create_);
        find(library, "curandDestroyGenerator", destroy_);
        find(library, "curandSetPseudoRandomGeneratorSeed", set_seed_);
        find(library, "curandGenerateUniform", uniform_);
        check(create_(&generator_, default_generator), "curandCreateGenerator");
    }
    ~Curand() { destroy_(generator_); }
    Curand(const Curand&) = delete;
    Curand& operator=(const Curand&) = delete;

    void fill(float* values, std::size_t count, std::uint64_t seed) {
        check(set_seed_(generator_, seed), "curandSetPseudoRandomGeneratorSeed");
        check(uniform_(generator_, values, count), "curandGenerateUniform");
    }

  private:
    using Generator = void*;

    template <class Entry>
    static void find(void* library, const char* name, Entry& entry) {
        entry = reinterpret_cast<Entry>(dlsym(library, name));
        if (!entry) throw std::runtime_error(std::string("libcurand has no ") + name);
    }

    int (*create_)(Generator*, int type) = nullptr;
    int (*destroy_)(Generator) = nullptr;
    int (*set_seed_)(Generator, unsigned long long seed) = nullptr;
    int (*uniform_)(Generator, float* values, std::size_t count) = nullptr;
    Generator generator_ = nullptr;
};

}  // namespace

Numbers Numbers::own() {
    return {"the kit's own generator", uniform};
}

Numbers Numbers::find() {
    void* const library = open_library();
    if (!library) return own();
    const auto curand = std::make_shared<Curand>(library);
    return {"cuRAND", [curand](float* values, std::size_t count, std::uint64_t seed) {
                curand->fill(values, count, seed);
            }};
}

}  // namespace runner::sweep
