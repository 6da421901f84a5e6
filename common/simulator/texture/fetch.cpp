// Texture fetches of the running thread: finds the elements of the coordinates, checks each like
// any read, and blends them if the object filters.
#include <bit>
#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/race/texture_access.hpp"
#include "simulator/texture/element.hpp"
#include "simulator/texture/taps.hpp"
#include "simulator/texture/texture.hpp"

namespace cusim::texture {

namespace {

using race::TextureAccess;

[[noreturn]] void stop(report::FindingKind kind, std::string cause, const void* pc,
                       report::Variant variant = report::Variant::none) {
    report::Finding finding{.kind = kind, .variant = variant};
    finding.self = party(*exec::current_thread, report::Op::read);
    finding.self.site = {.pc = pc, .file = nullptr, .line = 0};
    finding.cause = std::move(cause);
    exec::current_grid->abort(cudaErrorIllegalAddress, std::move(finding));
}

const Texture& readable(cudaTextureObject_t object, int dimensions, bool by_index, const void* pc) {
    const Texture* const found = find(object);
    if (!found && was_removed(object))
        stop(report::FindingKind::use_after_free, "the texture object has been destroyed", pc,
             report::Variant::texture_object);
    if (!found)
        stop(report::FindingKind::unsupported,
             "the texture object is none that cudaCreateTextureObject made", pc,
             report::Variant::no_texture);
    if (by_index != found->is_linear())
        stop(report::FindingKind::unsupported,
             by_index ? "tex1Dfetch reads textures over linear memory only"
                      : "a texture over linear memory is read with tex1Dfetch only",
             pc);
    if (found->dimensions != dimensions)
        stop(report::FindingKind::unsupported,
             "the texture has " + std::to_string(found->dimensions) +
                 (found->dimensions == 1 ? " dimension, and is read with "
                                         : " dimensions, and is read with ") +
                 std::to_string(dimensions),
             pc);
    race::note_reader(found->read_in);
    return *found;
}

struct Sample {
    int x, y, z;
    float weight;
    bool inside() const { return x != outside && y != outside && z != outside; }
};

struct Samples {
    Sample sample[8];
    unsigned count = 0;

    const Sample* begin() const { return sample; }
    const Sample* end() const { return sample + count; }
};

Samples samples_of(const Texture& texture, const float (&coordinate)[3]) {
    Taps taps[3];
    for (int d = 0; d < texture.dimensions; ++d)
        taps[d] = taps_of(coordinate[d], {texture.size[d], texture.how.addressMode[d],
                                          texture.how.normalizedCoords != 0,
                                          texture.how.filterMode == cudaFilterModeLinear});
    Samples samples;
    for (int k = 0; k < taps[2].count; ++k)
        for (int j = 0; j < taps[1].count; ++j)
            for (int i = 0; i < taps[0].count; ++i) {
                const Tap &x = taps[0].tap[i], &y = taps[1].tap[j], &z = taps[2].tap[k];
                samples.sample[samples.count++] = {x.index, y.index, z.index,
                                                   x.weight * y.weight * z.weight};
            }
    return samples;
}

void check(const Texture& texture, const Samples& samples, const void* pc) {
    memory::Address texels[8];
    unsigned count = 0;
    for (const Sample& sample : samples)
        if (sample.inside()) texels[count++] = texture.at(sample.x, sample.y, sample.z);
    race::texture_access({TextureAccess::sample, {texels, count}, unsigned(texture.element), pc});
}

const void* bytes_of(const Texture& texture, const Sample& sample) {
    return reinterpret_cast<const void*>(texture.at(sample.x, sample.y, sample.z));
}

detail::Texel as_texel(const float (&values)[4]) {
    detail::Texel result;
    for (int i = 0; i < 4; ++i) result.channel[i] = std::bit_cast<std::uint32_t>(values[i]);
    return result;
}

detail::Texel blended(const Texture& texture, const Samples& samples) {
    float sum[4] = {};
    for (const Sample& sample : samples) {
        const auto values = sample.inside() ? float_channels(texture, bytes_of(texture, sample))
                                            : std::to_array(texture.how.borderColor);
        for (int i = 0; i < 4; ++i) sum[i] += sample.weight * values[i];
    }
    return as_texel(sum);
}

// For integers, the border colour is converted to a number.
detail::Texel border(const Texture& texture) {
    const auto& colour = texture.how.borderColor;
    if (texture.format.f == cudaChannelFormatKindFloat || texture.normalizes())
        return as_texel(colour);
    detail::Texel result;
    for (int i = 0; i < 4; ++i) result.channel[i] = std::uint32_t(std::int32_t(colour[i]));
    return result;
}

// Signed and unsigned integers are told apart by whoever uses them.
void check_type(const Texture& texture, cudaChannelFormatKind asked, const void* pc) {
    const bool wants_floats = asked == cudaChannelFormatKindFloat;
    const bool gives_floats =
        texture.normalizes() || texture.format.f == cudaChannelFormatKindFloat;
    if (wants_floats == gives_floats) return;
    race::note_fetch_of_another_type(
        wants_floats ? "it asks for floats, and the texture has integers, whose bits it gets"
                     : "it asks for integers, and the texture has floats, whose bits it gets",
        unsigned(texture.element), pc);
}

detail::Texel read_element(const Texture& texture, const void* element) {
    if (!texture.normalizes()) return raw_channels(texture, element);
    const auto values = float_channels(texture, element);
    return as_texel({values[0], values[1], values[2], values[3]});
}

}  // namespace

}  // namespace cusim::texture

namespace cusim::detail {

using namespace texture;

// An index out of range reads zero, as CUDA documents. That may be meant, so it is a warning.
Texel texture_element(cudaTextureObject_t object, int x, cudaChannelFormatKind asked) {
    const void* const pc = __builtin_return_address(0);
    const Texture& texture = readable(object, 1, true, pc);
    check_type(texture, asked, pc);
    if (x < 0 || x >= texture.size[0]) {
        race::note_fetch_outside(x, texture.size[0], unsigned(texture.element), pc);
        return {};
    }
    const memory::Address at = texture.at(x, 0, 0);
    race::texture_access({TextureAccess::fetch, {&at, 1}, unsigned(texture.element), pc});
    return read_element(texture, reinterpret_cast<const void*>(at));
}

Texel texture_sample(cudaTextureObject_t object, int dimensions, float x, float y, float z,
                     cudaChannelFormatKind asked) {
    const void* const pc = __builtin_return_address(0);
    const Texture& texture = readable(object, dimensions, false, pc);
    check_type(texture, asked, pc);
    const auto samples = samples_of(texture, {x, y, z});
    check(texture, samples, pc);
    if (texture.how.filterMode == cudaFilterModeLinear) return blended(texture, samples);
    return samples.sample[0].inside() ? read_element(texture, bytes_of(texture, samples.sample[0]))
                                      : border(texture);
}

}  // namespace cusim::detail
