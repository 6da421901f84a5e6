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

constexpr std::array<Refusal, 15> refusals = {{
    {"cudaTextureObject_t", false, "textures"},
    {"cudaCreateTextureObject", false, "textures"},
    {"cudaBindTexture", true, "textures"},
    {"tex1D", true, "textures"},
    {"tex2D", true, "textures"},
    {"tex3D", true, "textures"},
    {"cudaSurfaceObject_t", false, "surfaces"},
    {"cudaGraph", true, "CUDA graphs"},
    {"cudaStreamBeginCapture", true, "CUDA graphs (stream capture)"},
    {"cudaStreamEndCapture", false, "CUDA graphs (stream capture)"},
    {"__cluster_dims__", false, "thread block clusters"},
    {"cudaLaunchKernelEx", true, "launch attributes (cudaLaunchKernelEx)"},
    {"cudaMemcpyPeer", true, "several devices"},
    {"cudaDeviceEnablePeerAccess", false, "several devices"},
    {"cudaIpc", true, "interprocess memory"},
}};

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
        if (token.text[0] != 't' && token.text[0] != 'c' && token.text[0] != '_') continue;
        const Refusal* refusal = refusal_of(token);
        if (refusal && context.from_user(token)) {
            context.complain(token, Severity::error,
                             "unsupported: " + std::string(refusal->what) + " (" +
                                 std::string(token.text) + ")");
        }
    }
}

}  // namespace cusim::simcc
