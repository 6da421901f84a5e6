// What the last pass adds to a compiler's assembly, and what it leaves unchanged.
#include "simulator/simcc/machine/announce.hpp"

#include <doctest/doctest.h>

#include <string>

#include "simulator/simcc/machine/machine_access.hpp"

using namespace cusim::simcc;

namespace {

std::string in_function(const std::string& body) {
    return "\t.text\n\t.type\tf, @function\nf:\n" + body + "\tret\n\t.size\tf, .-f\n";
}

// The announcing calls in a function with this body, in order: "r4 (%rbx)".
std::string looks(const std::string& body) {
    const std::string text = announce_all(in_function(body));
    std::string result, place;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        const std::string line = text.substr(at, end - at);
        if (line.starts_with("\tleaq\t")) place = line.substr(6, line.size() - 6 - 6);
        if (line.starts_with("\tcall\t__cusim_look_"))
            result += (result.empty() ? "" : ", ") + line.substr(19) + ' ' + place;
        at = end + 1;
    }
    return result;
}

constexpr const char* block = "\tcall\t__sanitizer_cov_trace_pc\n";

}  // namespace

TEST_CASE("a block with much arithmetic tells how many steps it is worth") {
    const std::string product = "\tmulss\t%xmm1, %xmm0\n\taddss\t%xmm0, %xmm2\n";
    const auto products = [&](int count) {
        std::string text = block;
        for (int i = 0; i < count; ++i) text += product;
        return text;
    };
    const std::string weight = "\tmovl\t$4, %edi\n\tcall\t__cusim_arithmetic\n";
    const std::string one = announce_all(in_function(products(4)));
    CHECK(one.find(block + weight + product) != one.npos);
    CHECK(announce_all(in_function(products(3))).find("arithmetic") == std::string::npos);
    const std::string other = announce_all(in_function(products(1) + "\tjmp\t.L2\n" + products(4)));
    CHECK(other.find(weight) == other.rfind(weight));
    CHECK(other.find(block + product) < other.find(weight));
    const std::string calls = "\tcall\tfmaf\n\tcall\tfmaf\n\tcall\tfmaf\n\tcall\t__tsan_read4\n";
    CHECK(announce_all(in_function(block + calls)).find("arithmetic") == std::string::npos);
    CHECK(announce_all(in_function(block + calls + "\tcall\tfmaf\n")).find(weight) !=
          std::string::npos);
}

// Products of whole numbers are made by mul, or by shifts and additions.
TEST_CASE("a very long block is worth steps, whatever its instructions are") {
    const auto shifted = [](int count) {
        std::string text = block;
        for (int i = 0; i < count; ++i)
            text += "\tshlq\t%rax\n\taddq\t%rax, %rbx\n\tcall\t__tsan_read4\n";
        return announce_all(in_function(text));
    };
    CHECK(shifted(64).find("\tmovl\t$32, %edi\n\tcall\t__cusim_arithmetic\n") != std::string::npos);
    CHECK(shifted(63).find("arithmetic") == std::string::npos);
    const std::string wide = "\tmulq\t%rbx\n\taddq\t%rax, %rcx\n\tadcq\t%rdx, %rsi\n";
    std::string eight = block;
    for (int i = 0; i < 8; ++i) eight += wide;
    CHECK(announce_all(in_function(eight)).find("\tmovl\t$4, %edi\n\tcall\t__cusim_arithmetic\n") !=
          std::string::npos);
}

TEST_CASE("the entry of a kernel is marked, and no other") {
    const auto marked = [](const std::string& function, const std::string& variable) {
        const std::string text =
            announce_all("\t.text\n\t.type\t" + function + ", @function\n" + function +
                         ":\n\tret\n\t.size\t" + function + ", .-" + function +
                         "\n\t.section\t.rodata\n" + variable + ":\n\t.zero\t8\n");
        const std::size_t entry = text.find('\n' + function + ":\n");
        const std::size_t mark = text.find("\t.fill\t16, 1, 144");
        return mark != text.npos && text.find('\n', mark) == entry;
    };
    CHECK(marked("_Z5plainPf", "_ZZ5plainPfE12__cusim_site"));
    CHECK(marked("_ZL5plainPf", "_ZZL5plainPfE12__cusim_site"));
    CHECK(marked("plain", "_ZZ5plainE12__cusim_site"));  // extern "C"
    CHECK_FALSE(marked("_Z5otherPf", "_ZZ5plainPfE12__cusim_site"));
    CHECK_FALSE(marked("_Z5plainPf", "_ZZ5plainPfE5count"));
}

TEST_CASE("an access that a hook announced needs no look") {
    CHECK(looks("\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n\tmovl\t(%rbx), %eax\n") == "");
    CHECK(looks("\tleaq\t8(%rbx), %rdi\n\tcall\t__tsan_write8\n\tmovq\t%rax, 8(%rbx)\n") == "");
    CHECK(looks("\tmovq\t%rbx, %rdi\n\tmovl\t$32, %esi\n\tcall\t__tsan_read_range\n"
                "\tmovdqu\t(%rbx), %xmm0\n\tmovdqu\t16(%rbx), %xmm1\n") == "");
    CHECK(looks("\tmovl\t$counter, %edi\n\tcall\t__tsan_read4\n\tmovl\tcounter(%rip), %eax\n") ==
          "");
}

TEST_CASE("an access is checked if the hook announced less, other bytes or another kind") {
    const std::string hook = "\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n";
    CHECK(looks(hook + "\tmovq\t(%rbx), %rax\n") == "r8 (%rbx)");
    CHECK(looks(hook + "\tmovl\t4(%rbx), %eax\n") == "r4 4(%rbx)");
    CHECK(looks(hook + "\tmovl\t%eax, (%rbx)\n") == "w4 (%rbx)");
    CHECK(looks(hook + "\taddl\t$1, (%rbx)\n") == "u4 (%rbx)");
    CHECK(looks(hook + "\taddq\t$4, %rbx\n\tmovl\t(%rbx), %eax\n") == "r4 (%rbx)");
    CHECK(looks(hook + "\taddq\t$4, %rbx\n\tmovl\t-4(%rbx), %eax\n") == "");
}

TEST_CASE("an address counts as the same however it was computed") {
    CHECK(looks("\tmovslq\t%r12d, %rax\n\tleaq\t(%r13,%rax,4), %rdi\n\tcall\t__tsan_read4\n"
                "\tmovslq\t%r12d, %r14\n\tsalq\t$2, %r14\n\taddq\t%r13, %r14\n"
                "\tmovss\t(%r14), %xmm0\n") == "");
    CHECK(looks("\tmovq\t%rbx, 8(%rsp)\n\tmovq\t8(%rsp), %rdi\n\tcall\t__tsan_read4\n"
                "\tmovl\t(%rbx), %eax\n") == "");
}

TEST_CASE("a saved address is not trusted once it may have been overwritten") {
    const std::string put_aside =
        "\tmovq\t%rbx, 8(%rsp)\n\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n";
    const std::string use = "\tmovq\t8(%rsp), %rax\n\tmovl\t(%rax), %ecx\n";
    CHECK(looks(put_aside + use) == "");
    CHECK(looks(put_aside + "\tmovl\t%ecx, 12(%rsp)\n" + use) == "r4 (%rax)");
    CHECK(looks("\tmovq\t%rbp, %rdi\n\tcall\t__tsan_write4\n" + put_aside +
                "\tmovl\t%ecx, (%rbp)\n" + use) == "r4 (%rax)");
}

TEST_CASE("a hook counts up to the next label, block or call") {
    const std::string hook = "\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n";
    const std::string read = "\tmovl\t(%rbx), %eax\n";
    CHECK(looks(hook + ".L5:\n" + read) == "r4 (%rbx)");
    CHECK(looks(hook + block + read) == "r4 (%rbx)");
    CHECK(looks(hook + "\tcall\tg\n" + read) == "r4 (%rbx)");
    CHECK(looks(hook + ".LVL7:\n" + read) == "");
}

TEST_CASE("an alignment check in between invalidates only what its call may change") {
    const std::string way =
        "\tmovq\t%rbx, %rbp\n\ttestb\t$3, %bl\n\tjne\t.L9\n.L8:\n"
        "\tmovq\t%rbx, %rdi\n\tcall\t__tsan_read4\n\tmovl\t(%rbp), %eax\n\tret\n";
    CHECK(looks(way + ".L9:\n\tmovq\t%rbx, %rsi\n\tmovl\t$.Lubsan_data0, %edi\n"
                      "\tcall\t__ubsan_handle_type_mismatch_v1\n\tjmp\t.L8\n") == "");
    CHECK(looks(way + ".L9:\n\tmovq\t%rax, %rbp\n\tmovl\t$.Lubsan_data0, %edi\n"
                      "\tcall\t__ubsan_handle_type_mismatch_v1\n\tjmp\t.L8\n") == "r4 (%rbp)");
    CHECK(looks(way + ".L9:\n\tmovq\t%rbx, %rsi\n\tcall\t__ubsan_handle_type_mismatch_v1\n"
                      "\tjmp\t.L8\n\tjmp\t.L8\n") == "r4 (%rbp)");
}

TEST_CASE("accesses to the own frame at constant offsets, and only these, are not checked") {
    CHECK(looks("\tsubq\t$40, %rsp\n\tmovl\t%eax, 8(%rsp)\n\tleaq\t16(%rsp), %rbx\n"
                "\tmovl\t%eax, 4(%rbx)\n") == "");
    CHECK(looks("\tsubq\t$40, %rsp\n\tmovl\t%eax, 8(%rsp,%rcx,4)\n") == "w4 16(%rsp,%rcx,4)");
    CHECK(looks("\tsubq\t$40, %rsp\n\tmovl\t%eax, 80000(%rsp)\n") == "w4 80008(%rsp)");
    CHECK(looks("\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n\tsubq\t$32, %rsp\n.L2:\n"
                "\tmovl\t%eax, -20(%rbp)\n\tleave\n") == "");
    CHECK(looks("\tmovq\t%rdi, %rbp\n\tmovl\t%eax, -20(%rbp)\n") == "w4 -20(%rbp)");
}

TEST_CASE("string instructions are checked for all their iterations") {
    CHECK(looks("\tmovl\t$4, %ecx\n\trep stosq\n").starts_with("times_w8"));
    CHECK(looks("\tmovl\t$4, %ecx\n\trep;stosq %rax, %es:(%rdi)\n").starts_with("times_w8"));
    CHECK(looks("\tmovsq\n").starts_with("r8"));
    CHECK(looks("\tsubq\t$32, %rsp\n\tmovl\t$4, %ecx\n\tmovq\t%rsp, %rdi\n\trep stosq\n") == "");
}

TEST_CASE("the compiler's constants and built-in variables are not checked") {
    CHECK(looks("\tmovss\tthreadIdx(%rip), %xmm0\n") == "");
    CHECK(looks("\tmovss\tcounter(%rip), %xmm0\n") == "r4 counter(%rip)");
    const std::string constant = "\t.section\t.rodata.cst4,\"aM\",@progbits,4\n.LC0:\n\t.long\t1\n";
    CHECK(announce_all(constant + in_function("\tmovss\t.LC0(%rip), %xmm0\n")).find("look") ==
          std::string::npos);
    CHECK(announce_all(constant + in_function("\tmovss\t.LC0(,%rax,4), %xmm0\n")).find("look") !=
          std::string::npos);
}

TEST_CASE("library functions that access memory are the runtime's, unless the file defines them") {
    const std::string call = in_function("\tcall\tmemcmp\n\tmovl\t$strlen, %edi\n");
    CHECK(
        announce_all(call).find("\tcall\t__announced_memcmp\n\tmovl\t$__announced_strlen, %edi") !=
        std::string::npos);
    const std::string own = "\t.type\tmemcmp, @function\nmemcmp:\n\tret\n\t.size\tmemcmp, 1\n";
    CHECK(announce_all(own + call).find("__announced_memcmp") == std::string::npos);
    CHECK(announce_all("\t.string\t\" memcmp \"\n") == "\t.string\t\" memcmp \"\n");
}

TEST_CASE("a copy that a hook has announced is not checked again") {
    const std::string copy =
        "\tmovq\t%rbx, %rsi\n\tmovl\t$400, %edx\n\tmovq\t%rbp, %rdi\n"
        "\tcall\t__cusim_memcpy\n";
    const std::string hooks =
        "\tmovq\t%rbp, %rdi\n\tmovl\t$400, %esi\n\tcall\t__tsan_write_range\n"
        "\tmovq\t%rbx, %rdi\n\tmovl\t$400, %esi\n\tcall\t__tsan_read_range\n";
    CHECK(announce_all(in_function(hooks + copy)).find("\tcall\t__cusim_plain_memcpy\n") !=
          std::string::npos);
    CHECK(announce_all(in_function(copy)).find("\tcall\t__cusim_memcpy\n") != std::string::npos);
}

TEST_CASE("an unknown instruction that accesses memory is refused") {
    CHECK_THROWS_WITH_AS(announce_all(in_function("\tvmovups\t(%rax), %ymm0\n")),
                         "cannot tell what this instruction does to memory: vmovups\t(%rax), %ymm0",
                         UnknownInstruction);
    CHECK_NOTHROW(announce_all(in_function("\trdtsc\n")));
}

TEST_CASE("the size and kind of an access are read from the instruction") {
    const auto access = [](const char* text) {
        const auto effect = effect_of(*read_instruction(text));
        REQUIRE(effect);
        REQUIRE(effect->access);
        return std::string(1, static_cast<char>(effect->access->touch)) +
               std::to_string(effect->access->bytes);
    };
    CHECK(access("movzbl (%rax), %ecx") == "r1");
    CHECK(access("movslq (%rax), %rcx") == "r4");
    CHECK(access("movb $1, (%rax)") == "w1");
    CHECK(access("addl $1, (%rax)") == "u4");
    CHECK(access("addl (%rax), %ecx") == "r4");
    CHECK(access("cmpq $0, (%rax)") == "r8");
    CHECK(access("cmovne (%rax), %ecx") == "r4");
    CHECK(access("sete (%rax)") == "w1");
    CHECK(access("mulsd (%rax), %xmm0") == "r8");
    CHECK(access("cvttss2sil (%rax), %ecx") == "r4");
    CHECK(access("cvtsi2sdq (%rax), %xmm0") == "r8");
    CHECK(access("movups %xmm0, (%rax)") == "w16");
    CHECK(access("movd %xmm0, (%rax)") == "w4");
    CHECK(access("fstpt (%rax)") == "w10");
    CHECK(access("fildll (%rax)") == "r8");
    CHECK(access("xchgl %ecx, (%rax)") == "u4");
    CHECK(access("lock cmpxchgq %rcx, (%rax)") == "u8");
    CHECK(access("call *8(%rax)") == "r8");
    CHECK(access("shll %cl, (%rax)") == "u4");
}
