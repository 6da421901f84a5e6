// What the simulator does not do, said at the line that asks for it instead of answered wrongly.
#include <algorithm>
#include <array>

#include "simulator/simcc/passes.hpp"

namespace cusim::simcc {
namespace {

struct Refusal {
    std::string_view word;  ///< a whole identifier, or the beginning of one where `prefix`
    bool prefix;
    std::string_view what;
};

constexpr std::string_view references =
    "texture references, which CUDA 12 removed; make a texture object with "
    "cudaCreateTextureObject and pass it to the kernel";

constexpr auto refusals = std::to_array<Refusal>({
    {"cudaBindTexture", true, references},
    {"cudaUnbindTexture", false, references},
    {"cudaGetTextureReference", false, references},
    {"cudaGetTextureAlignmentOffset", false, references},
    {"textureReference", false, references},
    {"tex1DLayered", true, "layered textures"},
    {"tex2DLayered", true, "layered textures"},
    {"texCubemap", true, "cubemap textures"},
    {"tex2Dgather", false, "texture gather"},
    {"tex1DLod", false, "mipmapped textures"},
    {"tex2DLod", false, "mipmapped textures"},
    {"tex3DLod", false, "mipmapped textures"},
    {"tex1DGrad", false, "mipmapped textures"},
    {"tex2DGrad", false, "mipmapped textures"},
    {"tex3DGrad", false, "mipmapped textures"},
    {"cudaMallocMipmappedArray", false, "mipmapped textures"},
    {"cudaSurfaceObject_t", false, "surfaces"},
    {"cudaCreateSurfaceObject", false, "surfaces"},
    {"cudaGraphics", true, "graphics interoperability"},
    {"cudaGraph", true, "CUDA graphs"},
    {"cudaStreamBeginCapture", true, "CUDA graphs (stream capture)"},
    {"cudaStreamEndCapture", false, "CUDA graphs (stream capture)"},
    {"__cluster_dims__", false, "thread block clusters"},
    {"this_cluster", false, "thread block clusters"},
    {"cudaLaunchKernelEx", true, "launch attributes (cudaLaunchKernelEx)"},
    {"cudaMemcpyPeer", true, "several devices"},
    {"cudaDeviceEnablePeerAccess", false, "several devices"},
    {"cudaIpc", true, "interprocess memory"},
});

/// `texture<float, 2> t;` at namespace scope.
bool is_texture_reference(const Context& context, std::size_t i) {
    return context.is(i, "texture") && context.is(i + 1, "<") && !context.is(i - 1, ".") &&
           !context.is(i - 1, "->") && !context.is(i - 1, "::") && context.at_namespace_scope(i);
}

bool is_asm(const Token& token) {
    return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

const Refusal* refusal_of(const Token& token) {
    const auto found = std::find_if(refusals.begin(), refusals.end(), [&](const Refusal& refusal) {
        return refusal.prefix ? token.text.starts_with(refusal.word) : token.is(refusal.word);
    });
    return found == refusals.end() ? nullptr : &*found;
}

}  // namespace

void refuse_unsupported(Context& context) {
    for (std::size_t i = 0; i < context.source.tokens.size(); ++i) {
        const Token& token = context.token(i);
        if (token.kind != TokenKind::identifier) continue;
        if (is_asm(token)) {
            if (context.in_device_code(i)) {
                context.complain(token, Severity::error,
                                 "unsupported: inline assembly in device code");
            }
            continue;
        }
        if (!context.from_user(token)) continue;
        if (is_texture_reference(context, i)) {
            context.complain(token, Severity::error, "unsupported: " + std::string(references));
        }
        if (const Refusal* refusal = refusal_of(token)) {
            context.complain(token, Severity::error,
                             "unsupported: " + std::string(refusal->what) + " (" +
                                 std::string(token.text) + ")");
        }
    }
}

}  // namespace cusim::simcc
