#include "python/device/script.hpp"

#include <cstdlib>
#include <cstring>

#include "python/device/device.hpp"
#include "runner/protocol.hpp"

namespace python {

namespace {

template <class T>
void append(Bytes& bytes, const T* values, std::size_t count) {
    const auto* begin = reinterpret_cast<const std::byte*>(values);
    bytes.insert(bytes.end(), begin, begin + count * sizeof(T));
}

std::size_t volume(const Script::Shape& shape) {
    std::size_t product = 1;
    for (const std::size_t extent : shape) product *= extent;
    return product;
}

template <class T>
std::vector<T> values_in(const Bytes& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

}  // namespace

Script& Script::of_this_process() {
    static const std::unique_ptr<Script> script = [] {
        const char* const socket = std::getenv("KIT_SCRIPT");
        const char* const modules = std::getenv("KIT_MODULES");
        if (!socket || !modules)
            throw std::runtime_error("no Python here: start it by ./grader/grade");
        return std::unique_ptr<Script>(new Script(std::atoi(socket), modules));
    }();
    return *script;
}

Script::Script(int socket, const std::filesystem::path& modules)
    : connection_(socket), device_(std::make_unique<Device>(modules)) {}

Script::~Script() = default;

// Until the function returns, all incoming messages are requests to the device.
Message Script::perform(const Message& call) {
    device_->provenance().reset();
    try {
        connection_.send(call.head, call.body);
        while (auto message = connection_.receive()) {
            if (message->head.contains("do")) {
                const Message answer = device_->answer(*message);
                connection_.send(answer.head, answer.body);
                continue;
            }
            if (!message->head.contains("raised")) return std::move(*message);
            const Head& raised = message->head["raised"];
            throw Raised(raised.value("kind", std::string()), raised.value("what", std::string()));
        }
    } catch (const ConnectionError&) {
    } catch (const nlohmann::json::exception&) {
    }
    throw std::runtime_error(runner::script_gone);
}

Script::Call::Call(Script& script, std::string function) : script_(script) {
    message_.head = {{"call", std::move(function)}, {"arguments", Head::array()}};
}

Script::Call& Script::Call::summarized(std::uint64_t key) {
    key_ = key;
    return *this;
}

Script::Call& Script::Call::host(const float* values, const Shape& shape) {
    message_.head["arguments"].push_back(
        {{"host", "float32"}, {"shape", shape}, {"offset", message_.body.size()}});
    append(message_.body, values, volume(shape));
    numbers_.insert(numbers_.end(), values, values + volume(shape));
    return *this;
}

Script::Call& Script::Call::host_doubles(std::span<const float> values, const Shape& shape) {
    message_.body.resize((message_.body.size() + 7) / 8 * 8);
    message_.head["arguments"].push_back(
        {{"host", "float64"}, {"shape", shape}, {"offset", message_.body.size()}});
    const std::vector<double> doubles(values.begin(), values.end());
    append(message_.body, doubles.data(), doubles.size());
    numbers_.insert(numbers_.end(), values.begin(), values.end());
    return *this;
}

Script::Call& Script::Call::device(const float* values, const Shape& shape) {
    message_.head["arguments"].push_back(
        {{"device", reinterpret_cast<std::uintptr_t>(values)}, {"shape", shape}});
    return *this;
}

Script::Call& Script::Call::number(std::int64_t value) {
    message_.head["arguments"].push_back({{"number", value}});
    return *this;
}

Script::Call& Script::Call::numbers(const std::vector<std::int64_t>& values) {
    message_.head["arguments"].push_back({{"numbers", values}});
    return *this;
}

Script::Call& Script::Call::with_clock(double times) {
    message_.head["clock"] = times;
    return *this;
}

Script::Call& Script::Call::pretending(Pretence pretence) {
    pretence_ = std::move(pretence);
    return *this;
}

Script::Call& Script::Call::counting_variety(std::size_t fewest_floats) {
    counted_floats_ = fewest_floats;
    return *this;
}

Script::Call& Script::Call::returns(const Shape& shape) {
    message_.head["returns"] = shape;
    return *this;
}

Script::Call& Script::Call::returns_rows(std::size_t count, std::size_t numbers) {
    message_.head["rows"] = {count, numbers};
    return *this;
}

Message Script::Call::perform() {
    script_.device_->pretend(pretence_);
    script_.device_->variety().begin(counted_floats_);
    script_.device_->sent().begin(key_, numbers_);
    return script_.perform(message_);
}

// The script's process has checked the function's result; this process checks that it did.
std::vector<float> Script::Call::run() {
    const Message answer = perform();
    auto values = values_in<float>(answer.body);
    if (message_.head.contains("returns") &&
        values.size() != volume(message_.head["returns"].get<Shape>()))
        throw std::runtime_error(runner::script_gone);
    return values;
}

std::vector<double> Script::Call::run_rows() {
    const Message answer = perform();
    auto values = values_in<double>(answer.body);
    const auto rows = message_.head.at("rows").get<Shape>();
    if (values.size() != volume(rows)) throw std::runtime_error(runner::script_gone);
    return values;
}

std::string Script::objection(std::span<const float> values) const {
    return device_->provenance().objection(values);
}

std::uint64_t Script::sent() const {
    return device_->sent().digest();
}

std::uint64_t Script::bytes_sent() const {
    return device_->sent().bytes();
}

const std::vector<std::uint32_t>& Script::came_back() const {
    return device_->sent().back();
}

const std::vector<double>& Script::times_asked() const {
    return device_->times_asked();
}

const Pretence& Script::pretence() const {
    return device_->pretence();
}

std::optional<std::size_t> Script::fewest_that_differ() const {
    return device_->variety().fewest();
}

Script::Picture Script::plot(const std::vector<double>& rows, std::size_t numbers) {
    Message call{{{"plot", numbers}}, {}};
    append(call.body, rows.data(), rows.size());
    const Message answer = perform(call);
    Picture picture{answer.head.value("width", 0), answer.head.value("height", 0), {}};
    picture.rgb = values_in<std::uint8_t>(answer.body);
    if (picture.width < 1 || picture.height < 1 ||
        picture.rgb.size() / 3 != std::size_t(picture.width) * std::size_t(picture.height))
        throw std::runtime_error(runner::script_gone);
    return picture;
}

}  // namespace python
