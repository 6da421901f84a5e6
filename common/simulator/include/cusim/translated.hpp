// The functions that translated code calls: the counterpart of simcc's rewriting of `<<<>>>`,
// `__global__`, `__shared__`, `__device__`, `__constant__` and `__managed__`. Programs never use
// these names themselves.
#pragma once

#include <type_traits>

#include "cusim/driver_types.hpp"
#include "cusim/shape.hpp"
#include "cusim/symbol.hpp"
#include "cusim/vector_types.hpp"

// For code in the student's object file whose accesses must not be recorded.
#if defined(__clang__)
#define CUSIM_UNWATCHED __attribute__((no_sanitize("thread", "bounds", "coverage")))
#else
#define CUSIM_UNWATCHED \
    __attribute__((no_sanitize("thread", "bounds"), no_sanitize_coverage, noinline))
#endif

namespace cusim {

// One object for each instantiation of a kernel; its address identifies the kernel.
struct KernelSite {
    const char* name;
    const char* file;
    int line;
    int max_threads;         // of __launch_bounds__; 0 if absent
    int min_blocks;          // its second argument
    const char* parameters;  // "n, A, x": findings call memory by the name of a pointer to it
    dim3 cluster;            // of __cluster_dims__; 0 if absent

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

// The registration of a static variable, through a local class of its function.
template <class Local>
struct LocalSymbol {
    static const Symbol symbol;
};
template <class Local>
const Symbol LocalSymbol<Local>::symbol = Local::symbol();
// Uses the registration, so that it is instantiated, and returns the variable.
template <class T>
constexpr T& registered(const Symbol&, T& variable) {
    return variable;
}

// Lines of device code that wait in a loop for another thread's store.
struct WaitingLoop {
    WaitingLoop(const char* file, int first_line, int last_line);
};

// `<<<grid, block, shared_bytes, stream>>>`: the values are kept until the kernel, which is called
// next, takes them.
void configure(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
               const char* file = __builtin_FILE(), int line = __builtin_LINE());

namespace detail {
const void* stand_in_of(const void* function, const char* name);
}

// The host's address of a function of the device, through which no side can call it.
template <class Function>
Function& address_on_host(Function& function, const char* name) {
    const void* const address = reinterpret_cast<const void*>(&function);
    return *reinterpret_cast<Function*>(const_cast<void*>(detail::stand_in_of(address, name)));
}

// While it lives, the program calls a function whose result it does not look at.
struct NobodyReads {
    NobodyReads();
    ~NobodyReads();
    NobodyReads(const NobodyReads&) = delete;
    NobodyReads& operator=(const NobodyReads&) = delete;
};

namespace detail {

// In each file with virtual functions. Without any, copies need not look for objects that have
// some.
struct VirtualFunctions {
    VirtualFunctions();
};

// The type of an array's elements, from its declaration.
enum class ElementKind : unsigned char { unknown, other, whole, real };

// What reports need to know about a parameter.
enum class ParameterKind : unsigned char {
    other,
    pointer,
    pointer_to_whole,  // to numbers
    pointer_to_real,   // to numbers
    int32,
    uint32,
    int64
};

// A parameter's size and alignment, for launches that pass all parameters in one block of memory;
// and of a pointer, to what it points.
struct ParameterShape {
    std::size_t size, alignment;
    const Shape* pointee;
};

// A kernel with the types of its parameters erased. `arguments` has one address for each parameter.
struct KernelCall {
    const KernelSite* site;
    void (*run_thread)(const void* body, const void* const* arguments);
    const void* body;
    const void* const* arguments;
    const ParameterKind* kinds;  // one for each parameter
    int parameters;
    const ParameterShape* shapes;  // one for each parameter, or nullptr
};
void launch(const KernelCall& call);

// Whether a simulated thread runs: used where functions for both sides test __CUDA_ARCH__.
bool on_device();
// Called by kernels of our own libraries that process all elements in one thread.
void runs_long();
// Kernels compiled for a debugger (simcc -G) call this first.
bool debugger_wants_this_thread();
void stop_for_debugger();

void* shared_variable(const int& identity, std::size_t size, std::size_t alignment,
                      const char* name, ElementKind elements, const Shape& shape);
void* dynamic_shared(std::size_t alignment, const char* name, ElementKind elements,
                     const Shape& shape);

template <std::size_t... I>
struct Indices {};
template <std::size_t N, std::size_t... I>
struct MakeIndices : MakeIndices<N - 1, N - 1, I...> {};
template <std::size_t... I>
struct MakeIndices<0, I...> {
    using type = Indices<I...>;
};

// A parameter's type without `__restrict__`, which qualifies the parameter, not its value.
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

// Whether a T can be passed by value as it is. Others are passed by address, like references.
template <class T>
struct IsPlain : std::integral_constant<bool, !std::is_reference<T>::value &&
                                                  std::is_trivially_destructible<T>::value &&
                                                  (std::is_trivially_copy_constructible<T>::value ||
                                                   !std::is_copy_constructible<T>::value) &&
                                                  (std::is_trivially_move_constructible<T>::value ||
                                                   !std::is_move_constructible<T>::value)> {};

// How a launch's argument is kept, and how each simulated thread gets its own copy. Of a reference,
// a launch keeps the address, in the memory passed to `kept`.
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
// A launch copies bytes: no thread runs a copy constructor or a destructor. The compiler itself
// copies the struct, so no hook is called.
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

// Each simulated thread gets its own copies of the parameters.
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
    const void** room = addresses;  // cast because clang++ does not convert restricted pointers
    const void* arguments[] = {
        Argument<ValueType<Declared>>::kept((const void*)&parameters, *room++)..., nullptr};
    static constexpr ParameterKind kinds[] = {
        KindOf<typename Argument<ValueType<Declared>>::Value>::value..., ParameterKind::other};
    static constexpr ParameterShape shapes[] = {
        {sizeof(typename Argument<ValueType<Declared>>::Value),
         alignof(typename Argument<ValueType<Declared>>::Value),
         PointeeShape<typename Argument<ValueType<Declared>>::Value>::value}...,
        {0, 1, nullptr}};
    launch({&site, &Thunk<ValueType<Declared>...>::template run<Body>, &body, arguments, kinds,
            sizeof...(Parameters), shapes});
}

template <class T>
struct SharedIdentity {
    static int value;  // its address identifies the variable
};
template <class T>
int SharedIdentity<T>::value;

}  // namespace detail

namespace detail {

// Which parameters are references can be seen only in the parameters of the body. A body with an
// `auto` parameter has none.
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

// The whole body of a translated kernel function.
template <class Body, class... Parameters>
CUSIM_UNWATCHED inline void launch(const KernelSite& site, const Body& body,
                                   Parameters&... parameters) {
    detail::launch_declared(0, site, body, parameters...);
}

// A `__shared__` variable: one object of type T for each block, at the same address for all its
// threads. `Declared`: the type of its only member.
template <class T, class Declared = T>
inline T& shared_variable(const char* name) {
    return *static_cast<T*>(detail::shared_variable(
        detail::SharedIdentity<T>::value, sizeof(T), alignof(T), name,
        detail::ElementKindOf<Declared>::value, detail::ShapeOf<Declared>::value));
}

template <class T>
struct DynamicShared;
template <class T, std::size_t N>
struct DynamicShared<T[N]> {
    using Element = T;
};

// `extern __shared__ T name[]`: an array without bound, in memory whose size is the launch's third
// argument.
template <class Array>
inline auto dynamic_shared(const char* name) -> typename DynamicShared<Array>::Element (&)[] {
    using Element = typename DynamicShared<Array>::Element;
    return *static_cast<Element(*)[]>(detail::dynamic_shared(alignof(Element), name,
                                                             detail::ElementKindOf<Element>::value,
                                                             detail::ShapeOf<Array>::value));
}

}  // namespace cusim
