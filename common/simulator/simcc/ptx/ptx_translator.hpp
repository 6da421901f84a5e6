// Translates the instructions of one asm statement, one after the other, into C++ (ptx.hpp).
//
// Most instructions are a row of a table: ptx_registers.cpp. Those that access memory or order
// threads have functions of their own: ptx_memory.cpp, ptx_tiles.cpp.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "simulator/simcc/ptx/ptx_instruction.hpp"
#include "simulator/simcc/ptx/ptx_tables.hpp"
#include "simulator/simcc/tokens/words.hpp"

namespace cusim::simcc {
struct PtxTranslation;
}

namespace cusim::simcc::ptx {

/// The entry named by one of `words`, which is removed from them; nullptr if there is none.
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

struct Access;  // ptx_memory.cpp

/// The functions that take an instruction append its translation to the text. They return false if
/// it cannot be translated with its full meaning.
class Translator {
  public:
    explicit Translator(std::string_view assembly) : assembly_(assembly) {}

    PtxTranslation run();

  private:
    /// Comments become blanks, so that offsets stay valid.
    std::string without_comments() const;
    bool statement_is_translated(const std::string& statement);
    /// `.reg .u32 a, b, c<4>;`
    bool declare(const std::string& statement);
    void declare(const std::string& name, const Type& type);
    /// The C++ name of a register that is written; empty if `operand` is none.
    std::string place(std::string_view operand) const;
    /// The operand's value as an expression of the C++ type; empty if `operand` is not understood.
    std::string value(std::string_view operand, std::string_view type) const;
    /// `[%1+4]` as a pointer; empty if it is no address.
    std::string address(std::string_view operand, std::string_view space,
                        const std::string& pointee) const;
    bool assign(std::string_view target, const std::string& expression);
    bool translate(const Instruction& instruction);

    // Functions of registers.
    bool row(const Instruction& instruction);
    /// add.cc, addc, addc.cc, sub.cc, subc, mad.lo.cc, madc.hi and so on.
    bool with_carry(const Instruction& instruction);
    bool compare(const Instruction& instruction);

    // Moves.
    bool move(const Instruction& instruction);
    bool pack(const Type& type, std::string_view to, std::string_view from);
    bool unpack(const Type& type, std::string_view to, std::string_view from);
    bool convert(const Instruction& instruction);
    /// Converts a generic address; only shared ones have another form.
    bool convert_address(const Instruction& instruction);

    // Memory.
    std::string what_is_loaded(const Access& access, std::string_view operand) const;
    bool load(const Instruction& instruction);
    bool store(const Instruction& instruction);
    bool store_vector(const Instruction& instruction, const Access& access);

    // Tiles: ptx_tiles.cpp.
    bool copy_async(const Instruction& instruction);
    bool load_matrix(const Instruction& instruction);
    bool multiply_matrices(const Instruction& instruction);
    /// Declares an array with the values of these registers.
    bool list(const std::string& type, const std::string& name, const Words& registers);

    // Atomics and fences.
    bool atomic(const Instruction& instruction);
    /// membar.gl, fence.acq_rel.gpu, fence.sc.sys and so on.
    bool fence(const Instruction& instruction);

    /// bar.sync, bar.arrive, bar.red and the same of barrier.
    bool barrier(const Instruction& instruction);
    bool barrier_of(const Words& kind, const Words& operands);

    // Instructions that are a function in CUDA.
    bool without_operands(const Instruction& instruction);
    bool call_with_mask(const std::string& function, std::string_view operand);

    std::string_view assembly_;
    std::set<std::string> declared_;
    std::string out_;
    bool uses_carry_ = false;
};

}  // namespace cusim::simcc::ptx
