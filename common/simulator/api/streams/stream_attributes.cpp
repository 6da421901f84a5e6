// Attributes of streams: hints on caches, waiting and priority, which change nothing here. A stream
// keeps them for whoever asks.
#include <map>
#include <utility>

#include "cusim/runtime_api.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"

using namespace cusim;

namespace {

using Attribute = std::pair<std::uint32_t, cudaStreamAttrID>;  // of the stream with that id

std::map<Attribute, cudaStreamAttrValue>& attributes() {
    static auto& kept = *new std::map<Attribute, cudaStreamAttrValue>;
    return kept;
}

// The attributes that CUDA lets a stream have. Its priority can be read, but is set at creation
// only.
bool is_of_streams(cudaStreamAttrID attribute) {
    return attribute == cudaStreamAttributeAccessPolicyWindow ||
           attribute == cudaStreamAttributeSynchronizationPolicy ||
           attribute == cudaStreamAttributePriority;
}

bool makes_sense(cudaStreamAttrID attribute, const cudaStreamAttrValue& value) {
    if (attribute != cudaStreamAttributeAccessPolicyWindow) return true;
    const cudaAccessPolicyWindow& window = value.accessPolicyWindow;
    return window.hitRatio >= 0 && window.hitRatio <= 1 &&
           window.missProp != cudaAccessPropertyPersisting;
}

}  // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
    return api::call([&] {
        if (!api::is_stream(stream)) return cudaErrorInvalidResourceHandle;
        if (!value || !is_of_streams(attribute) || !makes_sense(attribute, *value))
            return cudaErrorInvalidValue;
        attributes()[{api::stream_id(stream), attribute}] = *value;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
    return api::call([&] {
        if (!api::is_stream(stream)) return cudaErrorInvalidResourceHandle;
        if (!is_of_streams(attribute)) return cudaErrorInvalidValue;
        const auto kept = attributes().find({api::stream_id(stream), attribute});
        return api::put(value, kept == attributes().end() ? cudaStreamAttrValue{} : kept->second);
    });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    return api::call([&] {
        if (!api::is_stream(to) || !api::is_stream(from)) return cudaErrorInvalidResourceHandle;
        const std::uint32_t target = api::stream_id(to), source = api::stream_id(from);
        for (const auto& [attribute, value] : std::map(attributes()))
            if (attribute.first == source) attributes()[{target, attribute.second}] = value;
        return cudaSuccess;
    });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return api::call([] { return cudaSuccess; });
}
