#include "simulator/exec/order.hpp"

#include <charconv>
#include <numeric>
#include <utility>

#include "simulator/report/setting.hpp"

namespace cusim::exec {

namespace {

// splitmix64 gives a good sequence for every seed, including 0.
class Generator {
  public:
    explicit Generator(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

  private:
    std::uint64_t state_;
};

std::optional<Order>& current() {
    static std::optional<Order> order;
    return order;
}

}  // namespace

std::optional<Order> Order::parse(std::string_view text) {
    if (text == "compare" || text == "interleaved") {
        Order order;
        order.gives_way_ = text == "interleaved";
        order.compared_ = text == "compare";
        return order;
    }
    const std::size_t witness = text.rfind("witness");
    if (witness == std::string_view::npos) return parse_base(text);
    const bool alone = witness == 0;
    if (!alone && text[witness - 1] != '+') return std::nullopt;
    std::optional<Order> order = alone ? Order{} : parse_base(text.substr(0, witness - 1));
    const std::string_view rest = text.substr(witness);
    if (!order) return std::nullopt;
    order->plays_witness_ = rest == "witness";
    order->flip_ = parse_flip(rest);
    return order->plays_witness_ || order->flip_ ? order : std::nullopt;
}

std::string Order::with(const Flip& flip) const {
    const std::string base = kind_ == Kind::reverse  ? "reverse+"
                             : kind_ == Kind::random ? "random:" + std::to_string(seed_) + '+'
                                                     : "";
    return base + to_text(flip);
}

std::optional<Order> Order::parse_base(std::string_view text) {
    Order order;
    if (text == "forward") return order;
    if (text == "reverse") {
        order.kind_ = Kind::reverse;
        return order;
    }
    constexpr std::string_view prefix = "random:";
    if (text.starts_with(prefix)) {
        const char* const first = text.data() + prefix.size();
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(first, last, order.seed_);
        if (error == std::errc{} && end == last) {
            order.kind_ = Kind::random;
            return order;
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> Order::sequence(std::uint32_t count, std::uint64_t salt) const {
    std::vector<std::uint32_t> items(count);
    for (std::uint32_t i = 0; i < count; ++i) items[i] = std::uint32_t(at(i, count));
    if (kind_ != Kind::random) return items;
    Generator generator{seed_ ^ salt * 0xd1342543de82ef95};
    for (std::uint32_t i = count; i > 1; --i) std::swap(items[i - 1], items[generator.next() % i]);
    return items;
}

const Order& order() {
    if (!current())
        current() =
            report::setting("SIM_ORDER", Order{}, Order::parse,
                            "forward, reverse, random:SEED, compare, interleaved or witness:…");
    return *current();
}

void set_order(Order order) {
    current() = order;
}

}  // namespace cusim::exec
