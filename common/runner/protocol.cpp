#include "runner/protocol.hpp"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "json_text.hpp"

namespace runner {

using nlohmann::json;

namespace {

constexpr std::array<std::pair<ElementType, const char*>, 5> element_names{{
    {ElementType::f32, "f32"},
    {ElementType::f64, "f64"},
    {ElementType::i32, "i32"},
    {ElementType::u32, "u32"},
    {ElementType::u8, "u8"},
}};
constexpr std::array<std::pair<Role, const char*>, 4> role_names{{
    {Role::in, "in"},
    {Role::out, "out"},
    {Role::echo, "echo"},
    {Role::drawn, "drawn"},
}};
constexpr std::array<std::pair<ReplyStatus, const char*>, 4> status_names{{
    {ReplyStatus::returned, "returned"},
    {ReplyStatus::threw, "threw"},
    {ReplyStatus::unknown_function, "unknown_function"},
    {ReplyStatus::refused, "refused"},
}};

template <class Names, class Value>
std::string word(const Names& names, Value value) {
    for (const auto& [known, text] : names)
        if (known == value) return text;
    throw ProtocolError("a value without a name");
}

template <class Names>
auto value_of(const Names& names, const std::string& text) {
    for (const auto& [known, name] : names)
        if (text == name) return known;
    throw ProtocolError("unknown word '" + text.substr(0, 40) + "'");
}

// A JSON object of which every field must be read: unknown fields are refused.
class Fields {
  public:
    explicit Fields(const json& object) : object_(object) {
        if (!object.is_object()) throw ProtocolError("expected an object");
    }

    bool has(const char* name) const { return object_.contains(name); }

    const json& at(const char* name) {
        const auto found = object_.find(name);
        if (found == object_.end()) throw ProtocolError(std::string("no field '") + name + "'");
        asked_.insert(name);
        return *found;
    }

    std::string text(const char* name) {
        const json& value = at(name);
        if (!value.is_string()) throw ProtocolError(std::string("'") + name + "' is not a string");
        return value.get<std::string>();
    }

    std::int64_t integer(const char* name) {
        const json& value = at(name);
        const bool fits = value.is_number_integer() &&
                          (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
        if (!fits) throw ProtocolError(std::string("'") + name + "' is not a 64-bit integer");
        return value.get<std::int64_t>();
    }

    int small_integer(const char* name) {
        const std::int64_t value = integer(name);
        if (!std::in_range<int>(value)) throw ProtocolError(std::string("'") + name + "' is large");
        return static_cast<int>(value);
    }

    std::uint64_t natural(const char* name) {
        const json& value = at(name);
        if (!value.is_number_unsigned())
            throw ProtocolError(std::string("'") + name + "' is not a natural number");
        return value.get<std::uint64_t>();
    }

    void refuse_others() const {
        for (const auto& [name, value] : object_.items())
            if (!asked_.contains(name))
                throw ProtocolError("unexpected field '" + name.substr(0, 40) + "'");
    }

  private:
    const json& object_;
    std::set<std::string, std::less<>> asked_;
};

// nlohmann's parser needs no stack for nesting, but later traversal of the result might.
void refuse_deep_nesting(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string && c == '\\') ++i;
        if (c == '"') in_string = !in_string;
        if (in_string) continue;
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && depth > 0) --depth;
        if (depth > max_nesting) throw ProtocolError("nested too deeply");
    }
}

json parse(std::string_view text) {
    if (text.size() > max_message_bytes) throw ProtocolError("message too long");
    refuse_deep_nesting(text);
    json message = json_text::parse_or_discard(text);
    if (message.is_discarded()) throw ProtocolError("not JSON");
    return message;
}

// JSON has neither NaN nor infinity, so reals are sent as text.
std::string text_of(double value) {
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return {text, end};
}

double to_real(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw ProtocolError("'" + text.substr(0, 40) + "' is not a real number");
    return value;
}

std::vector<std::string> to_names(const json& array, const char* what) {
    if (!array.is_array()) throw ProtocolError(std::string("'") + what + "' is not an array");
    std::vector<std::string> names;
    for (const json& name : array) {
        if (!name.is_string()) throw ProtocolError(std::string("'") + what + "' holds no names");
        names.push_back(name.get<std::string>());
    }
    return names;
}

json to_json(const ArraySpec& array) {
    json object{{"name", array.name},
                {"type", word(element_names, array.type)},
                {"role", word(role_names, array.role)},
                {"count", array.count},
                {"offset", array.offset}};
    if (array.slots != 1) {
        object["slots"] = array.slots;
        object["stride"] = array.stride;
    }
    return object;
}

ArraySpec to_array(const json& object) {
    Fields fields(object);
    ArraySpec array;
    array.name = fields.text("name");
    array.type = value_of(element_names, fields.text("type"));
    array.role = value_of(role_names, fields.text("role"));
    array.count = fields.natural("count");
    array.offset = fields.natural("offset");
    if (fields.has("slots")) {
        array.slots = fields.natural("slots");
        array.stride = fields.natural("stride");
    }
    fields.refuse_others();
    const std::uint64_t limit = std::uint64_t{1} << 40;
    if (array.slots == 0 || array.slots > limit || array.count > limit || array.offset > limit ||
        (array.stride > 0 && array.slots > limit / array.stride))
        throw ProtocolError("array '" + array.name + "' is too large");
    return array;
}

}  // namespace

std::string encode(const Request& request) {
    json message{{"call", request.call},
                 {"function", request.function},
                 {"sizes", request.sizes},
                 {"repeat", request.repeat}};
    for (const auto& [name, value] : request.reals) message["reals"][name] = text_of(value);
    message["arrays"] = json::array();
    for (const ArraySpec& array : request.arrays) message["arrays"].push_back(to_json(array));
    if (request.nonce) message["nonce"] = *request.nonce;
    if (!request.drawn_sizes.empty()) message["drawn_sizes"] = request.drawn_sizes;
    if (request.device_bytes_left) message["device_bytes_left"] = *request.device_bytes_left;
    if (request.fail_call) message["fail_call"] = *request.fail_call;
    if (request.watch_cache) message["watch_cache"] = 1;
    if (!request.rows_of.empty()) {
        message["rows_of"] = request.rows_of;
        message["row_elements"] = request.row_elements;
    }
    return json_text::write(message);
}

std::string encode(const Reply& reply) {
    return json_text::write({{"call", reply.call},
                             {"status", word(status_names, reply.status)},
                             {"error", reply.error},
                             {"reason", reply.reason},
                             {"result", reply.result},
                             {"leaked_bytes", reply.leaked_bytes},
                             {"host_copies", reply.host_copies},
                             {"device_copies", reply.device_copies},
                             {"device_copy_bytes", reply.device_copy_bytes},
                             {"atomic_reads", reply.atomic_reads},
                             {"lines_fetched", reply.lines_fetched},
                             {"written_by_host", reply.written_by_host},
                             {"failed_call", reply.failed_call},
                             {"next_call", reply.next_call}});
}

Request decode_request(std::string_view text) {
    const json message = parse(text);
    Fields fields(message);
    Request request;
    request.call = fields.small_integer("call");
    request.function = fields.text("function");
    request.repeat = fields.small_integer("repeat");
    const json& sizes = fields.at("sizes");
    if (!sizes.is_object()) throw ProtocolError("'sizes' is not an object");
    for (const auto& [name, value] : sizes.items())
        request.sizes[name] = Fields(sizes).integer(name.c_str());
    if (fields.has("reals")) {
        const json& reals = fields.at("reals");
        if (!reals.is_object()) throw ProtocolError("'reals' is not an object");
        for (const auto& [name, value] : reals.items())
            request.reals[name] = to_real(Fields(reals).text(name.c_str()));
    }
    const json& arrays = fields.at("arrays");
    if (!arrays.is_array()) throw ProtocolError("'arrays' is not an array");
    for (const json& array : arrays) request.arrays.push_back(to_array(array));
    if (fields.has("nonce")) request.nonce = fields.natural("nonce");
    if (fields.has("drawn_sizes"))
        request.drawn_sizes = to_names(fields.at("drawn_sizes"), "drawn_sizes");
    if (fields.has("device_bytes_left"))
        request.device_bytes_left = fields.natural("device_bytes_left");
    if (fields.has("fail_call")) request.fail_call = fields.natural("fail_call");
    request.watch_cache = fields.has("watch_cache") && fields.natural("watch_cache") != 0;
    if (fields.has("rows_of")) {
        request.rows_of = fields.text("rows_of");
        request.row_elements = fields.natural("row_elements");
        if (request.row_elements == 0 || request.row_elements > UINT32_MAX)
            throw ProtocolError("rows of no such size");
    }
    fields.refuse_others();
    return request;
}

Reply decode_reply(std::string_view text) {
    const json message = parse(text);
    Fields fields(message);
    Reply reply;
    reply.call = fields.small_integer("call");
    reply.status = value_of(status_names, fields.text("status"));
    reply.error = fields.text("error");
    reply.reason = fields.text("reason");
    reply.result = fields.integer("result");
    reply.leaked_bytes = fields.integer("leaked_bytes");
    reply.host_copies = fields.natural("host_copies");
    reply.device_copies = fields.natural("device_copies");
    reply.device_copy_bytes = fields.natural("device_copy_bytes");
    reply.atomic_reads = fields.natural("atomic_reads");
    reply.lines_fetched = fields.natural("lines_fetched");
    reply.written_by_host = to_names(fields.at("written_by_host"), "written_by_host");
    reply.failed_call = fields.text("failed_call");
    reply.next_call = fields.text("next_call");
    fields.refuse_others();
    return reply;
}

}  // namespace runner
