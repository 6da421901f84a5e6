// What translated code calls: the other half of simcc's rewriting of `<<<>>>`, `__global__`,
// `__shared__`, `__device__`, `__constant__` and `__managed__`. Programs never name any of this.
#pragma once

#include <type_traits>

#include "cusim/driver_types.hpp"
#include "cusim/vector_types.hpp"

// Code that must leave no trace in the access log although it sits in the student's object file.
#if defined(__clang__)
#define CUSIM_UNWATCHED __attribute__((no_sanitize("thread", "bounds", "coverage")))
#else
#define CUSIM_UNWATCHED \
    __attribute__((no_sanitize("thread", "bounds"), no_sanitize_coverage, noinline))
#endif

namespace cusim {

// One per instantiation of a kernel; its address is the kernel's identity.
struct KernelSite {
    const char* name;
    const char* file;
    int line;
    int max_threads;         // of __launch_bounds__, 0 where there is none
    int min_blocks;          // its second argument
    const char* parameters;  // "n, A, x": names findings may use for what they point to
    dim3 cluster;            // of __cluster_dims__, 0 where there is none

    constexpr KernelSite(const char* name_, const char* file_, int line_, int max_threads_ = 0,
                         int min_blocks_ = 0, const char* parameters_ = nullptr,
                         dim3 cluster_ = {0, 0, 0})
        : name(name_),
          file(file_),
          line(line_),
          max_threads(max_threads_),
          min_blocks(min_blocks_),
          parameters(parameters_),
          cluster(cluster_) {}
};

enum class Space : unsigned char { device, constant, managed };

// Registers a variable of the device, before main.
struct Symbol {
    Symbol(void* address, std::size_t size, const char* name, Space space, const char* file,
           int line);
};
// That of a static variable which a local class of its function leads to.
template <class Local>
struct LocalSymbol {
    static const Symbol symbol;
};
template <class Local>
const Symbol LocalSymbol<Local>::symbol = Local::symbol();
// Names the registration, so that it is made, and is the variable.
template <class T>
constexpr T& registered(const Symbol&, T& variable) {
    return variable;
}

// Lines of device code that wait in a loop for what another thread stores.
struct WaitingLoop {
    WaitingLoop(const char* file, int first_line, int last_line);
};

// `<<<grid, block, shared_bytes, stream>>>`: kept until the kernel, called next, takes it.
void configure(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
               const char* file = __builtin_FILE(), int line = __builtin_LINE());

namespace detail {

// What an array holds, by its declaration.
enum class ElementKind : unsigned char { unknown, other, whole, real };

// What of a parameter is of use in a report.
enum class ParameterKind : unsigned char {
    other,
    pointer,
    pointer_to_whole,  // numbers
    pointer_to_real,   // numbers
    int32,
    uint32,
    int64
};

// Where a parameter may lie in memory, for launches that bring all of them in one piece.
struct ParameterShape {
    std::size_t size, alignment;
};

// A kernel with its parameters' types erased. `arguments` has one address a parameter.
struct KernelCall {
    const KernelSite* site;
    void (*run_thread)(const void* body, const void* const* arguments);
    const void* body;
    const void* const* arguments;
    const ParameterKind* kinds;  // by parameter
    int parameters;
    const ParameterShape* shapes;  // by parameter, or nullptr
};
void launch(const KernelCall& call);

// Whether a kernel's thread asks: what __CUDA_ARCH__ tells functions of both sides.
bool on_device();
// A kernel of our own libraries that goes through all elements in one thread says so.
void runs_long();
// What kernels compiled for a debugger (simcc -G) begin with.
bool debugger_wants_this_thread();
void stop_for_debugger();

void* shared_variable(const int& identity, std::size_t size, std::size_t alignment,
                      const char* name, ElementKind elements);
void* dynamic_shared(std::size_t alignment, const char* name, ElementKind elements);

template <std::size_t... I>
struct Indices {};
template <std::size_t N, std::size_t... I>
struct MakeIndices : MakeIndices<N - 1, N - 1, I...> {};
template <std::size_t... I>
struct MakeIndices<0, I...> {
    using type = Indices<I...>;
};

// A parameter's type without `__restrict__`, which belongs to the parameter, not to its value.
template <class T>
struct Unrestricted {
    using type = T;
};
template <class T>
struct Unrestricted<T* __restrict__> {
    using type = T*;
};
template <class T>
struct Unrestricted<T* const __restrict__> {
    using type = T* const;
};
template <class T>
using ValueType = typename Unrestricted<T>::type;

template <class T>
struct KindOf {
    static constexpr ParameterKind value = ParameterKind::other;
};
template <class T>
struct KindOf<const T> : KindOf<T> {};
template <>
struct KindOf<int> {
    static constexpr ParameterKind value = ParameterKind::int32;
};
template <>
struct KindOf<unsigned> {
    static constexpr ParameterKind value = ParameterKind::uint32;
};
template <>
struct KindOf<long> {
    static constexpr ParameterKind value = ParameterKind::int64;
};
template <>
struct KindOf<unsigned long> : KindOf<long> {};
template <>
struct KindOf<long long> : KindOf<long> {};
template <>
struct KindOf<unsigned long long> : KindOf<long> {};
template <class T>
struct KindOf<volatile T> : KindOf<T> {};
template <class T>
struct KindOf<const volatile T> : KindOf<T> {};
template <class T>
struct IsReal {
    static constexpr bool value = false;
};
template <>
struct IsReal<float> {
    static constexpr bool value = true;
};
template <>
struct IsReal<double> : IsReal<float> {};
template <class T>
struct IsReal<const T> : IsReal<T> {};
template <class T>
struct IsReal<volatile T> : IsReal<T> {};
template <class T>
struct IsReal<const volatile T> : IsReal<T> {};

template <class T>
struct ElementKindOf {
    static constexpr bool is_whole =
        KindOf<T>::value >= ParameterKind::int32 && KindOf<T>::value <= ParameterKind::int64;
    static constexpr ElementKind value = is_whole           ? ElementKind::whole
                                         : IsReal<T>::value ? ElementKind::real
                                                            : ElementKind::other;
};
template <class T, std::size_t N>
struct ElementKindOf<T[N]> : ElementKindOf<T> {};

template <class T>
struct KindOf<T*> {
    static constexpr ElementKind elements = ElementKindOf<T>::value;
    static constexpr ParameterKind value =
        elements == ElementKind::whole  ? ParameterKind::pointer_to_whole
        : elements == ElementKind::real ? ParameterKind::pointer_to_real
                                        : ParameterKind::pointer;
};

// Whether functions take a T as it is. Others they take by its address, as they take a reference.
template <class T>
struct IsPlain : std::integral_constant<bool, !std::is_reference<T>::value &&
                                                  std::is_trivially_destructible<T>::value &&
                                                  (std::is_trivially_copy_constructible<T>::value ||
                                                   !std::is_copy_constructible<T>::value) &&
                                                  (std::is_trivially_move_constructible<T>::value ||
                                                   !std::is_move_constructible<T>::value)> {};

// A launch's argument, and how each simulated thread's own comes of it. What a launch keeps of a
// reference is an address, in the room that `kept` is given.
template <class T, bool plain = IsPlain<T>::value>
struct Argument {
    using Passed = T;
    using Value = T;
    static const void* kept(const void* value, const void*&) { return value; }
    CUSIM_UNWATCHED explicit Argument(const void* kept) : value_(*static_cast<const T*>(kept)) {}
    const T& get() { return value_; }

  private:
    const T& value_;
};
// A launch copies bytes: no thread runs a copy constructor or a destructor. The compiler copies a
// struct, which nothing watches.
template <class T>
struct Argument<T, false> {
    using Passed = T&;
    using Value = T;
    static const void* kept(const void* value, const void*&) { return value; }
    CUSIM_UNWATCHED explicit Argument(const void* kept)
        : bytes_(*static_cast<const Bytes*>(kept)) {}
    T& get() { return *reinterpret_cast<T*>(&bytes_); }

  private:
    struct __attribute__((may_alias)) Bytes {
        alignas(T) unsigned char at[sizeof(T)];
    };
    Bytes bytes_;
};
template <class T>
struct Argument<T&, false> {
    using Passed = T&;
    using Value = T*;
    static const void* kept(const void* value, const void*& address) {
        address = value;
        return &address;
    }
    CUSIM_UNWATCHED explicit Argument(const void* kept) : at_(*static_cast<T* const*>(kept)) {}
    T& get() { return *at_; }

  private:
    T* at_;
};

template <bool...>
struct Flags {};
template <class... Parameters>
using AllPlain = std::is_same<Flags<true, IsPlain<Parameters>::value...>,
                              Flags<IsPlain<Parameters>::value..., true>>;

// Each simulated thread gets copies of the parameters of its own.
template <class... Parameters>
struct Thunk {
    template <class Body, std::size_t... I>
    CUSIM_UNWATCHED static void call(std::true_type, const Body& body, const void* const* arguments,
                                     Indices<I...>) {
        body(*static_cast<const Parameters*>(arguments[I])...);
    }
    template <class Body, std::size_t... I>
    CUSIM_UNWATCHED static void call(std::false_type, const Body& body,
                                     const void* const* arguments, Indices<I...>) {
        using Declared = void (Body::*)(Parameters...) const;
        using ByAddress = void (Body::*)(typename Argument<Parameters>::Passed...) const;
        const Declared declared = &Body::operator();
        ByAddress by_address;
        __builtin_memcpy(&by_address, &declared, sizeof declared);
        (body.*by_address)(Argument<Parameters>(arguments[I]).get()...);
    }
    template <class Body>
    CUSIM_UNWATCHED static void run(const void* body, const void* const* arguments) {
        call(std::integral_constant<bool, AllPlain<Parameters...>::value>(),
             *static_cast<const Body*>(body), arguments,
             typename MakeIndices<sizeof...(Parameters)>::type{});
    }
};

template <class Body, class... Declared, class... Parameters>
CUSIM_UNWATCHED inline void launch(const KernelSite& site, const Body& body,
                                   void (Body::*)(Declared...) const, Parameters&... parameters) {
    const void* addresses[sizeof...(Parameters) + 1] = {};
    const void** room = addresses;  // the casts: clang++ converts no restricted pointer
    const void* arguments[] = {
        Argument<ValueType<Declared>>::kept((const void*)&parameters, *room++)..., nullptr};
    static constexpr ParameterKind kinds[] = {
        KindOf<typename Argument<ValueType<Declared>>::Value>::value..., ParameterKind::other};
    static constexpr ParameterShape shapes[] = {
        {sizeof(typename Argument<ValueType<Declared>>::Value),
         alignof(typename Argument<ValueType<Declared>>::Value)}...,
        {0, 1}};
    launch({&site, &Thunk<ValueType<Declared>...>::template run<Body>, &body, arguments, kinds,
            sizeof...(Parameters), shapes});
}

template <class T>
struct SharedIdentity {
    static int value;  // its address is the variable's identity
};
template <class T>
int SharedIdentity<T>::value;

}  // namespace detail

namespace detail {

// Which parameters are references, only the body's own list tells; one with `auto` in it has none.
template <class Body, class... Parameters>
CUSIM_UNWATCHED inline auto launch_declared(int, const KernelSite& site, const Body& body,
                                            Parameters&... parameters)
    -> decltype((void)&Body::operator()) {
    launch(site, body, &Body::operator(), parameters...);
}
template <class Body, class... Parameters>
CUSIM_UNWATCHED inline void launch_declared(long, const KernelSite& site, const Body& body,
                                            Parameters&... parameters) {
    void (Body::*const of_values)(ValueType<Parameters>...) const = nullptr;
    launch(site, body, of_values, parameters...);
}

}  // namespace detail

// The whole body of a translated kernel's function.
template <class Body, class... Parameters>
CUSIM_UNWATCHED inline void launch(const KernelSite& site, const Body& body,
                                   Parameters&... parameters) {
    detail::launch_declared(0, site, body, parameters...);
}

// A `__shared__` variable: one object of type T a block, at the same place for all its threads.
// `Declared`: the type of its one member.
template <class T, class Declared = T>
inline T& shared_variable(const char* name) {
    return *static_cast<T*>(detail::shared_variable(detail::SharedIdentity<T>::value, sizeof(T),
                                                    alignof(T), name,
                                                    detail::ElementKindOf<Declared>::value));
}

template <class T>
struct DynamicShared;
template <class T, std::size_t N>
struct DynamicShared<T[N]> {
    using Element = T;
};

// `extern __shared__ T name[]`: the launch's third argument in bytes, as an array without bound.
template <class Array>
inline auto dynamic_shared(const char* name) -> typename DynamicShared<Array>::Element (&)[] {
    using Element = typename DynamicShared<Array>::Element;
    return *static_cast<Element(*)[]>(
        detail::dynamic_shared(alignof(Element), name, detail::ElementKindOf<Element>::value));
}

}  // namespace cusim
