#include "python/device/device.hpp"

#include <string>
#include <utility>

#include "python/device/failure.hpp"
#include "simulator/simulator.hpp"

namespace python {

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

}  // namespace python
