// What becomes of the checks of conversions and shifts in a compiler's assembly.
#include "simulator/simcc/machine/device_results.hpp"

#include <doctest/doctest.h>

#include <string>

#include "simulator/simcc/machine/announce.hpp"
#include "tests/text_has.hpp"

using cusim::simcc::with_device_results;

namespace {

TextHas finds(const std::string& text, const std::string& words) {
    return text_has(text, words);
}

std::size_t times_in(const std::string& text, const std::string& words) {
    std::size_t times = 0;
    for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++times;
    return times;
}

// `between`: behind the first load; `made`: the conversion or shift.
std::string with_check(const std::string& between, const std::string& made,
                       const std::string& check) {
    return "\t.text\n\t.type\tf, @function\nf:\n\tcall\t__sanitizer_cov_trace_pc\n"
           "\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n\tmovl\t(%rbx), %eax\n" +
           between +
           "\tcmpl\t$31, %eax\n\tja\t.L38\n.L3:\n\tcall\t__sanitizer_cov_trace_pc\n"
           "\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n" +
           made + "\tret\n.L38:\n\tmovl\t%eax, %esi\n\tmovl\t$.Lubsan_data1, %edi\n\tcall\t" +
           check + "\n\tjmp\t.L3\n\t.size\tf, .-f\n";
}

const std::string conversion = "\tcvttss2sil\t(%rbx), %r15d\n";
const std::string conversion_check = "__ubsan_handle_float_cast_overflow";
const std::string shift = "\tmovl\t(%rbx), %ecx\n\tsall\t%cl, %r14d\n";
const std::string shift_check = "__ubsan_handle_shift_out_of_bounds";

}  // namespace

TEST_CASE("a conversion out of range goes on with the device's result") {
    const std::string text = with_device_results(with_check("", conversion, conversion_check));
    CHECK(finds(text, "\tcall\t__cusim_convert_out_of_range\n"));
    CHECK(finds(text, "\tmovl\t__cusim_converted(%rip), %r15d\n\tjmp\t.Lcusim_checked"));
    CHECK(times_in(text, conversion) == 1);
    CHECK(!finds(text, "jmp\t.L3\n"));
}

TEST_CASE("a shift by too much goes on with the device's result in a kernel alone") {
    const std::string text = with_device_results(with_check("", shift, shift_check));
    CHECK(finds(text, "\tmovl\t$0, %r14d\n"));
    CHECK(times_in(text, "\tsall\t%cl, %r14d\n") == 2);  // in its place, and for the host
    const std::string right = "\tmovl\t(%rbx), %ecx\n\tsarq\t%cl, %r14\n";
    CHECK(finds(with_device_results(with_check("", right, shift_check)), "\tsarq\t$63, %r14\n"));
}

TEST_CASE("a load that a check has made two of is announced once") {
    const std::string once = with_device_results(with_check("", conversion, conversion_check));
    CHECK(times_in(once, "__tsan_read4") == 1);
    CHECK(!finds(cusim::simcc::announce_all(once), "__cusim_look"));
    // Another load, or a store between the two, or another address.
    for (const char* const between :
         {"\tmovq\t%r12, %rbx\n", "\tmovq\t%r13, %rdi\n\tcall\t__tsan_write4\n"})
        CHECK(times_in(with_device_results(with_check(between, conversion, conversion_check)),
                       "\tcall\t__tsan_read4\n") >= 2);
}

TEST_CASE("what is not known is left as it is") {
    for (const std::string& made :
         {"\tjmp\t.L9\n" + conversion, "\tcall\tsqrtf\n" + conversion, std::string("\tnop\n"),
          "\tsall\t$40, %r14d\n" + std::string()}) {
        const std::string text = with_check("", made, conversion_check);
        CHECK(with_device_results(text) == text);
    }
}

TEST_CASE("a const pointer that is loaded for a check of alignment is loaded once") {
    const std::string text = with_device_results(
        "\t.text\n\t.type\tf, @function\nf:\n\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read8\n"
        "\tmovq\t(%rbx), %rax\n\ttestb\t$3, %al\n\tjne\t.L9\n.L2:\n\tmovq\t%rbx, %rdi\n"
        "\tcall\t__tsan_read8\n\tmovq\t(%rbx), %r12\n\tret\n.L9:\n\tmovq\t%rax, %rsi\n"
        "\tcall\t__ubsan_handle_type_mismatch_v1\n\tjmp\t.L2\n\t.size\tf, .-f\n");
    CHECK(times_in(text, "__tsan_read8") == 1);
    CHECK(finds(text, "\tjmp\t.Lcusim_checked"));
}
