// optional, variant, any, tuple; exceptions; a small class hierarchy.
#include <any>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <typeindex>
#include <variant>
#include <vector>

class CudaError : public std::runtime_error {
  public:
    CudaError(cudaError_t code, const std::string& where)
        : std::runtime_error(where + ": " + cudaGetErrorString(code)), code_(code) {}
    cudaError_t code() const noexcept { return code_; }

  private:
    cudaError_t code_;
};

struct Layout {
    virtual ~Layout() = default;
    virtual int index(int i, int j) const = 0;
};
struct RowMajor final : Layout {
    int columns = 1;
    int index(int i, int j) const override { return i * columns + j; }
};

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::optional<int> parse(const std::string& text) {
    try {
        return std::stoi(text);
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

int f(const std::string& text) {
    std::variant<int, float, std::string> value = text;
    if (auto number = parse(text)) value = *number;
    std::any anything = 3.0f;
    const int length =
        std::visit(Overloaded{[](int i) { return i; }, [](float) { return 4; },
                              [](const std::string& s) { return static_cast<int>(s.size()); }},
                   value);
    std::unique_ptr<Layout> layout = std::make_unique<RowMajor>();
    auto [a, b, c] = std::tuple{1, 2.0, 'c'};
    try {
        if (length > 100) throw CudaError(cudaErrorInvalidValue, "f");
        if (length > 50) throw std::system_error(std::make_error_code(std::errc::invalid_argument));
        std::get<float>(value) += std::any_cast<float>(anything) + std::vector<int>(3).at(length);
    } catch (const CudaError& error) {
        std::cerr << error.what() << ' ' << error.code() << '\n';
    } catch (const std::bad_variant_access& error) {
        std::cerr << error.what();
    } catch (...) {
        std::exception_ptr now = std::current_exception();
        if (now) std::rethrow_exception(now);
    }
    std::ostringstream out;
    out << a << b << c << std::hex << length;
    std::istringstream in(out.str());
    int back = 0;
    in >> back;
    if (dynamic_cast<RowMajor*>(layout.get())) back += typeid(*layout) == typeid(RowMajor);
    return back + layout->index(1, 2) +
           static_cast<int>(std::type_index(typeid(int)).hash_code() % 2);
}
