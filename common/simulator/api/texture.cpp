// Texture objects: made from arrays, linear and pitched memory, refused where CUDA refuses them.
#include "cusim/texture.hpp"

#include "simulator/api/array.hpp"
#include "simulator/api/location.hpp"
#include "simulator/api/status.hpp"
#include "simulator/texture/texture.hpp"

using namespace cusim;
using texture::Texture;

namespace {

constexpr std::size_t base_alignment = 512, pitch_alignment = 32;
constexpr std::size_t most_linear = std::size_t{1} << 28, most_wide = 131072, most_high = 65000;

// Every allocation of the device begins where a texture may, so what counts is the distance to its
// beginning. A pointer into none at all is left to the fetch, which says more of it.
bool is_aligned(const void* pointer) {
    const api::Location location = api::locate(pointer);
    const auto address = reinterpret_cast<memory::Address>(pointer);
    return !location.object || (address - location.object->base) % base_alignment == 0;
}

cudaError_t take_array(Texture& texture, cudaArray_t array) {
    if (!api::is_array(array)) return cudaErrorInvalidResourceHandle;
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

cudaError_t take_memory(Texture& texture, const void* pointer,
                        const cudaChannelFormatDesc& format) {
    if (!api::locate(pointer).device_may_use() || !is_aligned(pointer))
        return cudaErrorInvalidValue;
    if (api::element_size(format) == 0) return cudaErrorInvalidChannelDescriptor;
    texture.base = reinterpret_cast<memory::Address>(pointer);
    texture.format = format;
    return cudaSuccess;
}

cudaError_t take_linear(Texture& texture) {
    const auto& linear = texture.resource.res.linear;
    const cudaError_t error = take_memory(texture, linear.devPtr, linear.desc);
    if (error != cudaSuccess) return error;
    const std::size_t elements = linear.sizeInBytes / api::element_size(linear.desc);
    if (elements == 0 || elements > most_linear) return cudaErrorInvalidValue;
    texture.size[0] = int(elements);
    return cudaSuccess;
}

cudaError_t take_pitched(Texture& texture) {
    const auto& rows = texture.resource.res.pitch2D;
    const cudaError_t error = take_memory(texture, rows.devPtr, rows.desc);
    if (error != cudaSuccess) return error;
    if (rows.width == 0 || rows.width > most_wide || rows.height == 0 || rows.height > most_high ||
        rows.pitchInBytes % pitch_alignment != 0 ||
        rows.width * api::element_size(rows.desc) > rows.pitchInBytes)
        return cudaErrorInvalidValue;
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

// Only floats can be filtered, and only small integers become floats.
cudaError_t check_reading(const Texture& texture) {
    const cudaTextureDesc& how = texture.how;
    const bool floats = texture.format.f == cudaChannelFormatKindFloat;
    const bool normalized = how.readMode == cudaReadModeNormalizedFloat;
    if (normalized && !floats && texture.format.x > 16) return cudaErrorInvalidNormSetting;
    if (texture.is_linear()) return cudaSuccess;
    if (how.filterMode == cudaFilterModeLinear && !floats && !normalized)
        return cudaErrorInvalidFilterSetting;
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
    return api::call_to_free([&] {
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
