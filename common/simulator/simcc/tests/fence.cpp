// How branches are fenced whose target is not written in the assembly.
#include "simulator/simcc/machine/fence.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cusim::simcc;

namespace {

std::string fenced_body(const std::string& body) {
    return fenced("\t.text\n\t.type\tf, @function\nf:\n.LFB0:\n\t.cfi_startproc\n" + body +
                  "\t.size\tf, .-f\n");
}
bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}
// The symbols that pointers may lead to.
std::string entries(const std::string& text) {
    std::string names;
    const std::string section = ".pushsection\tcusim_entries";
    for (std::size_t at = 0; (at = text.find(section, at)) != text.npos; ++at) {
        const std::size_t begin = text.find(".quad\t", at) + 6;
        names += text.substr(begin, text.find('\n', begin) - begin) + ' ';
    }
    return names;
}

}  // namespace

TEST_CASE("a call or jump by a pointer is checked with the target that it then takes") {
    const std::string checked = ", %r11\n\tcall\t__cusim_check_call\n\tcall\t*%r11\n";
    CHECK(has(fenced_body("\tcall\t*%rax\n"), "\tmovq\t%rax" + checked));
    CHECK(has(fenced_body("\tcall\t*8(%rsp)\n"), "\tmovq\t8(%rsp)" + checked));
    CHECK(
        has(fenced_body("\tnotrack call\t*table(,%rax,8)\n"), "\tmovq\ttable(,%rax,8)" + checked));
    CHECK(has(fenced_body("\tjmp\t*%rdx\n"), "\tcall\t__cusim_check_jump\n\tjmp\t*%r11\n"));
    CHECK(!has(fenced_body("\tcall\tg\n\tjne\t.L2\n\tjmp\t.L3\n"), "__cusim_check"));
}

TEST_CASE("a call by a pointer may have led into the C++ library") {
    const std::string text = fenced_body("\tcall\t*%rax\n");
    CHECK(has(text,
              "\tcall\t*%r11\n\tcmpb\t$0, __cusim_data_closed(%rip)\n\tje\t.Lfence0\n"
              "\tcall\t__cusim_return_from_library\n.Lfence0:\n"));
}

TEST_CASE("functions of the C++ library whose address is taken are listed apart") {
    const std::string text = fenced_body("\tmovl\t$_ZNSo3putEc, %eax\n\tmovl\t$strlen, %eax\n");
    CHECK(has(text, "cusim_library_entries,\"a\",@progbits\n\t.balign\t8\n\t.quad\t_ZNSo3putEc\n"));
    CHECK(has(text, "cusim_entries,\"a\",@progbits\n\t.balign\t8\n\t.quad\tstrlen\n"));
}

TEST_CASE("a switch's table is used within its rows, though its value be a lie") {
    const std::string text = fenced_body(
        "\tjmp\t*.L4(,%rax,8)\n\t.section\t.rodata\n.L4:\n"
        "\t.quad\t.L1\n\t.quad\t.L2\n\t.quad\t.L3\n\t.text\n");
    CHECK(has(text, "\tcmpq\t$3, %rax\n\tjb\t"));
    CHECK(has(text, "\tcall\t__cusim_refuse_case\n"));
    CHECK(has(text, "\tjmp\t*.L4(,%rax,8)\n"));
    // Any other table is treated like a pointer.
    CHECK(has(fenced_body("\tjmp\t*.L4(,%rax,8)\n"), "\tmovq\t.L4(,%rax,8), %r11\n"));
}

TEST_CASE("a return address is put aside on entry, before anything can jump back there") {
    const std::string aside = "\tmovq\t(%rsp), %r10\n\tmovq\t%r10, (%rsp,%r11)\n";
    const std::string text = fenced_body(".L2:\n\tnop\n\tjmp\t.L2\n");
    CHECK(has(text, "\t.cfi_startproc\n\tmovabsq\t$-5497558140992, %r11\n" + aside + ".L2:\n"));
    CHECK(has(fenced("\t.type\tf, @function\nf:\n.L2:\n\tnop\n"), aside + ".L2:\n"));
    CHECK(!has(fenced("\t.type\tf.cold, @function\nf.cold:\n\tnop\n"), aside));
}

TEST_CASE("each return address is compared with the saved one") {
    const std::string check = "\tmovq\t(%rsp,%r11), %r11\n\tcmpq\t%r11, (%rsp)\n";
    CHECK(has(fenced_body("\tnop\n\tret\n"), check));
    CHECK(has(fenced_body("\tnop\n\trep ret\n"), check));
    CHECK(!has(fenced_body("\tnop\n\trep stosq\n"), check));
}

TEST_CASE("pointers may lead to the file's functions and to those whose address it takes") {
    CHECK(entries(fenced_body("\tcall\tg\n\tret\n")) == "f ");
    CHECK(entries(fenced_body("\tmovl\t$g, %edi\n\tret\n")) == "f g ");
    CHECK(entries(fenced_body("\tret\n\t.data\nt:\n\t.quad\tg\n")) == "f g ");
    CHECK(entries(fenced_body("\trep stosq\n\tlock cmpxchgq\t%rcx, (%rax)\n")) == "f ");
    CHECK(entries(fenced_body("\tmovq\terrno@gottpoff(%rip), %rax\n\tmovl\t$_ZTI1A, %esi\n")) ==
          "f ");
    CHECK(entries(fenced("\t.type\tf.cold, @function\nf.cold:\n\tnop\n\t.size\tf.cold, 1\n")) ==
          "");
    // Only the runtime calls the code that runs a kernel, and debuggers read their own sections.
    CHECK(entries(fenced(
              "\t.type\t_ZN5cusim6detail5ThunkE, @function\n_ZN5cusim6detail5ThunkE:\n\tnop\n"
              "\t.size\t_ZN5cusim6detail5ThunkE, 1\n")) == "");
    CHECK(entries(fenced_body("\tret\n\t.section\t.debug_info\n\t.quad\tg\n")) == "f ");
}

TEST_CASE("the list loses the entries of functions that the linker drops") {
    const std::string text = fenced(
        "\t.section\t.text._Z1fv,\"axG\",@progbits,_Z1fv,comdat\n"
        "\t.type\t_Z1fv, @function\n_Z1fv:\n\tnop\n\t.size\t_Z1fv, 1\n");
    CHECK(has(text, "cusim_entries,\"aG\",@progbits,_Z1fv,comdat\n"));
}
