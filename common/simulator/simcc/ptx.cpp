// Most instructions are a row of a table. Those that touch memory, move data between registers of
// different shapes or take part in the program's order have a function of their own.
#include "simulator/simcc/ptx.hpp"

#include <algorithm>
#include <set>

#include "simulator/simcc/ptx_instruction.hpp"
#include "simulator/simcc/ptx_tables.hpp"
#include "simulator/simcc/words.hpp"

namespace cusim::simcc::ptx {
namespace {

template <class Entry, std::size_t N>
const Entry* take_one(Words& words, const Entry (&table)[N]) {
    for (const std::string& word : words) {
        if (const Entry* const entry = look_up(table, word)) {
            take(words, word);
            return entry;
        }
    }
    return nullptr;
}

class Translator {
  public:
    explicit Translator(std::string_view assembly) : assembly_(assembly) {}

    PtxTranslation run() {
        const std::string text = without_comments();
        std::size_t begin = 0;
        while (begin < text.size()) {
            begin = std::min(text.find_first_not_of(" \t\n\r;", begin), text.size());
            if (begin == text.size()) break;
            if (text[begin] == '{' || text[begin] == '}') {
                out_ += text[begin++];
                continue;
            }
            const std::size_t end = std::min(text.find(';', begin), text.size());
            const std::string statement =
                trimmed(std::string_view(text).substr(begin, end - begin));
            if (!statement_is_translated(statement)) return {"", statement, begin};
            begin = end;
        }
        if (uses_carry_) out_ = "bool __cusim_ptx_carry = false; " + out_;
        return {out_, "", 0};
    }

  private:
    /// Comments become blanks, so that offsets stay.
    std::string without_comments() const {
        std::string text(assembly_);
        for (std::size_t i = 0; i + 1 < text.size(); ++i) {
            const bool line = text.compare(i, 2, "//") == 0;
            if (!line && text.compare(i, 2, "/*") != 0) continue;
            const std::size_t found = line ? text.find('\n', i) : text.find("*/", i + 2);
            const std::size_t end =
                std::min(found == text.npos ? found : found + (line ? 0 : 2), text.size());
            std::fill(text.begin() + long(i), text.begin() + long(end), ' ');
        }
        return text;
    }

    bool statement_is_translated(const std::string& statement) {
        if (statement.starts_with(".reg")) return declare(statement);
        const Instruction instruction = read_instruction(statement);
        const std::size_t before = out_.size();
        if (!instruction.guard.empty()) {
            const bool negated = instruction.guard[0] == '!';
            const std::string predicate = place(instruction.guard.substr(negated));
            if (predicate.empty()) return false;
            out_ += std::string("if (") + (negated ? "!" : "") + predicate + ") ";
        }
        out_ += "{ ";
        if (!translate(instruction)) {
            out_.resize(before);
            return false;
        }
        out_ += "; } ";
        return true;
    }

    /// `.reg .u32 a, b, c<4>;`
    bool declare(const std::string& statement) {
        const Instruction declaration = read_instruction(statement.substr(1));
        if (!declaration.modifiers.empty()) return false;
        const std::string rest = trimmed(std::string_view(statement).substr(4));
        const std::size_t blank = rest.find_first_of(" \t\n");
        if (!rest.starts_with('.') || blank == rest.npos) return false;
        const Type* const type = type_of(rest.substr(1, blank - 1));
        if (!type) return false;
        for (std::string name : split_operands(rest.substr(blank))) {
            if (name.starts_with('%')) name = name.substr(name.find_first_not_of('%'));
            const std::size_t angle = name.find('<');
            const int count = angle == name.npos ? 1 : std::atoi(name.c_str() + angle + 1);
            for (int n = 0; n < count; ++n)
                declare(angle == name.npos ? name : name.substr(0, angle) + std::to_string(n),
                        *type);
        }
        return true;
    }
    void declare(const std::string& name, const Type& type) {
        declared_.insert(name);
        out_ +=
            "[[maybe_unused]] " + std::string(type.without_sign) + " __cusim_reg_" + name + "; ";
    }

    /// A register that can be written, as C++ calls it; empty if `operand` is none.
    std::string place(std::string_view operand) const {
        if (operand.starts_with('%') && operand.size() > 1 && std::isdigit(operand[1]))
            return is_number(operand.substr(1)) ? "__cusim_ptx_" + std::string(operand.substr(1))
                                                : "";
        while (operand.starts_with('%')) operand.remove_prefix(1);
        const std::string name(operand);
        return declared_.contains(name) ? "__cusim_reg_" + name : "";
    }

    static bool is_number(std::string_view text) {
        return !text.empty() &&
               std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
    }

    /// What is read, as a value of the C++ type; empty if `operand` is not understood.
    std::string value(std::string_view operand, std::string_view type) const {
        const std::string of_type = "<" + std::string(type) + ">(";
        if (const std::string name = place(operand); !name.empty())
            return "::cusim::ptx::as" + of_type + name + ")";
        std::string_view bare = operand;
        while (bare.starts_with('%')) bare.remove_prefix(1);
        if (bare.size() < operand.size() || bare == "WARP_SZ") {
            const std::string_view special = look_up(special_registers, bare);
            if (special.empty()) return "";
            return "::cusim::ptx::as" + of_type + std::string(special) + ")";
        }
        return literal(operand, type);
    }

    static std::string literal(std::string_view operand, std::string_view type) {
        const std::string text(operand);
        const bool digit = !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) ||
                                             (text[0] == '-' && text.size() > 1));
        if (!digit) return "";
        if (text.starts_with("0f") || text.starts_with("0F"))
            return "::cusim::ptx::as<" + std::string(type) + ">(0x" + text.substr(2) + "u)";
        if (text.starts_with("0d") || text.starts_with("0D"))
            return "::cusim::ptx::as<" + std::string(type) + ">(0x" + text.substr(2) + "ull)";
        return "(" + std::string(type) + ")(" + text + ")";
    }

    /// `[%1+4]` as a pointer; empty if it is no address.
    std::string address(std::string_view operand, std::string_view space,
                        const std::string& pointee) const {
        if (!operand.starts_with('[') || !operand.ends_with(']')) return "";
        std::string inner = trimmed(operand.substr(1, operand.size() - 2));
        std::string offset;
        const std::size_t sign = inner.find_first_of("+-", 1);
        if (sign != inner.npos) {
            offset = trimmed(inner.substr(inner[sign] == '+' ? sign + 1 : sign));
            inner = trimmed(inner.substr(0, sign));
        }
        const std::string base = place(inner);
        if (base.empty()) return "";
        std::string sum = "::cusim::ptx::as<unsigned long long>(" + base + ")";
        if (!offset.empty()) {
            const std::string distance = literal(offset, "long long");
            if (distance.empty()) return "";
            sum += " + " + distance;
        }
        return "::cusim::ptx::" + std::string(space == "shared" ? "shared" : "generic") + "<" +
               pointee + ">(" + sum + ")";
    }

    bool assign(std::string_view target, const std::string& expression) {
        if (target == "_") {
            out_ += expression;
            return true;
        }
        const std::string name = place(target);
        if (name.empty()) return false;
        out_ += "::cusim::ptx::set(" + name + ", " + expression + ")";
        return true;
    }

    bool translate(const Instruction& instruction) {
        const std::string& name = instruction.name;
        if (name == "mov") return move(instruction);
        if (name == "cvt") return convert(instruction);
        if (name == "cvta") return convert_address(instruction);
        if (name == "setp") return compare(instruction);
        if (name == "ld" || name == "ldu") return load(instruction);
        if (name == "st") return store(instruction);
        if (name == "atom" || name == "red") return atomic(instruction);
        if (name == "membar" || name == "fence") return fence(instruction);
        if (has_carry(instruction)) return with_carry(instruction);
        return without_operands(instruction) || row(instruction);
    }

    // ---- Functions of registers
    // ------------------------------------------------------------------

    bool row(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        if (modifiers.empty()) return false;
        const Type* const type = type_of(modifiers.back());
        if (!type) return false;
        modifiers.pop_back();
        if (is_float(*type)) {
            take(modifiers, "ftz");
            take(modifiers, "rn");
        }
        std::string key = instruction.name;
        for (const std::string& word : modifiers) key += "." + word;
        const auto found = std::ranges::find_if(rows, [&](const Row& r) {
            return r.key == key && (r.types == any || (r.types == floats) == is_float(*type));
        });
        if (found == std::end(rows) || instruction.operands.size() != found->shape.size())
            return false;
        std::string call = "::cusim::ptx::" + std::string(found->function) + "<" +
                           std::string(found->shape[1] == 'U' ? type->without_sign : type->cpp) +
                           ">(";
        for (std::size_t n = 1; n < instruction.operands.size(); ++n) {
            const std::string argument =
                value(instruction.operands[n], spelling(found->shape[n], *type));
            if (argument.empty()) return false;
            call += (n > 1 ? ", " : "") + argument;
        }
        return assign(instruction.operands[0], call + ")");
    }

    static std::string spelling(char shape, const Type& type) {
        switch (shape) {
            case 'i':
                return "unsigned int";
            case 'p':
                return "bool";
            case 'U':
                return std::string(type.without_sign);
            case 'W':
                return "::cusim::ptx::Wide<" + std::string(type.cpp) + ">::type";
            default:
                return std::string(type.cpp);
        }
    }

    static bool has_carry(const Instruction& instruction) {
        constexpr std::array<std::string_view, 3> takers = {"addc", "subc", "madc"};
        return among(takers, instruction.name) ||
               std::ranges::find(instruction.modifiers, "cc") != instruction.modifiers.end();
    }

    /// add.cc, addc, addc.cc, sub.cc, subc, mad.lo.cc, madc.hi and so on.
    bool with_carry(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        const bool leaves = take(modifiers, "cc");
        const bool takes = instruction.name.ends_with('c');
        const std::string name = instruction.name.substr(0, 3);
        const bool low = take(modifiers, "lo"), high = take(modifiers, "hi");
        const Type* const type = modifiers.size() == 1 ? type_of(modifiers[0]) : nullptr;
        const std::size_t operands = name == "mad" ? 4 : 3;
        if (!type || is_float(*type) || instruction.operands.size() != operands) return false;
        if ((name == "mad") != (low || high)) return false;
        Words values;
        for (std::size_t n = 1; n < operands; ++n) {
            values.push_back(value(instruction.operands[n], type->without_sign));
            if (values.back().empty()) return false;
        }
        const std::string of_type = "<" + std::string(type->without_sign) + ">(";
        if (name == "mad") {
            if (high && type->cpp != type->without_sign) return false;
            values[0] = std::string("::cusim::ptx::") + (high ? "mul_hi" : "mul") + of_type +
                        values[0] + ", " + values[1] + ")";
            values[1] = values[2];
        }
        uses_carry_ = true;
        if (!leaves) out_ += "bool __cusim_kept = __cusim_ptx_carry; ";
        return assign(instruction.operands[0], std::string("::cusim::ptx::") +
                                                   (name == "sub" ? "sub_borrow" : "add_carry") +
                                                   of_type + values[0] + ", " + values[1] + ", " +
                                                   (leaves ? "__cusim_ptx_carry" : "__cusim_kept") +
                                                   ", " + (takes ? "true" : "false") + ")");
    }

    bool compare(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        take(modifiers, "ftz");
        if (modifiers.size() != 2 || instruction.operands.size() != 3) return false;
        const Type* const type = type_of(modifiers[1]);
        if (!type) return false;
        std::string_view symbol = look_up(comparisons, modifiers[0]);
        if (symbol.empty() && type->name[0] == 'u')
            symbol = look_up(unsigned_comparisons, modifiers[0]);
        const std::string target = place(instruction.operands[0]);
        const std::string a = value(instruction.operands[1], type->cpp);
        const std::string b = value(instruction.operands[2], type->cpp);
        if (symbol.empty() || target.empty() || a.empty() || b.empty()) return false;
        // A comparison with a NaN is false; != of C++ would be true.
        const bool ordered = is_float(*type) && symbol == "!=";
        out_ += ordered ? "::cusim::ptx::set(" + target + ", " + a + " < " + b + " || " + b +
                              " < " + a + ")"
                        : "::cusim::ptx::set(" + target + ", " + a + " " + std::string(symbol) +
                              " " + b + ")";
        return true;
    }

    // ---- Moves
    // -----------------------------------------------------------------------------------

    bool move(const Instruction& instruction) {
        if (instruction.modifiers.size() != 1 || instruction.operands.size() != 2) return false;
        const Type* const type = type_of(instruction.modifiers[0]);
        if (!type) return false;
        const std::string &to = instruction.operands[0], &from = instruction.operands[1];
        if (to.starts_with('{')) return unpack(*type, to, from);
        if (from.starts_with('{')) return pack(*type, to, from);
        const std::string source = value(from, type->cpp);
        return !source.empty() && assign(to, source);
    }

    static Words parts_of(std::string_view braces) {
        if (!braces.ends_with('}')) return {};
        return split_operands(braces.substr(1, braces.size() - 2));
    }

    /// Halves only: two of 16 bits in 32, two of 32 in 64.
    static std::string_view half_of(const Type& type) {
        if (type.name == "b32") return "unsigned short";
        return type.name == "b64" ? "unsigned int" : "";
    }

    bool pack(const Type& type, std::string_view to, std::string_view from) {
        const Words parts = parts_of(from);
        const std::string half(half_of(type));
        if (half.empty() || parts.size() != 2) return false;
        const std::string low = value(parts[0], half), high = value(parts[1], half);
        if (low.empty() || high.empty()) return false;
        const std::string whole = "(" + std::string(type.cpp) + ")";
        return assign(to, whole + low + " | " + whole + high + " << " +
                              (half == "unsigned int" ? "32" : "16"));
    }

    bool unpack(const Type& type, std::string_view to, std::string_view from) {
        const Words parts = parts_of(to);
        const std::string half(half_of(type)), whole = value(from, type.cpp);
        if (half.empty() || whole.empty() || parts.size() != 2) return false;
        out_ += "const auto __cusim_whole = " + whole + "; ";
        if (!assign(parts[0], "(" + half + ")__cusim_whole")) return false;
        out_ += "; ";
        return assign(parts[1], "(" + half + ")(__cusim_whole >> " +
                                    (half == "unsigned int" ? "32" : "16") + ")");
    }

    bool convert(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        if (modifiers.size() < 2 || instruction.operands.size() != 2) return false;
        const Type* const from = type_of(modifiers.back());
        const Type* const to = type_of(modifiers[modifiers.size() - 2]);
        modifiers.resize(modifiers.size() - 2);
        take(modifiers, "ftz");
        if (!from || !to || modifiers.size() > 1) return false;
        const std::string rounding = modifiers.empty() ? "" : modifiers[0];
        std::string number = value(instruction.operands[1], from->cpp);
        if (number.empty()) return false;
        if (is_float(*from) && !is_float(*to)) {
            constexpr std::array<std::array<std::string_view, 2>, 4> functions = {
                {{"rzi", "__builtin_trunc"},
                 {"rni", "__builtin_nearbyint"},
                 {"rmi", "__builtin_floor"},
                 {"rpi", "__builtin_ceil"}}};
            const std::string function(look_up(functions, rounding));
            if (function.empty()) return false;
            number = "::cusim::ptx::to_integer<" + std::string(to->cpp) + ">(" + function + "(" +
                     number + "))";
        } else {
            const bool rounds = is_float(*to) && (!is_float(*from) || to->cpp == "float");
            if (rounding != (rounds && from->cpp != to->cpp ? "rn" : "")) return false;
            number = "(" + std::string(to->cpp) + ")" + number;
        }
        return assign(instruction.operands[0], number);
    }

    /// Of generic addresses only the shared ones have another form.
    bool convert_address(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        const bool to_space = take(modifiers, "to");
        if (modifiers.size() != 2 || instruction.operands.size() != 2) return false;
        const Type* const type = type_of(modifiers[1]);
        if (!type || !among(state_spaces, modifiers[0]) || modifiers[1][0] != 'u') return false;
        const std::string from = value(instruction.operands[1], "unsigned long long");
        if (from.empty()) return false;
        const std::string window =
            modifiers[0] == "shared"
                ? std::string(to_space ? " - " : " + ") + "::cusim::detail::shared_window()"
                : "";
        return assign(instruction.operands[0], from + window);
    }

    // ---- Memory
    // ----------------------------------------------------------------------------------

    /// What an access says of itself besides its type; false where something is not understood.
    struct Access {
        bool is_volatile = false, read_only = false;
        const Order* order = nullptr;
        const Scope* scope = nullptr;
        std::string space;
        int elements = 1;
        const Type* type = nullptr;
    };

    static bool read_access(Words modifiers, Access& access) {
        if (modifiers.empty() || !(access.type = type_of(modifiers.back()))) return false;
        modifiers.pop_back();
        access.is_volatile = take(modifiers, "volatile");
        take(modifiers, "weak");
        access.read_only = take(modifiers, "nc");
        access.order = take_one(modifiers, orders);
        access.scope = take_one(modifiers, scopes);
        if (take(modifiers, "v2")) access.elements = 2;
        if (take(modifiers, "v4")) access.elements = 4;
        for (const std::string_view space : state_spaces)
            if (take(modifiers, space)) access.space = space;
        for (const std::string_view hint : cache_hints) take(modifiers, hint);
        const bool ordered = access.order != nullptr;
        return modifiers.empty() && ordered == (access.scope != nullptr) &&
               !(ordered && (access.elements > 1 || access.is_volatile));
    }

    /// CUDA's vector of that many elements, without sign.
    static std::string vector_of(const Access& access) {
        const std::string_view element = access.type->cpp;
        const std::string count = std::to_string(access.elements);
        if (element == "float" || element == "double") return std::string(element) + count;
        const std::string_view bits = access.type->name.substr(1);
        const std::string_view name = bits == "8"    ? "uchar"
                                      : bits == "16" ? "ushort"
                                      : bits == "32" ? "uint"
                                                     : "ulonglong";
        return std::string(name) + count;
    }

    std::string what_is_loaded(const Access& access, std::string_view operand) const {
        const std::string type =
            access.elements == 1 ? std::string(access.type->cpp) : vector_of(access);
        const std::string qualified =
            std::string("const ") + (access.is_volatile ? "volatile " : "");
        const std::string pointer = address(operand, access.space, qualified + type);
        if (pointer.empty()) return "";
        if (access.order)
            return "::cusim::detail::from_bits<" + type + ">(::cusim::detail::atomic_load(" +
                   pointer + ", sizeof(" + type +
                   "), ::cusim::detail::AtomicScope::" + std::string(access.scope->of_the_runtime) +
                   ", " + std::string(access.order->constant) + "))";
        return (access.read_only ? "__ldg(" : "*(") + pointer + ")";
    }

    bool load(const Instruction& instruction) {
        Access access;
        if (!read_access(instruction.modifiers, access) || instruction.operands.size() != 2)
            return false;
        if (access.order && access.order->name != "relaxed" && access.order->name != "acquire")
            return false;
        const std::string loaded = what_is_loaded(access, instruction.operands[1]);
        if (loaded.empty()) return false;
        if (access.elements == 1) return assign(instruction.operands[0], loaded);
        const Words parts = parts_of(instruction.operands[0]);
        if (parts.size() != std::size_t(access.elements) || access.is_volatile) return false;
        out_ += "const auto __cusim_loaded = " + loaded;
        for (std::size_t n = 0; n < parts.size(); ++n) {
            out_ += "; ";
            if (!assign(parts[n], std::string("(") + std::string(access.type->cpp) +
                                      ")__cusim_loaded." + "xyzw"[n]))
                return false;
        }
        return true;
    }

    bool store(const Instruction& instruction) {
        Access access;
        if (!read_access(instruction.modifiers, access) || instruction.operands.size() != 2 ||
            access.read_only)
            return false;
        if (access.order && access.order->name != "relaxed" && access.order->name != "release")
            return false;
        if (access.elements > 1) return store_vector(instruction, access);
        const std::string type(access.type->cpp);
        const std::string stored = value(instruction.operands[1], type);
        const std::string pointer = address(instruction.operands[0], access.space,
                                            (access.is_volatile ? "volatile " : "") + type);
        if (stored.empty() || pointer.empty()) return false;
        if (!access.order) {
            out_ += "*" + pointer + " = " + stored;
            return true;
        }
        out_ += "::cusim::detail::atomic_store(" + pointer + ", sizeof(" + type +
                "), ::cusim::detail::to_bits(" + stored +
                "), ::cusim::detail::AtomicScope::" + std::string(access.scope->of_the_runtime) +
                ", " + std::string(access.order->constant) + ")";
        return true;
    }

    bool store_vector(const Instruction& instruction, const Access& access) {
        const Words parts = parts_of(instruction.operands[1]);
        const std::string pointer =
            address(instruction.operands[0], access.space, vector_of(access));
        if (parts.size() != std::size_t(access.elements) || access.is_volatile || pointer.empty())
            return false;
        std::string values;
        for (const std::string& part : parts) {
            const std::string element = value(part, access.type->without_sign);
            if (element.empty()) return false;
            values += (values.empty() ? "" : ", ") + element;
        }
        out_ += "*" + pointer + " = make_" + vector_of(access) + "(" + values + ")";
        return true;
    }

    // ---- Atomics and fences
    // ----------------------------------------------------------------------

    bool atomic(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        if (modifiers.empty()) return false;
        const Type* const type = type_of(modifiers.back());
        modifiers.pop_back();
        const Order* order = take_one(modifiers, orders);
        const Scope* scope = take_one(modifiers, scopes);
        const Atomic* const operation = take_one(modifiers, atomics);
        std::string space;
        for (const std::string_view known : state_spaces)
            if (take(modifiers, known)) space = known;
        if (!type || !operation || !modifiers.empty() || !atomic_fits(*operation, *type))
            return false;
        if (!scope) scope = look_up(scopes, "gpu");
        const bool result = instruction.name == "atom";
        Words operands = instruction.operands;
        const std::string target = result && !operands.empty() ? operands[0] : "_";
        if (result && !operands.empty()) operands.erase(operands.begin());
        if (operands.size() != (operation->name == "cas" ? 3u : 2u)) return false;
        const std::string pointer = address(operands[0], space, std::string(type->cpp));
        Words values;
        for (std::size_t n = 1; n < operands.size(); ++n)
            values.push_back(value(operands[n], type->cpp));
        if (pointer.empty() || std::ranges::find(values, "") != values.end()) return false;
        return assign(target, !order || order->name == "relaxed"
                                  ? relaxed(*operation, *scope, pointer, values)
                                  : ordered(*operation, *scope, *order, pointer, values));
    }

    /// The types for which CUDA's own functions exist.
    static bool atomic_fits(const Atomic& atomic, const Type& type) {
        const std::string_view bits = type.name.substr(1);
        if (is_float(type)) return atomic.name == "add";
        if (atomic.name == "inc" || atomic.name == "dec") return type.name == "u32";
        if (atomic.name == "add" && type.name == "s64") return false;
        return bits == "32" || bits == "64";
    }

    static std::string relaxed(const Atomic& atomic, const Scope& scope, const std::string& pointer,
                               const Words& values) {
        std::string call = std::string(atomic.legacy) + std::string(scope.suffix) + "(" + pointer;
        for (const std::string& argument : values) call += ", " + argument;
        return call + ")";
    }

    static std::string ordered(const Atomic& atomic, const Scope& scope, const Order& order,
                               const std::string& pointer, const Words& values) {
        const std::string operands =
            values.size() == 2 ? values[1] + ", " + values[0] : values[0] + ", {}";
        return "::cusim::detail::atomic_operation<::cusim::detail::" +
               std::string(atomic.operation) + ">(" + pointer + ", {" + operands + "}, " +
               std::string(order.constant) +
               ", ::cusim::detail::AtomicScope::" + std::string(scope.of_the_runtime) + ")";
    }

    /// membar.gl, fence.acq_rel.gpu, fence.sc.sys and so on.
    bool fence(const Instruction& instruction) {
        Words modifiers = instruction.modifiers;
        const bool is_fence = instruction.name == "fence";
        const Order* const order = is_fence ? take_one(modifiers, orders) : nullptr;
        if (modifiers.size() != 1 || !instruction.operands.empty()) return false;
        if (is_fence && (!order || order->name == "relaxed")) return false;
        const std::string& scope = modifiers[0];
        if (scope == "cta")
            out_ += "__threadfence_block()";
        else if (scope == (is_fence ? "gpu" : "gl"))
            out_ += "__threadfence()";
        else if (scope == "sys")
            out_ += "__threadfence_system()";
        else
            return false;
        return true;
    }

    // ---- What has a function of its own in CUDA
    // --------------------------------------------------

    bool without_operands(const Instruction& instruction) {
        std::string code = instruction.name;
        for (const std::string& word : instruction.modifiers) code += "." + word;
        const Words& operands = instruction.operands;
        const bool barrier = code == "bar.sync" || code == "barrier.sync" ||
                             code == "barrier.sync.aligned" || code == "bar.cta.sync";
        if (barrier && operands == Words{"0"})
            out_ += "__syncthreads()";
        else if (code == "bar.warp.sync" && operands.size() == 1)
            return call_with_mask("__syncwarp", operands[0]);
        else if (code == "activemask.b32" && operands.size() == 1)
            return assign(operands[0], "__activemask()");
        else if (code == "trap" && operands.empty())
            out_ += "__trap()";
        else if (code == "nanosleep.u32" && operands.size() == 1)
            return call_with_mask("__nanosleep", operands[0]);
        else if (instruction.name == "prefetch" || instruction.name == "prefetchu")
            return true;
        else
            return false;
        return true;
    }

    bool call_with_mask(const std::string& function, std::string_view operand) {
        const std::string mask = value(operand, "unsigned int");
        out_ += function + "(" + mask + ")";
        return !mask.empty();
    }

    std::string_view assembly_;
    std::set<std::string> declared_;
    std::string out_;
    bool uses_carry_ = false;
};

}  // namespace
}  // namespace cusim::simcc::ptx

namespace cusim::simcc {

PtxTranslation translate_ptx(std::string_view assembly) {
    return ptx::Translator(assembly).run();
}

std::string ptx_operand(std::size_t number) {
    return "__cusim_ptx_" + std::to_string(number);
}

}  // namespace cusim::simcc
