#include "runner/protocol.hpp"

#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "json_text.hpp"

namespace runner {

using nlohmann::json;

namespace {

template <class Value>
concept Enumeration = std::is_enum_v<Value>;

template <class Value>
using Names = std::initializer_list<std::pair<Value, const char*>>;

constexpr Names<ElementType> element_names{{ElementType::f32, "f32"},
                                           {ElementType::f64, "f64"},
                                           {ElementType::i32, "i32"},
                                           {ElementType::u32, "u32"},
                                           {ElementType::u8, "u8"}};
constexpr Names<Role> role_names{
    {Role::in, "in"}, {Role::out, "out"}, {Role::echo, "echo"}, {Role::drawn, "drawn"}};
constexpr Names<ReplyStatus> status_names{{ReplyStatus::returned, "returned"},
                                          {ReplyStatus::threw, "threw"},
                                          {ReplyStatus::unknown_function, "unknown_function"},
                                          {ReplyStatus::refused, "refused"}};

const auto& names_of(ElementType) {
    return element_names;
}
const auto& names_of(Role) {
    return role_names;
}
const auto& names_of(ReplyStatus) {
    return status_names;
}

// ---- Writing.

template <class Message>
json fields_of(const Message& message);

template <class Value>
json to_json(const Value& value) {
    return value;
}

// JSON has neither NaN nor infinity, so reals are sent as text.
json to_json(double value) {
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return std::string(text, end);
}

template <Enumeration Value>
json to_json(const Value& value) {
    for (const auto& [known, text] : names_of(value))
        if (known == value) return text;
    throw ProtocolError("a value without a name");
}

json to_json(const ArraySpec& array) {
    return fields_of(array);
}

template <class Value>
json to_json(const std::optional<Value>& value) {
    return value ? to_json(*value) : json();
}

template <class Value>
json to_json(const std::vector<Value>& values) {
    json array = json::array();
    for (const Value& value : values) array.push_back(to_json(value));
    return array;
}

template <class Value>
json to_json(const std::map<std::string, Value>& values) {
    json object = json::object();
    for (const auto& [name, value] : values) object[name] = to_json(value);
    return object;
}

template <class Message>
json fields_of(const Message& message) {
    json object;
    for_each_field(message,
                   [&](const char* name, const auto& member) { object[name] = to_json(member); });
    return object;
}

// ---- Reading. Each function reads one kind of member.

[[noreturn]] void refuse(const char* name, const char* why) {
    throw ProtocolError(std::string("'") + name + "' " + why);
}

template <class Message>
void read_fields(const json& object, Message& message);

void read(const json& value, const char* name, std::string& text) {
    if (!value.is_string()) refuse(name, "is not a string");
    text = value.get<std::string>();
}

void read(const json& value, const char* name, bool& flag) {
    if (!value.is_boolean()) refuse(name, "is neither true nor false");
    flag = value.get<bool>();
}

void read(const json& value, const char* name, std::int64_t& integer) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
    if (!fits) refuse(name, "is not a 64-bit integer");
    integer = value.get<std::int64_t>();
}

void read(const json& value, const char* name, int& integer) {
    std::int64_t wide = 0;
    read(value, name, wide);
    if (!std::in_range<int>(wide)) refuse(name, "is large");
    integer = static_cast<int>(wide);
}

void read(const json& value, const char* name, std::uint64_t& natural) {
    if (!value.is_number_unsigned()) refuse(name, "is not a natural number");
    natural = value.get<std::uint64_t>();
}

void read(const json& value, const char* name, double& real) {
    std::string text;
    read(value, name, text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real);
    if (error != std::errc() || end != text.data() + text.size())
        refuse(name, "is not a real number");
}

template <Enumeration Value>
void read(const json& value, const char* name, Value& named) {
    std::string text;
    read(value, name, text);
    for (const auto& [known, word] : names_of(named)) {
        if (text != word) continue;
        named = known;
        return;
    }
    throw ProtocolError("unknown word '" + text.substr(0, 40) + "'");
}

void read(const json& value, const char*, ArraySpec& array) {
    read_fields(value, array);
    const std::uint64_t limit = std::uint64_t{1} << 40;
    if (array.slots == 0 || array.slots > limit || array.count > limit || array.offset > limit ||
        (array.stride > 0 && array.slots > limit / array.stride))
        throw ProtocolError("array '" + array.name + "' is too large");
}

template <class Value>
void read(const json& value, const char* name, std::optional<Value>& given) {
    if (!value.is_null()) read(value, name, given.emplace());
}

template <class Value>
void read(const json& value, const char* name, std::vector<Value>& values) {
    if (!value.is_array()) refuse(name, "is not an array");
    for (const json& element : value) read(element, name, values.emplace_back());
}

template <class Value>
void read(const json& value, const char* name, std::map<std::string, Value>& values) {
    if (!value.is_object()) refuse(name, "is not an object");
    for (const auto& [key, element] : value.items()) read(element, key.c_str(), values[key]);
}

template <class Message>
void read_fields(const json& object, Message& message) {
    if (!object.is_object()) throw ProtocolError("expected an object");
    std::set<std::string, std::less<>> known;
    for_each_field(message, [&](const char* name, auto& member) {
        const auto found = object.find(name);
        if (found == object.end()) throw ProtocolError(std::string("no field '") + name + "'");
        read(*found, name, member);
        known.insert(name);
    });
    for (const auto& [name, value] : object.items())
        if (!known.contains(name))
            throw ProtocolError("unexpected field '" + name.substr(0, 40) + "'");
}

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

}  // namespace

std::string encode(const Request& request) {
    return json_text::write(fields_of(request));
}

std::string encode(const Reply& reply) {
    return json_text::write(fields_of(reply));
}

Request decode_request(std::string_view text) {
    Request request;
    read_fields(parse(text), request);
    if (!request.rows_of.empty() &&
        (request.row_elements == 0 || request.row_elements > UINT32_MAX))
        throw ProtocolError("rows of no such size");
    return request;
}

Reply decode_reply(std::string_view text) {
    Reply reply;
    read_fields(parse(text), reply);
    return reply;
}

}  // namespace runner
