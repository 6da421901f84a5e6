#include "python/device/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "python/device/handlers.hpp"
#include "simulator/simulator.hpp"

namespace python {

namespace {

// The error that CUDA's driver would return, and the name of its function.
struct Failure {
    cudaError_t error;
    std::string call;
    std::string text = cudaGetErrorString(error);
};

void check(cudaError_t error, const char* call) {
    if (error == cudaSuccess) return;
    cudaGetLastError();  // the driver stores no last error
    throw Failure{error, call};
}

template <class T>
T field(const Message& request, const char* name) {
    return request.head.at(name).get<T>();
}

void* pointer(const Message& request, const char* name) {
    return reinterpret_cast<void*>(field<std::uintptr_t>(request, name));
}

void* device_pointer(const Message& request, const char* name, const char* call) {
    void* const address = pointer(request, name);
    if (!cusim::device_may_use(address)) throw Failure{cudaErrorInvalidValue, call};
    return address;
}

dim3 extent(const Message& request, const char* name) {
    const auto sizes = field<std::vector<std::int64_t>>(request, name);
    if (sizes.size() != 3 ||
        std::ranges::any_of(sizes, [](std::int64_t size) { return size < 0 || size > INT32_MAX; }))
        throw Failure{cudaErrorInvalidValue, "cuLaunchKernel"};
    return dim3(unsigned(sizes[0]), unsigned(sizes[1]), unsigned(sizes[2]));
}

std::uint64_t address(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

std::string bytes(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

// The kernel's parameters are in one block of memory, each at its alignment. A block of another
// size is refused, as by the driver. A block of the right size with other contents is not noticed.
std::vector<void*> places_of(const void* function, Bytes& piece) {
    const auto parameters = cusim::api::parameters_of(function);
    const std::size_t size =
        parameters.empty() ? 0 : parameters.back().offset + parameters.back().size;
    if (piece.size() != size)
        throw Failure{cudaErrorLaunchOutOfResources, "cuLaunchKernel",
                      "too many resources requested for launch (the kernel takes " +
                          std::to_string(parameters.size()) + " arguments, " + bytes(size) +
                          " with their padding; it was given " + bytes(piece.size()) + ")"};
    std::vector<void*> places;
    for (const auto& parameter : parameters) places.push_back(piece.data() + parameter.offset);
    return places;
}

// The driver's text, "named symbol not found", does not name the symbol.
Failure not_found(const char* call, const char* what, const Message& request) {
    return {cudaErrorSymbolNotFound, call,
            std::string(cudaGetErrorString(cudaErrorSymbolNotFound)) + " (the module has no " +
                what + " `" + field<std::string>(request, "name") + "`)"};
}

std::string contents_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

Device::Device(std::filesystem::path modules) : modules_(std::move(modules)) {
    cusim::speak_python();
}

const std::map<std::string, Device::Operation>& Device::operations() {
    static const std::map<std::string, Operation> table{
        {"properties", &Device::properties},
        {"memory_info", &Device::memory_info},
        {"allocate", &Device::allocate},
        {"free", &Device::release},
        {"fill", &Device::fill},
        {"copy_in", &Device::copy_in},
        {"copy_out", &Device::copy_out},
        {"copy_within", &Device::copy_within},
        {"load_module", &Device::load_module},
        {"find_function", &Device::find_function},
        {"find_variable", &Device::find_variable},
        {"function_attributes", &Device::function_attributes},
        {"allow_shared", &Device::allow_shared},
        {"launch", &Device::launch},
        {"synchronize", &Device::synchronize},
        {"query", &Device::query},
        {"end", &Device::end},
        {"make_stream", &Device::make_stream},
        {"end_stream", &Device::end_stream},
        {"wait_for_event", &Device::wait_for_event},
        {"make_event", &Device::make_event},
        {"end_event", &Device::end_event},
        {"record_event", &Device::record_event},
        {"time_between", &Device::time_between},
    };
    return table;
}

Message Device::answer(const Message& request) {
    Message answer{Head::object(), {}};
    const auto fail = [&](int code, const std::string& call, const std::string& text) {
        answer = {{{"error", {{"code", code}, {"call", call}, {"text", text}}}}, {}};
    };
    try {
        const auto found = operations().find(request.head.value("do", std::string()));
        if (found == operations().end())
            return fail(cudaErrorNotSupported, "the simulator", "it knows no such request"), answer;
        sent_.add(request);
        (this->*found->second)(request, answer);
    } catch (const Failure& failure) {
        // The driver has no error for configurations: a block that cannot be launched is an invalid
        // value.
        const bool configuration = failure.error == cudaErrorInvalidConfiguration;
        fail(configuration ? cudaErrorInvalidValue : failure.error, failure.call,
             configuration ? cudaGetErrorString(cudaErrorInvalidValue) : failure.text);
    } catch (const cusim::api::AddressTaken&) {
        answer = {{{"taken", true}}, {}};
    } catch (const cusim::api::ModuleError& error) {
        fail(cudaErrorInvalidKernelImage, "cuModuleLoadDataEx", error.what());
    } catch (const nlohmann::json::exception&) {
        fail(cudaErrorInvalidValue, "the simulator", "a malformed request");
    }
    return answer;
}

cudaStream_t Device::stream(const Message& request) const {
    const int number = request.head.value("stream", 0);
    if (number == 0) return nullptr;
    const auto found = streams_.find(number);
    if (found == streams_.end()) throw Failure{cudaErrorInvalidResourceHandle, "a stream"};
    return found->second;
}

cudaEvent_t Device::event(const Message& request, const char* name) const {
    const auto found = events_.find(field<int>(request, name));
    if (found == events_.end()) throw Failure{cudaErrorInvalidResourceHandle, "an event"};
    return found->second;
}

const void* Device::function(const Message& request) const {
    const auto id = field<std::size_t>(request, "function");
    if (id >= functions_.size()) throw Failure{cudaErrorInvalidResourceHandle, "a function"};
    return functions_[id];
}

void Device::properties(const Message&, Message& answer) {
    cudaDeviceProp known{};
    check(cudaGetDeviceProperties(&known, 0), "cuDeviceGet");
    answer.head["name"] = known.name;
    answer.head["capability"] = {known.major, known.minor};
    answer.head["total_memory"] = known.totalGlobalMem;
    // By CUDA's attribute numbers, which are the same in both APIs.
    Head attributes = Head::object();
    for (int attribute = 1; attribute < 150; ++attribute) {
        int value = 0;
        if (cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0) ==
            cudaSuccess)
            attributes[std::to_string(attribute)] = value;
    }
    cudaGetLastError();
    answer.head["attributes"] = std::move(attributes);
}

void Device::memory_info(const Message&, Message& answer) {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cuMemGetInfo");
    answer.head["free"] = free;
    answer.head["total"] = total;
}

void Device::allocate(const Message& request, Message& answer) {
    void* memory = nullptr;
    const auto bytes = field<std::uint64_t>(request, "bytes");
    if (bytes == 0) throw Failure{cudaErrorInvalidValue, "cuMemAlloc"};
    check(cudaMalloc(&memory, bytes), "cuMemAlloc");
    allocated_.insert(memory);
    sent_.allocated(address(memory), bytes);
    answer.head["pointer"] = address(memory);
}

void Device::release(const Message& request, Message&) {
    check(cudaFree(pointer(request, "pointer")), "cuMemFree");
    allocated_.erase(pointer(request, "pointer"));
    progress_.waited_for_all();
}

// For elements of 1, 2 or 4 bytes; the runtime's function can only fill single bytes.
void Device::fill(const Message& request, Message&) {
    void* const to = device_pointer(request, "pointer", "cuMemsetD8");
    const auto width = field<std::size_t>(request, "width");
    const auto count = field<std::size_t>(request, "count");
    const auto value = field<std::uint32_t>(request, "value");
    const std::uint32_t repeated = (value & 0xff) * 0x01010101u;
    const std::uint32_t mask = width == 1 ? 0xff : width == 2 ? 0xffff : 0xffffffff;
    if ((width != 1 && width != 2 && width != 4) || count > SIZE_MAX / width)
        throw Failure{cudaErrorInvalidValue, "cuMemsetD8"};
    const char* const call = width == 1 ? "cuMemsetD8" : width == 2 ? "cuMemsetD16" : "cuMemsetD32";
    progress_.asked();
    if ((value & mask) == (repeated & mask)) {
        check(cudaMemset(to, int(value & 0xff), count * width), call);
        return;
    }
    if (count > most_body_bytes / width) throw Failure{cudaErrorInvalidValue, call};
    Bytes pattern(count * width);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&pattern[i * width], &value, width);
    check(cudaMemcpy(to, pattern.data(), pattern.size(), cudaMemcpyHostToDevice), call);
}

void Device::copy_in(const Message& request, Message&) {
    void* const to = device_pointer(request, "pointer", "cuMemcpyHtoD");
    check(cudaMemcpyAsync(to, request.body.data(), request.body.size(), cudaMemcpyHostToDevice,
                          stream(request)),
          "cuMemcpyHtoD");
    clock_.now();
    clock_.copied(request.body.size());
    progress_.asked();
    if (request.head.value("stream", 0) == 0) progress_.waited_for_all();
}

void Device::copy_out(const Message& request, Message& answer) {
    void* const from = device_pointer(request, "pointer", "cuMemcpyDtoH");
    const auto bytes = field<std::uint64_t>(request, "bytes");
    if (bytes > most_body_bytes) throw Failure{cudaErrorInvalidValue, "cuMemcpyDtoH"};
    answer.body.resize(bytes);
    // Python waits for the answer, so the copy must be complete, in whatever stream it is.
    check(cudaStreamSynchronize(stream(request)), "cuMemcpyDtoH");
    progress_.waited_for_all();
    check(cudaMemcpy(answer.body.data(), from, bytes, cudaMemcpyDeviceToHost), "cuMemcpyDtoH");
    const auto by_kernel = [from](std::size_t offset, std::size_t count) {
        return cusim::written_by_kernel(static_cast<const char*>(from) + offset, count);
    };
    pretence_.on_the_way_out(answer.body, by_kernel);
    provenance_.copied_out(answer.body, by_kernel);
    sent_.came_back(answer.body);
    clock_.now();
    clock_.copied(bytes);
}

void Device::copy_within(const Message& request, Message&) {
    void* const to = device_pointer(request, "to", "cuMemcpyDtoD");
    const void* const from = device_pointer(request, "from", "cuMemcpyDtoD");
    check(cudaMemcpyAsync(to, from, field<std::uint64_t>(request, "bytes"),
                          cudaMemcpyDeviceToDevice, stream(request)),
          "cuMemcpyDtoD");
    progress_.asked();
}

void Device::load_module(const Message& request, Message& answer) {
    std::filesystem::path file = field<std::string>(request, "file");
    if (!modules_.empty()) file = modules_ / file.filename();
    loaded_.emplace_back(file);
    sent_.loaded(contents_of(file));
    clock_.compiled();
    answer.head["module"] = loaded_.size() - 1;
}

void Device::find_function(const Message& request, Message& answer) {
    const auto module = field<std::size_t>(request, "module");
    if (module >= loaded_.size())
        throw Failure{cudaErrorInvalidResourceHandle, "cuModuleGetFunction"};
    const void* const found = loaded_[module].kernel(field<std::string>(request, "name"));
    if (!found) throw not_found("cuModuleGetFunction", "__global__ function", request);
    functions_.push_back(found);
    sent_.found_function(module, field<std::string>(request, "name"));
    answer.head["function"] = functions_.size() - 1;
    function_attributes({{{"function", functions_.size() - 1}}, {}}, answer);
    Head parameters = Head::array();
    for (const auto& parameter : cusim::api::parameters_of(found))
        parameters.push_back({parameter.offset, parameter.size});
    answer.head["parameters"] = std::move(parameters);
}

void Device::find_variable(const Message& request, Message& answer) {
    const auto module = field<std::size_t>(request, "module");
    if (module >= loaded_.size())
        throw Failure{cudaErrorInvalidResourceHandle, "cuModuleGetGlobal"};
    const auto found = loaded_[module].variable(field<std::string>(request, "name"));
    if (found.size == 0)
        throw not_found("cuModuleGetGlobal", "__device__ or __constant__ variable", request);
    answer.head["pointer"] = found.base;
    answer.head["bytes"] = found.size;
}

void Device::function_attributes(const Message& request, Message& answer) {
    cudaFuncAttributes known{};
    check(cudaFuncGetAttributes(&known, function(request)), "cuFuncGetAttribute");
    answer.head["attributes"] = {
        {"MAX_THREADS_PER_BLOCK", known.maxThreadsPerBlock},
        {"SHARED_SIZE_BYTES", known.sharedSizeBytes},
        {"CONST_SIZE_BYTES", known.constSizeBytes},
        {"LOCAL_SIZE_BYTES", known.localSizeBytes},
        {"NUM_REGS", known.numRegs},
        {"PTX_VERSION", known.ptxVersion},
        {"BINARY_VERSION", known.binaryVersion},
        {"MAX_DYNAMIC_SHARED_SIZE_BYTES", known.maxDynamicSharedSizeBytes}};
}

void Device::allow_shared(const Message& request, Message&) {
    check(cudaFuncSetAttribute(function(request), cudaFuncAttributeMaxDynamicSharedMemorySize,
                               field<int>(request, "bytes")),
          "cuFuncSetAttribute");
}

void Device::launch(const Message& request, Message&) {
    Bytes piece = request.body;
    const void* const kernel = function(request);
    std::vector<void*> arguments = places_of(kernel, piece);
    const cudaError_t error =
        cudaLaunchKernel(kernel, extent(request, "grid"), extent(request, "block"),
                         arguments.data(), field<std::size_t>(request, "shared"), stream(request));
    check(error, "cuLaunchKernel");
    progress_.asked();
    if (request.head.contains("handlers"))
        tell_of_handlers(cusim::api::name_of_kernel(kernel),
                         handlers_in(request, kernel, arguments), provenance_);
    std::fflush(stdout);  // prints what the kernel has printed
}

void Device::synchronize(const Message& request, Message&) {
    if (request.head.contains("event")) {
        check(cudaEventSynchronize(event(request, "event")), "cuEventSynchronize");
        progress_.waited_for(field<int>(request, "event"));
        return;
    }
    if (request.head.value("stream", 0) != 0)
        check(cudaStreamSynchronize(stream(request)), "cuStreamSynchronize");
    else
        check(cudaDeviceSynchronize(), "cuCtxSynchronize");
    progress_.waited_for_all();
}

// An event that is queried before it is reached counts as reached the next time, so that polling
// ends.
void Device::query(const Message& request, Message& answer) {
    check(cudaEventQuery(event(request, "event")), "cuEventQuery");
    const int asked_for = field<int>(request, "event");
    answer.head["over"] = progress_.is_over(asked_for);
    progress_.waited_for(asked_for);
}

// A program in Python ends without freeing its arrays; its context frees them.
void Device::end(const Message&, Message&) {
    for (void* const memory : allocated_) cudaFree(memory);
    allocated_.clear();
}

void Device::make_stream(const Message&, Message& answer) {
    cudaStream_t made = nullptr;
    check(cudaStreamCreate(&made), "cuStreamCreate");
    streams_[++made_] = made;
    answer.head["stream"] = made_;
}

void Device::end_stream(const Message& request, Message&) {
    check(cudaStreamDestroy(stream(request)), "cuStreamDestroy");
    streams_.erase(field<int>(request, "stream"));
}

void Device::wait_for_event(const Message& request, Message&) {
    check(cudaStreamWaitEvent(stream(request), event(request, "event"), 0), "cuStreamWaitEvent");
}

void Device::make_event(const Message&, Message& answer) {
    cudaEvent_t made = nullptr;
    check(cudaEventCreate(&made), "cuEventCreate");
    events_[++made_] = made;
    answer.head["event"] = made_;
}

void Device::end_event(const Message& request, Message&) {
    check(cudaEventDestroy(event(request, "event")), "cuEventDestroy");
    events_.erase(field<int>(request, "event"));
    progress_.forget(field<int>(request, "event"));
}

void Device::record_event(const Message& request, Message&) {
    check(cudaEventRecord(event(request, "event"), stream(request)), "cuEventRecord");
    event_times_[field<int>(request, "event")] = clock_.now();
    progress_.recorded(field<int>(request, "event"));
}

void Device::time_between(const Message& request, Message& answer) {
    for (const char* const which : {"from", "to"})
        if (!progress_.is_over(field<int>(request, which)))
            throw Failure{cudaErrorNotReady, "cuEventElapsedTime",
                          std::string(cudaGetErrorString(cudaErrorNotReady)) +
                              " (a launch returns at once: synchronize() with the later event "
                              "before the time is asked for)"};
    // The event has been reached, and waited for, perhaps through another stream.
    check(cudaEventSynchronize(event(request, "from")), "cuEventElapsedTime");
    check(cudaEventSynchronize(event(request, "to")), "cuEventElapsedTime");
    float simulators_own = 0;  // the call also checks the two events
    check(cudaEventElapsedTime(&simulators_own, event(request, "from"), event(request, "to")),
          "cuEventElapsedTime");
    const double microseconds =
        event_times_[field<int>(request, "to")] - event_times_[field<int>(request, "from")];
    times_asked_ += microseconds > 0;  // events without work in between time nothing
    answer.head["milliseconds"] = pretence_.times_as_long() * microseconds / 1e3;
}

}  // namespace python
