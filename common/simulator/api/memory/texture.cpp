// Texture objects: made from arrays, linear and pitched memory, and refused if CUDA refuses them.
#include "cusim/texture.hpp"

#include <string>

#include "simulator/api/calls/location.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/array.hpp"
#include "simulator/race/texture_access.hpp"
#include "simulator/texture/texture.hpp"

using namespace cusim;
using texture::Texture;

namespace {

constexpr std::size_t base_alignment = 512, pitch_alignment = 32;
constexpr std::size_t most_linear = std::size_t{1} << 28, most_wide = 131072, most_high = 65000;

// Allocations are aligned well enough for textures, so only the offset from the beginning matters.
// A pointer outside any allocation is accepted here, since the fetch reports it better.
bool is_aligned(const void* pointer) {
    const api::Location location = api::locate(pointer);
    const auto address = reinterpret_cast<memory::Address>(pointer);
    return !location.object || (address - location.object->base) % base_alignment == 0;
}

cudaError_t take_array(Texture& texture, cudaArray_t array) {
    if (!api::is_array(array))
        return api::refuse_call(cudaErrorInvalidResourceHandle,
                                "resType is cudaResourceTypeArray, which is 0, and res.array.array "
                                "is no CUDA array",
                                texture.pc, "cudaCreateTextureObject");
    texture.base = reinterpret_cast<memory::Address>(array->base);
    texture.format = array->format;
    texture.dimensions = array->extent.depth ? 3 : array->extent.height ? 2 : 1;
    texture.size[0] = int(array->extent.width);
    texture.size[1] = int(array->rows());
    texture.size[2] = int(array->slices());
    texture.pitch = array->pitch;
    texture.slice = array->pitch * array->rows();
    return cudaSuccess;
}

std::string number(std::size_t value) {
    return std::to_string(value);
}

// "x = 32, y = 0, z = 0 and w = 0"
std::string bits(const cudaChannelFormatDesc& format) {
    return "x = " + std::to_string(format.x) + ", y = " + std::to_string(format.y) +
           ", z = " + std::to_string(format.z) + " and w = " + std::to_string(format.w);
}

// Which field is wrong, and how; empty if all are valid. `field`: the member of the union `res`.
std::string misfit(const void* pointer, const std::string& field) {
    if (!api::locate(pointer).device_may_use()) return field + ".devPtr is not a device pointer";
    if (is_aligned(pointer)) return {};
    return field + ".devPtr must lie a multiple of " + number(base_alignment) +
           " bytes behind the beginning of its memory";
}

std::string misfit(const decltype(cudaResourceDesc::res.linear)& linear) {
    if (std::string words = misfit(linear.devPtr, "res.linear"); !words.empty()) return words;
    const std::size_t element = api::element_size(linear.desc);
    const std::size_t elements = element == 0 ? 1 : linear.sizeInBytes / element;
    const std::string size = "res.linear.sizeInBytes is " + number(linear.sizeInBytes);
    if (elements == 0) return size + ", and an element has " + number(element) + " bytes";
    if (elements > most_linear)
        return size + ", which are " + number(elements) + " elements of " + number(element) +
               " bytes: there may be " + number(most_linear);
    return {};
}

std::string misfit(const decltype(cudaResourceDesc::res.pitch2D)& rows) {
    if (std::string words = misfit(rows.devPtr, "res.pitch2D"); !words.empty()) return words;
    const auto extent = [](const char* name, std::size_t is, std::size_t most) -> std::string {
        if (is != 0 && is <= most) return {};
        return std::string("res.pitch2D.") + name + " is " + number(is) + ", and may be 1 to " +
               number(most) + " elements";
    };
    if (auto words = extent("width", rows.width, most_wide); !words.empty()) return words;
    if (auto words = extent("height", rows.height, most_high); !words.empty()) return words;
    const std::string pitch = "res.pitch2D.pitchInBytes is " + number(rows.pitchInBytes);
    if (rows.pitchInBytes % pitch_alignment != 0)
        return pitch + ", and must be a multiple of " + number(pitch_alignment) + " bytes";
    const std::size_t row = rows.width * api::element_size(rows.desc);
    if (row > rows.pitchInBytes)
        return pitch + ", and a row of " + number(rows.width) + " elements takes " + number(row) +
               " bytes";
    return {};
}

cudaError_t take_memory(Texture& texture, const void* pointer, const cudaChannelFormatDesc& format,
                        const std::string& misfit) {
    if (!misfit.empty())
        return api::refuse_call(cudaErrorInvalidValue, misfit, texture.pc,
                                "cudaCreateTextureObject");
    if (api::element_size(format) == 0)
        return api::refuse_call(
            cudaErrorInvalidChannelDescriptor,
            "the channel descriptor says that an element has " + bits(format) + " bits", texture.pc,
            "cudaCreateTextureObject");
    texture.base = reinterpret_cast<memory::Address>(pointer);
    texture.format = format;
    return cudaSuccess;
}

cudaError_t take_linear(Texture& texture) {
    const auto& linear = texture.resource.res.linear;
    const cudaError_t error = take_memory(texture, linear.devPtr, linear.desc, misfit(linear));
    if (error != cudaSuccess) return error;
    texture.size[0] = int(linear.sizeInBytes / api::element_size(linear.desc));
    return cudaSuccess;
}

cudaError_t take_pitched(Texture& texture) {
    const auto& rows = texture.resource.res.pitch2D;
    const cudaError_t error = take_memory(texture, rows.devPtr, rows.desc, misfit(rows));
    if (error != cudaSuccess) return error;
    texture.dimensions = 2;
    texture.size[0] = int(rows.width);
    texture.size[1] = int(rows.height);
    texture.pitch = rows.pitchInBytes;
    return cudaSuccess;
}

cudaError_t take_resource(Texture& texture) {
    switch (texture.resource.resType) {
        case cudaResourceTypeArray:
            return take_array(texture, texture.resource.res.array.array);
        case cudaResourceTypeLinear:
            return take_linear(texture);
        case cudaResourceTypePitch2D:
            return take_pitched(texture);
        case cudaResourceTypeMipmappedArray:
            return cudaErrorNotSupported;
    }
    return cudaErrorInvalidValue;
}

// Only floats can be filtered, and only small integers can be converted to floats. For memory that
// is not an array, an H100 also refuses normalized reads of floats.
cudaError_t check_reading(const Texture& texture) {
    const cudaTextureDesc& how = texture.how;
    const bool floats = texture.format.f == cudaChannelFormatKindFloat;
    const bool normalized = how.readMode == cudaReadModeNormalizedFloat;
    const bool in_array = texture.resource.resType == cudaResourceTypeArray;
    const auto refuse = [&](cudaError_t error, const std::string& reason) {
        return api::refuse_call(error, reason, texture.pc, "cudaCreateTextureObject");
    };
    if (normalized && texture.format.x > 16 && !(floats && in_array))
        return refuse(cudaErrorInvalidNormSetting,
                      std::string("readMode is cudaReadModeNormalizedFloat, which ") +
                          (floats ? "floats" : "integers") + " of " +
                          number(std::size_t(texture.format.x)) + " bits cannot be read in");
    if (how.filterMode == cudaFilterModeLinear && !floats && !normalized)
        return refuse(cudaErrorInvalidFilterSetting,
                      "filterMode is cudaFilterModeLinear, which blends floats, and the elements "
                      "are read as integers");
    return cudaSuccess;
}

template <class Action>
cudaError_t with_texture(cudaTextureObject_t object, Action action) {
    return api::call([&] {
        const Texture* const found = texture::find(object);
        return found ? action(*found) : cudaErrorInvalidValue;
    });
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
    const void* const pc = __builtin_return_address(0);
    return api::call([&] {
        if (!object || !resource || !how) return cudaErrorInvalidValue;
        if (view || how->sRGB) return cudaErrorNotSupported;
        Texture texture;
        texture.resource = *resource;
        texture.how = *how;
        texture.pc = pc;
        if (const cudaError_t error = take_resource(texture); error != cudaSuccess) return error;
        texture.element = api::element_size(texture.format);
        if (const cudaError_t error = check_reading(texture); error != cudaSuccess) return error;
        return api::put(object, texture::add(texture));
    });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    const void* const pc = __builtin_return_address(0);
    return api::call_to_free([&] {
        if (const Texture* const texture = texture::find(object))
            race::check_is_unread(texture->read_in, "the texture object", pc);
        return object == 0 || texture::remove(object) ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object) {
    return with_texture(
        object, [&](const Texture& texture) { return api::put(resource, texture.resource); });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t object) {
    return with_texture(object, [&](const Texture& texture) { return api::put(how, texture.how); });
}
