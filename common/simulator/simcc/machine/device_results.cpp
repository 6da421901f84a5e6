#include "simulator/simcc/machine/device_results.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "simulator/simcc/machine/assembly_file.hpp"
#include "simulator/simcc/machine/machine_access.hpp"
#include "simulator/simcc/machine/machine_line.hpp"

namespace cusim::simcc {
namespace {

constexpr std::string_view conversion_check = "__ubsan_handle_float_cast_overflow",
                           shift_check = "__ubsan_handle_shift_out_of_bounds",
                           alignment_check = "__ubsan_handle_type_mismatch_v1",
                           block_hook = "__sanitizer_cov_trace_pc", read_hook = "__tsan_read";

// An instruction, and its line.
struct Step {
    std::size_t line = 0;
    Instruction instruction;

    bool calls(std::string_view name) const {
        return instruction.mnemonic.starts_with("call") && !instruction.indirect &&
               !instruction.operands.empty() && instruction.operands[0].text == name;
    }
    bool calls_one_of(std::string_view beginning) const {
        return instruction.mnemonic.starts_with("call") && !instruction.indirect &&
               !instruction.operands.empty() && instruction.operands[0].text.starts_with(beginning);
    }
    // Nothing goes on behind it.
    bool ends() const {
        return instruction.mnemonic == "jmp" || instruction.mnemonic.starts_with("ret");
    }
    bool is_conversion() const {
        return instruction.mnemonic.starts_with("cvttss2si") ||
               instruction.mnemonic.starts_with("cvttsd2si");
    }
    bool is_shift() const {
        const std::string_view name = instruction.mnemonic.substr(0, 3);
        return (name == "sal" || name == "shl" || name == "shr" || name == "sar") &&
               instruction.operands.size() == 2 && instruction.operands[0].text == "%cl";
    }
};

// The loads that a check repeats: the line of the hook's argument, and the hook's name.
struct Read {
    std::string_view argument, hook;
    std::size_t step = 0;
};

class DeviceResults {
  public:
    explicit DeviceResults(std::string_view text) : file_(text) {}

    std::string run() {
        for (std::size_t i = 0; i < lines().size(); ++i) {
            const bool converts = lines()[i].ends_with(conversion_check);
            if (converts || lines()[i].ends_with(shift_check)) pass_check(i, converts);
            if (lines()[i].ends_with(alignment_check)) pass_alignment_check(i);
        }
        std::string out;
        for (std::size_t i = 0; i < lines().size(); ++i) {
            const auto changed = changed_.find(i);
            out += changed == changed_.end() ? std::string(lines()[i]) + '\n' : changed->second;
            if (const auto behind = behind_.find(i); behind != behind_.end()) out += behind->second;
        }
        return out;
    }

  private:
    const std::vector<std::string_view>& lines() const { return file_.lines(); }

    bool is_label(std::size_t line) const {
        const std::string_view label = label_of(lines()[line]);
        return !label.empty() && !is_mark(label);
    }

    std::optional<Step> step_at(std::size_t line) const {
        const std::string_view text = without_blanks(lines()[line]);
        if (text.empty() || text.front() == '.' || text.front() == '#') return std::nullopt;
        auto instruction = read_instruction(text);
        if (!instruction) return std::nullopt;
        return Step{line, std::move(*instruction)};
    }

    // The instructions from `line` on, up to the next label. Conditional jumps are among them, and
    // labels to which a check of alignment returns: checks may lie before the conversion.
    std::vector<Step> steps_from(std::size_t line) const {
        std::vector<Step> steps;
        for (; line < lines().size(); ++line) {
            if (is_label(line) && !is_behind_check(line)) break;
            auto step = step_at(line);
            if (!step) continue;
            steps.push_back(std::move(*step));
            if (steps.back().ends()) break;
        }
        return steps;
    }

    // Whether the label in `line` is one to which only the check right above it returns.
    bool is_behind_check(std::size_t line) const {
        for (std::size_t above = line; above > 0; --above) {
            if (is_label(above - 1)) return false;
            const auto step = step_at(above - 1);
            if (!step) continue;
            const Instruction& jump = step->instruction;
            return jump.mnemonic[0] == 'j' &&
                   file_.comes_from_above(label_of(lines()[line]), jump.operands[0].text);
        }
        return false;
    }

    // The instructions before the label in `line`, from the label before it on, as steps_from().
    std::vector<Step> steps_before(std::size_t line) const {
        std::size_t begin = line;
        while (begin > 0 && (!is_label(begin - 1) || is_behind_check(begin - 1))) --begin;
        std::vector<Step> steps;
        for (; begin < line; ++begin)
            if (auto step = step_at(begin)) steps.push_back(std::move(*step));
        return steps;
    }

    // __tsan_read4, but neither a range nor an update.
    static bool is_read(const Step& step) {
        return step.calls_one_of(read_hook) &&
               step.instruction.operands[0].text.size() <= read_hook.size() + 2;
    }

    static std::vector<Read> reads_in(const std::vector<Step>& steps) {
        std::vector<Read> reads;
        for (std::size_t i = 1; i < steps.size(); ++i) {
            const Instruction& before = steps[i - 1].instruction;
            if (is_read(steps[i]) && before.mnemonic == "movq" &&
                before.operands.back().text == "%rdi")
                reads.push_back(
                    {before.operands[0].text, steps[i].instruction.operands[0].text, i});
        }
        return reads;
    }

    // Whether the steps from `from` to `to` leave the argument and the program's memory alone.
    static bool keep(const std::vector<Step>& steps, std::size_t from, std::size_t to,
                     std::string_view argument) {
        const auto kept = general_register(argument);
        for (std::size_t i = from; i < to; ++i) {
            const Instruction& instruction = steps[i].instruction;
            if (instruction.mnemonic.starts_with("call")) {
                if (!is_read(steps[i]) && !steps[i].calls(block_hook)) return false;
                continue;
            }
            const auto effect = effect_of(instruction);
            if (kept && effect && std::ranges::count(effect->written, kept->number)) return false;
            if (!instruction.operands.empty() && instruction.operands.back().text == argument &&
                instruction.mnemonic.starts_with("mov"))
                return false;
        }
        return true;
    }

    // What a check, whose call is in this line, returns to.
    struct Join {
        std::size_t jump = 0, label = 0;  // their lines
        std::vector<Step> above, below;
    };

    std::optional<Join> join_of(std::size_t line) {
        const std::vector<Step> cold = steps_from(line);
        if (cold.empty() || cold.back().instruction.mnemonic != "jmp") return std::nullopt;
        const std::string_view label = cold.back().instruction.operands[0].text;
        const auto place = file_.line_of(label);
        if (!place || file_.uses_of(label) != 1) return std::nullopt;
        Join join{cold.back().line, *place, steps_before(*place), steps_from(*place + 1)};
        if (join.above.empty() || join.above.back().ends()) return std::nullopt;
        return join;
    }

    void pass_alignment_check(std::size_t line) {
        if (const auto join = join_of(line)) announce_once(*join, join->below.size());
    }

    void pass_check(std::size_t line, bool converts) {
        const auto join = join_of(line);
        if (!join) return;
        const std::vector<Step>& below = join->below;
        const auto made = std::ranges::find_if(below, [&](const Step& step) {
            return converts ? step.is_conversion() : step.is_shift();
        });
        if (made == below.end()) return;
        const Operand& result = made->instruction.operands.back();
        if (converts ? !general_register(result.text)
                     : !made->instruction.mnemonic.ends_with('l') &&
                           !made->instruction.mnemonic.ends_with('q'))
            return;
        const auto until = static_cast<std::size_t>(made - below.begin());
        if (std::any_of(below.begin(), made, [](const Step& step) {
                return step.instruction.mnemonic.starts_with("call") &&
                       !step.calls_one_of("__tsan_") && !step.calls(block_hook);
            }))
            return;
        announce_once(*join, until);
        take_devices_result(line, *join, *made, converts);
    }

    // The loads behind the check that repeat those before it.
    void announce_once(const Join& join, std::size_t until) {
        std::set<std::size_t> again;
        const std::vector<Read> before = reads_in(join.above);
        for (const Read& read : reads_in(join.below)) {
            if (read.step > until || !keep(join.below, 0, read.step, read.argument)) continue;
            const bool is_again = std::ranges::any_of(before, [&](const Read& other) {
                return other.argument == read.argument && other.hook == read.hook &&
                       keep(join.above, other.step, join.above.size(), other.argument);
            });
            if (is_again) again.insert(join.below[read.step].line);
        }
        if (again.empty()) return;
        for (const std::size_t line : again) changed_[line] = "";
        // One goes on in the same block, with what is known of it.
        if (join.below[0].calls(block_hook)) changed_[join.below[0].line] = "";
        const std::string name = std::string(checked_mark) + std::to_string(next_++);
        changed_[join.label] = name + ":\n";
        changed_[join.jump] = "\tjmp\t" + name + '\n';
    }

    // From the call in line `check` to behind the instruction.
    void take_devices_result(std::size_t check, const Join& join, const Step& made, bool converts) {
        const std::string behind = std::string(checked_mark) + std::to_string(next_++);
        const std::string_view to = made.instruction.operands.back().text;
        const std::string_view name = made.instruction.mnemonic;
        std::string copy;
        for (std::size_t i = join.label + 1; i < made.line; ++i)
            if (step_at(i))
                copy += changed_.contains(i) ? changed_[i] : std::string(lines()[i]) + '\n';
        if (converts) {
            const bool wide = general_register(to)->bytes == 8;
            copy += std::string(wide ? "\tmovq" : "\tmovl") + "\t__cusim_converted(%rip), " +
                    std::string(to) + '\n';
        } else {
            // In host code, the processor's result stays.
            const std::string on_host = std::string(checked_mark) + std::to_string(next_++);
            const bool keeps_sign = name.starts_with("sar");
            const std::string size = name.ends_with('q') ? "q" : "l";
            const std::string all = size == "q" ? "63" : "31";
            copy += "\tcmpq\t$0, __cusim_converted(%rip)\n\tje\t" + on_host + "\n\t" +
                    (keeps_sign ? "sar" + size + "\t$" + all : "mov" + size + "\t$0") + ", " +
                    std::string(to) + "\n\tjmp\t" + behind + '\n' + on_host + ":\n" +
                    std::string(lines()[made.line]) + '\n';
        }
        changed_[check] =
            std::string("\tcall\t") +
            (converts ? "__cusim_convert_out_of_range" : "__cusim_shift_out_of_bounds") + '\n';
        changed_[join.jump] = copy + "\tjmp\t" + behind + '\n';
        behind_[made.line] += behind + ":\n";
    }

    AssemblyFile file_;
    std::map<std::size_t, std::string> changed_, behind_;
    unsigned next_ = 0;
};

}  // namespace

std::string with_device_results(std::string_view assembly) {
    return DeviceResults(assembly).run();
}

}  // namespace cusim::simcc
