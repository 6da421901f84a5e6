// A function is identified in both texts by file, line and name, and by a number if a macro makes
// several.
#include "simulator/simcc/translator/architecture.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

/// The macro itself, and the macros of <nv/target> that test it.
constexpr std::string_view architecture_words[] = {"__CUDA_ARCH__", "NV_IF_TARGET",
                                                   "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET"};

/// The files in line markers such as `# 12 "name" 1` that belong neither to the system nor to the
/// simulator.
std::set<std::string> user_files(std::string_view text, std::string_view own_headers) {
    std::set<std::string> names;
    for (std::size_t at = text.starts_with("# ") ? 0 : text.find("\n# "); at != text.npos;
         at = text.find("\n# ", at + 1)) {
        const std::string_view line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
        const std::size_t open = line.find('"'), close = line.rfind('"');
        if (open == line.npos || close == open) continue;
        const std::string_view name = line.substr(open + 1, close - open - 1);
        const bool system = line.find('3', close) != line.npos;
        const bool generated = name.starts_with('<') || name.ends_with("//");
        if (!system && !generated && (own_headers.empty() || !name.starts_with(own_headers)))
            names.emplace(name);
    }
    return names;
}

struct Body {
    TokenRange range;  ///< from '{' to '}', both included
    bool also_host = false;
};
using Key = std::tuple<std::string, std::uint32_t, std::string, int>;

/// The outermost bodies of device code, with the places of their functions.
std::map<Key, Body> bodies_of(const Context& context) {
    std::map<Key, Body> bodies;
    std::map<Key, int> numbers;
    std::size_t done = 0;
    for (const DeviceBody& body : context.device_bodies) {
        if (body.range.begin < done) continue;
        done = body.range.end;
        const Token& open = context.token(body.range.begin);
        std::size_t head = body.parameters.begin;
        if (head < 2 || !context.from_user(open)) continue;
        const Token& name = context.token(head - 2);
        Key key{context.source.file_of(name).name, name.line, std::string(name.text), 0};
        std::get<3>(key) = numbers[key]++;
        bodies.emplace(std::move(key), Body{body.range, body.also_host});
    }
    return bodies;
}

bool same(const Context& a, TokenRange x, const Context& b, TokenRange y) {
    if (x.end - x.begin != y.end - y.begin) return false;
    for (std::size_t i = 0; i < x.end - x.begin; ++i)
        if (a.token(x.begin + i).text != b.token(y.begin + i).text) return false;
    return true;
}

std::string marker(const Context& context, const Token& token) {
    return "\n# " + std::to_string(token.line) + " \"" + context.source.file_of(token).name +
           "\"\n";
}

/// The text between the braces, with its own line markers.
std::string inner(const Context& context, TokenRange body) {
    const Token& open = context.token(body.begin);
    const Token& close = context.token(body.end - 1);
    return marker(context, open) +
           std::string(context.source.source.substr(open.end(), close.offset - open.end()));
}

}  // namespace

bool mentions_architecture(std::string_view preprocessed, std::string_view own_headers) {
    for (const std::string& name : user_files(preprocessed, own_headers)) {
        std::ifstream in(name, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        for (const std::string_view word : architecture_words)
            if (text.find(word) != text.npos) return true;
    }
    return false;
}

std::string with_device_bodies(std::string_view host, std::string_view device,
                               const TranslationOptions& options) {
    Context from(host, options), with(device, options);
    find_declarations(from);
    find_declarations(with);
    const std::map<Key, Body> others = bodies_of(with);
    std::map<std::size_t, std::pair<Body, Body>> replaced;  // by position, for one pass
    for (const auto& [key, body] : bodies_of(from)) {
        const auto other = others.find(key);
        if (other != others.end() && !same(from, body.range, with, other->second.range))
            replaced[body.range.begin] = {body, other->second};
    }
    std::string out;
    std::size_t copied = 0;
    for (const auto& [begin, pair] : replaced) {
        const auto& [body, other] = pair;
        const Token& open = from.token(begin);
        const Token& close = from.token(body.range.end - 1);
        out += host.substr(copied, open.end() - copied);
        if (body.also_host)
            out += "if (!__builtin_is_constant_evaluated() && ::cusim::detail::on_device()) {" +
                   inner(with, other.range) + "} else {" + inner(from, body.range) + "}";
        else
            out += inner(with, other.range);
        out += marker(from, close);
        copied = close.offset;
    }
    return out + std::string(host.substr(copied));
}

}  // namespace cusim::simcc
